import { relative } from 'node:path';
import { root } from '../setup/stamp.mjs';

/**
 * What happened to one change. Lines and columns count from 1.
 * @typedef {{ readonly line: number, readonly column: number }} Place
 * @typedef {{
 *   readonly fileName: string,
 *   readonly location: { readonly start: Place, readonly end: Place },
 *   readonly mutatorName: string,
 *   readonly replacement: string,
 *   readonly status: string,
 * }} Mutant
 */

const headings = ['killed', 'survived', 'no coverage', 'timeout', 'score'];

/**
 * @param {string} name
 * @param {readonly (string | number)[]} figures
 */
const row = (name, figures) => name.padEnd(16) + figures.map(figure => String(figure).padStart(13)).join('');

export const headLine = row('area', headings);

/**
 * The text between two places of a source, on one line and not too long to be read in a list.
 * @param {string} text
 * @param {Mutant['location']} location
 */
function cut(text, { start, end }) {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return shorten(lines.join(' '));
}

/** @param {string} text */
function shorten(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
}

/**
 * A line for each change that no test noticed, in the order of the sources.
 * @param {readonly Mutant[]} mutants
 * @param {(file: string) => string} read a source by its path from the root
 */
export function survivorLines(mutants, read) {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .toSorted(
      (a, b) =>
        (a.fileName < b.fileName ? -1 : Number(a.fileName > b.fileName)) ||
        a.location.start.line - b.location.start.line ||
        a.location.start.column - b.location.start.column,
    )
    .map(({ fileName, location, mutatorName, replacement, status }) => {
      const file = relative(root, fileName).replaceAll('\\', '/');
      const where = `${file}:${location.start.line}:${location.start.column}`;
      const untested = status === 'NoCoverage' ? ' (no test comes here)' : '';
      return `${where} ${mutatorName}${untested}: ${cut(read(file), location)} → ${shorten(replacement)}`;
    });
}

/**
 * A line of the table. A change after which the tests never end was noticed.
 * @param {string} name
 * @param {readonly Mutant[]} mutants
 */
export function countLine(name, mutants) {
  /** @param {string} asked */
  const count = asked => mutants.filter(({ status }) => status === asked).length;
  const noticed = count('Killed') + count('Timeout');
  const all = noticed + count('Survived') + count('NoCoverage');
  const score = all === 0 ? '-' : `${((100 * noticed) / all).toFixed(1)} %`;
  return row(name, [count('Killed'), count('Survived'), count('NoCoverage'), count('Timeout'), score]);
}
