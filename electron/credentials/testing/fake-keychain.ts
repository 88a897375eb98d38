import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ProfileSecret, SecretStore } from '../secret.ts';

/** A keychain in memory that can be locked, slow, or refuse to remove. */
export function createFakeKeychain(): SecretStore & {
  refusal: Result<never> | null;
  touched: number;
  items: Map<string, ProfileSecret>;
  gate: Promise<void>;
} {
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
    save: (id: string, secret: ProfileSecret) =>
      touch(() => {
        items.set(id, secret);
        return succeed(null);
      }),
    read: (id: string) =>
      touch(() => {
        const secret = items.get(id);
        return secret === undefined ? fail('no-secret', 'none') : succeed(secret);
      }),
    remove: (id: string) =>
      touch(() => {
        items.delete(id);
        return succeed(null);
      }),
  };
  return keychain;
}
