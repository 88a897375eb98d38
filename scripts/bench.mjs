/** `npm run bench`: one JSON line a metric, each a ratio against something measured in the same run. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nodePath } from './setup/node-24.mjs';
import { setUp } from './setup/setup.mjs';
import { root } from './setup/stamp.mjs';

// the bench is TypeScript and reads its own words: all that is wanted here is a Node that can run it
if (nodePath() === null) await setUp({ log: line => process.stderr.write(`${line}\n`) });
// the soak collects garbage before it measures
const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
const words = [...flags, join(root, 'bench', 'run.ts'), ...process.argv.slice(2)];
process.exitCode = spawnSync(nodePath() ?? process.execPath, words, { stdio: 'inherit' }).status ?? 1;
