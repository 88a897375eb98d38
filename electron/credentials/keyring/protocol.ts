import * as z from 'zod/mini';

const item = { service: z.string(), account: z.string() };

/** What the keyring's own process is asked: one question, one answer, then it is ended. */
export const KeyringRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('find'), service: z.string() }),
  z.strictObject({ action: z.literal('write'), ...item, text: z.string() }),
  z.strictObject({ action: z.literal('read'), ...item }),
  z.strictObject({ action: z.literal('delete'), ...item }),
]);
export type KeyringRequest = z.infer<typeof KeyringRequest>;

/** `reason` is the operating system's own word; it never holds the item's text. */
export const KeyringAnswer = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('done'), text: z.nullable(z.string()) }),
  z.strictObject({ state: z.literal('locked'), reason: z.string() }),
  z.strictObject({ state: z.literal('missing'), reason: z.string() }),
]);
export type KeyringAnswer = z.infer<typeof KeyringAnswer>;

/** Words of the Secret Service, macOS and Windows that mean: it is there, but it does not open now. */
const locked =
  /islocked|locked|dismissed|no result found|not allowed|auth(entication)? ?failed|user canceled|access ?denied|no default keychain/i;

/** Sorts what the library threw. Unknown words mean that there is no keychain to rely on. */
export function sortFailure(cause: unknown): KeyringAnswer {
  const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 200);
  return { state: locked.test(reason) ? 'locked' : 'missing', reason };
}
