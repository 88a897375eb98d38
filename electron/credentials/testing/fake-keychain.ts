import { fail, type Result, succeed } from '#shared/errors.ts';
import { checkOrigins, type KeyOrigins } from '../key-origins.ts';
import type { ProfileSecret, SecretStore } from '../secret.ts';

/** A keychain in memory that can be locked, slow, or refuse to remove. */
export function createFakeKeychain(): SecretStore & {
  refusal: Result<never> | null;
  touched: number;
  items: Map<string, ProfileSecret>;
  gate: Promise<void>;
} {
  const origins = new Map<string, KeyOrigins>();
  const items = new Map<string, ProfileSecret>();
  const touch = async <T>(answer: () => Result<T>): Promise<Result<T>> => {
    keychain.touched += 1;
    await keychain.gate;
    return keychain.refusal ?? answer();
  };
  const keychain = {
    backend: 'Fake Keychain',
    refusal: null as Result<never> | null,
    touched: 0,
    items,
    gate: Promise.resolve(),
    probe: () => Promise.resolve({ state: 'ready', detail: '' } as const),
    save: (id: string, secret: ProfileSecret, wanted: KeyOrigins) =>
      touch(() => {
        items.set(id, secret);
        origins.set(id, wanted);
        return succeed(null);
      }),
    read: (id: string, wanted: KeyOrigins) =>
      touch(() => {
        const secret = items.get(id);
        const kept = origins.get(id);
        if (secret === undefined || kept === undefined) return fail('no-secret', 'none');
        const checked = checkOrigins(kept, wanted);
        return checked.ok ? succeed(secret) : checked;
      }),
    remove: (id: string) =>
      touch(() => {
        items.delete(id);
        return succeed(null);
      }),
  };
  return keychain;
}
