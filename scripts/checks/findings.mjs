import { posix } from 'node:path';
import { readCaseRows, readHeadings } from './outline.mjs';
import { readCitations, readLinks, readNamelessCitations, readTestNames } from './read-citations.mjs';

/**
 * Holds every citation against the files that there are.
 *
 * @typedef {ReadonlyMap<string, string | null>} Files path from the root, with / → text; null: there, but not to be read
 * @typedef {{ readonly at: number, readonly text: string }} Fault
 * @typedef {{ readonly file: string, readonly line: number, readonly text: string }} Finding
 * @typedef {{ readonly file: string, readonly text: string, readonly files: Files }} Place
 */

/** The one document whose cases are cited by number. */
const caseFile = 'docs/faults.md';

function textOf(/** @type {Files} */ files, /** @type {string} */ path) {
  return files.get(path) ?? '';
}

function isThere(/** @type {Files} */ files, /** @type {string} */ path) {
  if (path === '' || files.has(path)) return true;
  const folder = path.endsWith('/') ? path : `${path}/`;
  return [...files.keys()].some(file => file.startsWith(folder));
}

/** @returns {string} */
function reportMissing(/** @type {Files} */ files, /** @type {string} */ path) {
  const own = `docs/${posix.basename(path)}`;
  if (path.startsWith('docs/')) return `${path} does not exist: cite a file that does, or say it in words`;
  if (files.has(own)) return `${path} is not a path from the root: write ${own}`;
  return `${path} is no file of this repository: cite a file under docs/, or say it in words`;
}

/**
 * @param {Files} files
 * @param {import('./read-citations.mjs').Citation} citation
 * @returns {readonly Fault[]}
 */
function judgeCitation(files, { at, path, sections, cases }) {
  if (!files.has(path)) return [{ at, text: reportMissing(files, path) }];
  const headings = readHeadings(textOf(files, path));
  const rows = new Set(path === caseFile ? readCaseRows(textOf(files, path)).map(row => row.number) : cases);
  return [
    ...sections
      .filter(section => !headings.has(section))
      .map(section => ({ at, text: `${path} has no heading ${section}: cite one that it has` })),
    ...cases
      .filter(number => !rows.has(number))
      .map(number => ({ at, text: `${path} §5 has no case ${number}: cite a row of its table` })),
  ];
}

/** @returns {readonly Fault[]} */
function judgeLinks(/** @type {Place} */ { file, text, files }) {
  return readLinks(text).flatMap(({ at, target }) => {
    if (/^(?:[a-z][a-z+.-]*:|#|\/\/)/i.test(target)) return [];
    const [path = ''] = target.split(/[#?]/);
    const resolved = posix.join(posix.dirname(file), decodeURI(path));
    const isGood = isThere(files, resolved === '.' ? '' : resolved.replace(/\/$/, ''));
    return isGood ? [] : [{ at, text: `the link leads to ${resolved}, which does not exist: mend or drop it` }];
  });
}

/** A title may be given with those of the blocks around it, as `block › title`; each must be a whole text of the file. */
function hasTitle(/** @type {string} */ source, /** @type {string} */ title) {
  return title.split(' › ').every(part => ["'", '"', '`'].some(quote => source.includes(quote + part + quote)));
}

/** @returns {readonly Fault[]} */
function judgeTestNames(/** @type {Place} */ { text, files }) {
  return readTestNames(text).flatMap(({ at, path, title }) => {
    if (!files.has(path)) return [{ at, text: `the test file ${path} does not exist: name where the test is now` }];
    if (title === null || hasTitle(textOf(files, path), title)) return [];
    return [{ at, text: `${path} has no test "${title}": give the title as it is written there, or write "none yet"` }];
  });
}

/** @returns {readonly Fault[]} */
function judgeCaseTable(/** @type {string} */ text) {
  return readCaseRows(text)
    .filter(({ isGuarded }) => !isGuarded)
    .map(({ at, number }) => ({ at, text: `case ${number} names no test: name one, or write "none yet"` }));
}

/** @returns {readonly Fault[]} */
function judgeFile(/** @type {Place} */ place) {
  const { file, text, files } = place;
  const faults = [
    ...readCitations(text).flatMap(citation => judgeCitation(files, citation)),
    ...readNamelessCitations(text).map(at => ({
      at,
      text: 'the interface document is no file of this repository: cite a file under docs/ and its section',
    })),
  ];
  if (!file.endsWith('.md')) return faults;
  const ofTable = file === caseFile ? judgeCaseTable(text) : [];
  return [...faults, ...judgeLinks(place), ...judgeTestNames(place), ...ofTable];
}

/** What is wrong with the citations of these files, in the order of the files and lines. */
export function findFaults(/** @type {Files} */ files) {
  /** @type {Finding[]} */
  const findings = [];
  for (const [file, text] of files) {
    if (text === null) continue;
    const faults = judgeFile({ file, text, files }).toSorted((a, b) => a.at - b.at);
    for (const fault of faults)
      findings.push({ file, line: text.slice(0, fault.at).split('\n').length, text: fault.text });
  }
  return findings;
}

/** How much there was to judge: a check that sees nothing is blind, not green. */
export function countSeen(/** @type {Files} */ files) {
  const texts = [...files].flatMap(([file, text]) => (text === null ? [] : [{ file, text }]));
  const documents = texts.filter(({ file }) => file.endsWith('.md'));
  return {
    citations: texts.reduce((total, { text }) => total + readCitations(text).length, 0),
    tests: documents.reduce((total, { text }) => total + readTestNames(text).length, 0),
  };
}
