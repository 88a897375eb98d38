import { quantile } from '../measure.ts';

/**
 * How long each increment took from its send to the first picture that holds it. `notes`: `[last number, sent at]` of
 * each tick; `paints`: `[number, painted at]`. What was sent before the first picture or after the last is not counted.
 */
export function latenciesOf(notes, paints) {
  const found = [];
  let note = 0;
  for (let index = 1; index < paints.length; index += 1) {
    const [[before], [shown, paintedAtMs]] = [paints[index - 1], paints[index]];
    for (let sequence = before + 1; sequence <= shown; sequence += 1) {
      while (note < notes.length && notes[note][0] < sequence) note += 1;
      if (note < notes.length) found.push(paintedAtMs - notes[note][1]);
    }
  }
  return found;
}

export function describeLatencies(latencies) {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(fraction => quantile(latencies, fraction));
  return { p50, p95, p99 };
}

/** `[number, moment]` of the first and the last: numbers a second. */
export function ratePerSecond(marks) {
  const [[first, firstAtMs], [last, lastAtMs]] = [marks[0] ?? [0, 0], marks.at(-1) ?? [0, 1]];
  return lastAtMs > firstAtMs ? ((last - first) * 1000) / (lastAtMs - firstAtMs) : 0;
}
