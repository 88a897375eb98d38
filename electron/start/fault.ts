/** Fathom does not start, and its sentence says why: nothing is broken, so nothing is told at the next start. */
export class RefusedStartError extends Error {}

/** What came up unhandled: `cause` as it was thrown, `where` in Node's words. */
class UnhandledError extends Error {
  readonly where: string;

  constructor(where: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.where = where;
  }
}

export function unhandledFault(where: string, cause: unknown): Error {
  return new UnhandledError(where, cause);
}

/** What the next start has to tell of this end; null when it was no fault. */
export function faultOf(cause: unknown): { readonly where: string; readonly cause: unknown } | null {
  if (cause instanceof RefusedStartError) return null;
  return cause instanceof UnhandledError ? { where: cause.where, cause: cause.cause } : { where: 'engine', cause };
}
