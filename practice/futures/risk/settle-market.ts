import { dropOrphans } from '../orders/exits.ts';
import { nextReached, triggerStop } from '../orders/stops.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';
import { type Affected, sweepPositions } from './liquidation.ts';

/** One round: positions are looked after, and the oldest stop order that is reached triggers. Answers what that changed. */
function settleRound(venue: FuturesVenueState, affected: Affected): readonly Affected[] {
  const { market } = affected;
  const next = sweepPositions(venue, affected);
  dropOrphans(venue, market);
  const stop = nextReached(market);
  return stop === null ? next : [...next, { market, accountIds: triggerStop(venue, market, stop) }];
}

/**
 * What follows from a change: liquidations, which on cross margin reach into other markets, and stop orders that trigger
 * one another, until all is quiet.
 */
export function settleMarket(venue: FuturesVenueState, market: FuturesMarket, accountIds: Iterable<string>): void {
  if (market.mark === 0n) return;
  const work: Affected[] = [{ market, accountIds }];
  for (let next = work.shift(); next !== undefined; next = work.shift()) work.unshift(...settleRound(venue, next));
}
