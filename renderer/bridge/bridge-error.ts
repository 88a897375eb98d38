import type { Failure, FailureKind } from '#shared/errors.ts';
import { t } from '#shared/words/t.ts';

/** A failed call as react-query wants it: thrown. Read `kind`, never the text. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly detail: Failure;

  constructor(detail: Failure, cause?: unknown) {
    super(detail.message, { cause });
    this.detail = detail;
  }

  get kind(): FailureKind {
    return this.detail.kind;
  }
}

/** Any thrown value as the error that a panel can show. What is not ours is a bug of ours. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof BridgeError) return thrown.detail;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { kind: 'internal', message: t`Something in Fathom went wrong: ${message}`, isOutcomeUnknown: false };
}
