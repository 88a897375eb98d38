import type { KeychainOrphans } from '#shared/contract.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Keychain } from './keychain.ts';
import type { ProfileList } from '../profiles.ts';

/** Keys of ours in the keychain that belong to no profile: left behind by a profile that was lost. Found when asked for. */
export interface Orphans {
  readonly find: () => Promise<Result<KeychainOrphans>>;
  /** `invalid-request` when the item belongs to a profile, or may belong to one that cannot be read */
  readonly forget: (account: string) => Promise<Result<{ account: string }>>;
}

export interface OrphansOptions {
  readonly keychain: Keychain;
  readonly profiles: ProfileList;
}

const caution =
  'Some rows of profiles.json cannot be read, so one of these keys may belong to a profile that can still be repaired.';

export function createOrphans({ keychain, profiles }: OrphansOptions): Orphans {
  return {
    find: async () => {
      const found = await keychain.accounts();
      if (!found.ok) return found;
      const { ids, hasNameless } = profiles.known();
      const accounts = found.value.filter(account => !ids.has(account));
      return succeed({ accounts, caution: hasNameless && accounts.length > 0 ? caution : null });
    },
    forget: async account => {
      if (profiles.known().ids.has(account))
        return fail(
          'invalid-request',
          'This key belongs to a profile. Remove the profile instead; nothing was removed.',
        );
      const removed = await keychain.remove(account);
      return removed.ok ? succeed({ account }) : removed;
    },
  };
}
