import type { KeychainOrphans } from '#shared/contract.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';
import type { TrustedPrompt } from '#trusted/prompt.ts';
import type { Keychain } from './keychain.ts';
import type { ProfileList } from '../profiles.ts';

/** Keys of ours in the keychain that belong to no profile: left behind by a profile that was lost. Found when asked for. */
export interface Orphans {
  readonly find: () => Promise<Result<KeychainOrphans>>;
  /**
   * Removes the item after the user agreed in the trusted window. `invalid-request` when it belongs to a profile, or may
   * belong to one that cannot be read; `declined` when the user closed the question.
   */
  readonly forget: (account: string) => Promise<Result<{ account: string }>>;
}

export interface OrphansOptions {
  readonly keychain: Keychain;
  readonly profiles: ProfileList;
  /** asks the user in the trusted window */
  readonly prompt: Pick<TrustedPrompt, 'ask'>;
}

function forgetQuestion(account: string): TrustedQuestion {
  return {
    kind: 'confirm',
    profileName: 'Fathom',
    colour: 'slate',
    title: 'Remove a key from the keychain',
    facts: [{ label: 'Item', value: account }],
    warning:
      'Fathom cannot restore the key. To use it again, enter all its parts. At the exchange the key does not change.',
    typeBack: null,
    confirmLabel: 'Remove',
  };
}

const caution =
  'Some rows of profiles.json cannot be read, so one of these keys may belong to a profile that can still be repaired.';

const owned = fail(
  'invalid-request',
  'This key belongs to a profile. Remove the profile instead; nothing was removed.',
);

export function createOrphans({ keychain, profiles, prompt }: OrphansOptions): Orphans {
  return {
    find: async () => {
      const found = await keychain.accounts();
      if (!found.ok) return found;
      const { ids, hasNameless } = profiles.known();
      const accounts = found.value.filter(account => !ids.has(account));
      return succeed({ accounts, caution: hasNameless && accounts.length > 0 ? caution : null });
    },
    forget: async account => {
      const refuseOwned = () => (profiles.known().ids.has(account) ? owned : null);
      const failure = refuseOwned();
      if (failure !== null) return failure;
      // a profile may have been connected while the question was open
      const agreed = await prompt.ask(forgetQuestion(account), async () => refuseOwned() ?? succeed(account));
      const removed = agreed.ok ? await keychain.remove(account) : agreed;
      return removed.ok ? succeed({ account }) : removed;
    },
  };
}
