import { add, type Decimal, divide, isPositive, multiply, roundToStep, subtract } from '../decimal.ts';
import type { Side } from '../domain/scalars.ts';
import type { BookWalk } from './book-walk.ts';
import { type MarketTerms, working, worthOf } from './market-terms.ts';

export interface FeeRates {
  readonly takerFeeRate: Decimal;
  readonly makerFeeRate: Decimal;
}

export interface CostOptions {
  readonly walk: BookWalk;
  /** where the rest would rest; null: a market order, whose rest is not traded */
  readonly limit: Decimal | null;
  /** null: not known */
  readonly rates: FeeRates | null;
  /** an IOC or FOK order: whatever fills of it takes */
  readonly neverRests?: boolean;
}

/** What an order comes to in the settlement currency, if the rest fills at its limit. */
export interface OrderCost {
  readonly worth: Decimal;
  /** average of what it would take and its rest; null when it comes to nothing */
  readonly averagePrice: Decimal | null;
  /** null while the rates are not known */
  readonly fee: Decimal | null;
  /** what it costs to hold it until it has filled: the dearer fee on all of it */
  readonly largestFee: Decimal | null;
}

/**
 * The taken part at the taker's rate, the rest at the maker's. When the known levels end before the limit, it is
 * unknown whether the rest will rest: it is counted at the higher rate.
 */
export function costOf({ walk, limit, rates, neverRests = false }: CostOptions, terms: MarketTerms): OrderCost {
  const restWorth = limit === null ? '0' : worthOf(walk.rest, limit, terms);
  const worth = add(walk.worth, restWorth);
  const filled = limit === null ? walk.taken : add(walk.taken, walk.rest);
  // a limit order is held for at its limit, however well it fills
  const held = limit === null ? worth : worthOf(filled, limit, terms);
  return {
    worth,
    averagePrice: isPositive(worth) ? averageOf(filled, worth, terms) : null,
    fee:
      rates === null
        ? null
        : add(
            multiply(walk.worth, rates.takerFeeRate),
            multiply(restWorth, restRate(rates, walk.isExhausted, neverRests)),
          ),
    largestFee: rates === null ? null : multiply(held, dearer(rates)),
  };
}

function restRate(rates: FeeRates, isUnknown: boolean, neverRests: boolean): Decimal {
  if (neverRests) return rates.takerFeeRate;
  return isUnknown ? dearer(rates) : rates.makerFeeRate;
}

function averageOf(size: Decimal, worth: Decimal, { multiplier, isInverse }: MarketTerms): Decimal {
  const units = multiply(size, multiplier);
  return isInverse ? divide(units, worth, working) : divide(worth, units, working);
}

export function dearer({ takerFeeRate, makerFeeRate }: FeeRates): Decimal {
  return isPositive(subtract(makerFeeRate, takerFeeRate)) ? makerFeeRate : takerFeeRate;
}

export interface BreakEvenTrade {
  readonly side: Side;
  readonly price: Decimal;
  /** fees of coming in and of leaving again, as fractions */
  readonly entryRate: Decimal;
  readonly exitRate: Decimal;
}

/** The rate of all of it together, each part at its own. Null: not known, or nothing comes in. */
export function blendedRate(cost: Pick<OrderCost, 'worth' | 'fee'> | null): Decimal | null {
  if (cost === null || cost.fee === null || !isPositive(cost.worth)) return null;
  return divide(cost.fee, cost.worth, working);
}

/** Below any tick, and above what is lost where a rate is a quotient: that would ask for a tick too much. */
const finest = { scale: 12, rounding: 'half-even' } as const;

/** The first price at which leaving again brings back what it cost, both fees counted, on the next tick. */
export function breakEven(
  { side, price, entryRate, exitRate }: BreakEvenTrade,
  { tick, isInverse }: Pick<MarketTerms, 'tick' | 'isInverse'>,
): Decimal {
  // the value of an inverse contract is a reciprocal: the fees of closing and of opening swap places
  const [own, other] = isInverse ? [exitRate, entryRate] : [entryRate, exitRate];
  const isBuy = side === 'buy';
  const paid = multiply(price, isBuy ? add('1', own) : subtract('1', own));
  const exact = divide(paid, isBuy ? subtract('1', other) : add('1', other), finest);
  return roundToStep(exact, tick, isBuy ? 'ceil' : 'floor');
}
