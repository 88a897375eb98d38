type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly cause: unknown };

/** What it gave, or what it threw. */
export function attempt<T>(what: () => T): Attempt<T> {
  try {
    return { ok: true, value: what() };
  } catch (cause) {
    return { ok: false, cause };
  }
}

/** What it gave, or something else when it threw. */
export function valueOr<T>(tried: Attempt<T>, otherwise: T): T {
  return tried.ok ? tried.value : otherwise;
}

/** What SQLite says of a failure, else the error itself. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'errstr' in cause && typeof cause.errstr === 'string' ? cause.errstr : String(cause);
}
