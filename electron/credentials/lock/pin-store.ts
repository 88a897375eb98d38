import * as z from 'zod/mini';
import { IdleMinutes, type PinHome } from '#shared/calls/lock-calls.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Keychain } from '../keyring/keychain.ts';
import { PinHash } from './pin-hash.ts';

/** The PIN and what was chosen with it: a file that says less counts, one that says more does not. */
export const PinItem = z.strictObject({ pin: PinHash, idleMin: IdleMinutes, isLockedAtStart: z.boolean() });
export type PinItem = z.infer<typeof PinItem>;

/** Where the PIN lies. Errors: `no-keychain`, `keychain-locked`, `no-secret`. */
export interface PinStore {
  readonly read: (home: PinHome) => Promise<Result<PinItem>>;
  readonly save: (home: PinHome, item: PinItem) => Promise<Result<null>>;
  readonly remove: (home: PinHome) => Promise<Result<null>>;
}

export function createPinStore(keychain: Pick<Keychain, 'probe' | 'lockItem' | 'backend'>): PinStore {
  const { lockItem, backend } = keychain;
  let inMemory: PinItem | null = null;
  return {
    read: async home => {
      if (home === 'session') return inMemory === null ? gone('memory') : succeed(inMemory);
      const text = await lockItem.read();
      if (!text.ok) return text;
      const item = PinItem.safeParse(parseJson(text.value));
      return item.success ? succeed(item.data) : gone(backend);
    },
    save: async (home, item) => {
      if (home === 'session') {
        inMemory = item;
        return succeed(null);
      }
      const status = await keychain.probe();
      if (status.state === 'ready') return lockItem.write(JSON.stringify(item));
      return fail(status.state === 'locked' ? 'keychain-locked' : 'no-keychain', status.detail);
    },
    remove: async home => {
      if (home === 'keychain') return lockItem.remove();
      inMemory = null;
      return succeed(null);
    },
  };
}

function gone(place: string) {
  return fail('no-secret', `The ${place} shows no PIN now. Unlock the keyring that it was saved in, and try again.`);
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
