import type { Order } from '#shared/domain/order.ts';
import type { Page } from '#shared/domain/page.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerOptions, itemsOf } from './handler-options.ts';

type Names =
  | 'orders.active'
  | 'orders.done'
  | 'orders.place'
  | 'orders.placeBatch'
  | 'orders.placeFutures'
  | 'orders.cancel'
  | 'fills.recent';

export function orderHandlers({ profiles, trading }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'orders.active': ({ profileId, symbol, venue }) =>
      onAccount(profileId, async ({ client }) => {
        const query = { status: 'active', symbol: symbol ?? undefined } as const;
        return itemsOf(await client[venue].allOrders(query, asPanel));
      }),
    'orders.done': ({ profileId, symbol, venue, page, pageSize }) =>
      onAccount(profileId, async ({ client }) => {
        const query = { symbol: symbol ?? undefined };
        if (venue === 'spot') return client.spot.orders({ ...query, status: 'done', page, pageSize }, asPanel);
        return pageOf(await client.futures.recentDoneOrders(query, asPanel), page, pageSize);
      }),
    'orders.place': ({ profileId, order }) =>
      onWritableAccount(profileId, account => trading.placeOrder(account, order)),
    'orders.placeBatch': ({ profileId, mode, orders }) =>
      onWritableAccount(profileId, account => trading.placeBatch(account, { mode, orders })),
    'orders.placeFutures': ({ profileId, order }) =>
      onWritableAccount(profileId, account => trading.placeFuturesOrder(account, order)),
    'orders.cancel': ({ profileId, venue, symbol, orderId }) =>
      onWritableAccount(profileId, account => trading.cancel(account, { venue, symbol, orderId, isStop: false })),
    'fills.recent': ({ profileId, venue }) =>
      onAccount(profileId, ({ client }) => client[venue].recentFills({}, asPanel)),
  };
}

/** The futures list has no pages: the last 1000 of 24 hours come at once (interface document §4.2). */
function pageOf(read: Result<readonly Order[]>, page: number, pageSize: number): Result<Page<Order>> {
  if (!read.ok) return read;
  const totalItems = read.value.length;
  const items = read.value.slice((page - 1) * pageSize, page * pageSize);
  return succeed({ page, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize), items });
}
