/**
 * Finds in a text what it cites. Places are offsets into the text.
 *
 * @typedef {{ readonly at: number, readonly path: string, readonly sections: readonly string[], readonly cases: readonly number[] }} Citation
 * @typedef {{ readonly at: number, readonly target: string }} Link
 * @typedef {{ readonly at: number, readonly path: string, readonly title: string | null }} TestName
 */

const number = String.raw`\d+(?:\.\d+)*`;
const markdownFile = /(?<![\w./*-])[\w./-]+\.md\b/g;
/** §4, or §4.1-4.4; a comma needs a § behind it, for a number alone may be anything. */
const firstSection = new RegExp(String.raw`\s+§\s?(${number})(?:(?:[-–]|\s+to\s+)§?(${number}))?`, 'y');
const nextSection = new RegExp(
  String.raw`(?:,|,?\s+(?:and|or))\s+§\s?(${number})(?:(?:[-–]|\s+to\s+)§?(${number}))?`,
  'y',
);
const numberList = String.raw`\d+(?:(?:,\s+|,?\s+(?:and|or|to)\s+|[-–])\d+)*`;
const casesBehind = new RegExp(String.raw`[,:;]?\s+\(?cases?\s+(${numberList})`, 'y');
const casesBefore = new RegExp(String.raw`\bcases?\s+(${numberList}),?\s+(?:of|in)\s+$`);
/** As far back as a list of cases before a citation may begin. */
const longestList = 100;

/** Line breaks and the signs that begin a comment's next line become spaces, so that a citation may go on there. */
function joinLines(/** @type {string} */ text) {
  return text.replace(/\r?\n[ \t]*(?:\*(?!\/)|\/\/+|#+)?/g, gap => ' '.repeat(gap.length));
}

/** The same length without what the pattern finds. */
function blank(/** @type {string} */ text, /** @type {RegExp} */ pattern) {
  return text.replace(pattern, found => found.replace(/[^\n]/g, ' '));
}

/** @returns {{ readonly sections: readonly string[], readonly end: number }} */
function readSections(/** @type {string} */ text, /** @type {number} */ from) {
  /** @type {string[]} */
  const sections = [];
  let end = from;
  for (let pattern = firstSection; ; pattern = nextSection) {
    pattern.lastIndex = end;
    const found = pattern.exec(text);
    if (found === null) return { sections, end };
    for (const section of [found[1], found[2]]) if (section !== undefined) sections.push(section);
    end = pattern.lastIndex;
  }
}

/** "3, 5 and 23 to 27" → 3, 5, 23 … 27 */
function readNumbers(/** @type {string} */ list) {
  return list.split(/,\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/).flatMap(part => {
    const [first = 0, last = first] = part.split(/\s+to\s+|[-–]/).map(Number);
    return Array.from({ length: Math.max(last - first, 0) + 1 }, (_, index) => first + index);
  });
}

/** @returns {readonly number[]} */
function readCases(/** @type {string} */ text, /** @type {{ from: number, to: number }} */ { from, to }) {
  casesBehind.lastIndex = to;
  const list = casesBehind.exec(text) ?? casesBefore.exec(text.slice(Math.max(from - longestList, 0), from));
  return list?.[1] === undefined ? [] : readNumbers(list[1]);
}

/** Code shows how a link is written; only prose links. Targets in angle brackets and titles are not used here. */
export function readLinks(/** @type {string} */ text) {
  const prose = blank(blank(text, /^```[^]*?^```/gm), /`[^`\n]*`/g);
  /** @type {Link[]} */
  const links = [];
  for (const { index, 1: target = '' } of prose.matchAll(/\]\(([^()\s]+)\)/g)) links.push({ at: index + 2, target });
  return links;
}

/** Every mention of a markdown file with the sections and cases behind it; addresses and targets of links are none. */
export function readCitations(/** @type {string} */ text) {
  const joined = joinLines(blank(text, /(?<=\])\([^()\s]+\)/g));
  /** @type {Citation[]} */
  const citations = [];
  for (const { index, 0: path } of joined.matchAll(markdownFile)) {
    if (path.startsWith('//')) continue;
    const { sections, end } = readSections(joined, index + path.length);
    citations.push({ at: index, path, sections, cases: readCases(joined, { from: index, to: end }) });
  }
  return citations;
}

/** Places that cite a document by a name that is no file. */
export function readNamelessCitations(/** @type {string} */ text) {
  return [...joinLines(text).matchAll(/\binterface\s+document(?:['’]s)?\s+§/gi)].map(({ index }) => index);
}

/** Tests as documents name them: `file.test.ts` in code signs, › and the title up to the end of the line or the cell. */
export function readTestNames(/** @type {string} */ text) {
  const pattern = /`([\w./-]+\.(?:test|spec)\.tsx?)`(?: › (.+?)(?=[ \t\r]*(?:<br>|\||$)))?/gm;
  /** @type {TestName[]} */
  const names = [];
  for (const { index, 1: path = '', 2: title = null } of text.matchAll(pattern)) names.push({ at: index, path, title });
  return names;
}
