import { buildStale, setUp } from '../scripts/setup/setup.mjs';
import { benchesFor } from './command-line/metrics.ts';
import { readWords, usage } from './command-line/read-words.ts';

/** What `npm run bench` runs, on Node 24. Nothing is installed or built for words that are not understood. */
const say = line => process.stderr.write(`${line}\n`);

async function measureAll({ only, soakMs }) {
  await setUp({ log: say });
  await buildStale({ log: say });
  const soak = async () => (await import('./flood/heap.ts')).measureHeap({ soakMs });
  const measures = soakMs === null ? benchesFor(only).map(({ measure }) => measure) : [soak];
  for (const measure of measures) {
    for (const { ratio, goal, met, ...head } of [await measure()].flat()) {
      const shownRatio = ratio === null ? null : Number(ratio.toFixed(3));
      console.log(JSON.stringify({ ...head, ratio: shownRatio, goal, met }));
    }
  }
}

const read = readWords(process.argv.slice(2));
if (read.kind === 'run') await measureAll(read);
else if (read.kind === 'help') process.stdout.write(usage);
else {
  say(`${read.message}\n\n${usage}`.trimEnd());
  process.exitCode = 2;
}
