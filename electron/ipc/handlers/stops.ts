import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

type Names = 'stops.place' | 'stops.placePair' | 'stops.cancel';

export function stopHandlers({ profiles, trading }: HandlerOptions): Pick<Handlers, Names> {
  const { onWritableAccount } = profiles;
  return {
    'stops.place': ({ profileId, order, confirmed }) =>
      onWritableAccount(profileId, account => trading.placeStop(account, order, confirmed)),
    'stops.placePair': ({ profileId, order, confirmed }) =>
      onWritableAccount(profileId, account => trading.placePair(account, order, confirmed)),
    'stops.cancel': ({ profileId, ...stop }) =>
      onWritableAccount(profileId, account => trading.cancel(account, { ...stop, isStop: true })),
  };
}
