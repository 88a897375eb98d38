import { type Contender, contenders } from './metric.ts';

/** The middle value; of an even count the upper middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the fraction of all lies. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? Number.NaN;
}

/** A copy in random order, so that no contender always runs first on a cold or a hot machine. */
export function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map(value => ({ value, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

const rounds = 7;

/** Measures two contenders turn by turn in shuffled order, each once before to warm up; medians. */
export async function compare(
  runs: Readonly<Record<Contender, () => number | Promise<number>>>,
): Promise<Record<Contender, number>> {
  const seen: Record<Contender, number[]> = { ours: [], peer: [] };
  for (const who of contenders) await runs[who]();
  for (let round = 0; round < rounds; round += 1)
    for (const who of shuffled(contenders)) seen[who].push(await runs[who]());
  return { ours: median(seen.ours), peer: median(seen.peer) };
}

/** How long one call takes, in ms. */
export function timeMs(run: () => void): number {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
}

/** `[ms, bytes]`. */
export type HeapPoint = readonly [number, number];

/** The slope of the straight line with the least squares, in MB an hour. */
export function slopePerHour(points: readonly HeapPoint[]): number {
  const mean = (index: 0 | 1): number => points.reduce((total, point) => total + point[index], 0) / points.length;
  const [meanMs, meanBytes] = [mean(0), mean(1)];
  const sum = (of: (ms: number, bytes: number) => number): number =>
    points.reduce((total, [ms, bytes]) => total + of(ms - meanMs, bytes - meanBytes), 0);
  return (sum((ms, bytes) => ms * bytes) / sum(ms => ms * ms)) * (3_600_000 / 1_048_576);
}
