/** For tests: a value that the types say cannot come. What has gone past a schema must still end in an error, not in silence. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is asked for is what the caller's types want
export function beyondTypes<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the point of it
  return value as T;
}
