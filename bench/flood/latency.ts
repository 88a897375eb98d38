import { quantile } from '../measure.ts';

/** `[number, moment]`: an increment and when it was sent or painted. */
export type Mark = readonly [number, number];

/**
 * How long each increment took from its send to the first picture that holds it. `notes`: `[last number, sent at]` of
 * each tick; `paints`: `[number, painted at]`. What was sent before the first picture or after the last is not counted.
 */
export function latenciesOf(notes: readonly Mark[], paints: readonly Mark[]): number[] {
  const found: number[] = [];
  const rest = notes.values();
  let note = rest.next();
  let before = paints[0]?.[0] ?? 0;
  for (const [shown, paintedAtMs] of paints.slice(1)) {
    for (let sequence = before + 1; sequence <= shown; sequence += 1) {
      while (note.done !== true && note.value[0] < sequence) note = rest.next();
      if (note.done !== true) found.push(paintedAtMs - note.value[1]);
    }
    before = shown;
  }
  return found;
}

export interface Latencies {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export function describeLatencies(latencies: readonly number[]): Latencies {
  return { p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95), p99: quantile(latencies, 0.99) };
}

/** By the first and the last: numbers a second. */
export function ratePerSecond(marks: readonly Mark[]): number {
  const [[first, firstAtMs], [last, lastAtMs]] = [marks[0] ?? [0, 0], marks.at(-1) ?? [0, 1]];
  return lastAtMs > firstAtMs ? ((last - first) * 1000) / (lastAtMs - firstAtMs) : 0;
}
