import { nextReached, triggerStop } from '../orders/stops.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import { sweepPositions } from './liquidation.ts';

/** What follows from a change: liquidations, and stop orders that trigger one another, until the market is quiet. */
export function settleMarket(venue: FuturesVenueState, market: FuturesMarket, accountIds: Iterable<string>): void {
  if (market.mark === 0n) return;
  sweepPositions(venue, market, accountIds);
  for (let stop = nextReached(market); stop !== null; stop = nextReached(market)) {
    sweepPositions(venue, market, triggerStop(venue, market, stop));
  }
}
