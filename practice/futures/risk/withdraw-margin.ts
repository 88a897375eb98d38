import { compare, type Decimal, scaleOf, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { divideCeil, greater, lesser, magnitudeOf } from '#practice/kernel/integers.ts';
import { rateOne, type Terms, valueOf, writeMoney } from '../contract/terms.ts';
import { equityAt, levelOfPosition } from '../position/figures.ts';
import { marginOf, type PositionState } from '../position/state.ts';
import { positionOf } from '../state/market.ts';
import { moveMargin } from '../state/money.ts';
import { emitPosition } from '../state/positions.ts';
import type { FuturesMarket, FuturesVenueState } from '../state/state.ts';

/** What must stay: the initial margin of the risk level on the larger of entry and mark value, and the closing reserve. */
function leastMargin(terms: Terms, state: PositionState, mark: bigint): bigint {
  const worth = greater(magnitudeOf(state.cost), magnitudeOf(valueOf(terms, state.quantity, mark)));
  return divideCeil(worth * levelOfPosition(terms, state).initial, rateOne) + state.reserve;
}

/** Margin that can be taken out of an isolated position; what it gains cannot, what it loses is missing. */
function spareMargin({ terms, mark }: FuturesMarket, state: PositionState): bigint {
  const present = lesser(marginOf(state), equityAt(terms, state, mark));
  return greater(present - leastMargin(terms, state, mark), 0n);
}

function isolatedPosition(market: FuturesMarket, accountId: string): Outcome<PositionState> {
  const state = positionOf(market, accountId);
  if (state.quantity === 0n) return refuse('no-position', 'There is no open position.', 'symbol');
  if (state.mode === 'ISOLATED') return accept(state);
  return refuse('position-mode', 'Margin can be taken out of isolated positions only.', 'symbol');
}

/** The most that can be taken out now, in the settle currency. */
export function maxWithdrawMargin(market: FuturesMarket, accountId: string): Outcome<Decimal> {
  const position = isolatedPosition(market, accountId);
  return position.ok ? accept(writeMoney(market.terms, spareMargin(market, position.value))) : position;
}

/** Margin that was added is removed first, then the margin of the leverage, so that the leverage rises. */
function without(state: PositionState, money: bigint): PositionState {
  const fromAdded = greater(lesser(money, state.added), 0n);
  return { ...state, added: state.added - fromAdded, initial: state.initial - (money - fromAdded) };
}

/** Takes margin out of an isolated position (docs/exchange/endpoints.md §9.5); answers the amount. */
export function withdrawMargin(
  venue: FuturesVenueState,
  market: FuturesMarket,
  { accountId, amount }: { readonly accountId: string; readonly amount: Decimal },
): Outcome<Decimal> {
  const { terms } = market;
  const position = isolatedPosition(market, accountId);
  if (!position.ok) return position;
  if (scaleOf(amount) > terms.moneyScale || compare(amount, '0') <= 0) {
    return refuse('parameter', `withdrawAmount must have at most ${terms.moneyScale} decimals`, 'withdrawAmount');
  }
  const money = toUnits(amount, terms.moneyScale);
  const most = spareMargin(market, position.value);
  if (money > most) return refuse('balance', `At most ${writeMoney(terms, most)} can be taken out.`, 'withdrawAmount');
  moveMargin(venue, terms, { accountId, money: -money });
  market.positions.set(accountId, without(position.value, money));
  emitPosition(venue, market, { accountId, reason: 'marginChange' });
  return accept(amount);
}
