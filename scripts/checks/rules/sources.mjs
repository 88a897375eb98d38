/**
 * The sources among the files of the repository, as the checks look at them.
 *
 * @typedef {ReadonlyMap<string, string | null>} Files path from the root, with / → text; null: there, but not to be read
 * @typedef {{ readonly path: string, readonly text: string }} Source
 * @typedef {{ readonly faults: readonly string[], readonly seen: number }} Findings `seen` proves that a check is not blind
 */

const isSource = /^(?:shared|electron|practice|renderer|trusted|contract|e2e|bench|scripts)\/.+\.(?:tsx?|mjs)$/;
const isTypeScript = /\.tsx?$/;
const isTest = /\.(?:test|spec)\.tsx?$/;

/** @param {string} path */
export const isTestFile = path => isTest.test(path);

/** @param {string} path */
export const folderOf = path => path.slice(0, path.lastIndexOf('/'));

/**
 * @param {Files} files
 * @returns {readonly Source[]}
 */
export function readSources(files) {
  return [...files].flatMap(([path, text]) => (text !== null && isSource.test(path) ? [{ path, text }] : []));
}

/**
 * @param {Files} files
 * @returns {readonly Source[]}
 */
export function readTypeScript(files) {
  return readSources(files).filter(({ path }) => isTypeScript.test(path) && !path.endsWith('.d.ts'));
}

/**
 * The matches of a pattern with the line of each; the first group is what counts.
 * @param {Source} source
 * @param {RegExp} pattern with the flags g and m
 * @returns {readonly { readonly found: string, readonly where: string }[]}
 */
export function findAll({ path, text }, pattern) {
  return [...text.matchAll(pattern)].map(match => {
    // the line break before a word is no part of its line
    const at = match.index + match[0].length - match[0].trimStart().length;
    return { found: match[1] ?? match[0], where: `${path}:${text.slice(0, at).split('\n').length}` };
  });
}
