import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

type Names = 'stops.place' | 'stops.placePair' | 'stops.cancel';

export function stopHandlers({ profiles, trading }: HandlerOptions): Pick<Handlers, Names> {
  const { onWritableAccount } = profiles;
  return {
    'stops.place': ({ profileId, order }) => onWritableAccount(profileId, account => trading.placeStop(account, order)),
    'stops.placePair': ({ profileId, order }) =>
      onWritableAccount(profileId, account => trading.placePair(account, order)),
    'stops.cancel': ({ profileId, venue, symbol, orderId }) =>
      onWritableAccount(profileId, account => trading.cancel(account, { venue, symbol, orderId, isStop: true })),
  };
}
