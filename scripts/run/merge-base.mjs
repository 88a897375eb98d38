import { spawnSync } from 'node:child_process';
import { root } from '../setup/stamp.mjs';

/** Where the work of this branch starts, as the tests that are related to a change want it. */

/** The branches that work may start from; a clone has the first or the second. */
const mainBranches = ['origin/HEAD', 'origin/main', 'main'];

/**
 * @param {string} folder
 * @param {readonly string[]} words
 * @returns {string | null} the output, or null when git fails
 */
function readGit(folder, words) {
  const { status, stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * The commit at which the current branch left the main one; HEAD where there is no main branch.
 * @param {string} [folder] of the repository
 */
export function mergeBase(folder = root) {
  for (const branch of mainBranches) {
    const commit = readGit(folder, ['merge-base', 'HEAD', branch]);
    if (commit !== null) return commit;
  }
  return 'HEAD';
}
