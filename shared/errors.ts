import * as z from 'zod/mini';

/**
 * Every failure that may cross a layer or the bridge. `message` is a sentence that states what happened and what to do.
 * `isOutcomeUnknown` is true only for a write whose answer was lost: it may have happened.
 */
export const FailureKind = z.enum([
  'invalid-request', // the input broke the contract or a rule checked before sending; nothing was sent
  'not-trusted', // the caller is not our page
  'no-profile', // no such profile, or the one the screen shows is no longer the chosen one
  'read-only', // the profile may not write
  'locked', // Fathom is locked: no account data is published, and nothing but cancels is sent
  'policy', // the profile's policy refuses it; see validationError
  'frozen', // the kill switch was fired: only cancels and risk-reducing actions are sent until it is released
  'dry-run', // everything was checked and journalled, and nothing was sent, because the profile is in a dry run
  'not-reconciled', // after sleep or a reconnect: actions wait until account and open actions are known again
  'no-keychain', // there is no OS keychain to use
  'keychain-locked', // there is one, but it does not open
  'no-secret', // the keychain holds no secret for this profile, or it cannot be read now
  'storage', // the data folder cannot be written or read
  'over-quota', // more than Fathom stores of it; nothing was saved
  'clock', // our clock and the exchange's differ too much or the offset is unknown
  'unknown-key',
  'wrong-passphrase',
  'wrong-signature',
  'ip-refused',
  'permission', // the key lacks a right
  'unreachable', // name, connection or TLS: no byte of an answer
  'tls',
  'timeout', // no (whole) answer in time, for a read
  'rate-limited', // the pool is empty, here or there; see retryAtMs
  'exchange-rejected', // the exchange said no; see code
  'exchange-failed', // 5xx or not the exchange's own voice
  'bad-reply', // the answer broke the schema; see endpoint and field
  'not-found', // the exchange does not offer this, or does not know the thing asked for
  'outcome-unknown', // a write's answer was lost; it is being looked up
  'declined', // the user did not agree in the trusted window
  'closed', // Fathom is shutting down, or the call was abandoned
  'internal', // a bug of ours
]);
export type FailureKind = z.infer<typeof FailureKind>;

export const Failure = z.object({
  kind: FailureKind,
  message: z.string(),
  /** the exchange's own code and words, verbatim, when it answered */
  code: z.optional(z.string()),
  exchangeMessage: z.optional(z.string()),
  /** `METHOD path` of the request, never its query or body */
  endpoint: z.optional(z.string()),
  /** the field of the reply or of the form that is wrong */
  field: z.optional(z.string()),
  /** of kind `policy`, and of our own budget of actions: the rule, what broke it and its limit, in words with units */
  validationError: z.optional(z.object({ rule: z.string(), figure: z.string(), limit: z.string() })),
  httpStatus: z.optional(z.number()),
  isOutcomeUnknown: z.boolean(),
  /** epoch ms before which a retry is pointless */
  retryAtMs: z.optional(z.number()),
});
export type Failure = z.infer<typeof Failure>;

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A failure as a value. `detail` adds what is known beyond the kind and the sentence. */
export function fail(
  kind: FailureKind,
  message: string,
  detail: Partial<Omit<Failure, 'kind' | 'message'>> = {},
): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: { isOutcomeUnknown: kind === 'outcome-unknown', ...detail, kind, message } };
}

/** Reached only by a bug: a union grew and a switch did not. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected value: ${String(value)}`);
}
