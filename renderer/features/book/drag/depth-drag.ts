import { compare, type Decimal, fromNumber, roundToStep, toNumber } from '#shared/decimal.ts';
import type { GhostRung } from '#state/ladder-store.ts';
import { createPointerDrag } from '#ui/pointer-drag.ts';
import type { DepthScale } from '../depth/depth-scale.ts';

/** So near a rung, in pixels, a press takes hold of it; depth.css gives it that room. */
const reachPx = 5;

/** What lies in the depth chart now. */
export interface DepthRungs {
  readonly scale: DepthScale;
  /** none: no ladder is composed */
  readonly rungs: readonly GhostRung[];
  /** null: not known, and nothing is dragged */
  readonly tick: Decimal | null;
}

/** The rung under the pointer: the nearest within reach, of two as near the one that is drawn last. */
export function rungAt({ scale, rungs, tick }: DepthRungs, xPx: number, yPx: number): GhostRung | null {
  if (tick === null || yPx < scale.topPx || yPx > scale.bottomPx) return null;
  let found: GhostRung | null = null;
  let nearest = reachPx;
  for (const rung of rungs) {
    const away = Math.abs(scale.toX(toNumber(rung.price)) - xPx);
    if (away > nearest) continue;
    nearest = away;
    found = rung;
  }
  return found;
}

/** The price there, on a tick; null: beside the curve. */
export function priceAtX({ scale, tick }: DepthRungs, xPx: number): Decimal | null {
  if (tick === null || xPx < scale.leftPx || xPx > scale.rightPx) return null;
  return roundToStep(fromNumber(scale.toPrice(xPx)), tick, 'half-even');
}

export interface MovedRung {
  readonly rung: GhostRung;
  /** null: to where it is, or beside the curve */
  readonly to: Decimal | null;
  /** where the pointer is in the window */
  readonly xPx: number;
  readonly yPx: number;
}

export interface DepthDragOptions {
  readonly element: HTMLElement;
  readonly lying: () => DepthRungs;
  /** null: nothing is dragged any more */
  readonly onMove: (moved: MovedRung | null) => void;
  /** `isAll`: Alt was held */
  readonly onDrop: (rung: GhostRung, price: Decimal, isAll: boolean) => void;
}

/** Drags the rungs of a ladder that is composed along the prices of a depth chart. */
export function createDepthDrag({ element, lying, onMove, onDrop }: DepthDragOptions): { readonly stop: () => void } {
  const placeOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect();
    return { xPx: clientX - left, yPx: clientY - top };
  };
  const droppedAt = (rung: GhostRung, event: MouseEvent) => {
    const price = priceAtX(lying(), placeOf(event).xPx);
    return price === null || compare(price, rung.price) === 0 ? null : price;
  };
  return createPointerDrag<GhostRung>({
    element,
    grab(event) {
      const { xPx, yPx } = placeOf(event);
      return rungAt(lying(), xPx, yPx);
    },
    onMove(rung, event) {
      onMove({ rung, to: droppedAt(rung, event), xPx: event.clientX, yPx: event.clientY });
      return true;
    },
    onEnd: () => onMove(null),
    onDrop(rung, event) {
      const price = droppedAt(rung, event);
      if (price !== null) onDrop(rung, price, event.altKey);
    },
  });
}
