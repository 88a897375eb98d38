import { buildStale, setUp } from '#scripts/setup/setup.mjs';
import { fileURLToPath } from 'node:url';
import { benchesFor, mainBenches } from './command-line/metrics.ts';
import { measurePace } from './command-line/pace.ts';
import { type RunOptions, readWords, usage } from './command-line/read-words.ts';
import { runEach } from './command-line/run-each.ts';

/** What `npm run bench` runs, on Node 24. Nothing is installed or built for words that are not understood. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const exitCodes = { measured: 0, notMeasured: 1, wrongCommandLine: 2 } as const;
const alone = fileURLToPath(new URL('./command-line/alone.ts', import.meta.url));

/** The soak takes as long as it was asked to; it measures in this process. */
async function soak(soakMs: number): Promise<number> {
  const { measureHeap } = await import('./flood/heap.ts');
  for (const metric of await measureHeap({ soakMs })) console.log(JSON.stringify(metric));
  return exitCodes.measured;
}

async function measureAll({ only, isQuick, soakMs }: RunOptions): Promise<number> {
  await setUp({ log: say });
  await buildStale({ log: say });
  if (soakMs !== null) return await soak(soakMs);
  const { notMeasured } = await runEach({
    benches: isQuick ? mainBenches : benchesFor(only),
    pace: measurePace(),
    commandFor: name => [process.execPath, ...process.execArgv, alone, name],
    write: line => console.log(line),
    say,
  });
  return notMeasured.length === 0 ? exitCodes.measured : exitCodes.notMeasured;
}

const read = readWords(process.argv.slice(2));
if (read.kind === 'run') process.exitCode = await measureAll(read);
else if (read.kind === 'help') process.stdout.write(usage);
else {
  say(`${read.message}\n\n${usage}`.trimEnd());
  process.exitCode = exitCodes.wrongCommandLine;
}
