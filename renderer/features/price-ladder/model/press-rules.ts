import { compare, type Decimal } from '#shared/decimal.ts';
import type { Touch } from '#shared/domain/live.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { leastTravelPx } from '#ui/pointer-drag.ts';
import { t } from '#shared/words/t.ts';

/**
 * After rows have moved nothing that is pressed counts for so long: the press was aimed at the previous row.
 */
export const deadMs = 300;

export type LadderButton = 'left' | 'middle' | 'right';

/**
 * One place on the ladder as a press means it. `side` null: the price, the volume or the queue, where nothing is
 * placed.
 */
export interface LadderSpot {
  readonly price: Decimal;
  readonly side: Side | null;
}

export interface PressFacts {
  readonly button: LadderButton;
  readonly isCtrl: boolean;
  /** what the pointer was last seen over; null: it was nowhere */
  readonly hovered: LadderSpot | null;
  readonly pressed: LadderSpot;
  /** where the button was let go; null: not on a row */
  readonly released: LadderSpot | null;
  readonly travelPx: number;
  /** since the rows last moved or the last action went, at the press itself */
  readonly sinceShiftMs: number;
  /** why nothing may be asked of this book now: stale, crossed, not here; null: it is live */
  readonly bookValidationError: string | null;
  readonly touch: Touch;
}

/** What a press comes to. `nothing`: it was no press on the ladder; `refused`: it was one, and this is why not. */
export type PressMeaning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'centre' }
  | { readonly kind: 'cancel'; readonly side: Side; readonly price: Decimal }
  | { readonly kind: 'place'; readonly order: 'limit' | 'stop'; readonly side: Side; readonly price: Decimal };

const nothing: PressMeaning = { kind: 'nothing' };

function isSame(a: LadderSpot | null, b: LadderSpot): boolean {
  return a !== null && a.side === b.side && compare(a.price, b.price) === 0;
}

function refused(reason: string): PressMeaning {
  return { kind: 'refused', reason };
}

/** Why a press on a side does not count, or null. */
function missed({ hovered, pressed, released, sinceShiftMs }: PressFacts): string | null {
  if (sinceShiftMs < deadMs) return t`The rows moved. Try again.`;
  return isSame(hovered, pressed) && isSame(released, pressed) ? null : t`The price at the pointer changed. Try again.`;
}

/** Reads a press when its button is let go: only then is it known that it was none that wandered off. */
export function readPress(press: PressFacts): PressMeaning {
  const { button, pressed, released, travelPx } = press;
  if (button === 'middle') return { kind: 'centre' };
  const { side, price } = pressed;
  if (side === null || released === null || travelPx >= leastTravelPx) return nothing;
  const reason = missed(press);
  if (reason !== null) return refused(reason);
  return button === 'right' ? { kind: 'cancel', side, price } : readPlacing(press, side);
}

function readPlacing({ pressed: { price }, isCtrl, bookValidationError, touch }: PressFacts, side: Side): PressMeaning {
  if (bookValidationError !== null) return refused(bookValidationError);
  const validationError = isCtrl ? stopError(side === 'buy' ? 'up' : 'down', price, touch) : null;
  return validationError === null
    ? { kind: 'place', order: isCtrl ? 'stop' : 'limit', side, price }
    : refused(validationError);
}

/** Which way the market must go to set a stop off: up to it, or down to it. */
export type StopWay = 'up' | 'down';

/**
 * A stop that would fire at once is no stop: one that waits for a rise belongs above the ask, the other below the bid.
 */
export function stopError(way: StopWay, price: Decimal, { bid, ask }: Touch): string | null {
  const best = way === 'up' ? ask : bid;
  if (best === null) return t`The order book has no price for this stop.`;
  const isBeyond = way === 'up' ? compare(price, best) > 0 : compare(price, best) < 0;
  if (isBeyond) return null;
  return way === 'up'
    ? t`Place this stop above the ask ${best}: here it would trigger immediately.`
    : t`Place this stop below the bid ${best}: here it would trigger immediately.`;
}
