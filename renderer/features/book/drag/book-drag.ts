import type { Decimal } from '#shared/decimal.ts';
import type { PointedRow } from '../ladder/row-hold.ts';
import { droppedAt, type Grab } from './grab.ts';

/** A hand trembles: a press that goes less far than this is none that drags. */
const leastTravelPx = 4;

export interface BookDragOptions {
  readonly element: HTMLElement;
  readonly rowAt: (xPx: number, yPx: number) => PointedRow | null;
  readonly grab: (row: PointedRow) => Grab;
  /** null: nothing is dragged any more */
  readonly onMove: (
    moved: { readonly grab: Grab; readonly to: Decimal | null; readonly xPx: number; readonly yPx: number } | null,
  ) => void;
  readonly onRefused: (reason: string) => void;
  /** `isAll`: Alt was held */
  readonly onDrop: (grab: Grab, price: Decimal, isAll: boolean) => void;
}

interface Held {
  readonly grab: Grab;
  readonly xPx: number;
  readonly yPx: number;
  readonly isMoving: boolean;
}

/** Null beside the book. */
function rowUnderPointer({ element, rowAt }: BookDragOptions, { clientX, clientY }: MouseEvent): PointedRow | null {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isOver = clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  return isOver ? rowAt(clientX - left, clientY - top) : null;
}

/** Drags what rests in a book from row to row. Nothing is asked before it is let go, and Escape leaves all as it was. */
export function createBookDrag(options: BookDragOptions): { readonly stop: () => void } {
  const { element } = options;
  let held: Held | null = null;
  let swallowsClick = false;
  const rowUnder = (event: MouseEvent) => rowUnderPointer(options, event);
  const end = () => {
    if (held?.isMoving === true) options.onMove(null);
    held = null;
  };
  const begin = (event: PointerEvent) => {
    swallowsClick = false;
    const row = event.button === 0 ? rowUnder(event) : null;
    const grab = row === null ? null : options.grab(row);
    if (grab === null || grab.kind === 'nothing') return;
    held = { grab, xPx: event.clientX, yPx: event.clientY, isMoving: false };
  };
  const move = (event: PointerEvent) => {
    if (held === null) return;
    const { clientX: xPx, clientY: yPx } = event;
    if (!held.isMoving && Math.hypot(xPx - held.xPx, yPx - held.yPx) < leastTravelPx) return;
    const { grab } = held;
    if (grab.kind === 'refused') {
      options.onRefused(grab.reason);
      held = null;
      return;
    }
    held = { ...held, isMoving: true };
    swallowsClick = true;
    options.onMove({ grab, to: droppedAt(grab, rowUnder(event)), xPx, yPx });
  };
  const drop = (event: PointerEvent) => {
    if (held === null) return;
    const { grab, isMoving } = held;
    end();
    const price = isMoving ? droppedAt(grab, rowUnder(event)) : null;
    if (price !== null) options.onDrop(grab, price, event.altKey);
  };
  const abort = (event: KeyboardEvent) => {
    if (held === null || event.key !== 'Escape') return;
    event.stopImmediatePropagation();
    event.preventDefault();
    end();
  };
  // the press that ended a drag picks no level
  const swallow = (event: MouseEvent) => {
    if (swallowsClick) event.stopPropagation();
    swallowsClick = false;
  };
  const hearing = new AbortController();
  const captured = { capture: true, signal: hearing.signal } as const;
  element.addEventListener('pointerdown', begin, captured);
  element.addEventListener('click', swallow, captured);
  window.addEventListener('pointermove', move, captured);
  window.addEventListener('pointerup', drop, captured);
  window.addEventListener('pointercancel', end, captured);
  window.addEventListener('keydown', abort, captured);
  return { stop: () => hearing.abort() };
}
