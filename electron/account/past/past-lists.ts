import type { MarginType } from '#shared/domain/account/margin.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { CallOptions } from '#client/types.ts';
import { forgottenCancels, ordersKept } from '#client/endpoints/walks/retention.ts';
import { weekMs } from '#client/endpoints/walks/spans.ts';
import { pageBatch, type PastList } from './walk-past.ts';

/** Which of the lists of one kind is walked. */
export interface PastMarket {
  readonly venue: Venue;
  /** those on one margin account; absent: on none */
  readonly margin?: MarginType | undefined;
  /** null = all symbols */
  readonly symbol: string | null;
}

export interface PastReads {
  readonly client: Pick<ExchangeClient, 'spot' | 'futures' | 'margin' | 'wallet'>;
  readonly nowMs: number;
  readonly options: CallOptions;
}

/** A row of the screen is short, an answer of this many is quick. */
const pageSize = 200;
const nothingForgotten = () => [];

/** Done orders, a week at most at a time: docs/exchange/endpoints.md §3.1, §8.1. */
export function pastOrders({ client, nowMs, options }: PastReads, market: PastMarket): PastList<Order> {
  const { sinceMs, reason } = ordersKept(nowMs);
  const { venue, margin: tradeType } = market;
  const symbol = market.symbol ?? undefined;
  return {
    windowMs: weekMs,
    sinceMs,
    rows: 'orders',
    end: reason,
    forgotten: (fromMs, toMs) => forgottenCancels({ fromMs, toMs }, nowMs),
    read: ({ fromMs: startAtMs, toMs: endAtMs, after }) =>
      pageBatch(after, pageSize, page => {
        const query = { status: 'done', symbol, startAtMs, endAtMs, page, pageSize } as const;
        return venue === 'futures'
          ? client.futures.orders(query, options)
          : client.spot.orders({ ...query, tradeType }, options);
      }),
  };
}

/** How long fills are kept nobody says. */
const fillsEnd = 'Fathom reads fills as far back as the exchange keeps filled orders: six months.';

/** Fills, a week at most at a time: docs/exchange/endpoints.md §3.9, §8.2. */
export function pastFills(reads: PastReads, market: PastMarket): PastList<Fill> {
  const { client, nowMs, options } = reads;
  const { sinceMs } = ordersKept(nowMs);
  const { venue, margin: tradeType } = market;
  const symbol = market.symbol ?? undefined;
  return {
    windowMs: weekMs,
    sinceMs,
    rows: 'fills',
    end: fillsEnd,
    forgotten: nothingForgotten,
    read: ({ fromMs: startAtMs, toMs: endAtMs, after }) =>
      pageBatch(after, pageSize, page => {
        const query = { symbol, startAtMs, endAtMs, page, pageSize };
        return venue === 'futures'
          ? client.futures.fills(query, options)
          : client.spot.pastFills({ ...query, tradeType }, options);
      }),
  };
}

const marginWindowMs = 3 * 24 * 3_600_000;
/** docs/exchange/endpoints.md §5.1: newer pages take 100 at most. */
const batchSize = 100;

/** The youngest margin fills of one pair, by the list that is made for them: three days, docs/exchange/endpoints.md §5.1. */
export function recentMarginFills(
  { client, nowMs, options }: PastReads,
  { symbol, tradeType }: { readonly symbol: string; readonly tradeType: MarginType },
): PastList<Fill> {
  return {
    windowMs: marginWindowMs,
    sinceMs: nowMs - marginWindowMs,
    end: 'The exchange tells the margin fills of the last three days.',
    goesOnById: true,
    forgotten: nothingForgotten,
    async read({ fromMs: startAtMs, toMs: endAtMs, after }) {
      const query = { symbol, tradeType, startAtMs, endAtMs, lastId: after ?? undefined, limit: batchSize };
      const read = await client.margin.fills(query, options);
      if (!read.ok) return read;
      const items = read.value.items.map(({ fill }) => fill);
      // a short batch is no end: an exchange may give fewer than it is asked for
      return succeed({ items, next: items.length === 0 ? null : read.value.lastId });
    },
  };
}

/** Withdrawals: a request may name any span, docs/exchange/endpoints.md §6.1. */
export function pastWithdrawals({ client, options }: PastReads): PastList<Withdrawal> {
  const { withdrawals, oldWithdrawals } = client.wallet;
  return {
    windowMs: Number.POSITIVE_INFINITY,
    sinceMs: 1,
    end: 'The exchange lists no older withdrawal.',
    forgotten: nothingForgotten,
    read: ({ fromMs: startAtMs, toMs: endAtMs, after }) =>
      pageBatch<Withdrawal>(after, pageSize, async page => {
        const query = { startAtMs, endAtMs, page, pageSize };
        const read = await withdrawals(query, options);
        return !read.ok && read.error.kind === 'not-found' ? await oldWithdrawals(query, options) : read;
      }),
  };
}
