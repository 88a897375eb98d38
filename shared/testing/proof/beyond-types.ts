/** For tests: a value that the types do not allow. When it passes a schema, it must still lead to an error. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is asked for is what the caller's types want
export function beyondTypes<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the point of it
  return value as T;
}
