/**
 * What a document offers to be cited: the numbers of its headings, and the rows of its table of cases.
 *
 * @typedef {{ readonly at: number, readonly number: number, readonly isGuarded: boolean }} Case
 */

const heading = /^#{2,6} (\d+(?:\.\d+)*)\.? .+$/gm;

/** The numbers of `## 1. …` and `### 1.1 …`. */
export function readHeadings(/** @type {string} */ text) {
  return new Set([...text.matchAll(heading)].map(({ 1: number = '' }) => number));
}

/** From the heading of that number to the next one of two signs; null when there is none. */
function sectionOf(/** @type {string} */ text, /** @type {string} */ number) {
  const start = text.search(new RegExp(String.raw`^## ${number}\. `, 'm'));
  if (start === -1) return null;
  const length = text.slice(start + 1).search(/^## /m);
  return { start, end: length === -1 ? text.length : start + 1 + length };
}

/** Rows of the first table of §5 by their numbers. Guarded: the last cell names a test or admits that there is none. */
export function readCaseRows(/** @type {string} */ text) {
  const section = sectionOf(text, '5');
  /** @type {Case[]} */
  const cases = [];
  if (section === null) return cases;
  for (const { index, 0: row, 1: number } of text.slice(section.start, section.end).matchAll(/^\| (\d+) \|.*$/gm)) {
    const last =
      row
        .replace(/\s*\|\s*$/, '')
        .split('|')
        .at(-1) ?? '';
    cases.push({
      at: section.start + index,
      number: Number(number),
      isGuarded: / › |none yet/i.test(last),
    });
  }
  return cases;
}
