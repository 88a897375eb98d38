import { greater, lesser } from '#practice/kernel/integers.ts';
import type { Terms } from '../contract/terms.ts';
import { equityAt, isLiquidatable, maintenanceOf } from '../position/figures.ts';
import type { PositionState } from '../position/state.ts';
import { ownerOf } from '../position/holder.ts';
import { positionOf } from './market.ts';
import { holdersIn } from './settings.ts';
import { availableOf, crossHoldsOf, moveMargin } from './money.ts';
import type { FuturesMarket, FuturesVenueState } from './state.ts';

/**
 * Cross margin (docs/exchange/matching.md §12): the cross positions of an account that settle in one currency stand on
 * one wallet. Each carries what it needs at the mark; what it lacks comes out of the wallet, then out of the others'
 * gains, and returns the same way. So a position is short of its maintenance exactly when all of them together are.
 */

/** What a cross position lacks of its initial margin at the mark. */
export function missingMargin(terms: Terms, state: PositionState, mark: bigint): bigint {
  return greater(state.initial + state.reserve - equityAt(terms, state, mark), 0n);
}

/** A position: its market and who holds it. */
export interface Stake {
  readonly market: FuturesMarket;
  readonly accountId: string;
}

/** The open cross positions of the settle currency that the account of a holder has, of both sides in hedge mode. */
export function crossStakes(venue: FuturesVenueState, holder: string, currency: string): readonly Stake[] {
  const holders = holdersIn(venue, ownerOf(holder));
  return [...venue.markets.values()]
    .filter(({ terms }) => terms.contract.settleCurrency === currency)
    .flatMap(market => holders.map(accountId => ({ market, accountId })))
    .filter(({ market, accountId }) => {
      const state = market.positions.get(accountId);
      return state !== undefined && state.mode === 'CROSS' && state.quantity !== 0n;
    });
}

function siblingsOf(venue: FuturesVenueState, market: FuturesMarket, accountId: string): readonly Stake[] {
  const { settleCurrency } = market.terms.contract;
  return crossStakes(venue, accountId, settleCurrency).filter(
    other => other.market !== market || other.accountId !== accountId,
  );
}

function addMoney(market: FuturesMarket, accountId: string, money: bigint): void {
  const state = positionOf(market, accountId);
  market.positions.set(accountId, { ...state, added: state.added + money });
}

/** What a position can do without and still not be liquidated one tick further on. */
function aboveMaintenance({ terms, mark }: FuturesMarket, state: PositionState): bigint {
  const worse = state.quantity > 0n ? mark - terms.tick : mark + terms.tick;
  return worse <= 0n ? 0n : equityAt(terms, state, worse) - maintenanceOf(terms, state);
}

/** What a position has beyond its initial margin. */
function aboveInitial({ terms, mark }: FuturesMarket, state: PositionState): bigint {
  return equityAt(terms, state, mark) - state.initial - state.reserve;
}

interface Loan {
  readonly accountId: string;
  readonly missing: bigint;
  readonly spareOf: (market: FuturesMarket, state: PositionState) => bigint;
}

/** The other positions stand in with what they can spare; all of it stays where the margins are. */
function borrowFromSiblings(venue: FuturesVenueState, market: FuturesMarket, loan: Loan): void {
  const { accountId, spareOf } = loan;
  let { missing } = loan;
  for (const sibling of siblingsOf(venue, market, accountId)) {
    if (missing <= 0n) return;
    const money = lesser(missing, spareOf(sibling.market, positionOf(sibling.market, sibling.accountId)));
    if (money <= 0n) continue;
    addMoney(sibling.market, sibling.accountId, -money);
    addMoney(market, accountId, money);
    missing -= money;
  }
}

/** Takes what the position lacks: from the wallet, from the others' gains, at last from their margin. */
export function support(venue: FuturesVenueState, market: FuturesMarket, accountId: string): void {
  const { terms, mark } = market;
  const missing = missingMargin(terms, positionOf(market, accountId), mark);
  if (missing === 0n) return;
  const money = lesser(missing, availableOf(venue, terms, accountId));
  moveMargin(venue, terms, { accountId, money });
  addMoney(market, accountId, money);
  borrowFromSiblings(venue, market, { accountId, missing: missing - money, spareOf: aboveInitial });
  const short = -aboveMaintenance(market, positionOf(market, accountId));
  borrowFromSiblings(venue, market, { accountId, missing: short, spareOf: aboveMaintenance });
}

/** Returns money that the position no longer needs: first to the positions that lent it, then to the wallet. */
export function relieve(venue: FuturesVenueState, market: FuturesMarket, accountId: string): void {
  const state = positionOf(market, accountId);
  let surplus = lesser(aboveInitial(market, state), state.added);
  for (const sibling of siblingsOf(venue, market, accountId)) {
    const owed = lesser(surplus, -positionOf(sibling.market, sibling.accountId).added);
    if (owed <= 0n) continue;
    addMoney(market, accountId, -owed);
    addMoney(sibling.market, sibling.accountId, owed);
    surplus -= owed;
  }
  if (surplus <= 0n) return;
  moveMargin(venue, market.terms, { accountId, money: -surplus });
  addMoney(market, accountId, -surplus);
}

/** True when the account's cross position has reached its liquidation price and nothing is left to support it. */
export function isFailing(market: FuturesMarket, accountId: string): boolean {
  return isLiquidatable(market.terms, positionOf(market, accountId), market.mark);
}

/**
 * The collateral of a cross position beyond its own margin: the wallet, the holds of its orders (they are cancelled
 * before the position is touched), and what the other positions have above their maintenance.
 */
export function backingOf(venue: FuturesVenueState, market: FuturesMarket, accountId: string): bigint {
  let backing = availableOf(venue, market.terms, accountId) + crossHoldsOf(venue, market.terms, accountId);
  for (const sibling of siblingsOf(venue, market, accountId)) {
    backing += greater(aboveMaintenance(sibling.market, positionOf(sibling.market, sibling.accountId)), 0n);
  }
  return backing;
}
