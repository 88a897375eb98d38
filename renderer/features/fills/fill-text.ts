import { compare, type Decimal, maximum, minimum, sum } from '#shared/decimal.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { t } from '#shared/words/t.ts';

/** How much of an order is filled. */
export interface Filled {
  /** base currency on spot, lots on futures */
  readonly filled: Decimal;
  /** null = not known: an order by funds, or one that was never seen active */
  readonly size: Decimal | null;
  readonly isWhole: boolean;
}

/** By its fills, or by the order itself where some of them are too old to be listed. */
export function filledOf(fills: readonly Fill[], order: Order | undefined): Filled {
  const filled = maximum(sum(fills.map(fill => fill.size)), order?.filledSize ?? '0');
  const size = order?.size ?? null;
  return { filled, size, isWhole: size !== null && compare(filled, size) >= 0 };
}

const causes: Readonly<Record<Fill['cause'], string>> = {
  trade: '',
  unknown: '',
  liquidation: t`Liquidated: `,
  deleveraging: t`Auto-deleveraged: `,
  settlement: t`Settled: `,
};

/** `Bought`, or `Sold`. */
function verb({ side }: Fill): string {
  return side === 'buy' ? t`Bought` : t`Sold`;
}

/** `BTC-USDT`, or `lots XBTUSDTM`. */
function goods({ venue, symbol }: Fill): string {
  return venue === 'futures' ? t`lots ${symbol}` : symbol;
}

/** One price, or the lowest and the highest: an average would have to be rounded. */
function priceText(one: Fill, fills: readonly Fill[]): string {
  const prices = fills.map(fill => fill.price);
  const low = prices.reduce(minimum, one.price);
  const high = prices.reduce(maximum, one.price);
  return compare(low, high) === 0 ? formatOwn(low) : t`${formatOwn(low)} to ${formatOwn(high)}`;
}

/** `Bought 0.3 of 0.5 BTC-USDT at 96,930.1`, or `Bought 0.5 BTC-USDT at 96,930.1, filled`; empty without fills. */
export function orderText(fills: readonly Fill[], order: Order | undefined): string {
  const [one] = fills;
  if (one === undefined) return '';
  const { filled, size, isWhole } = filledOf(fills, order);
  const of = size === null || isWhole ? '' : t` of ${formatOwn(size)}`;
  const what = `${verb(one)} ${formatOwn(filled)}${of} ${goods(one)}`;
  return t`${causes[one.cause]}${what} at ${priceText(one, fills)}${isWhole ? t`, filled` : ''}`;
}

/** `bought 0.5 BTC-USDT`; empty without fills. */
function shortText(fills: readonly Fill[]): string {
  const [one] = fills;
  if (one === undefined) return '';
  return `${causes[one.cause]}${verb(one)} ${formatOwn(filledOf(fills, undefined).filled)} ${goods(one)}`;
}

/** this many are named, the others counted */
const mostNamed = 3;

/** Fills of many orders in one sentence: `3 orders were filled, in whole or in part: Bought 0.5 BTC-USDT; …`. */
export function ordersText(orders: readonly (readonly Fill[])[]): string {
  const named = orders.slice(0, mostNamed).map(shortText);
  const more = orders.length - named.length;
  const all = [...named, ...(more === 0 ? [] : [t`${more} more`])].join('; ');
  return t`${orders.length} ${orders.length === 1 ? t`order was` : t`orders were`} filled, in whole or in part: ${all}`;
}

/** Fills without a user. The lists go back 24 hours (docs/exchange/endpoints.md §3.4, §8.2). */
export function awayText(orders: readonly (readonly Fill[])[]): string {
  return t`Activity since your last session, at most 24 hours: ${ordersText(orders)}.`;
}

/** The exchange traded by itself. */
export function isByExchange({ cause }: Fill): boolean {
  return causes[cause] !== '';
}
