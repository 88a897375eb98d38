import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../setup/stamp.mjs';

export const config = '.dependency-cruiser.mjs';
const depcruise = join(root, 'node_modules', '.bin', 'depcruise');
const rooms = ['shared', 'electron', 'practice', 'renderer', 'trusted', 'contract', 'e2e', 'bench'];

/**
 * What depcruise says by our rules of the rooms below a folder.
 * @param {string} folder
 * @returns {import('dependency-cruiser').ICruiseResult}
 */
export function cruise(folder) {
  const { stdout } = spawnSync(process.execPath, [depcruise, '--config', config, '-T', 'json', ...rooms], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  // oxlint-disable-next-line typescript/no-unsafe-return -- the cruiser's own report
  return JSON.parse(stdout);
}
