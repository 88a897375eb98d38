import { asRecord, numberIn, parseRecord } from '../../setup/json.mjs';
import { isTestFile, readSources } from './sources.mjs';

/**
 * The forbidden words of docs/GLOSSARY.md, counted in messages, test titles, exported names and documents. A count may
 * fall and must not rise above the baseline.
 *
 * @typedef {import('./sources.mjs').Files} Files
 * @typedef {Readonly<Record<string, Readonly<Record<string, number>>>>} Counts area → word → how often
 * @typedef {{ readonly where: string, readonly text: string }} Text
 * @typedef {{ readonly word: string, readonly pattern: RegExp }} Forbidden
 */

const glossaryPath = 'docs/GLOSSARY.md';
export const baselinePath = 'scripts/checks/rules/terms-baseline.json';
const catalogue = /^renderer\/words\/[a-z]+\.json$/;
const mostRows = 150;
const mostPlaces = 5;

/** @param {string} word */
const asPattern = word =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\p{L}\p{N}])`,
    'giu',
  );

/**
 * The rows of all tables, without their heads.
 * @param {string} glossary
 */
const rowsOf = glossary =>
  [...glossary.matchAll(/^\|(.+)\|$/gm)]
    .map(([, row = '']) => row.split('|').map(cell => cell.trim()))
    .filter(([term = '']) => term !== 'Term' && !/^-+$/.test(term));

/**
 * @param {string} glossary
 * @returns {readonly Forbidden[]}
 */
function readForbidden(glossary) {
  const words = rowsOf(glossary).flatMap(cells => (cells[3] ?? '').split(',').map(word => word.trim().toLowerCase()));
  return [...new Set(words)].filter(word => word !== '').map(word => ({ word, pattern: asPattern(word) }));
}

/** A literal that a call takes before a function: the title of a test, or of tests for each of several values. */
const title = /\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1,\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>/g;
const exported = /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

/**
 * @param {import('./sources.mjs').Source} source
 * @param {RegExp} pattern
 * @param {number} group
 * @returns {readonly Text[]}
 */
const textsOf = ({ path, text }, pattern, group) =>
  [...text.matchAll(pattern)].map(match => ({
    where: `${path}:${text.slice(0, match.index).split('\n').length}`,
    text: match[group] ?? '',
  }));

/** @param {string} name in words: `placeOrder` → `place Order` */
const asWords = name => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');

/**
 * @param {Files} files
 * @returns {Readonly<Record<string, readonly Text[]>>}
 */
function readAreas(files) {
  const sources = readSources(files);
  const all = [...files].flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
  const words = all.find(({ path }) => catalogue.test(path));
  return {
    messages: Object.keys(words === undefined ? {} : parseRecord(words.text)).map(id => ({
      where: `“${id}”`,
      text: id,
    })),
    titles: sources.filter(({ path }) => isTestFile(path)).flatMap(source => textsOf(source, title, 2)),
    names: sources
      .filter(({ path }) => !isTestFile(path))
      .flatMap(source => textsOf(source, exported, 1))
      .map(({ where, text }) => ({ where: `${where} ${text}`, text: asWords(text) })),
    documents: all
      .filter(({ path }) => path.endsWith('.md') && path !== glossaryPath)
      .flatMap(source => textsOf(source, /^.+$/gm, 0)),
  };
}

/**
 * @param {readonly Text[]} texts
 * @param {RegExp} pattern
 */
const placesOf = (texts, pattern) => texts.flatMap(({ where, text }) => (text.match(pattern) ?? []).map(() => where));

/**
 * How often each area has each forbidden word now.
 * @param {Files} files
 * @returns {Counts}
 */
export function countTerms(files) {
  const forbidden = readForbidden(files.get(glossaryPath) ?? '');
  return Object.fromEntries(
    Object.entries(readAreas(files)).map(([area, texts]) => [
      area,
      Object.fromEntries(
        forbidden
          .map(({ word, pattern }) => /** @type {const} */ ([word, placesOf(texts, pattern).length]))
          .filter(([, count]) => count > 0),
      ),
    ]),
  );
}

/**
 * The baseline with no count above the present one: it never rises. The count of a word that is new in the glossary is
 * written by hand.
 * @param {Counts} baseline
 * @param {Counts} counts
 * @returns {Counts}
 */
export function lowerBaseline(baseline, counts) {
  return Object.fromEntries(
    Object.entries(baseline).map(([area, words]) => [
      area,
      Object.fromEntries(
        Object.entries(words)
          .map(([word, count]) => /** @type {const} */ ([word, Math.min(count, counts[area]?.[word] ?? 0)]))
          .filter(([, count]) => count > 0),
      ),
    ]),
  );
}

/**
 * @param {Files} files
 * @returns {Counts}
 */
export function readBaseline(files) {
  const areas = parseRecord(files.get(baselinePath) ?? '{}');
  return Object.fromEntries(
    Object.entries(areas).map(([area, value]) => {
      const words = asRecord(value);
      return [area, Object.fromEntries(Object.keys(words).map(word => [word, numberIn(words, word)]))];
    }),
  );
}

/**
 * @param {Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findTerms(files) {
  const glossary = files.get(glossaryPath) ?? '';
  const baseline = readBaseline(files);
  const rows = rowsOf(glossary).length;
  const areas = Object.entries(readAreas(files));
  const risen = areas.flatMap(([area, texts]) =>
    readForbidden(glossary).flatMap(({ word, pattern }) => {
      const places = placesOf(texts, pattern);
      const allowed = baseline[area]?.[word] ?? 0;
      if (places.length <= allowed) return [];
      const shown = places.slice(-mostPlaces).join(', ');
      return [
        `“${word}” is in ${places.length} ${area}, at most ${allowed} are allowed: ${shown}. ${glossaryPath} has the term`,
      ];
    }),
  );
  const long = rows > mostRows ? [`${glossaryPath} has ${rows} rows: at most ${mostRows}`] : [];
  return { faults: [...long, ...risen], seen: areas.reduce((total, [, texts]) => total + texts.length, 0) };
}
