/** Fathom does not start, with a reason in its sentence: it is no crash, so the next start does not report one. */
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

/** The notice of the next start about this end; null when it was no fault. */
export function faultOf(cause: unknown): { readonly where: string; readonly cause: unknown } | null {
  if (cause instanceof RefusedStartError) return null;
  return cause instanceof UnhandledError ? { where: cause.where, cause: cause.cause } : { where: 'engine', cause };
}
