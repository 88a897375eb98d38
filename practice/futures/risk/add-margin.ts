import { compare, type Decimal, divide, isDecimal, multiply, scaleOf, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse } from '#practice/kernel/kernel.ts';
import { writePrice } from '../contract/terms.ts';
import { positionOf } from '../state/market.ts';
import { availableOf, moveMargin } from '../state/money.ts';
import type { PositionName } from '../account-types.ts';
import type { Stake } from '../state/cross.ts';
import { holderFor } from '../state/settings.ts';
import { emitPosition } from '../state/positions.ts';
import { accountOf, type FuturesMarket, type FuturesVenueState } from '../state/state.ts';

interface MarginRequest extends PositionName {
  readonly accountId: string;
  readonly margin: Decimal;
  readonly bizNo: string;
}

/** docs/exchange/endpoints.md §9.2: the least margin that may be added, in XBT. */
const leastMarginXbt = '0.00001667';
const longestBizNo = 36;
/** Digits of a converted minimum. */
const conversionScale = 10;

function indexOf(venue: FuturesVenueState, baseCurrency: string): Decimal | null {
  for (const { terms, index } of venue.markets.values()) {
    if (terms.contract.baseCurrency === baseCurrency && index > 0n) return writePrice(terms, index);
  }
  return null;
}

/** The minimum in a settle currency, by the index prices of XBT and of that currency; dollars count as one. */
function leastMargin(venue: FuturesVenueState, settleCurrency: string): Decimal {
  if (settleCurrency === 'XBT') return leastMarginXbt;
  const dollars = multiply(leastMarginXbt, indexOf(venue, 'XBT') ?? '0');
  const price = indexOf(venue, settleCurrency) ?? '1';
  return divide(dollars, price, { scale: conversionScale, rounding: 'up' });
}

function checkAmount(venue: FuturesVenueState, market: FuturesMarket, margin: Decimal): Outcome<bigint> {
  const { terms } = market;
  const { settleCurrency } = terms.contract;
  if (!isDecimal(margin) || scaleOf(margin) > terms.moneyScale) {
    return refuse('parameter', `The margin must be a number of at most ${terms.moneyScale} decimals.`, 'margin');
  }
  const least = leastMargin(venue, settleCurrency);
  if (compare(margin, least) < 0 || compare(margin, '0') <= 0) {
    return refuse('margin-too-small', `The margin must be at least ${least} ${settleCurrency}.`, 'margin');
  }
  return accept(toUnits(margin, terms.moneyScale));
}

/**
 * Adds margin to an isolated position: posCross and posMargin rise by the amount (docs/exchange/matching.md §8). The
 * same bizNo of an account is applied once; a refused one may be used again. Answers the position.
 */
export function addMargin(
  venue: FuturesVenueState,
  { accountId: owner, margin, bizNo, ...position }: MarginRequest,
): Outcome<Stake> {
  const { symbol } = position;
  if (bizNo.length === 0 || bizNo.length > longestBizNo) {
    return refuse('parameter', `bizNo: 1 to ${longestBizNo} characters.`, 'bizNo');
  }
  const { addedMargin } = accountOf(venue, owner);
  const market = venue.markets.get(addedMargin.get(bizNo) ?? symbol);
  if (market === undefined) return refuse('symbol-unknown', `Unknown contract: ${symbol}.`, 'symbol');
  const held = holderFor(venue, owner, position);
  if (!held.ok) return held;
  const accountId = held.value;
  if (addedMargin.has(bizNo)) return accept({ market, accountId });
  const amount = checkAmount(venue, market, margin);
  if (!amount.ok) return amount;
  const state = positionOf(market, accountId);
  if (state.quantity === 0n) return refuse('no-position', `There is no open position in ${symbol}.`, 'symbol');
  if (state.mode === 'CROSS')
    return refuse('position-mode', 'Margin can be added to isolated positions only.', 'symbol');
  if (amount.value > availableOf(venue, market.terms, accountId)) {
    return refuse('balance', 'The available balance is not enough.', 'margin');
  }
  moveMargin(venue, market.terms, { accountId, money: amount.value });
  market.positions.set(accountId, { ...state, added: state.added + amount.value });
  addedMargin.set(bizNo, symbol);
  emitPosition(venue, market, { accountId, reason: 'marginChange' });
  return accept({ market, accountId });
}
