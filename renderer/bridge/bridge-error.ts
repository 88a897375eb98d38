import type { DeskError, DeskErrorKind } from '#shared/errors.ts';

/** A failed call as react-query wants it: thrown. Read `kind`, never the text. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly detail: DeskError;

  constructor(detail: DeskError, cause?: unknown) {
    super(detail.message, { cause });
    this.detail = detail;
  }

  get kind(): DeskErrorKind {
    return this.detail.kind;
  }
}

/** Any thrown value as the error that a panel can show. What is not ours is a bug of ours. */
export function toDeskError(thrown: unknown): DeskError {
  if (thrown instanceof BridgeError) return thrown.detail;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { kind: 'internal', message: `Something in Fathom went wrong: ${message}`, isOutcomeUnknown: false };
}
