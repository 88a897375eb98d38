import { type Result, succeed } from '#shared/errors.ts';
import type { KeychainItem } from '../keyring/keychain.ts';

/** The keychain's place for the PIN, in memory; it refuses everything while it has a `failure`. */
export function createFakeLockItem(): KeychainItem & { text: string | null; failure: Result<never> | null } {
  const item = {
    text: null as string | null,
    failure: null as Result<never> | null,
    read: () => Promise.resolve(item.failure ?? succeed(item.text)),
    write: (text: string) => {
      if (item.failure === null) item.text = text;
      return Promise.resolve(item.failure ?? succeed(null));
    },
    remove: () => {
      if (item.failure === null) item.text = null;
      return Promise.resolve(item.failure ?? succeed(null));
    },
  };
  return item;
}
