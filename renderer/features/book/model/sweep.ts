import { add, compare, divide, isPositive, multiply, subtract } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/book.ts';

/** What taking everything up to a price would come to. */
export interface Sweep {
  readonly levels: number;
  readonly size: string;
  readonly cost: string;
  readonly averagePrice: string;
  /** from the mid, in hundredths of a per cent, always against the taker; null without a mid */
  readonly slippageBps: string | null;
  /** in quote currency; null while the fee rate is not known */
  readonly fee: string | null;
}

export interface SweepTerms {
  readonly mid: string | null;
  readonly takerFeeRate: string | null;
  readonly priceScale: number;
}

/** Takes the first `count` levels of a side, best first. Null when nothing rests there. */
export function sweepLevels(levels: readonly BookLevel[], count: number, terms: SweepTerms): Sweep | null {
  let size = '0';
  let cost = '0';
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

function slippage(averagePrice: string, mid: string | null): string | null {
  if (mid === null || !isPositive(mid)) return null;
  const distance = subtract(averagePrice, mid);
  const bps = divide(multiply(distance, '10000'), mid, { scale: 1, rounding: 'half-even' });
  return bps.startsWith('-') ? bps.slice(1) : bps;
}

/** How many levels, best first, lie at that price or better. */
export function levelsUpTo(levels: readonly BookLevel[], price: string, side: 'bid' | 'ask'): number {
  const beyond = levels.findIndex(level =>
    side === 'bid' ? compare(level[0], price) < 0 : compare(level[0], price) > 0,
  );
  return beyond < 0 ? levels.length : beyond;
}
