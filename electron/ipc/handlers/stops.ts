import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerNeeds, itemsOf, tradingDesk } from './needs.ts';

type Names = 'stops.list' | 'stops.place' | 'stops.cancel';

export function stopHandlers({ session, trading }: HandlerNeeds): Pick<Handlers, Names> {
  const { onActiveProfile, onWritableProfile } = session;
  return {
    'stops.list': ({ profileId, symbol, venue }) =>
      onActiveProfile(profileId, async ({ client }) => {
        const query = { symbol: symbol ?? undefined };
        return itemsOf(
          await (venue === 'spot' ? client.stops.all(query, asPanel) : client.futures.allStops(query, asPanel)),
        );
      }),
    'stops.place': ({ profileId, order }) =>
      onWritableProfile(profileId, desk => trading.placeStop(tradingDesk(desk), order)),
    'stops.cancel': ({ profileId, venue, symbol, orderId }) =>
      onWritableProfile(profileId, desk => trading.cancel(tradingDesk(desk), { venue, symbol, orderId, isStop: true })),
  };
}
