import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Moves a column to the place of another one. */
export type MoveColumn = (key: string, overKey: string) => void;

export interface ColumnMove {
  /** for the title of a column */
  readonly handlersOf: (key: string) => {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
  /** where the column that is dragged would go; null: none is dragged */
  readonly overKey: string | null;
}

/** Less is a press on the title. */
const leastDragPx = 6;

function columnAt({ clientX, clientY }: globalThis.PointerEvent): string | undefined {
  const title = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('th[data-column]');
  return title?.dataset['column'];
}

function dropEvent(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** The press that ends a drag must not sort as well. */
function dropNextClick(): void {
  window.addEventListener('click', dropEvent, { capture: true, once: true });
  // it comes with the pointer's end, or not at all
  setTimeout(() => window.removeEventListener('click', dropEvent, { capture: true }));
}

interface DragOptions {
  readonly startPx: number;
  /** the column under the pointer, while it is dragged; null: none, or it is over */
  readonly onOver: (key: string | null) => void;
  readonly onDrop: (key: string) => void;
}

/** Follows the pointer until it is let go. */
function followDrag({ startPx, onOver, onDrop }: DragOptions): void {
  let isDragged = false;
  let over: string | undefined;
  const move = (event: globalThis.PointerEvent) => {
    isDragged ||= Math.abs(event.clientX - startPx) >= leastDragPx;
    if (!isDragged) return;
    over = columnAt(event);
    onOver(over ?? null);
  };
  const end = (event: globalThis.PointerEvent) => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    onOver(null);
    if (!isDragged || event.type === 'pointercancel') return;
    dropNextClick();
    if (over !== undefined) onDrop(over);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Columns moved by dragging a title, or by Alt and an arrow on it. The first one names the row and stays in sight: it keeps
 * its place, and none comes before it.
 */
export function useColumnMove(keys: readonly string[], onMove: MoveColumn | undefined): ColumnMove {
  const [overKey, setOverKey] = useState<string | null>(null);
  const canMove = (from: string, to: string | undefined): to is string =>
    to !== undefined && to !== from && keys.indexOf(from) > 0 && keys.indexOf(to) > 0;
  const handlersOf = (key: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isOwn = event.target instanceof Element && event.target.closest('.table-resize, input') !== null;
      if (onMove === undefined || event.button !== 0 || isOwn || keys.indexOf(key) < 1) return;
      followDrag({
        startPx: event.clientX,
        onOver: over => setOverKey(over !== null && canMove(key, over) ? over : null),
        onDrop: over => {
          if (canMove(key, over)) onMove(key, over);
        },
      });
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = steps[event.key];
      if (onMove === undefined || !event.altKey || step === undefined) return;
      // the browser would go back a page
      event.preventDefault();
      const over = keys[keys.indexOf(key) + step];
      if (!canMove(key, over)) return;
      const title = event.target;
      onMove(key, over);
      // an element that is moved loses the focus
      requestAnimationFrame(() => {
        if (title instanceof HTMLElement) title.focus();
      });
    },
  });
  return { handlersOf, overKey };
}
