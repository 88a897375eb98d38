import { divideCeil, divideFloor, greater } from '#practice/kernel/integers.ts';
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
 * The hold of all orders of one side. `closable` lots of the opposite position need no margin; they are credited at the
 * cheapest lot's margin, so that the hold is enough in whatever order the orders trade.
 */
export function requiredHold(claims: readonly OrderClaim[], closable: bigint): bigint {
  let forced = 0n;
  let plain = 0n;
  let plainLots = 0n;
  let forcedLots = 0n;
  let reducingLots = 0n;
  let cheapest: bigint | null = null;
  for (const claim of claims) {
    if (claim.isReduceOnly) {
      reducingLots += claim.lots;
      continue;
    }
    if (cheapest === null || claim.lotMargin < cheapest) cheapest = claim.lotMargin;
    if (claim.isForceHold) {
      forced += claim.margin;
      forcedLots += claim.lots;
    } else {
      plain += claim.margin;
      plainLots += claim.lots;
    }
  }
  if (closable <= 0n) return forced + plain;
  if (plainLots + forcedLots + reducingLots <= closable) return forced;
  const credit = greater(closable - reducingLots, 0n) * (cheapest ?? 0n);
  return forced + greater(plain - credit, 0n);
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
