import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { checkName, hintOf, type KeyGrants, originsOf } from '../key-binding.ts';
import type { ProfileList } from '../profiles.ts';
import type { ChangeGrants, HeldKey, SecretStore } from '../secret.ts';

export interface HeldKeysOptions {
  readonly profiles: ProfileList;
  readonly keychain: SecretStore;
  /** keys of practice, and those that the user wants in no keychain */
  readonly memory: SecretStore;
}

/** The keys of the profiles, wherever each lies. Errors: those of `SecretStore`. */
export interface HeldKeys {
  /** the key, bound to what the profile now says of it; `no-secret` when it was kept for something else */
  readonly read: (profile: Profile) => Promise<Result<HeldKey>>;
  /** other grants for the key of this profile; loosening only after the user agreed in the trusted window */
  readonly changeGrants: (profile: Profile, change: ChangeGrants) => Promise<Result<KeyGrants>>;
  readonly remove: (profile: Profile) => Promise<Result<null>>;
}

export function createHeldKeys({ profiles, keychain, memory }: HeldKeysOptions): HeldKeys {
  const storeOf = ({ secretHome }: Profile) => (secretHome === 'keychain' ? keychain : memory);
  /** An item is read only from the store that it was written to. */
  const find = ({ id, ...profile }: Profile): Result<SecretStore> => {
    const backend = profiles.backendOf(id);
    if (backend === null || backend === keychain.backend) return succeed(storeOf({ id, ...profile }));
    const message = `The key of this profile was saved in the ${backend}; the keychain of this system is the ${keychain.backend}. It was left where it is; connect the profile again to use it here.`;
    return fail('no-secret', message);
  };
  return {
    read: async profile => {
      const store = find(profile);
      const held = store.ok ? await store.value.read(profile.id, originsOf(profile)) : store;
      if (!held.ok || profile.secretHome !== 'keychain') return held;
      const named = checkName(held.value.grants, profile);
      return named.ok ? checkHint(profile, held.value) : named;
    },
    changeGrants: async (profile, change) => {
      const store = find(profile);
      return store.ok ? store.value.changeGrants(profile.id, originsOf(profile), change) : store;
    },
    remove: profile => storeOf(profile).remove(profile.id),
  };
}

/** Two rows of the file with their ids exchanged would else trade on each other's account. */
function checkHint({ name, keyHint }: Profile, held: HeldKey): Result<HeldKey> {
  if (hintOf(held.secret.key) === keyHint) return succeed(held);
  const message = `profiles.json says that the key of ${name} ends with ${keyHint === '' ? 'nothing that is shown' : keyHint.slice(0, 8)}, and the one in the keychain does not. The key was not used. If you did not change either, somebody else did. Remove the profile and connect it again.`;
  return fail('no-secret', message);
}
