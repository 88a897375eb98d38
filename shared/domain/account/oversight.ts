import * as z from 'zod/mini';
import { compare } from '../../decimal.ts';
import { DecimalText, EpochMs } from '../scalars.ts';

/** What the overseer of the sub-accounts has chosen, by profile: kept in the settings, and nothing of it acts. */
const name = z.string().check(z.minLength(1), z.maxLength(120));

const isPercent = (value: z.infer<typeof DecimalText>) => compare(value, '0') > 0 && compare(value, '100') <= 0;

/** What an account may not do without being named. */
export const OversightRule = z.object({
  id: name,
  /**
   * `coin-share`: one coin is more than so much of an account; `account-share`: an account is more of the desk;
   * `held-share`: more of an account is on hold; `drop`: an account is worth less than at the start of the window, by more.
   */
  kind: z.enum(['coin-share', 'account-share', 'held-share', 'drop']),
  /** above 0, at most 100 */
  percent: DecimalText.check(z.refine(isPercent)),
  /** of `drop`: since when; `hour`: an hour ago, `session`: the first look since Fathom was started, `closed`: the last before that */
  window: z.catch(z.enum(['hour', 'session', 'closed']), 'session'),
  /** what is measured in it, whatever the page shows; as a coin it is no concentration */
  currency: z.catch(name, 'USDT'),
});
export type OversightRule = z.infer<typeof OversightRule>;

/** One sub-account as it was at a moment. */
export const SeenAccount = z.object({
  name: z.string(),
  status: z.nullable(z.number()),
  access: z.nullable(z.string()),
  remarks: z.nullable(z.string()),
  /** all wallets but those of futures together; null: its figures were not known */
  coins: z.nullable(z.record(z.string(), DecimalText)),
  /** of `coins` the part in trade and margin wallets, where these are read by themselves; null: not read yet, not in `coins` */
  others: z.optional(z.nullable(z.record(z.string(), DecimalText))),
  /** the futures wallets, whose worth moves with every price; null: not known */
  futures: z.nullable(z.record(z.string(), DecimalText)),
});
export type SeenAccount = z.infer<typeof SeenAccount>;

/** All sub-accounts as they were at a moment, and what the coins were worth then. */
export const SeenAccounts = z.object({
  atMs: EpochMs,
  /** what one unit of the exchange's value currency cost, by coin */
  prices: z.record(z.string(), DecimalText),
  accounts: z.record(z.string(), SeenAccount).check(z.refine(accounts => Object.keys(accounts).length <= 6000)),
});
export type SeenAccounts = z.infer<typeof SeenAccounts>;

/** A limit breach as it was when it was acknowledged. */
const Acknowledgement = z.object({ atMs: EpochMs, percent: DecimalText });

export const Oversight = z.object({
  /** what values are shown in; null: what the exchange values in */
  valueCurrency: z.nullable(name),
  /** accounts worth less than this count as small */
  smallBelow: DecimalText,
  /** what `smallBelow` is in; null: an earlier version stored it in `valueCurrency` */
  smallCurrency: z.catch(z.nullable(name), null),
  isSmallHidden: z.boolean(),
  rules: z.array(OversightRule).check(z.maxLength(50)),
  /** the user's own word for a code of access */
  accessLabels: z.record(name, name),
  /** by the exchange's id of the sub-account */
  favourites: z.array(name).check(z.maxLength(6000)),
  groups: z.record(name, name),
  /** the profile whose key opens that sub-account */
  links: z.record(name, name),
  /** limit breaches that this user acknowledged, by `userId:ruleId` */
  acknowledged: z.catch(z.record(z.string().check(z.maxLength(250)), Acknowledgement), {}),
  /** how it was when this user last pressed "seen" */
  seen: z.nullable(SeenAccounts),
  /** when this user last said on the overview that they have seen everything; null: never */
  overviewSeenAtMs: z.catch(z.nullable(EpochMs), null),
});
export type Oversight = z.infer<typeof Oversight>;

export const firstOversight: Oversight = {
  valueCurrency: 'USDT',
  smallBelow: '10',
  smallCurrency: 'USDT',
  isSmallHidden: false,
  rules: [
    { id: 'coin-80', kind: 'coin-share', percent: '80', window: 'session', currency: 'USDT' },
    { id: 'account-30', kind: 'account-share', percent: '30', window: 'session', currency: 'USDT' },
    { id: 'held-25', kind: 'held-share', percent: '25', window: 'session', currency: 'USDT' },
    { id: 'drop-20', kind: 'drop', percent: '20', window: 'session', currency: 'USDT' },
  ],
  accessLabels: {},
  favourites: [],
  groups: {},
  links: {},
  acknowledged: {},
  seen: null,
  overviewSeenAtMs: null,
};
