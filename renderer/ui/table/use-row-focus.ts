import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isDeleteKey } from '#lib/keys/keyboard.ts';
import type { MarkEdit } from './marks.ts';
import type { RowKeys } from './row-keys.ts';

export interface RowFocus {
  /** the one row that Tab reaches */
  readonly activeKey: string | null;
  readonly setActiveKey: (key: string) => void;
  /** scrolls to a row by its place and gives it the focus */
  readonly moveTo: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** the focus moves elsewhere; not called when a row is removed with it */
  readonly onBlur: () => void;
}

interface RowFocusOptions {
  readonly keys: RowKeys;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly rowPx: number;
  readonly onOpen: ((key: string) => void) | undefined;
  readonly onInfo: ((key: string) => void) | undefined;
  readonly onDelete: ((key: string) => void) | undefined;
  readonly onShiftDelete: (() => void) | undefined;
  readonly onLetter: ((key: string, letter: string) => boolean) | undefined;
  /** absent: rows are not marked */
  readonly onMark: ((edit: MarkEdit) => void) | undefined;
}

const pageRows = 10;
const mostFrames = 10;

/**
 * Up, down, page, home and end move between rows; Enter opens one, I opens its card, Delete asks to remove one, Space
 * marks one. The order follows the shown rows.
 */
export function useRowFocus({ keys, box, rowPx, ...actions }: RowFocusOptions): RowFocus {
  const [wanted, setWanted] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const pending = useRef<number | null>(null);
  const activeKey = activeOf(keys, wanted);
  const focusedKey = useRef<string | null>(null);
  const setActiveKey = (key: string) => {
    focusedKey.current = key;
    setWanted({ key, index: keys.indexOf(key) });
  };
  useLayoutEffect(() => {
    // the row that had the focus went, and took it along
    if (focusedKey.current === null || keys.indexOf(focusedKey.current) >= 0) return;
    focusedKey.current = null;
    if (document.activeElement === document.body) rowOf(box.current, activeKey)?.focus({ preventScroll: true });
  });
  const moveTo = (index: number) => {
    const key = keys.at(index);
    if (key === undefined) return;
    setActiveKey(key);
    bringIntoView(box.current, index, rowPx);
    if (pending.current !== null) cancelAnimationFrame(pending.current);
    pending.current = null;
    const drawn = rowOf(box.current, key);
    if (drawn !== undefined) {
      // at once: the next key may come before the next frame, and acts on the row that has the focus
      drawn.focus({ preventScroll: true });
      return;
    }
    // it is there after a paint or two, when the window of drawn rows has moved
    const focusIn = (frames: number) =>
      requestAnimationFrame(() => {
        const row = rowOf(box.current, key);
        if (row === undefined && frames > 1) pending.current = focusIn(frames - 1);
        else row?.focus({ preventScroll: true });
      });
    pending.current = focusIn(mostFrames);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['rowKey'] === undefined) return;
    if (activeKey !== null) runRowAction(event, activeKey, actions);
    const target = targetOf(event.key, activeKey === null ? -1 : keys.indexOf(activeKey), keys.length);
    if (target === null) return;
    event.preventDefault();
    if (event.shiftKey && activeKey !== null) markOnTheWay(activeKey, keys.at(target), actions);
    moveTo(target);
  };
  const onBlur = () => {
    focusedKey.current = null;
  };
  return { activeKey, setActiveKey, moveTo, onKeyDown, onBlur };
}

/** Shift and a move marks the row that was left and the one that was reached, and all between. */
function markOnTheWay(from: string, to: string | undefined, { onMark }: Pick<RowFocusOptions, 'onMark'>): void {
  onMark?.({ kind: 'range', key: from });
  if (to !== undefined) onMark?.({ kind: 'range', key: to });
}

/** Space marks a row, with Shift all from the last one; Ctrl+A all; Escape none. */
function actionOnMarks(event: KeyboardEvent, key: string, { onMark }: Pick<RowFocusOptions, 'onMark'>): void {
  if (onMark === undefined) return;
  const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
  if (event.key !== ' ' && event.key !== 'Escape' && !isAll) return;
  // the space would scroll, or centre the book
  if (event.key !== 'Escape') event.preventDefault();
  if (event.repeat) return;
  if (isAll) onMark({ kind: 'all' });
  else if (event.key === 'Escape') onMark({ kind: 'none' });
  else onMark({ kind: event.shiftKey ? 'range' : 'toggle', key });
}

/** Enter opens, I opens the card, Delete asks to remove. */
function runRowAction(
  event: KeyboardEvent,
  key: string,
  { onOpen, onInfo, onLetter, ...actions }: Omit<RowFocusOptions, 'keys' | 'box' | 'rowPx'>,
): void {
  actionOnMarks(event, key, actions);
  if (event.key === 'Enter') onOpen?.(key);
  if (isDeleteKey(event.key) && !event.repeat) actionOnDelete(event, key, actions);
  const isLetter = /^[a-z]$/.test(event.key) && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isLetter) actionOnLetter(event, key, { onInfo, onLetter });
}

/** With Shift it is about many rows, where the table knows of that. */
function actionOnDelete(
  { shiftKey }: KeyboardEvent,
  key: string,
  { onDelete, onShiftDelete }: Pick<RowFocusOptions, 'onDelete' | 'onShiftDelete'>,
): void {
  if (shiftKey && onShiftDelete !== undefined) onShiftDelete();
  else onDelete?.(key);
}

function actionOnLetter(
  event: KeyboardEvent,
  key: string,
  { onInfo, onLetter }: Pick<RowFocusOptions, 'onInfo' | 'onLetter'>,
): void {
  if (event.key === 'i') onInfo?.(key);
  // the letter may open a field, and must not be typed into it; any other is for the window
  else if (onLetter?.(key, event.key) === true) event.preventDefault();
}

function rowOf(box: HTMLDivElement | null, key: string | null): HTMLElement | undefined {
  const rows = [...(box?.querySelectorAll<HTMLElement>('tr[data-row-key]') ?? [])];
  return rows.find(row => row.dataset['rowKey'] === key);
}

/** When a row is removed, the row that takes its place is focused. */
function activeOf(keys: RowKeys, wanted: { readonly key: string; readonly index: number } | null) {
  if (wanted !== null && keys.indexOf(wanted.key) >= 0) return wanted.key;
  return keys.at(Math.min(wanted?.index ?? 0, keys.length - 1)) ?? null;
}

function targetOf(key: string, from: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(Math.max(from + step, 0), count - 1);
}

function bringIntoView(box: HTMLDivElement | null, index: number, rowPx: number): void {
  if (box === null) return;
  const header = rowPx;
  const top = index * rowPx;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowPx + header > box.scrollTop + box.clientHeight)
    box.scrollTop = top + rowPx + header - box.clientHeight;
}
