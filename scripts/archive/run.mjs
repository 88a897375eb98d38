/** `npm run archive`: what the archive holds and whether it is whole; backup, restore and export. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodePath } from '../setup/node-24.mjs';
import { root } from '../setup/stamp.mjs';

const program = join(root, 'electron', 'start', 'archive', 'archive-cli.ts');
const words = ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)];
const { status } = spawnSync(nodePath() ?? process.execPath, words, { stdio: 'inherit' });
process.exitCode = status ?? 1;
