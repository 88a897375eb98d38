import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { MarginMode } from '../position/state.ts';
import { positionOf, restingOrders } from '../state/market.ts';
import { ownerOf } from '../position/holder.ts';
import { choose, holdersIn, settingsOf } from '../state/settings.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';

function isInUse(venue: FuturesVenueState, market: FuturesMarket, accountId: string): boolean {
  const isHeld = holdersIn(venue, accountId).some(
    holder => positionOf(market, holder).quantity !== 0n || [...restingOrders(market, holder)].length > 0,
  );
  return isHeld || [...market.stops.values()].some(stop => ownerOf(stop.accountId) === accountId);
}

/** The margin mode of an account's orders in a contract: it is chosen before the first of them. */
export function changeMarginMode(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, mode }: { readonly accountId: string; readonly mode: MarginMode },
): Outcome<MarginMode> {
  if (settingsOf(venue, market, accountId).mode === mode) return accept(mode);
  if (isInUse(venue, market, accountId)) {
    return refuse('margin-mode-in-use', 'There is a position or an order in the contract.', 'marginMode');
  }
  choose(venue, market, { accountId, mode });
  const { symbol } = market.terms.contract;
  venue.events.emit('marginMode', () => ({ kind: 'marginMode', accountId, symbol, marginMode: mode }));
  return accept(mode);
}
