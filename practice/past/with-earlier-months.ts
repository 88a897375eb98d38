import type { Deposits } from '../accounts/deposits/deposits.ts';
import type { Movements } from '../accounts/movements/movements.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { MarginVenue } from '../margin/types.ts';
import type { SpotVenue } from '../spot/types.ts';
import type { EarlierMonths } from './earlier-months.ts';

/** What has lists of the past. */
interface Lists {
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly deposits: Deposits;
  readonly movements: Movements;
}

interface Earlier {
  /** when the earlier months end and the lists of the living exchange begin; epoch ms */
  readonly endMs: number;
  readonly months: EarlierMonths;
  readonly accountIds: ReadonlySet<string>;
}

/** Returns whether rows of the earlier months may be in the range. */
type IsAsked = (accountId: string, sinceMs?: number) => boolean;

/** The second of an order id, docs/exchange/records.md §1.3. */
function isOrderBefore(orderId: string, timeMs: number): boolean {
  return Number.parseInt(orderId.slice(0, 8), 16) * 1000 < timeMs;
}

function withEarlierSpot(spot: SpotVenue, { months, endMs }: Earlier, isAsked: IsAsked): SpotVenue {
  return {
    ...spot,
    orders(accountId, state, filter) {
      const living = spot.orders(accountId, state, filter);
      if (state === 'active' || !isAsked(accountId, filter.startAtMs)) return living;
      return [...living, ...months.wallets().spot.orders(accountId, state, filter)];
    },
    order(accountId, orderId) {
      const living = spot.order(accountId, orderId);
      if (living !== null || !isAsked(accountId) || !isOrderBefore(orderId, endMs)) return living;
      return months.wallets().spot.order(accountId, orderId);
    },
    fills(accountId, sinceMs) {
      const living = spot.fills(accountId, sinceMs);
      return isAsked(accountId, sinceMs) ? [...living, ...months.wallets().spot.fills(accountId, sinceMs)] : living;
    },
  };
}

function withEarlierFutures(
  futures: FuturesVenue,
  { months, endMs, accountIds }: Earlier,
  isAsked: IsAsked,
): FuturesVenue {
  return {
    ...futures,
    orders(accountId, state, filter) {
      const living = futures.orders(accountId, state, filter);
      if (state === 'active' || !isAsked(accountId, filter.startAtMs)) return living;
      return [...living, ...months.futures().futures.orders(accountId, state, filter)];
    },
    order(accountId, orderId) {
      const living = futures.order(accountId, orderId);
      if (living !== null || !isAsked(accountId) || !isOrderBefore(orderId, endMs)) return living;
      return months.futures().futures.order(accountId, orderId);
    },
    fills(accountId, sinceMs) {
      const living = futures.fills(accountId, sinceMs);
      return isAsked(accountId, sinceMs) ? [...living, ...months.futures().futures.fills(accountId, sinceMs)] : living;
    },
    closedPositions(accountId) {
      const living = futures.closedPositions(accountId);
      return isAsked(accountId) ? [...living, ...months.futures().futures.closedPositions(accountId)] : living;
    },
    transactions(accountId) {
      // what the living exchange was opened with is what the earlier months ended with, and no deposit
      const living = futures.transactions(accountId).filter(row => row.timeMs > endMs || !accountIds.has(accountId));
      return isAsked(accountId) ? [...living, ...months.futures().transactions(accountId)] : living;
    },
    fundingPayments(accountId) {
      const living = futures.fundingPayments(accountId);
      return isAsked(accountId) ? [...living, ...months.futures().futures.fundingPayments(accountId)] : living;
    },
    fundingRates: symbol => [...futures.fundingRates(symbol), ...months.futures().futures.fundingRates(symbol)],
  };
}

function withEarlierMargin(margin: MarginVenue, { months }: Earlier, isAsked: IsAsked): MarginVenue {
  return {
    ...margin,
    history(accountId) {
      const living = margin.history(accountId);
      if (!isAsked(accountId)) return living;
      const earlier = months.wallets().margin.history(accountId);
      return {
        borrows: [...living.borrows, ...earlier.borrows],
        repays: [...living.repays, ...earlier.repays],
        interests: [...living.interests, ...earlier.interests],
      };
    },
  };
}

/**
 * The lists of the living exchange with those of the earlier months behind them. The months are played when somebody
 * asks for a time before their end, so that a start does not wait for them.
 */
export function withEarlierMonths(lists: Lists, earlier: Earlier): Lists {
  const { endMs, accountIds, months } = earlier;
  const isAsked: IsAsked = (accountId, sinceMs = 0) => accountIds.has(accountId) && sinceMs < endMs;
  const { movements, deposits } = lists;
  return {
    spot: withEarlierSpot(lists.spot, earlier, isAsked),
    futures: withEarlierFutures(lists.futures, earlier, isAsked),
    margin: withEarlierMargin(lists.margin, earlier, isAsked),
    deposits: {
      ...deposits,
      list(accountId, filter) {
        const living = deposits.list(accountId, filter);
        return isAsked(accountId, filter.startAtMs)
          ? [...living, ...months.wallets().deposits.list(accountId, filter)]
          : living;
      },
    },
    movements: {
      list(accountId, sinceMs = 0) {
        const living = movements.list(accountId, sinceMs);
        if (!isAsked(accountId, sinceMs)) return living;
        return [
          ...living,
          ...months
            .wallets()
            .movements(accountId)
            .filter(({ createdAtMs }) => createdAtMs >= sinceMs),
        ];
      },
    },
  };
}
