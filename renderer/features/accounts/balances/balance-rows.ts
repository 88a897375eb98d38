import { compare, type Decimal, isPositive, isZero, subtract, sum } from '#shared/decimal.ts';
import type { Balance } from '#shared/domain/account/account.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { amountIn, type SpotPriceOf } from '#lib/money/spot-prices.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { partialText } from '#ui/panel/missing-text.ts';
import { valueFormat } from '../account-totals.ts';
import { walletText } from '../wallet-text.ts';
import { t } from '#shared/words/t.ts';

/** A balance with its value in the reference currency. */
export interface BalanceRow extends Balance {
  /** null: no market prices the currency */
  readonly value: Decimal | null;
  /** of an isolated wallet: its pair; null: it is not known which one, or the wallet has none */
  readonly pair: string | null;
}

interface BalanceFacts {
  /** the reference currency */
  readonly currency: string;
  readonly priceOf: SpotPriceOf;
  /** undefined: not read yet */
  readonly marginAccounts: readonly MarginAccountRow[] | undefined;
}

/**
 * The pair of an isolated wallet. The exchange lists one wallet a pair without the name of the pair
 * (docs/exchange/records.md §10.1): it is the pair that holds this currency, of several the one with this total.
 */
function pairOf({ wallet, currency, total }: Balance, accounts: BalanceFacts['marginAccounts']): string | null {
  if (wallet !== 'isolated' || accounts === undefined) return null;
  const holders = accounts.flatMap(({ symbol, holdings }) => {
    const held = symbol === null ? undefined : holdings.find(each => each.currency === currency);
    return symbol === null || held === undefined || isZero(held.total) ? [] : [{ symbol, total: held.total }];
  });
  const [only, ...others] = holders.length === 1 ? holders : holders.filter(held => compare(held.total, total) === 0);
  return only === undefined || others.length > 0 ? null : only.symbol;
}

/** Each balance with its value and pair. */
export function balanceRows(
  balances: readonly Balance[],
  { currency, priceOf, marginAccounts }: BalanceFacts,
): readonly BalanceRow[] {
  return balances.map(balance => ({
    ...balance,
    value: isZero(balance.total)
      ? '0'
      : amountIn({ amount: balance.total, currency: balance.currency }, currency, priceOf),
    pair: pairOf(balance, marginAccounts),
  }));
}

/** The wallet with its pair. */
export function walletName({ wallet, pair }: Pick<BalanceRow, 'wallet' | 'pair'>): string {
  return pair === null ? walletText(wallet) : `${walletText(wallet)} ${pair}`;
}

/** What margin accounts owe; the exchange counts it in no balance. */
export interface Debts {
  /** in the reference currency; null: margin accounts have not been read */
  readonly value: Decimal | null;
  /** currencies that are owed and that no market prices */
  readonly unpriced: readonly string[];
}

/** All debts of the margin accounts, where a balance is in one; nothing is owed elsewhere. */
export function debtsOf(balances: readonly Balance[], { currency, priceOf, marginAccounts }: BalanceFacts): Debts {
  if (!balances.some(isOnMargin)) return { value: '0', unpriced: [] };
  if (marginAccounts === undefined) return { value: null, unpriced: [] };
  const owed = marginAccounts
    .flatMap(({ holdings }) => holdings)
    .filter(({ liability }) => isPositive(liability))
    .map(holding => ({
      code: holding.currency,
      value: amountIn({ amount: holding.liability, currency: holding.currency }, currency, priceOf),
    }));
  return {
    value: sum(owed.flatMap(({ value }) => value ?? [])),
    unpriced: owed.filter(({ value }) => value === null).map(({ code }) => code),
  };
}

/** Whether a balance is in a wallet that can owe. */
export function isOnMargin({ wallet }: Pick<Balance, 'wallet'>): boolean {
  return wallet === 'margin' || wallet === 'isolated';
}

const namedCurrencies = 3;

function unpricedText(currencies: readonly string[]): string {
  const codes = [...new Set(currencies)];
  const names = codes.slice(0, namedCurrencies).join(', ');
  const more = codes.length - namedCurrencies;
  if (codes.length === 0) return '';
  return more > 0 ? t`without a price: ${names} and ${more} more` : t`without a price: ${names}`;
}

interface Total {
  readonly rows: readonly BalanceRow[];
  readonly debts: Debts;
  readonly currency: string;
  readonly missing: readonly MissingPart[];
}

/**
 * The value of all balances, of the debts and of what remains, which is the value of the master account on the overview; and
 * what is not in it: currencies without a price, wallets that were not read, debts that are not known.
 */
export function totalText({ rows, debts, currency, missing }: Total): string {
  const shown = (value: Decimal) => `${formatOwn(value, valueFormat(currency))} ${currency}`;
  const assets = sum(rows.flatMap(row => row.value ?? []));
  const unpriced = [...rows.filter(row => row.value === null).map(row => row.currency), ...debts.unpriced];
  return [
    t`Total ${shown(assets)}`,
    debts.value === null
      ? t`debts not subtracted: margin accounts were not read`
      : isZero(debts.value)
        ? ''
        : t`debts ${shown(debts.value)} · net ${shown(subtract(assets, debts.value))}`,
    unpricedText(unpriced),
    partialText(missing),
  ]
    .filter(text => text !== '')
    .join(' · ');
}
