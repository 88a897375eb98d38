/** The middle value; of an even count the upper middle. */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** A copy in random order, so that no contender always runs first on a cold or a hot machine. */
export function shuffled(values) {
  return values
    .map(value => ({ value, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
