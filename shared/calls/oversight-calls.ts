import * as z from 'zod/mini';
import { exchangeRead, ownRead, ownSave } from '../domain/call-traits.ts';
import { SubAccountFutures } from '#shared/domain/account/account.ts';
import { Oversight } from '#shared/domain/account/oversight.ts';
import { LinkedAccount } from '#shared/domain/profile/linked-account.ts';
import { EpochMs } from '#shared/domain/scalars.ts';
import { listAnswer } from '#shared/domain/answers/missing-part.ts';
import { AccountsSnapshot, WatchedAccounts } from '#shared/domain/overseen/watched-accounts.ts';
import { PresenceAnswer } from '#shared/domain/view/presence.ts';
import { HealthReport } from '#shared/domain/health.ts';

const onProfile = { profileId: z.string() };
const id = z.string().check(z.maxLength(120));

/** The calls about the sub-accounts of an owner; part of the contract. */
export const oversightCalls = {
  /** the futures wallets of all sub-accounts in those currencies that contracts settle in; one that fails is missing */
  'accounts.subFutures': {
    ...exchangeRead,
    input: z.strictObject({
      ...onProfile,
      currencies: z.array(z.string().check(z.maxLength(20))).check(z.minLength(1), z.maxLength(20)),
    }),
    output: listAnswer(SubAccountFutures),
  },
  /**
   * Orders, fills, positions and movements of a sub-account, read with the key of the profile that is linked to it; that
   * profile is not chosen by it. `no-profile`: that one is not linked.
   */
  'accounts.linked': {
    ...ownRead,
    input: z.strictObject({ ...onProfile, userId: id, linkedId: id }),
    output: LinkedAccount,
  },
  /** how each endpoint answers and what the reads of the page spend */
  'health.read': { ...ownRead, input: z.strictObject(onProfile), output: HealthReport },
  /** times without a user at the profile */
  'presence.read': { ...ownRead, input: z.strictObject(onProfile), output: PresenceAnswer },
  /** null: nothing was chosen yet */
  'oversight.read': { ...ownRead, input: z.strictObject(onProfile), output: z.nullable(Oversight) },
  /** replaces what was kept; new links are asked in the trusted window after all else was kept: `declined` */
  'oversight.save': {
    ...ownSave,
    input: z.strictObject({ ...onProfile, oversight: Oversight }),
    output: z.strictObject({}),
  },
  /** the stored snapshots of the sub-accounts; null: not read yet */
  'overseen.read': { ...ownRead, input: z.strictObject(onProfile), output: z.nullable(WatchedAccounts) },
  /**
   * A new look, compared with the one of `afterMs` (null: there was none). Not taken: another window has looked
   * meanwhile, and what is known must be read again.
   */
  'overseen.look': {
    ...ownSave,
    input: z.strictObject({ ...onProfile, afterMs: z.nullable(EpochMs), look: AccountsSnapshot }),
    output: z.object({ isTaken: z.boolean() }),
  },
} as const;

export const oversightEvents = {
  /** another window has looked at the sub-accounts */
  'overseen.changed': { payload: z.object({ profileId: z.string(), look: AccountsSnapshot }), delivery: 'each' },
} as const;
