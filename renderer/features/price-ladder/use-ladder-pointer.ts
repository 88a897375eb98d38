import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { toDecimal } from '#shared/decimal.ts';
import { ladderColumns, type LadderColumn, sideOfColumn } from './model/ladder-rows.ts';
import type { OwnMark, OwnMarks, Placed } from './own/own-marks.ts';
import type { RungMark } from './own/rungs.ts';
import type { Moving } from './own/own-cell.ts';
import { leastTravelPx } from '#ui/pointer-drag.ts';
import { type LadderButton, type LadderSpot, type PressFacts } from './model/press-rules.ts';

/** A spot with the cell that it is in. */
export interface LadderCell extends LadderSpot {
  readonly row: number;
  readonly column: LadderColumn;
  /** the sign that cancels */
  readonly isCancel: boolean;
}

/** What the pointer is over, and where on the screen the words about it go. */
export interface PointedCell extends LadderCell {
  readonly xPx: number;
  readonly yPx: number;
  /** where the row ends */
  readonly edgePx: number;
}

export type ReadyPress = Omit<PressFacts, 'bookValidationError' | 'touch'>;

export interface LadderPointer {
  /** null: it is elsewhere */
  readonly pointed: PointedCell | null;
  /** an own order or a planned rung that is being dragged */
  readonly moving: Moving | null;
  readonly handlers: {
    readonly onMouseMove: (event: MouseEvent) => void;
    readonly onMouseLeave: () => void;
    readonly onMouseDown: (event: MouseEvent) => void;
    readonly onContextMenu: (event: MouseEvent) => void;
  };
}

export interface LadderPointerOptions {
  readonly marks: OwnMarks;
  readonly rungs: Placed<RungMark>;
  readonly sinceShiftMs: () => number;
  readonly onPress: (press: ReadyPress) => void;
  /** `to` null: beside the rows */
  readonly onDrop: (mark: OwnMark | RungMark, to: LadderSpot | null, sinceShiftMs: number) => void;
}

interface Held {
  readonly button: LadderButton;
  readonly isCtrl: boolean;
  readonly hovered: LadderSpot | null;
  readonly pressed: LadderCell;
  readonly xPx: number;
  readonly yPx: number;
  readonly sinceShiftMs: number;
  /** what a drag from here would move */
  readonly mark: OwnMark | RungMark | null;
}

const buttons: readonly (LadderButton | undefined)[] = ['left', 'middle', 'right'];

/** The cell of an element as it is drawn, not as the newest data would have it: a press means what the eye saw. */
function cellOf(target: EventTarget | null): LadderCell | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>('[data-column]');
  const line = cell?.closest<HTMLElement>('[data-price]');
  const price = toDecimal(line?.dataset['price'] ?? '');
  const column = ladderColumns.find(each => each === cell?.dataset['column']);
  if (price === null || column === undefined) return null;
  const isCancel = target.closest('[data-cancel]') !== null;
  return { price, side: sideOfColumn(column), row: Number(line?.dataset['row']), column, isCancel };
}

function edgeOf(target: EventTarget): number {
  const line = target instanceof Element ? target.closest('[data-price]') : null;
  return line?.getBoundingClientRect().right ?? 0;
}

function isSameCell(a: LadderCell | null, b: LadderCell | null): boolean {
  return a?.row === b?.row && a?.column === b?.column && a?.price === b?.price && a?.isCancel === b?.isCancel;
}

function travelOf(held: Held, event: { readonly clientX: number; readonly clientY: number }): number {
  return Math.hypot(event.clientX - held.xPx, event.clientY - held.yPx);
}

/** What was pressed where; null: no cell of the ladder, or no button that it knows. */
function beginPress(event: MouseEvent, hovered: LadderSpot | null, options: LadderPointerOptions): Held | null {
  const pressed = cellOf(event.target);
  const button = buttons[event.button];
  if (pressed === null || button === undefined) return null;
  const isOwn = pressed.column === 'buys' || pressed.column === 'sells';
  const { side, row } = pressed;
  // a rung that is composed comes before an order that rests at the same price, as in the book
  const [mark = null] = isOwn && side !== null ? [...options.rungs.at(side, row), ...options.marks.at(side, row)] : [];
  return {
    button: button === 'left' && pressed.isCancel ? 'right' : button,
    isCtrl: event.ctrlKey || event.metaKey,
    hovered,
    pressed,
    xPx: event.clientX,
    yPx: event.clientY,
    sinceShiftMs: options.sinceShiftMs(),
    mark,
  };
}

/** What a button that is let go comes to: a drop of what was dragged, else a press. */
function endPress(held: Held, event: globalThis.MouseEvent, { onPress, onDrop, sinceShiftMs }: LadderPointerOptions) {
  const released = cellOf(event.target);
  const travelPx = travelOf(held, event);
  // rows that had just moved under the press held another order than the eye saw
  const quietMs = Math.min(held.sinceShiftMs, sinceShiftMs());
  if (isDrag(held, travelPx) && held.mark !== null) onDrop(held.mark, released, quietMs);
  else onPress({ ...held, released, travelPx });
}

function isDrag({ button, mark }: Held, travelPx: number): boolean {
  return button === 'left' && mark !== null && travelPx >= leastTravelPx;
}

/** The pointer on the rows. Releasing the button sends an action; from four pixels on it is a drag. */
export function useLadderPointer(options: LadderPointerOptions): LadderPointer {
  const [pointed, setPointed] = useState<PointedCell | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const held = useRef<Held | null>(null);
  const hovered = useRef<LadderCell | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  // it may be let go anywhere
  useEffect(() => {
    const letGo = (event: globalThis.MouseEvent) => {
      const { current } = held;
      held.current = null;
      if (current === null) return;
      setMoving(null);
      endPress(current, event, latest.current);
    };
    document.addEventListener('mouseup', letGo);
    return () => document.removeEventListener('mouseup', letGo);
  }, []);
  const onMouseMove = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    const { clientX: xPx, clientY: yPx } = event;
    hovered.current = cell;
    setPointed(old =>
      cell === null ? null : isSameCell(old, cell) ? old : { ...cell, xPx, yPx, edgePx: edgeOf(event.target) },
    );
    const { current } = held;
    if (current !== null && current.mark !== null && isDrag(current, travelOf(current, event)))
      setMoving({ mark: current.mark, to: cell?.row ?? null });
  };
  const onMouseLeave = () => {
    hovered.current = null;
    setPointed(null);
    setMoving(old => (old === null ? null : { ...old, to: null }));
  };
  const onMouseDown = (event: MouseEvent) => {
    held.current = beginPress(event, hovered.current, options);
    // the middle button would scroll, and a drag would mark text
    if (held.current !== null) event.preventDefault();
  };
  return { pointed, moving, handlers: { onMouseMove, onMouseLeave, onMouseDown, onContextMenu: preventMenu } };
}

function preventMenu(event: MouseEvent): void {
  event.preventDefault();
}
