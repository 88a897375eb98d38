import type { Decimal } from '#shared/decimal.ts';
import { createPointerDrag } from '#ui/pointer-drag.ts';
import type { PointedRow } from '../ladder/row-hold.ts';
import { droppedAt, type Grab } from './grab.ts';

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

/** Null beside the book. */
function rowUnderPointer({ element, rowAt }: BookDragOptions, { clientX, clientY }: MouseEvent): PointedRow | null {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isOver = clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  return isOver ? rowAt(clientX - left, clientY - top) : null;
}

/** Drags what rests in a book from row to row. */
export function createBookDrag(options: BookDragOptions): { readonly stop: () => void } {
  const rowUnder = (event: MouseEvent) => rowUnderPointer(options, event);
  return createPointerDrag<Grab>({
    element: options.element,
    grab(event) {
      const row = rowUnder(event);
      const grab = row === null ? null : options.grab(row);
      return grab?.kind === 'nothing' ? null : grab;
    },
    onMove(grab, event) {
      if (grab.kind === 'refused') {
        options.onRefused(grab.reason);
        return false;
      }
      options.onMove({ grab, to: droppedAt(grab, rowUnder(event)), xPx: event.clientX, yPx: event.clientY });
      return true;
    },
    onEnd: () => options.onMove(null),
    onDrop(grab, event) {
      const price = droppedAt(grab, rowUnder(event));
      if (price !== null) options.onDrop(grab, price, event.altKey);
    },
  });
}
