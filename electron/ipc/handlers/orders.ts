import { succeed } from '#shared/errors.ts';
import { readFillsOfOrder } from '#account/past/order-fills.ts';
import { readOrder } from '#client/one-order.ts';
import type { Handlers } from '../gate.ts';
import { answerOf, asPanel, type HandlerOptions } from './handler-options.ts';

type Names =
  | 'orders.done'
  | 'orders.ended'
  | 'orders.answer'
  | 'orders.read'
  | 'orders.fills'
  | 'orders.place'
  | 'orders.placeBatch'
  | 'orders.placeFutures'
  | 'orders.placeFuturesBatch'
  | 'orders.placeProtected'
  | 'orders.amend'
  | 'orders.cancel';

export function orderHandlers({ profiles, trading, live }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'orders.done': ({ profileId, ...query }) =>
      onAccount(profileId, async () => {
        const market = live.of(profileId);
        return market.ok ? market.value.account.doneOrders(query) : market;
      }),
    'orders.ended': ({ profileId }) =>
      onAccount(profileId, () => {
        const market = live.of(profileId);
        return Promise.resolve(market.ok ? succeed([...market.value.account.endedOrders()]) : market);
      }),
    'orders.answer': ({ profileId, order }) => onAccount(profileId, ({ client }) => client.orderAnswer(order, asPanel)),
    'orders.read': ({ profileId, order }) => onAccount(profileId, ({ client }) => readOrder(client, order, asPanel)),
    'orders.fills': ({ profileId, order }) =>
      onAccount(profileId, async ({ client }) =>
        answerOf('fills', await readFillsOfOrder({ client, options: asPanel }, order)),
      ),
    'orders.place': ({ profileId, order, confirmed }) =>
      onWritableAccount(profileId, account => trading.placeOrder(account, order, confirmed)),
    'orders.placeBatch': ({ profileId, mode, orders, confirmed }) =>
      onWritableAccount(profileId, account => trading.placeBatch(account, { mode, orders }, confirmed)),
    'orders.placeFutures': ({ profileId, order, confirmed }) =>
      onWritableAccount(profileId, account => trading.placeFuturesOrder(account, order, confirmed)),
    'orders.placeFuturesBatch': ({ profileId, orders, confirmed }) =>
      onWritableAccount(profileId, account => trading.placeFuturesBatch(account, { orders }, confirmed)),
    'orders.placeProtected': ({ profileId, order, confirmed }) =>
      onWritableAccount(profileId, account => trading.placeProtectedOrder(account, order, confirmed)),
    'orders.amend': ({ profileId, amend, confirmed }) =>
      onWritableAccount(profileId, account => trading.amend(account, amend, confirmed)),
    'orders.cancel': ({ profileId, venue, symbol, orderId }) =>
      onWritableAccount(profileId, account => trading.cancel(account, { venue, symbol, orderId, isStop: false })),
  };
}
