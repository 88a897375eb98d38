import { isTestFile, readTypeScript } from './sources.mjs';

const call = /\b(?:vi\.(?:waitFor|waitUntil)|expect\.poll)\(/g;
/** The last argument of the call: options with a time limit, a constant of such, or milliseconds. */
const limit = /\btimeout\b|,\s*(?:patience|patient|within|[\d_]+),?\s*\)/;
/** `vitest.config.ts` gives `expect.poll` a limit in the projects of the main process and of the exchange. */
const hasPatientPoll = /^(?:electron|practice|contract|scripts|bench|shared|e2e)\//;

/**
 * The statement that begins at this place, as our formatter breaks it: it ends with the first line that has a semicolon
 * at its end and is not further in than its first line.
 * @param {string} text
 * @param {number} at
 */
function statementAt(text, at) {
  const [first = '', ...others] = text.slice(text.lastIndexOf('\n', at) + 1).split('\n');
  if (first.endsWith(';')) return first;
  const indent = first.length - first.trimStart().length;
  const end = others.findIndex(line => line.endsWith(';') && line.length - line.trimStart().length <= indent);
  return [first, ...others.slice(0, end + 1)].join('\n');
}

/**
 * Tests wait with a limit of their own: without one vitest waits for a second, and a busy machine takes longer.
 * @param {import('./sources.mjs').Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findWaits(files) {
  let seen = 0;
  const faults = readTypeScript(files)
    .filter(({ path }) => !path.startsWith('scripts/checks/rules/'))
    .filter(({ path }) => isTestFile(path) || path.includes('/testing/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(call)].flatMap(({ index, 0: found }) => {
        if (found.startsWith('expect') && hasPatientPoll.test(path)) return [];
        seen += 1;
        if (limit.test(statementAt(text, index))) return [];
        return [
          `${path}:${text.slice(0, index).split('\n').length}: ${found}…) waits for a second: { timeout: 20_000 }`,
        ];
      }),
    );
  return { faults, seen };
}
