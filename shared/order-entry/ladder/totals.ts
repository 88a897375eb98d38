import { add, type Decimal, divide, isPositive, multiply, sum } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { isCrossing } from '../book-walk.ts';
import { type MarketTerms, working, worthOf } from '../market-terms.ts';
import { blendedRate, breakEven, type FeeRates } from '../order-cost.ts';
import type { Rung } from './rungs.ts';

/** What all rungs come to if each fills at its own price. */
export interface LadderTotals {
  readonly count: number;
  readonly size: Decimal;
  /** in the settlement currency */
  readonly worth: Decimal;
  /** null: no rung has a size */
  readonly averagePrice: Decimal | null;
  /** in the settlement currency; null while the rates are not known. Negative: the exchange pays */
  readonly fee: Decimal | null;
  /** where leaving again brings back what it cost, both fees counted */
  readonly breakEven: Decimal | null;
  /** rungs that would take at once */
  readonly crossing: number;
}

export interface TotalsOptions {
  readonly side: Side;
  readonly terms: MarketTerms;
  readonly rates: FeeRates | null;
  readonly touch: Touch;
}

/** Rungs that would take at once pay the taker's rate on their limit, the others the maker's; leaving pays the taker's. */
export function ladderTotals(rungs: readonly Rung[], { side, terms, rates, touch }: TotalsOptions): LadderTotals {
  const best = side === 'buy' ? touch.ask : touch.bid;
  const priced = rungs.map(({ price, size }) => ({
    worth: worthOf(size, price, terms),
    isTaking: isCrossing(price, side, best),
  }));
  const size = sum(rungs.map(rung => rung.size));
  const worth = sum(priced.map(each => each.worth));
  const averagePrice = isPositive(worth) ? averageOf(size, worth, terms) : null;
  const fee =
    rates === null
      ? null
      : priced.reduce<Decimal>(
          (paid, { worth: part, isTaking }) =>
            add(paid, multiply(part, isTaking ? rates.takerFeeRate : rates.makerFeeRate)),
          '0',
        );
  const entryRate = blendedRate({ worth, fee });
  return {
    count: rungs.length,
    size,
    worth,
    averagePrice,
    fee,
    breakEven:
      averagePrice === null || entryRate === null || rates === null
        ? null
        : breakEven({ side, price: averagePrice, entryRate, exitRate: rates.takerFeeRate }, terms),
    crossing: priced.filter(({ isTaking }) => isTaking).length,
  };
}

function averageOf(size: Decimal, worth: Decimal, { multiplier, isInverse }: MarketTerms): Decimal {
  const units = multiply(size, multiplier);
  return isInverse ? divide(units, worth, working) : divide(worth, units, working);
}
