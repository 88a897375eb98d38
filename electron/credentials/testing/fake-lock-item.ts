import { type Result, succeed } from '#shared/errors.ts';
import type { KeychainItem } from '../keyring/keychain.ts';

/** The keychain's place for the PIN, in memory; it refuses everything while it has a `refusal`. */
export function createFakeLockItem(): KeychainItem & { text: string | null; refusal: Result<never> | null } {
  const item = {
    text: null as string | null,
    refusal: null as Result<never> | null,
    read: () => Promise.resolve(item.refusal ?? succeed(item.text)),
    write: (text: string) => {
      if (item.refusal === null) item.text = text;
      return Promise.resolve(item.refusal ?? succeed(null));
    },
    remove: () => {
      if (item.refusal === null) item.text = null;
      return Promise.resolve(item.refusal ?? succeed(null));
    },
  };
  return item;
}
