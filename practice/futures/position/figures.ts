import { divideCeil, magnitudeOf } from '#practice/kernel/integers.ts';
import { type LevelTerms, levelOf, priceOfWorth, rateOne, type Terms, valueOf, valueSign } from '../contract/terms.ts';
import { marginOf, type PositionState } from './state.ts';

export function levelOfPosition(terms: Terms, state: PositionState): LevelTerms {
  const chosen = state.riskLevel === null ? undefined : terms.levels[state.riskLevel - 1];
  return chosen ?? levelOf(terms, magnitudeOf(state.cost));
}

/** posMaint: the level's rate on the entry value, plus the reserve for closing. Rounded up, the cautious side. */
export function maintenanceOf(terms: Terms, state: PositionState): bigint {
  const rate = levelOfPosition(terms, state).maintain;
  return divideCeil(magnitudeOf(state.cost) * rate, rateOne) + state.reserve;
}

export function unrealisedAt(terms: Terms, state: PositionState, price: bigint): bigint {
  return valueOf(terms, state.quantity, price) - state.cost;
}

/** maintMargin of the wire: margin including unrealised PnL. */
export function equityAt(terms: Terms, state: PositionState, price: bigint): bigint {
  return marginOf(state) + unrealisedAt(terms, state, price);
}

/**
 * The price at which margin plus PnL has fallen to `floor`. Linear: entry ∓ (margin − floor)/u; inverse: the same by
 * algebra, 1/price = 1/entry ± (margin − floor)/u. Rounded to a step towards the mark (up for a long, down for a
 * short). Null: no price can do that (a long would need one below 0, a short one above the contract's highest).
 */
export function priceOfEquity(
  terms: Terms,
  state: PositionState,
  { floor, step }: { readonly floor: bigint; readonly step: bigint },
): bigint | null {
  const worth = (state.cost - marginOf(state) + floor) * valueSign(terms, state.quantity);
  if (worth <= 0n) return null;
  const rounding = state.quantity > 0n ? 'up' : 'down';
  const price = priceOfWorth(terms, { lots: magnitudeOf(state.quantity), worth }, { step, rounding });
  return price > terms.maxPrice ? null : price;
}

export function liquidationPriceOf(terms: Terms, state: PositionState): bigint | null {
  return priceOfEquity(terms, state, { floor: maintenanceOf(terms, state), step: terms.tick });
}

/** Where the whole margin but the closing fee's reserve is lost. */
export function bankruptPriceOf(terms: Terms, state: PositionState): bigint | null {
  return priceOfEquity(terms, state, { floor: state.reserve, step: terms.tick });
}

/** An unreachable price as it is shown: 0 for a long, the contract's highest for a short. */
export function shownPrice(terms: Terms, state: PositionState, price: bigint | null): bigint {
  return price ?? (state.quantity > 0n ? 0n : terms.maxPrice);
}

/** True when the mark has reached the liquidation price as it is shown. */
export function isLiquidatable(terms: Terms, state: PositionState, mark: bigint): boolean {
  if (state.quantity === 0n) return false;
  const price = liquidationPriceOf(terms, state);
  if (price === null) return false;
  return state.quantity > 0n ? mark <= price : mark >= price;
}

/**
 * The worst price (whole ticks) at which the position can be closed with its margin paying loss and taker fee: the
 * lowest sell of a long, the highest buy of a short. Null: any price will do.
 */
export function closingLimitOf(terms: Terms, state: PositionState): bigint | null {
  const sign = valueSign(terms, state.quantity);
  const owed = (state.cost - marginOf(state)) * sign;
  if (owed <= 0n) return null;
  // a positive value must stay above what is owed and its fee, a negative one must not grow beyond what is there
  const worth =
    sign > 0n ? divideCeil(owed * rateOne, rateOne - terms.takerFee) : (owed * rateOne) / (rateOne + terms.takerFee);
  const rounding = state.quantity > 0n ? 'up' : 'down';
  return priceOfWorth(terms, { lots: magnitudeOf(state.quantity), worth }, { step: terms.tick, rounding });
}
