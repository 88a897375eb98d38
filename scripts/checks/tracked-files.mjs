import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const isText = /\.(?:tsx?|mjs|css|md|html|yml|json)$/;
const isNotOurs = /(?:^|\/)package-lock\.json$|^docs\/screenshots\//;
/** What .gitignore names, and git's own. */
const neverTracked = new Set([
  'node_modules',
  'dist',
  'build',
  'test-results',
  'coverage',
  '.git',
  '.tsbuild',
  '.fathom',
]);

/** Below `folder`, without git: an unpacked archive has no list of its files. */
function walk(/** @type {string} */ root, folder = '') {
  /** @type {string[]} */
  const paths = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) paths.push(path);
    else if (!neverTracked.has(entry.name)) paths.push(...walk(root, path));
  }
  return paths;
}

function listPaths(/** @type {string} */ root) {
  if (!existsSync(join(root, '.git'))) return walk(root);
  const { status, stdout, error } = spawnSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error('git cannot list the files of this repository', { cause: error });
  // a file that was just removed is still on git's list
  return stdout.split('\0').filter(path => path !== '' && existsSync(join(root, path)));
}

function isRead(/** @type {string} */ path) {
  return isText.test(path) && !isNotOurs.test(path);
}

/**
 * Path from the root, with / → text. Null: there, but not a text that is checked.
 *
 * @returns {ReadonlyMap<string, string | null>}
 */
export function readTrackedFiles(/** @type {string} */ root) {
  return new Map(
    listPaths(root)
      .toSorted()
      .map(path => [path, isRead(path) ? readFileSync(join(root, path), 'utf8') : null]),
  );
}
