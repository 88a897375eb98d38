import { type Decimal, isZero, subtract } from '../../decimal.ts';
import { shareOf } from '../../decimal/share.ts';
import { costOf, hasBasis, type Lot, quantityOf, takeLots } from './lot.ts';

/** A quantity and what it is worth; the value is null when a price is missing. */
export interface ValuedQuantity {
  readonly quantity: Decimal;
  readonly value: Decimal | null;
}

/** Lots with a known cost that a change closed, and the value that it closed them for. */
export interface ClosedLots extends ValuedQuantity {
  readonly cost: Decimal;
  readonly lots: readonly Lot[];
}

/** What a change did to lots. */
export interface Closing {
  readonly left: readonly Lot[];
  /** what closed lots with a known cost; null: none */
  readonly known: ClosedLots | null;
  /** what closed lots without; null: none */
  readonly unknown: ValuedQuantity | null;
  /** what the lots did not suffice for; null: nothing */
  readonly rest: ValuedQuantity | null;
}

/** The part of the value that belongs to `quantity`, and the rest of it. A zero quantity is null. */
export function splitValue(
  whole: ValuedQuantity,
  quantity: Decimal,
): readonly [ValuedQuantity | null, ValuedQuantity | null] {
  const { value } = whole;
  const part = value === null ? null : shareOf(value, quantity, whole.quantity);
  const rest = subtract(whole.quantity, quantity);
  const left = value === null || part === null ? null : subtract(value, part);
  return [isZero(quantity) ? null : { quantity, value: part }, isZero(rest) ? null : { quantity: rest, value: left }];
}

/** Closes lots from the front by a change; each part of the change has its part of the value, the last one the rest. */
export function closeLots(lots: readonly Lot[], change: ValuedQuantity): Closing {
  const { taken, left } = takeLots(lots, change.quantity);
  const [closing, rest] = splitValue(change, quantityOf(taken));
  if (closing === null) return { left, known: null, unknown: null, rest };
  const knownLots = taken.filter(hasBasis);
  const [known, unknown] = splitValue(closing, quantityOf(knownLots));
  return {
    left,
    known: known === null ? null : { ...known, cost: costOf(knownLots), lots: knownLots },
    unknown,
    rest,
  };
}
