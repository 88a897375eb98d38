import { rowKeys } from '#shared/domain/account/row-keys.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { type AccountList, createAccountList } from './account-list.ts';
import type { MarginOrderList, Part, PartOptions } from './follow-venue.ts';
import { listPolicies } from './list-policies.ts';
import { createMarginAccounts, type MarginAccountsAnswer, readMarginAccounts } from './lists/margin-accounts.ts';
import { type MarginOrdersAnswer, readMarginOrders } from './lists/margin-orders.ts';
import type { Orders } from './lists/orders.ts';

export function createMarginOrderList({ profileId, client, clock, tell }: PartOptions): MarginOrderList {
  let orders: Pick<Orders, 'takeList'> | null = null;
  const list = createAccountList<Order, MarginOrdersAnswer>({
    clock,
    policy: listPolicies['margin.orders'],
    topics: ['orders'],
    keyOf: rowKeys['margin.orders'],
    ask: signal => readMarginOrders(client, { priority: 'visible', signal }),
    answered: (answer, askedAtMs) => {
      orders?.takeList(answer, { askedAtMs, kind: 'margin' });
      return true;
    },
    missing: ({ missing }) => missing,
    offer: make => tell('margin.orders', make, content => ({ profileId, list: 'margin.orders', ...content })),
  });
  return {
    list,
    join: joined => {
      orders = joined;
    },
  };
}

export interface MarginLists extends Part {
  readonly accounts: AccountList<MarginAccountRow>;
}

/** An exchange gives each pair a topic of its own; those that are used are few. */
const mostPairs = 10;

/** Hears what happens to the margin accounts. docs/exchange/feeds.md §6.4. */
export function followMargin(options: PartOptions): MarginLists {
  const { profileId, client, feed, clock, tell, missed } = options;
  const pairs = new Map<string, () => void>();
  const list = createAccountList<MarginAccountRow, MarginAccountsAnswer>({
    clock,
    policy: listPolicies['margin.accounts'],
    topics: ['margin'],
    keyOf: rowKeys['margin.accounts'],
    ask: signal => readMarginAccounts(client, { priority: 'visible', signal }),
    answered: (answer, askedAtMs) => {
      accounts.takeList(answer, askedAtMs);
      followPairs(answer);
      return true;
    },
    missing: ({ missing }) => missing,
    offer: make => tell('margin.accounts', make, content => ({ profileId, list: 'margin.accounts', ...content })),
  });
  const accounts = createMarginAccounts({ rows: list, want: list.want, monotonicMs: clock.monotonicMs });
  const reset = (): void => missed('spot');
  /** The frame of a pair names its new state and not its figures: they are read. */
  const followPairs = ({ rows }: MarginAccountsAnswer): void => {
    const wanted = new Set(rows.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])).slice(0, mostPairs));
    for (const [symbol, undo] of pairs) {
      if (wanted.has(symbol)) continue;
      undo();
      pairs.delete(symbol);
    }
    for (const symbol of wanted) {
      if (pairs.has(symbol)) continue;
      pairs.set(
        symbol,
        // of a pair that begins to be followed, nothing else of the venue was missed
        feed.subscribe({ venue: 'spot', kind: 'isolatedPosition', symbol }, { message: list.want, reset: list.missed }),
      );
    }
  };
  const undo = feed.subscribe(
    { venue: 'spot', kind: 'marginPosition' },
    {
      message(update) {
        accounts.take(update);
        list.heard();
      },
      reset,
      state: status => list.topic('margin', status),
    },
  );
  return {
    accounts: list,
    missed(venue) {
      if (venue === 'spot') list.missed();
    },
    stop() {
      undo();
      for (const leave of pairs.values()) leave();
      list.stop();
    },
  };
}
