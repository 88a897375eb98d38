import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import type { MarginMode } from '../position/state.ts';
import { positionOf, restingOrders } from '../state/market.ts';
import { choose, settingsOf } from '../state/settings.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';

function isInUse(market: FuturesMarket, accountId: string): boolean {
  if (positionOf(market, accountId).quantity !== 0n) return true;
  if ([...restingOrders(market, accountId)].length > 0) return true;
  return [...market.stops.values()].some(stop => stop.accountId === accountId);
}

/** The margin mode of an account's orders in a contract: it is chosen before the first of them. */
export function changeMarginMode(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, mode }: { readonly accountId: string; readonly mode: MarginMode },
): Outcome<MarginMode> {
  if (settingsOf(venue, market, accountId).mode === mode) return accept(mode);
  if (isInUse(market, accountId)) {
    return refuse('margin-mode-in-use', 'There is a position or an order in the contract.', 'marginMode');
  }
  choose(venue, market, { accountId, mode });
  const { symbol } = market.terms.contract;
  venue.events.emit('marginMode', () => ({ kind: 'marginMode', accountId, symbol, marginMode: mode }));
  return accept(mode);
}
