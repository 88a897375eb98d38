import { greater } from '#practice/kernel/integers.ts';
import type { OrderClaim } from './order-margin.ts';

/**
 * The claims of an account's orders on one side of a contract, summed. The sum is kept, because each placement reads it
 * several times and a market maker has hundreds.
 */
export interface ClaimSum {
  add(claim: OrderClaim): void;
  /** one that was added, and as it was then */
  remove(claim: OrderClaim): void;
  /** value of what may open, money units */
  worth(): bigint;
  /**
   * What the orders must hold. `closable` lots of the opposite position need no margin; they are credited at the cheapest
   * lot's margin, so that the hold is enough in whatever order the orders trade.
   */
  hold(closable: bigint): bigint;
}

/** The margins of one lot, and the least of them. */
function createLotMargins() {
  const counts = new Map<bigint, number>();
  /** undefined: not looked for since the last cheapest one went */
  let cheapest: bigint | null | undefined = null;
  const least = (): bigint | null => {
    let found: bigint | null = null;
    for (const lotMargin of counts.keys()) if (found === null || lotMargin < found) found = lotMargin;
    return found;
  };
  return {
    add(lotMargin: bigint): void {
      counts.set(lotMargin, (counts.get(lotMargin) ?? 0) + 1);
      if (cheapest === null || (cheapest !== undefined && lotMargin < cheapest)) cheapest = lotMargin;
    },
    remove(lotMargin: bigint): void {
      const left = (counts.get(lotMargin) ?? 0) - 1;
      if (left > 0) {
        counts.set(lotMargin, left);
        return;
      }
      counts.delete(lotMargin);
      if (lotMargin === cheapest) cheapest = undefined;
    },
    cheapest(): bigint {
      if (cheapest === undefined) cheapest = least();
      return cheapest ?? 0n;
    },
  };
}

export function createClaimSum(): ClaimSum {
  const lotMargins = createLotMargins();
  const sums = { forced: 0n, plain: 0n, openingLots: 0n, reducingLots: 0n, worth: 0n };
  const count = ({ lots, margin, worth, isReduceOnly, isForceHold }: OrderClaim, sign: 1n | -1n): void => {
    if (isReduceOnly) {
      sums.reducingLots += sign * lots;
      return;
    }
    sums[isForceHold ? 'forced' : 'plain'] += sign * margin;
    sums.openingLots += sign * lots;
    sums.worth += sign * worth;
  };
  return {
    add(claim) {
      count(claim, 1n);
      if (!claim.isReduceOnly) lotMargins.add(claim.lotMargin);
    },
    remove(claim) {
      count(claim, -1n);
      if (!claim.isReduceOnly) lotMargins.remove(claim.lotMargin);
    },
    worth: () => sums.worth,
    hold(closable) {
      const { forced, plain, openingLots, reducingLots } = sums;
      if (closable <= 0n) return forced + plain;
      if (openingLots + reducingLots <= closable) return forced;
      const credit = greater(closable - reducingLots, 0n) * lotMargins.cheapest();
      return forced + greater(plain - credit, 0n);
    },
  };
}
