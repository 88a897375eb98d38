import { fail, succeed } from '#shared/errors.ts';
import { checkOrigins, type KeyOrigins } from './key-origins.ts';
import type { ProfileSecret, SecretStore } from './secret.ts';

/** Secrets in memory until Fathom ends: for practice, and for whoever has no keychain. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, { readonly secret: ProfileSecret; readonly origins: KeyOrigins }>();
  return {
    backend: 'memory',
    probe: () => Promise.resolve({ state: 'ready', detail: 'Keys are kept in memory until Fathom ends.' }),
    save: (profileId, secret, origins) => {
      secrets.set(profileId, { secret, origins });
      return Promise.resolve(succeed(null));
    },
    read: (profileId, origins) => {
      const item = secrets.get(profileId);
      const missing = 'The key of this profile was kept in memory only and is gone. Connect the profile again.';
      if (item === undefined) return Promise.resolve(fail('no-secret', missing));
      const checked = checkOrigins(item.origins, origins);
      return Promise.resolve(checked.ok ? succeed(item.secret) : checked);
    },
    remove: profileId => {
      secrets.delete(profileId);
      return Promise.resolve(succeed(null));
    },
  };
}
