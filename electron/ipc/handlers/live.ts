import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerNeeds } from './needs.ts';

type Names = 'watch.set' | 'account.refresh' | 'feeds.read' | 'trades.recent' | 'candles.history';

/** What moves by itself, and the past that it continues. */
export function liveHandlers({ session, live }: HandlerNeeds): Pick<Handlers, Names> {
  const { onActiveProfile } = session;
  return {
    'watch.set': ({ profileId, watches, isRepeat }) =>
      onActiveProfile(profileId, () =>
        Promise.resolve(isRepeat ? live.watchStill(profileId, watches) : live.watch(profileId, watches)),
      ),
    'account.refresh': ({ profileId, list }) =>
      onActiveProfile(profileId, () => {
        const market = live.of(profileId);
        if (market.ok) market.value.account.refresh(list);
        return Promise.resolve(market.ok ? succeed({}) : market);
      }),
    'feeds.read': ({ profileId }) =>
      onActiveProfile(profileId, () => {
        const market = live.of(profileId);
        return Promise.resolve(market.ok ? succeed(market.value.topics()) : market);
      }),
    'trades.recent': ({ profileId, venue, symbol }) =>
      onActiveProfile(profileId, async () => {
        const market = live.of(profileId);
        return market.ok ? market.value.trades({ venue, symbol }) : market;
      }),
    'candles.history': ({ profileId, ...query }) =>
      onActiveProfile(profileId, async () => {
        const market = live.of(profileId);
        return market.ok ? market.value.candles(query) : market;
      }),
  };
}
