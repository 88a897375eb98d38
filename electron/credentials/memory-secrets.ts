import { fail, type Result, succeed } from '#shared/errors.ts';
import { checkOrigins, type KeyBinding, type KeyOrigins } from './key-binding.ts';
import type { HeldKey, ProfileSecret, SecretStore } from './secret.ts';

/** Secrets in memory until Fathom ends: for practice, and for systems without a keychain. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, KeyBinding & { readonly secret: ProfileSecret }>();
  const read = (profileId: string, origins: KeyOrigins): Result<HeldKey> => {
    const item = secrets.get(profileId);
    if (item === undefined)
      return fail(
        'no-secret',
        'The key of this profile was in memory only and was removed. Connect the profile again.',
      );
    const checked = checkOrigins(item.origins, origins);
    return checked.ok ? succeed({ secret: item.secret, grants: item.grants }) : checked;
  };
  return {
    backend: 'memory',
    probe: () => Promise.resolve({ state: 'ready', detail: 'Keys are kept in memory until Fathom ends.' }),
    save: (profileId, secret, binding) => {
      secrets.set(profileId, { secret, ...binding });
      return Promise.resolve(succeed(null));
    },
    read: (profileId, origins) => Promise.resolve(read(profileId, origins)),
    changeGrants: (profileId, origins, change) => {
      const held = read(profileId, origins);
      if (!held.ok) return Promise.resolve(held);
      const { secret } = held.value;
      const grants = change(held.value.grants);
      secrets.set(profileId, { secret, origins, grants });
      return Promise.resolve(succeed(grants));
    },
    remove: profileId => {
      secrets.delete(profileId);
      return Promise.resolve(succeed(null));
    },
  };
}
