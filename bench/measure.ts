/** The middle value; of an even count the upper middle. */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The value below which the fraction of all lies. */
export function quantile(values, fraction) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))];
}

/** A copy in random order, so that no contender always runs first on a cold or a hot machine. */
export function shuffled(values) {
  return values
    .map(value => ({ value, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

const rounds = 7;

/** Measures two contenders turn by turn in shuffled order, each once before to warm up; medians. */
export async function compare(contenders) {
  const seen = { ours: [], peer: [] };
  for (const who of ['ours', 'peer']) await contenders[who]();
  for (let round = 0; round < rounds; round += 1)
    for (const who of shuffled(['ours', 'peer'])) seen[who].push(await contenders[who]());
  return { ours: median(seen.ours), peer: median(seen.peer) };
}

/** How long one call takes, in ms. */
export function timeMs(run) {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
}

/** `[ms, bytes]`: the slope of the straight line with the least squares, in MB an hour. */
export function slopePerHour(points) {
  const mean = index => points.reduce((total, point) => total + point[index], 0) / points.length;
  const [meanMs, meanBytes] = [mean(0), mean(1)];
  const sum = of => points.reduce((total, [ms, bytes]) => total + of(ms - meanMs, bytes - meanBytes), 0);
  return (sum((ms, bytes) => ms * bytes) / sum(ms => ms * ms)) * (3_600_000 / 1_048_576);
}
