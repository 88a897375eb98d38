/** `npm run bench`: one JSON line a metric, each a ratio against something measured in the same run. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodePath } from './node-24.mjs';
import { buildStale, setUp } from './setup.mjs';

const say = line => process.stderr.write(`${line}\n`);
await setUp({ log: say });
await buildStale({ log: say });
const runner = fileURLToPath(new URL('./bench/run.mjs', import.meta.url));
const { status } = spawnSync(nodePath(), ['--disable-warning=ExperimentalWarning', runner, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
