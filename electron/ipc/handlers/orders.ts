import type { Handlers } from '../gate.ts';
import { type HandlerNeeds, tradingDesk } from './needs.ts';

type Names = 'orders.done' | 'orders.place' | 'orders.placeBatch' | 'orders.placeFutures' | 'orders.cancel';

export function orderHandlers({ session, trading, live }: HandlerNeeds): Pick<Handlers, Names> {
  const { onActiveProfile, onWritableProfile } = session;
  return {
    'orders.done': ({ profileId, ...query }) =>
      onActiveProfile(profileId, async () => {
        const market = live.of(profileId);
        return market.ok ? market.value.account.doneOrders(query) : market;
      }),
    'orders.place': ({ profileId, order }) =>
      onWritableProfile(profileId, desk => trading.placeOrder(tradingDesk(desk), order)),
    'orders.placeBatch': ({ profileId, mode, orders }) =>
      onWritableProfile(profileId, desk => trading.placeBatch(tradingDesk(desk), { mode, orders })),
    'orders.placeFutures': ({ profileId, order }) =>
      onWritableProfile(profileId, desk => trading.placeFuturesOrder(tradingDesk(desk), order)),
    'orders.cancel': ({ profileId, venue, symbol, orderId }) =>
      onWritableProfile(profileId, desk =>
        trading.cancel(tradingDesk(desk), { venue, symbol, orderId, isStop: false }),
      ),
  };
}
