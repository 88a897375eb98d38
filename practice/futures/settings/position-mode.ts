import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { positionOf } from '../state/market.ts';
import { holdersIn, isHedged } from '../state/settings.ts';
import { accountOf, type FuturesVenueState } from '../state/state.ts';

function isInUse(venue: FuturesVenueState, accountId: string): boolean {
  if (accountOf(venue, accountId).active.size > 0) return true;
  const holders = holdersIn(venue, accountId);
  return [...venue.markets.values()].some(market => holders.some(holder => positionOf(market, holder).quantity !== 0n));
}

/** Sets the position mode of all contracts of an account; refused while a position or an order is open. */
export function changePositionMode(
  venue: FuturesVenueState,
  { accountId, isHedge }: { readonly accountId: string; readonly isHedge: boolean },
): Outcome<boolean> {
  if (isHedged(venue, accountId) === isHedge) return accept(isHedge);
  if (isInUse(venue, accountId)) {
    return refuse('margin-mode-in-use', 'There is a position or an order.', 'positionMode');
  }
  accountOf(venue, accountId).isHedged = isHedge;
  return accept(isHedge);
}
