import { add, compare, type Decimal, isZero, subtract, sum } from '../../decimal.ts';
import { shareOf } from '../../decimal/share.ts';
import { countLeading } from '../rows/count-leading.ts';

/** How the cost of what leaves is chosen: the average of all, or the oldest first. */
export type CostMethod = 'average' | 'fifo';

/** Where a cost comes from: a trade, the user, the market value at that time; mixed when the average joined several. */
export type BasisSource = 'trade' | 'typed' | 'market' | 'mixed';

/** A quantity with what it cost. In a short position the cost is the credit that the sale brought. */
export interface Lot {
  /** above zero */
  readonly quantity: Decimal;
  /** null: the basis is unknown */
  readonly cost: Decimal | null;
  readonly acquiredAtMs: number;
  readonly basis: BasisSource;
}

/** Whether its cost is known. */
export function hasBasis(lot: Lot): lot is Lot & { readonly cost: Decimal } {
  return lot.cost !== null;
}

/** The quantity of all lots. */
export function quantityOf(lots: readonly Lot[]): Decimal {
  return sum(lots.map(({ quantity }) => quantity));
}

/** The quantity of the lots whose basis is unknown. */
export function unknownQuantityOf(lots: readonly Lot[]): Decimal {
  return quantityOf(lots.filter(lot => !hasBasis(lot)));
}

/** The cost of the lots whose basis is known. */
export function costOf(lots: readonly Lot[]): Decimal {
  return sum(lots.filter(hasBasis).map(({ cost }) => cost));
}

/** One lot of two: both have a cost, or neither has. */
function joinLots(one: Lot, other: Lot): Lot {
  return {
    quantity: add(one.quantity, other.quantity),
    cost: hasBasis(one) && hasBasis(other) ? add(one.cost, other.cost) : null,
    acquiredAtMs: Math.min(one.acquiredAtMs, other.acquiredAtMs),
    basis: one.basis === other.basis ? one.basis : 'mixed',
  };
}

/** With the average method a pool has one lot with a known cost, then at most one without. */
function addToAverage(lots: readonly Lot[], lot: Lot): readonly Lot[] {
  const same = lots.find(held => hasBasis(held) === hasBasis(lot));
  const others = lots.filter(held => held !== same);
  const joined = same === undefined ? lot : joinLots(same, lot);
  return hasBasis(joined) ? [joined, ...others] : [...others, joined];
}

/** The lots with one more. FIFO keeps them by the time of acquisition; equal times keep the order of arrival. */
export function addLot(lots: readonly Lot[], lot: Lot, method: CostMethod): readonly Lot[] {
  if (isZero(lot.quantity)) return lots;
  if (method === 'average') return addToAverage(lots, lot);
  return lots.toSpliced(
    countLeading(lots, ({ acquiredAtMs }) => acquiredAtMs <= lot.acquiredAtMs),
    0,
    lot,
  );
}

/** The first `quantity` of a lot with its share of the cost, and what is left with the rest of it. */
function splitLot(lot: Lot, quantity: Decimal): readonly [Lot, Lot] {
  const cost = hasBasis(lot) ? shareOf(lot.cost, quantity, lot.quantity) : null;
  return [
    { ...lot, quantity, cost },
    {
      ...lot,
      quantity: subtract(lot.quantity, quantity),
      cost: hasBasis(lot) && cost !== null ? subtract(lot.cost, cost) : null,
    },
  ];
}

/** Takes `quantity` from the front, all lots when they hold less. A part of a lot has the same part of its cost. */
export function takeLots(
  lots: readonly Lot[],
  quantity: Decimal,
): { readonly taken: readonly Lot[]; readonly left: readonly Lot[] } {
  const taken: Lot[] = [];
  let missing = quantity;
  for (const [index, lot] of lots.entries()) {
    if (isZero(missing)) return { taken, left: lots.slice(index) };
    if (compare(lot.quantity, missing) > 0) {
      const [part, rest] = splitLot(lot, missing);
      return { taken: [...taken, part], left: [rest, ...lots.slice(index + 1)] };
    }
    taken.push(lot);
    missing = subtract(missing, lot.quantity);
  }
  return { taken, left: [] };
}
