import type { Metric } from '../metric.ts';
import { benches } from './metrics.ts';

/** Measures one bench in a process of its own, which `run-each.ts` starts: `alone.ts NAME`, the name of its first metric. */
function write({ ratio, goal, met, ...head }: Metric): void {
  const shownRatio = ratio === null ? null : Number(ratio.toFixed(3));
  process.stdout.write(`${JSON.stringify({ ...head, ratio: shownRatio, goal, met })}\n`);
}

const name = process.argv[2];
const bench = benches.find(({ names }) => names[0] === name);
if (bench === undefined) throw new Error(`there is no bench named ${name}`);
for (const metric of [await bench.measure()].flat()) write(metric);
