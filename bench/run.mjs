import { benchesFor } from './command-line/metrics.mjs';
import { readWords } from './command-line/read-words.mjs';

/** bench.mjs has read the words before and let only good ones through. */
const { only, soakMs } = readWords(process.argv.slice(2));

const soak = async () => (await import('./flood/heap.mjs')).measureHeap({ soakMs });
const measures = soakMs === null ? benchesFor(only).map(({ measure }) => measure) : [soak];

for (const measure of measures) {
  for (const { ratio, goal, met, ...head } of [await measure()].flat()) {
    const shownRatio = ratio === null ? null : Number(ratio.toFixed(3));
    console.log(JSON.stringify({ ...head, ratio: shownRatio, goal, met }));
  }
}
