import { add, compare, type Decimal, divide, isPositive, multiply } from '#shared/decimal.ts';
import type { SubAccount, SubAccountBalance, SubAccountHoldings } from '#shared/domain/account/account.ts';
import { t } from '#shared/words/t.ts';

export interface Worth {
  readonly value: Decimal;
  readonly held: Decimal;
}

/** Worth by the currency it is expressed in. Two currencies are never added up. */
export type Totals = ReadonlyMap<string, Worth>;

/** The held share of a balance's stated value. */
function heldValue({ held, total, value }: SubAccountBalance): Decimal {
  return isPositive(total) ? divide(multiply(value, held), total, { scale: 12, rounding: 'half-even' }) : '0';
}

/** What some balances are worth, and how much of that is on hold, by value currency. */
export function totalsOf(balances: readonly SubAccountBalance[]): Totals {
  const totals = new Map<string, Worth>();
  for (const balance of balances) {
    const { value, held } = totals.get(balance.valueCurrency) ?? { value: '0', held: '0' };
    totals.set(balance.valueCurrency, { value: add(value, balance.value), held: add(held, heldValue(balance)) });
  }
  return totals;
}

/** One sub-account as the overseer sees it. */
export interface AccountRow {
  readonly userId: string;
  readonly name: string;
  /** null when the list of sub-accounts does not contain it */
  readonly account: SubAccount | null;
  readonly balances: readonly SubAccountBalance[];
  /** why nothing is known of what it holds, which is not nothing; null: it is known */
  readonly gap: 'unlisted' | 'unreadable' | null;
  readonly totals: Totals;
  /** the currency with the largest value, or null when nothing is worth anything */
  readonly topCurrency: string | null;
}

function topCurrencyOf(balances: readonly SubAccountBalance[]): string | null {
  const [top] = balances.toSorted((a, b) => compare(b.value, a.value));
  return top === undefined || !isPositive(top.value) ? null : top.currency;
}

/**
 * Assets joined with the identity of the account. An account without known assets has its row too, and counts for
 * nothing.
 */
export function accountRows(
  holdings: readonly SubAccountHoldings[],
  accounts: readonly SubAccount[],
): readonly AccountRow[] {
  const known = new Map(accounts.map(account => [account.userId, account]));
  const held = new Set(holdings.map(each => each.userId));
  const silent = accounts
    .filter(account => !held.has(account.userId))
    .map(({ userId, name }) => ({ userId, name, balances: [], gap: 'unlisted' as const }));
  const listed = holdings.map(each => ({ ...each, gap: each.isReadable ? null : ('unreadable' as const) }));
  return [...listed, ...silent].map(({ userId, name, balances, gap }) => ({
    userId,
    name,
    balances,
    gap,
    account: known.get(userId) ?? null,
    totals: totalsOf(balances),
    topCurrency: topCurrencyOf(balances),
  }));
}

const gapTexts = {
  unlisted: t`The exchange reports no holdings of this account.`,
  unreadable: t`Data error: the values of this account are invalid.`,
};

/** Why it is not known what an account holds, as a sentence; nothing where it is. */
export function gapText({ gap }: Pick<AccountRow, 'gap'>): string | undefined {
  return gap === null ? undefined : gapTexts[gap];
}

/** The value in one currency, for sorting and columns; zero where there is none. */
export function valueIn(row: Pick<AccountRow, 'totals'>, currency: string): Decimal {
  return row.totals.get(currency)?.value ?? '0';
}

/** Held value as a fraction of all value in that currency, or null where there is no value. */
export function heldRatio(row: Pick<AccountRow, 'totals'>, currency: string): Decimal | null {
  const worth = row.totals.get(currency);
  return worth === undefined || !isPositive(worth.value)
    ? null
    : divide(worth.held, worth.value, { scale: 4, rounding: 'half-even' });
}

/** Every currency that any account is valued in, the one with the most accounts first. */
export function valueCurrencies(rows: readonly AccountRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const currency of row.totals.keys()) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([currency]) => currency);
}

/** A dollar has cents; of a coin that is worth many of them two digits show a small account as nothing. */
export function valueFormat(currency: string): { readonly minimumDecimals: number; readonly maximumDecimals: number } {
  const decimals = /USD/.test(currency) ? 2 : 6;
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

const statusTexts: ReadonlyMap<number, string> = new Map([
  [2, t`enabled`],
  [3, t`frozen`],
]);
const typeTexts: ReadonlyMap<number, string> = new Map([
  [0, t`normal`],
  [1, t`robot`],
  [2, t`novice`],
  [5, t`asset management`],
]);

/** The text of the exchange's code; an unknown code stays a code. */
export function statusText(status: number): string {
  return statusTexts.get(status) ?? t`status ${status}`;
}

/** The same for a column, where the longest would be cut. */
export function shortTypeText(type: number): string {
  return typeText(type).replace('management', 'mgmt');
}

export function typeText(type: number): string {
  return typeTexts.get(type) ?? t`type ${type}`;
}
