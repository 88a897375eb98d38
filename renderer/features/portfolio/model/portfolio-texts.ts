import type { EquityPoint, Portfolio, WaterfallPartName } from '#shared/domain/portfolio/portfolio.ts';
import { moneyDecimals } from '#lib/money/value-currency.ts';
import { ownName } from '#lib/own/own-name.ts';
import { visibleText } from '#shared/visible-text.ts';
import { snapshotPartTitles } from '#lib/accounts/snapshot-part-titles.ts';
import { t } from '#shared/words/t.ts';

/** Names of the accounts of an owner, by user id. */
export type AccountNames = ReadonlyMap<string, string>;

/** The name of an account; `''` is the account of the key. A sub-account without a known name is shown by its user id. */
export function ownerTitle(owner: string, names: AccountNames): string {
  return owner === '' ? t`Master account` : ownName(names.get(owner) ?? owner);
}

/** The part of a balance snapshot: `sub-account:USER-ID`, `futures:CURRENCY` or the name of a group of wallets. */
export function snapshotPartTitle(part: string, names: AccountNames): string {
  const [kind = part, detail] = part.split(':');
  if (kind === 'sub-account' && detail !== undefined) return ownerTitle(detail, names);
  const title = snapshotPartTitles[kind] ?? visibleText(part);
  return detail === undefined ? title : `${title} ${visibleText(detail)}`;
}

/** The format of amounts in this currency. */
export function moneyFormat(currency: string): { readonly minimumDecimals: number; readonly maximumDecimals: number } {
  const decimals = moneyDecimals(currency);
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

export const partTitles: Readonly<Record<WaterfallPartName, string>> = {
  price: t`Price`,
  trades: t`Trades`,
  fees: t`Fees`,
  funding: t`Funding`,
  interest: t`Interest`,
  in: t`In`,
  out: t`Out`,
  other: t`Other income`,
  unclassified: t`Unclassified`,
  unpricedTrades: t`Unpriced trades`,
  unexplained: t`Unexplained`,
};

export const partHints: Readonly<Record<WaterfallPartName, string>> = {
  price: t`Change of the prices of what was held, with results of contracts`,
  trades: t`What fills cost or gained against the market price of their time`,
  fees: t`Trade and transfer fees, less rebates`,
  funding: t`Funding of perpetual contracts, paid or received`,
  interest: t`Interest charged on loans`,
  in: t`Received from outside the accounts shown, at the price of its time`,
  out: t`Sent outside the accounts shown, at the price of its time`,
  other: t`Bonuses, airdrops and the like`,
  unclassified: t`Ledger rows of a business type that the exchange does not document`,
  unpricedTrades: t`Paid or received for coins that are left out, because a price is missing`,
  unexplained: t`Change of the balances that no recorded row accounts for`,
};

export const sourceTitles: Readonly<Record<EquityPoint['source'], string>> = {
  snapshot: t`Balance snapshot`,
  ledger: t`Derived from ledgers`,
  live: t`Now`,
};

type MoneyWeightedReason = NonNullable<Portfolio['moneyWeighted']['reason']>;

/** Why the money-weighted return is not defined. */
export const moneyWeightedReasons: Readonly<Record<MoneyWeightedReason, string>> = {
  'no-value': t`Not defined: the value at the start or the end is unknown.`,
  'nothing-held': t`Not defined: the value never exceeds 0 before the end.`,
  'no-root': t`Not defined: no rate explains the value at the end.`,
  'several-roots': t`Not defined: several rates explain the value at the end.`,
  unproved: t`Not defined: the rate could not be proved.`,
};
