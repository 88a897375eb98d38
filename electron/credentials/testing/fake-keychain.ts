import { fail, type Result, succeed } from '#shared/errors.ts';
import { checkOrigins, type KeyBinding, type KeyOrigins } from '../key-binding.ts';
import type { ChangeGrants, HeldKey, ProfileSecret, SecretStore } from '../secret.ts';

/** A keychain in memory that can be locked, slow, or refuse to remove. */
export function createFakeKeychain(): SecretStore & {
  failure: Result<never> | null;
  touched: number;
  items: Map<string, ProfileSecret>;
  bindings: Map<string, KeyBinding>;
  gate: Promise<void>;
} {
  const bindings = new Map<string, KeyBinding>();
  const items = new Map<string, ProfileSecret>();
  const held = (id: string, wanted: KeyOrigins): Result<HeldKey> => {
    const secret = items.get(id);
    const kept = bindings.get(id);
    if (secret === undefined || kept === undefined) return fail('no-secret', 'none');
    const checked = checkOrigins(kept.origins, wanted);
    return checked.ok ? succeed({ secret, grants: kept.grants }) : checked;
  };
  const touch = async <T>(answer: () => Result<T>): Promise<Result<T>> => {
    keychain.touched += 1;
    await keychain.gate;
    return keychain.failure ?? answer();
  };
  const keychain = {
    backend: 'Fake Keychain',
    failure: null as Result<never> | null,
    touched: 0,
    items,
    bindings,
    gate: Promise.resolve(),
    probe: () => Promise.resolve({ state: 'ready', detail: '' } as const),
    save: (id: string, secret: ProfileSecret, binding: KeyBinding) =>
      touch(() => {
        items.set(id, secret);
        bindings.set(id, binding);
        return succeed(null);
      }),
    read: (id: string, wanted: KeyOrigins) => touch(() => held(id, wanted)),
    changeGrants: (id: string, wanted: KeyOrigins, change: ChangeGrants) =>
      touch(() => {
        const found = held(id, wanted);
        if (!found.ok) return found;
        const grants = change(found.value.grants);
        bindings.set(id, { origins: wanted, grants });
        return succeed(grants);
      }),
    remove: (id: string) =>
      touch(() => {
        items.delete(id);
        return succeed(null);
      }),
  };
  return keychain;
}
