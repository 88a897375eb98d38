import { buildStale, setUp } from '#scripts/setup/setup.mjs';
import { type Bench, benchesFor } from './command-line/metrics.ts';
import { type RunOptions, readWords, usage } from './command-line/read-words.ts';

/** What `npm run bench` runs, on Node 24. Nothing is installed or built for words that are not understood. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function measureAll({ only, soakMs }: RunOptions): Promise<void> {
  await setUp({ log: say });
  await buildStale({ log: say });
  const measures = soakMs === null ? benchesFor(only).map(({ measure }) => measure) : [soakFor(soakMs)];
  for (const measure of measures) {
    for (const { ratio, goal, met, ...head } of [await measure()].flat()) {
      const shownRatio = ratio === null ? null : Number(ratio.toFixed(3));
      console.log(JSON.stringify({ ...head, ratio: shownRatio, goal, met }));
    }
  }
}

/** The growth of memory alone. */
function soakFor(soakMs: number): Bench['measure'] {
  return async () => (await import('./flood/heap.ts')).measureHeap({ soakMs });
}

const read = readWords(process.argv.slice(2));
if (read.kind === 'run') await measureAll(read);
else if (read.kind === 'help') process.stdout.write(usage);
else {
  say(`${read.message}\n\n${usage}`.trimEnd());
  process.exitCode = 2;
}
