import { accept, type Outcome, refuse, type Side } from '#practice/kernel/kernel.ts';
import { divideCeil, greater, lesser } from '#practice/kernel/integers.ts';
import { rateOne, writePrice } from '../contract/terms.ts';
import { closingLimitOf } from '../position/figures.ts';
import { openingLimitOf } from '../position/order-margin.ts';
import { bestPrice, closableLots, oppositeOf, positionOf } from '../state/market.ts';
import type { FuturesMarket } from '../state/state.ts';
import type { Sized } from './sizing.ts';

/** How far from the mark an order may trade: 5 % (docs/exchange/matching.md §5). */
const collar = rateOne / 20n;

/** The lowest price that a sell, the highest that a buy may have now: the contract's sellLimit and buyLimit. */
function collarOf({ terms, mark }: FuturesMarket, side: Side): bigint {
  if (side === 'buy')
    return lesser((mark * (rateOne + collar)) / rateOne / terms.tick, terms.maxPrice / terms.tick) * terms.tick;
  return divideCeil(mark * (rateOne - collar), rateOne * terms.tick) * terms.tick;
}

function stricter(side: Side, a: bigint, b: bigint | null): bigint {
  if (b === null) return a;
  return side === 'buy' ? lesser(a, b) : greater(a, b);
}

interface Priced extends Sized {
  readonly accountId: string;
  readonly limit: bigint | null;
  readonly cushion: bigint;
}

/** The worst price: the collar, or where the order would open into liquidation or close into bankruptcy. */
function boundOf(market: FuturesMarket, { side, accountId, cushion, isReducing, lots }: Priced): bigint {
  const { terms, mark } = market;
  const closable = closableLots(market, accountId, side);
  let bound = collarOf(market, side);
  if (!isReducing && lots > closable) bound = stricter(side, bound, openingLimitOf(terms, { side, cushion }, mark));
  if (closable > 0n) bound = stricter(side, bound, closingLimitOf(terms, positionOf(market, accountId)));
  return bound;
}

/** The worst price at which `lots` of the account's position may be closed now. */
export function closingBoundOf(
  market: FuturesMarket,
  closing: { readonly accountId: string; readonly side: Side; readonly lots: bigint },
): bigint {
  return boundOf(market, { ...closing, activeLots: closing.lots, isReducing: true, limit: null, cushion: 0n });
}

/** What is bought is dearest at the highest price, unless the contract is inverse; what is sold the other way round. */
function marginPriceOf(market: FuturesMarket, side: Side, worst: bigint): bigint {
  const best = bestPrice(market, oppositeOf(side));
  const meets = best > 0n && (side === 'buy' ? best <= worst : best >= worst);
  const isDearestAtBest = market.terms.contract.isInverse === (side === 'buy');
  return meets && isDearestAtBest ? best : greater(worst, market.terms.tick);
}

/** Refuses a limit beyond the worst price; answers that price and the one at which the order costs most. */
export function checkBounds(
  market: FuturesMarket,
  priced: Priced,
): Outcome<{ readonly bound: bigint; readonly marginPrice: bigint }> {
  const { side, limit } = priced;
  const bound = boundOf(market, priced);
  if (limit !== null && side === 'buy' && limit > bound) {
    return refuse('price-too-high', `The buy price must not be above ${writePrice(market.terms, bound)} now.`, 'price');
  }
  if (limit !== null && side === 'sell' && limit < bound) {
    return refuse('price-too-low', `The sell price must not be below ${writePrice(market.terms, bound)} now.`, 'price');
  }
  return accept({ bound, marginPrice: marginPriceOf(market, side, limit ?? bound) });
}
