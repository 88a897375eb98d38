/**
 * `npm run model`, `npm run model -- 5000`: the model test of actions, a thousand times by default, with a seed of its
 * own.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setUp } from '../setup/setup.mjs';
import { nodePath } from '../setup/node-24.mjs';
import { root } from '../setup/stamp.mjs';

const runs = process.argv[2] ?? '1000';
const seed = process.env['FATHOM_MODEL_SEED'] ?? String(Date.now() % 2_147_483_647);
await setUp({ log: console.log });
console.log(`${runs} runs with seed ${seed}; FATHOM_MODEL_SEED=${seed} repeats them.`);
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(
  nodePath() ?? process.execPath,
  [vitest, 'run', '--project', 'contract', 'contract/model'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FATHOM_MODEL_RUNS: runs, FATHOM_MODEL_SEED: seed },
  },
);
process.exitCode = status ?? 1;
