import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerOptions, itemsOf } from './handler-options.ts';

type Names = 'stops.list' | 'stops.place' | 'stops.cancel';

export function stopHandlers({ profiles, trading }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'stops.list': ({ profileId, symbol, venue }) =>
      onAccount(profileId, async ({ client }) => {
        const query = { symbol: symbol ?? undefined };
        return itemsOf(
          await (venue === 'spot' ? client.stops.all(query, asPanel) : client.futures.allStops(query, asPanel)),
        );
      }),
    'stops.place': ({ profileId, order }) => onWritableAccount(profileId, account => trading.placeStop(account, order)),
    'stops.cancel': ({ profileId, venue, symbol, orderId }) =>
      onWritableAccount(profileId, account => trading.cancel(account, { venue, symbol, orderId, isStop: true })),
  };
}
