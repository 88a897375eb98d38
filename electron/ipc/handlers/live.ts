import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

type Names = 'watch.set' | 'account.refresh' | 'feeds.read' | 'trades.recent' | 'candles.history';

/** What moves by itself, and the past that it continues. */
export function liveHandlers({ profiles, live }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount } = profiles;
  return {
    'watch.set': ({ profileId, watches, isRepeat }, caller) =>
      onAccount(profileId, () =>
        Promise.resolve(
          isRepeat ? live.watchStill(profileId, watches, caller) : live.watch(profileId, watches, caller),
        ),
      ),
    'account.refresh': ({ profileId, list }) =>
      onAccount(profileId, () => {
        const market = live.of(profileId);
        if (market.ok) market.value.account.refresh(list);
        return Promise.resolve(market.ok ? succeed({}) : market);
      }),
    'feeds.read': ({ profileId }) =>
      onAccount(profileId, () => {
        const market = live.of(profileId);
        return Promise.resolve(market.ok ? succeed(market.value.topics()) : market);
      }),
    'trades.recent': ({ profileId, venue, symbol }) =>
      onAccount(profileId, async () => {
        const market = live.of(profileId);
        return market.ok ? market.value.trades({ venue, symbol }) : market;
      }),
    'candles.history': ({ profileId, ...query }) =>
      onAccount(profileId, async () => {
        const market = live.of(profileId);
        return market.ok ? market.value.candles(query) : market;
      }),
  };
}
