import type { Handlers } from '../gate.ts';
import { type HandlerNeeds, tradingDesk } from './needs.ts';

type Names = 'stops.place' | 'stops.cancel';

export function stopHandlers({ session, trading }: HandlerNeeds): Pick<Handlers, Names> {
  const { onWritableProfile } = session;
  return {
    'stops.place': ({ profileId, order }) =>
      onWritableProfile(profileId, desk => trading.placeStop(tradingDesk(desk), order)),
    'stops.cancel': ({ profileId, venue, symbol, orderId }) =>
      onWritableProfile(profileId, desk => trading.cancel(tradingDesk(desk), { venue, symbol, orderId, isStop: true })),
  };
}
