import { posix } from 'node:path';
import { folderOf, isTestFile, readSources } from './sources.mjs';

const mostSources = 12;
const mostTestLines = 400;
const isFake = /(?:^|-)(?:fake|fixture)(?:-|\.)/;

/**
 * How full a folder may be, how long a test, and where fakes live.
 * @param {import('./sources.mjs').Files} files
 * @returns {import('./sources.mjs').Findings}
 */
export function findFolders(files) {
  const sources = readSources(files);
  const [tests, others] = [
    sources.filter(({ path }) => isTestFile(path)),
    sources.filter(({ path }) => !isTestFile(path)),
  ];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { path } of others) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count > mostSources);
  const long = tests.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
  const fakes = others.filter(({ path }) => isFake.test(posix.basename(path)) && !path.includes('/testing/'));
  return {
    faults: [
      ...full.map(
        ([folder, count]) => `${folder}/: ${count} source files, and ${mostSources} are the most: group them`,
      ),
      ...long
        .filter(({ lines }) => lines > mostTestLines)
        .map(
          ({ path, lines }) =>
            `${path}: ${lines} lines, and ${mostTestLines} are the most of a test: split it by subject`,
        ),
      ...fakes.map(({ path }) => `${path}: fakes and fixtures live in a folder testing/`),
    ],
    seen: sources.length,
  };
}
