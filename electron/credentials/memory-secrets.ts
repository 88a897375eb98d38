import { fail, succeed } from '#shared/errors.ts';
import type { ProfileSecret, SecretStore } from './secret.ts';

/** Secrets in memory until Fathom ends: for practice, and for whoever has no keychain. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, ProfileSecret>();
  return {
    backend: 'memory',
    probe: () => Promise.resolve({ state: 'ready', detail: 'Keys are kept in memory until Fathom ends.' }),
    save: (profileId, secret) => {
      secrets.set(profileId, secret);
      return Promise.resolve(succeed(null));
    },
    read: profileId => {
      const secret = secrets.get(profileId);
      const missing = 'The key of this profile was kept in memory only and is gone. Connect the profile again.';
      return Promise.resolve(secret === undefined ? fail('no-secret', missing) : succeed(secret));
    },
    remove: profileId => {
      secrets.delete(profileId);
      return Promise.resolve(succeed(null));
    },
  };
}
