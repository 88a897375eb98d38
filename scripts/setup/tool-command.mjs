import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRecord, parseRecord } from './json.mjs';
import { nodePath } from './node-24.mjs';
import { root } from './stamp.mjs';

/** The package of each tool of `node_modules`. */
export const toolPackages = {
  asar: '@electron/asar',
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
  'electron-builder': 'electron-builder',
  knip: 'knip',
  oxlint: 'oxlint',
  playwright: 'playwright',
  tsc: 'typescript',
  vitest: 'vitest',
};

/** @typedef {keyof typeof toolPackages} Tool */
/** @typedef {readonly [Tool | 'node', ...string[]]} ToolCommand */

/**
 * The command that runs a tool's own module with Fathom's Node. `node_modules/.bin` holds shell scripts, which Windows runs
 * only through a shell, where words with spaces fall apart. Throws when the package has no such tool.
 * @param {ToolCommand} command
 * @returns {readonly [string, ...string[]]}
 */
export function toolCommand([tool, ...words]) {
  const node = nodePath() ?? process.execPath;
  if (tool === 'node') return [node, ...words];
  const folder = join(root, 'node_modules', toolPackages[tool]);
  const { bin } = parseRecord(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : asRecord(bin)[tool];
  if (typeof file !== 'string') throw new Error(`the package ${toolPackages[tool]} has no tool ${tool}`);
  return [node, join(folder, file), ...words];
}
