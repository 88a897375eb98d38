import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Log } from '#log/log.ts';
import type { BuildClient } from '../connect.ts';
import type { KeyGrants } from '../key-binding.ts';
import type { HeldKeys } from '../keyring/held-keys.ts';
import type { ProfileList } from '../profiles.ts';

export interface LinkedAccountsOptions {
  readonly profiles: Pick<ProfileList, 'find'>;
  readonly keys: Pick<HeldKeys, 'read'>;
  readonly buildClient: BuildClient;
  readonly mayOpen: (profile: Profile, canAsk: boolean) => Promise<Result<null>>;
  readonly mayUse: (profile: Profile, grants: KeyGrants) => Result<null>;
  readonly log: Log;
}

/** What may be asked with the key of a profile that is not the chosen one: read requests only. */
export interface LinkedReads {
  readonly accounts: Pick<ExchangeClient['accounts'], 'apiKey'>;
  readonly spot: Pick<ExchangeClient['spot'], 'allOrders' | 'recentFills'>;
  readonly futures: Pick<ExchangeClient['futures'], 'allOrders' | 'recentFills' | 'positions'>;
  readonly wallet: Pick<ExchangeClient['wallet'], 'allWithdrawals' | 'allLedger'>;
}

/** Accounts that the chosen profile watches over, read with their own keys. */
export interface LinkedAccounts {
  /** Nothing is asked of the user. Errors: `no-profile`, `declined`, and those of the keychain. */
  readonly read: <T>(profileId: string, what: (reads: LinkedReads) => Promise<Result<T>>) => Promise<Result<T>>;
  /** Closes all of them: another profile was chosen, or one was changed or removed. */
  readonly forget: () => void;
}

type Opening = Promise<Result<ExchangeClient>>;

export function createLinkedAccounts(options: LinkedAccountsOptions): LinkedAccounts {
  const { profiles, keys, log } = options;
  let open = new Map<string, Opening>();
  const openOne = async (profileId: string): Opening => {
    const profile = profiles.find(profileId);
    if (!profile.ok) return profile;
    const allowed = await options.mayOpen(profile.value, false);
    if (!allowed.ok) return allowed;
    const held = await keys.read(profile.value);
    if (!held.ok) return held;
    const usable = options.mayUse(profile.value, held.value.grants);
    if (!usable.ok) return usable;
    log.info('linked.opened', { profileId });
    return succeed(options.buildClient(profile.value, held.value.secret));
  };
  const clientOf = async (profileId: string): Opening => {
    const mine = open;
    const opening = mine.get(profileId) ?? openOne(profileId);
    mine.set(profileId, opening);
    const client = await opening;
    // the next read asks the keychain again
    if (!client.ok) mine.delete(profileId);
    return mine === open ? client : fail('closed', 'Another profile was chosen meanwhile.');
  };
  return {
    read: async (profileId, what) => {
      const client = await clientOf(profileId);
      return client.ok ? what(client.value) : client;
    },
    forget: () => {
      const old = open;
      open = new Map();
      for (const opening of old.values()) void opening.then(client => (client.ok ? client.value.close() : undefined));
    },
  };
}
