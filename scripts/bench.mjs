/** `npm run bench`: one JSON line a metric, each a ratio against something measured in the same run. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readWords, usage } from '../bench/command-line/read-words.mjs';
import { nodePath } from './setup/node-24.mjs';
import { buildStale, setUp } from './setup/setup.mjs';

const say = line => process.stderr.write(`${line}\n`);

async function run(words) {
  await setUp({ log: say });
  await buildStale({ log: say });
  const runner = fileURLToPath(new URL('../bench/run.mjs', import.meta.url));
  // the soak collects garbage before it looks
  const { status } = spawnSync(nodePath(), ['--expose-gc', '--disable-warning=ExperimentalWarning', runner, ...words], {
    stdio: 'inherit',
  });
  return status ?? 1;
}

const words = process.argv.slice(2);
const wish = readWords(words);
if (wish.kind === 'help') process.stdout.write(usage);
else if (wish.kind === 'wrong') say(`${wish.message}\n\n${usage}`.trimEnd());
process.exitCode = { help: 0, wrong: 2 }[wish.kind] ?? (await run(words));
