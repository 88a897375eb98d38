import { absolute, add, compare, type Decimal, divide, isPositive, multiply, subtract } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';

/** What taking everything up to a price would come to. */
export interface Sweep {
  readonly levels: number;
  readonly size: Decimal;
  readonly cost: Decimal;
  readonly averagePrice: Decimal;
  /** from the mid, in hundredths of a per cent, always against the taker; null without a mid */
  readonly slippageBps: Decimal | null;
  /** in quote currency; null while the fee rate is not known */
  readonly fee: Decimal | null;
}

export interface SweepTerms {
  readonly mid: Decimal | null;
  readonly takerFeeRate: Decimal | null;
  readonly priceScale: number;
}

/** Takes the first `count` levels of a side, best first. Null when nothing rests there. */
export function sweepLevels(levels: readonly BookLevel[], count: number, terms: SweepTerms): Sweep | null {
  let size: Decimal = '0';
  let cost: Decimal = '0';
  const taken = levels.slice(0, count);
  for (const [price, amount] of taken) {
    size = add(size, amount);
    cost = add(cost, multiply(price, amount));
  }
  if (!isPositive(size)) return null;
  const averagePrice = divide(cost, size, { scale: terms.priceScale + 2, rounding: 'half-even' });
  return {
    levels: taken.length,
    size,
    cost,
    averagePrice,
    slippageBps: slippage(averagePrice, terms.mid),
    fee: terms.takerFeeRate === null ? null : multiply(cost, terms.takerFeeRate),
  };
}

function slippage(averagePrice: Decimal, mid: Decimal | null): Decimal | null {
  if (mid === null || !isPositive(mid)) return null;
  const distance = subtract(averagePrice, mid);
  return absolute(divide(multiply(distance, '10000'), mid, { scale: 1, rounding: 'half-even' }));
}

/** How many levels, best first, lie at that price or better. */
export function levelsUpTo(levels: readonly BookLevel[], price: Decimal, side: 'bid' | 'ask'): number {
  const beyond = levels.findIndex(level =>
    side === 'bid' ? compare(level[0], price) < 0 : compare(level[0], price) > 0,
  );
  return beyond < 0 ? levels.length : beyond;
}
