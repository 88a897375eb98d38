import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isDeleteKey } from '#lib/keys/keyboard.ts';
import { isShortcut } from '#state/shortcuts.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { Moving } from './own/own-cell.ts';
import type { OwnMark, OwnMarks } from './own/own-marks.ts';
import type { LadderWindow } from './model/row-window.ts';

/** The row that the keys are on, and on which side they act. */
export interface LadderCursor {
  readonly row: number;
  readonly side: Side;
}

export interface LadderKeysOptions {
  readonly window: LadderWindow | null;
  readonly marks: OwnMarks;
  readonly onPlace: (cursor: LadderCursor, order: 'limit' | 'stop') => void;
  readonly onMove: (mark: OwnMark, row: number) => void;
  readonly onCancel: (marks: readonly OwnMark[]) => void;
  /** scrolls so that the row is in view */
  readonly onShow: (row: number) => void;
  /** picks one of the sizes of the market, from 0 */
  readonly onPreset: (index: number) => void;
}

export interface LadderCursorKeys {
  /** null: the keys have not been here yet */
  readonly cursor: LadderCursor | null;
  /** an own order that Shift and the arrows are moving; Enter sends it */
  readonly moving: Moving<OwnMark> | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
const sides: Readonly<Record<string, Side>> = { ArrowLeft: 'buy', ArrowRight: 'sell' };

function isInView({ top, count }: LadderWindow, row: number): boolean {
  return row <= top && row > top - count;
}

/** The keys of the ladder: arrows choose, Shift and arrows move an own order, Enter sends, Delete cancels. Nothing goes by itself when a key is let go. */
export function useLadderCursor(options: LadderKeysOptions): LadderCursorKeys {
  const { window, marks } = options;
  const [cursor, setCursor] = useState<LadderCursor | null>(null);
  const [moving, setMoving] = useState<Moving<OwnMark> | null>(null);
  const middle = window === null ? null : window.top - Math.floor(window.count / 2);
  const go = (row: number, side: Side) => {
    setCursor({ row: Math.max(1, row), side });
    if (window !== null && !isInView(window, row)) options.onShow(row);
  };
  const carry = (by: number, at: LadderCursor) => {
    const mark = moving?.mark ?? marks.at(at.side, at.row)[0];
    if (mark === undefined) return;
    const to = Math.max(1, at.row + by);
    setMoving({ mark, to });
    go(to, at.side);
  };
  const enter = (at: LadderCursor, isCtrl: boolean) => {
    if (moving === null) return options.onPlace(at, isCtrl ? 'stop' : 'limit');
    setMoving(null);
    return moving.to === null ? undefined : options.onMove(moving.mark, moving.to);
  };
  /** Moves the cursor; false: the key moves nothing. */
  const walk = ({ key, shiftKey }: KeyboardEvent, at: LadderCursor): boolean => {
    const by = steps[key];
    const side = sides[key];
    if (by !== undefined && shiftKey) carry(by, at);
    else if (by !== undefined && moving === null) go(at.row + by, at.side);
    else if (side !== undefined && moving === null) go(at.row, side);
    else return by !== undefined || side !== undefined;
    return true;
  };
  const action = (event: KeyboardEvent, at: LadderCursor): boolean => {
    const { key } = event;
    if (walk(event, at)) return true;
    if (event.repeat) return false;
    if (key === 'Escape' && moving !== null) setMoving(null);
    else if (key === 'Enter') enter(at, event.ctrlKey || event.metaKey);
    else if (isDeleteKey(key)) options.onCancel(marks.at(at.side, at.row).slice(0, 1));
    else if (/^[1-4]$/.test(key)) options.onPreset(Number(key) - 1);
    else return false;
    return true;
  };
  return {
    cursor,
    moving,
    onKeyDown: event => {
      if (cursor === null || event.altKey || !action(event, cursor)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus: () => {
      if (cursor === null || (window !== null && !isInView(window, cursor.row)))
        setCursor(middle === null ? null : { row: middle, side: cursor?.side ?? 'buy' });
    },
    onBlur: () => setMoving(null),
  };
}

/** What these keys do anywhere but in a field or under a layer: one centres, two change the step. */
export interface LadderWindowKeys {
  readonly onCentre: () => void;
  readonly onStep: (by: 1 | -1) => void;
}

const taken = 'input, select, textarea, button, dialog, [role="tab"], [role="listbox"], tr[data-row-key]';

export function useLadderWindowKeys({ onCentre, onStep }: LadderWindowKeys): void {
  const latest = useRef({ onCentre, onStep });
  useEffect(() => {
    latest.current = { onCentre, onStep };
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.repeat || event.defaultPrevented) return;
      const isCoarser = isShortcut(event, 'coarser');
      const isStep = isCoarser || isShortcut(event, 'finer');
      if (!isStep && !isShortcut(event, 'centreBook')) return;
      const isTaken = event.target instanceof HTMLElement && event.target.closest(taken) !== null;
      if (isTaken || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      if (isStep) latest.current.onStep(isCoarser ? 1 : -1);
      else latest.current.onCentre();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
