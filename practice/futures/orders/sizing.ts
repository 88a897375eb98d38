import { compare, isMultipleOf, toUnits } from '#shared/decimal.ts';
import { accept, type Outcome, refuse, type Side } from '#practice/kernel/kernel.ts';
import { lesser, magnitudeOf } from '#practice/kernel/integers.ts';
import { closableLots, positionOf } from '../state/market.ts';
import type { FuturesMarket } from '../state/state.ts';
import type { FuturesPlacement } from '../order-types.ts';

/** How much an order is for. */
export interface Sized {
  readonly side: Side;
  /** size asked for */
  readonly lots: bigint;
  /** what enters the market: a reduce-only order is cut to the position */
  readonly activeLots: bigint;
  readonly isReducing: boolean;
}

/** The size on the contract's step and within its most; that of a closing order is the position's. */
export function checkSize(market: FuturesMarket, accountId: string, placement: FuturesPlacement): Outcome<Sized> {
  const { terms } = market;
  const { quantity } = positionOf(market, accountId);
  if (placement.isCloseOrder === true) {
    if (quantity === 0n) return refuse('no-position', 'No open positions to close.');
    const lots = magnitudeOf(quantity);
    return accept({ side: quantity > 0n ? 'sell' : 'buy', lots, activeLots: lots, isReducing: true });
  }
  if (placement.size === undefined) return refuse('parameter', 'The order needs a size.', 'size');
  if (compare(placement.size, terms.contract.lotSize) < 0) {
    return refuse('size-too-small', `The size must be at least ${terms.contract.lotSize}.`, 'size');
  }
  if (!isMultipleOf(placement.size, terms.contract.lotSize)) {
    return refuse('size-increment', `The size must be a multiple of ${terms.contract.lotSize}.`, 'size');
  }
  const lots = toUnits(placement.size, 0);
  if (lots > terms.maxOrderLots) {
    return refuse('size-too-large', `The size must be at most ${terms.contract.maxOrderQty}.`, 'size');
  }
  const { side } = placement;
  if (placement.isReduceOnly !== true) return accept({ side, lots, activeLots: lots, isReducing: false });
  const closable = closableLots(market, accountId, side);
  if (closable === 0n) return refuse('no-position', 'No open positions to close.');
  return accept({ side, lots, activeLots: lesser(lots, closable), isReducing: true });
}
