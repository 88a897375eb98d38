import { spawnSync } from 'node:child_process';
import { toolCommand } from '../setup/tool-command.mjs';

export const config = '.dependency-cruiser.mjs';
const rooms = ['shared', 'electron', 'practice', 'renderer', 'trusted', 'contract', 'e2e', 'bench'];

/**
 * What depcruise says by our rules of the rooms below a folder. Throws with its words when it could not read a source.
 * @param {string} folder
 * @returns {import('dependency-cruiser').ICruiseResult}
 */
export function cruise(folder) {
  const [node, ...words] = toolCommand(['depcruise', '--config', config, '-T', 'json', ...rooms]);
  const { stdout, stderr } = spawnSync(node, words, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  // it writes nothing where it cannot read a source
  if (stdout === '') throw new Error(`depcruise reported nothing: ${stderr.trim()}`);
  // oxlint-disable-next-line typescript/no-unsafe-return -- the cruiser's own report
  return JSON.parse(stdout);
}
