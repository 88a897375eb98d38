import { divideCeil, divideFloor } from '#practice/kernel/integers.ts';
import { rateOne, type Terms, worthOf } from '../contract/terms.ts';
import { openingMargin } from './state.ts';

/** What is still to trade of an order that may open a position. */
interface OpenPart {
  readonly lots: bigint;
  /** the price at which it costs most */
  readonly price: bigint;
  readonly leverage: bigint;
}

/** An order as the hold of its account sees it. */
export interface OrderClaim {
  readonly lots: bigint;
  /** of all its lots, see {@link orderMargin} */
  readonly margin: bigint;
  /** of one lot */
  readonly lotMargin: bigint;
  /** value of all its lots, money units */
  readonly worth: bigint;
  /** only reduces: needs no margin, but uses up position that other orders could have closed */
  readonly isReduceOnly: boolean;
  /** margin is held even when it would close */
  readonly isForceHold: boolean;
}

/** Margin, closing reserve and taker fee of opening: what an order must hold. Cut down, see openingMargin. */
export function orderMargin(terms: Terms, part: OpenPart): bigint {
  const worth = worthOf(terms, part.lots, part.price);
  const { initial, reserve } = openingMargin(terms, worth, part.leverage);
  return initial + reserve + (worth * terms.takerFee) / rateOne;
}

/**
 * The worst price (whole ticks, one tick spared for rounding) at which an order may open without being liquidated at
 * once: the loss against the mark must leave the maintenance margin. `cushion` is 1/leverage − maintenance rate.
 * Null: any price will do.
 */
export function openingLimitOf(
  terms: Terms,
  { side, cushion }: { readonly side: 'buy' | 'sell'; readonly cushion: bigint },
  mark: bigint,
): bigint | null {
  const isInverse = terms.contract.isInverse;
  if (side === 'buy') {
    const divisor = rateOne - cushion;
    if (!isInverse && divisor <= 0n) return null;
    const limit = isInverse ? (mark * (rateOne + cushion)) / rateOne : (mark * rateOne) / divisor;
    return divideFloor(limit, terms.tick) * terms.tick - terms.tick;
  }
  const limit = isInverse
    ? divideCeil(mark * (rateOne - cushion), rateOne)
    : divideCeil(mark * rateOne, rateOne + cushion);
  return divideCeil(limit, terms.tick) * terms.tick + terms.tick;
}
