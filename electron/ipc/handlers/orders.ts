import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

type Names = 'orders.done' | 'orders.place' | 'orders.placeBatch' | 'orders.placeFutures' | 'orders.cancel';

export function orderHandlers({ profiles, trading, live }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'orders.done': ({ profileId, ...query }) =>
      onAccount(profileId, async () => {
        const market = live.of(profileId);
        return market.ok ? market.value.account.doneOrders(query) : market;
      }),
    'orders.place': ({ profileId, order }) =>
      onWritableAccount(profileId, account => trading.placeOrder(account, order)),
    'orders.placeBatch': ({ profileId, mode, orders }) =>
      onWritableAccount(profileId, account => trading.placeBatch(account, { mode, orders })),
    'orders.placeFutures': ({ profileId, order }) =>
      onWritableAccount(profileId, account => trading.placeFuturesOrder(account, order)),
    'orders.cancel': ({ profileId, venue, symbol, orderId }) =>
      onWritableAccount(profileId, account => trading.cancel(account, { venue, symbol, orderId, isStop: false })),
  };
}
