import { compare, type Decimal } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { throughSpread } from '#lib/orders/drop-rules.ts';
import { deadMs, stopError, type StopWay } from './press-rules.ts';
import { t } from '#shared/words/t.ts';

/** One own order or stop that is being moved to another row. */
export interface MovedOrder {
  readonly side: Side;
  /** of a stop; null: it rests in the book */
  readonly stopWay: StopWay | null;
  /** what sets a stop off, or what the order asks */
  readonly price: Decimal;
}

export interface LadderDropFacts {
  readonly moved: MovedOrder;
  /** an order and a stop share its cell: the press is ambiguous */
  readonly isShared: boolean;
  /** the price of the row that it was dropped on; null: beside the rows */
  readonly to: Decimal | null;
  /** since the rows last moved */
  readonly sinceShiftMs: number;
  /** why nothing may be asked of this book now; null: it is live */
  readonly bookValidationError: string | null;
  readonly touch: Touch;
}

export type DropMeaning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'amend'; readonly price: Decimal };

const sharedReason = t`This row has an order and a stop. Amend one in Open orders or Conditional orders.`;

/** What a drop comes to. */
export function readDrop({
  moved,
  isShared,
  to,
  sinceShiftMs,
  bookValidationError,
  touch,
}: LadderDropFacts): DropMeaning {
  if (to === null || compare(to, moved.price) === 0) return { kind: 'nothing' };
  const reason =
    (isShared ? sharedReason : null) ??
    (sinceShiftMs < deadMs ? t`The rows moved. Try again.` : null) ??
    bookValidationError ??
    (moved.stopWay === null ? spreadError(moved.side, to, touch) : stopError(moved.stopWay, to, touch));
  return reason === null ? { kind: 'amend', price: to } : { kind: 'refused', reason };
}

function spreadError(side: Side, to: Decimal, touch: Touch): string | null {
  const validationError = throughSpread(side, to, touch);
  return validationError === null ? null : t`${validationError}. Press to place this order.`;
}
