import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Sorting } from '#shared/domain/view/table-view.ts';
import type { RowKeys } from '../row-keys.ts';

/**
 * By how many rows those from `anchor` on have moved down, because rows came or went above them; below zero: up. What
 * merely changed its place among the others is not counted: nothing would stand still in a table that sorts itself.
 */
export function rowsMoved(before: readonly string[], now: readonly string[], anchor: number): number {
  const first = before[0];
  const came = first === undefined ? -1 : now.indexOf(first);
  // almost always: nothing changed above, or all new rows are at the top
  if (came >= 0 && isSameFrom(before, now, { came, upTo: anchor })) return came;
  const [old, fresh] = [new Set(before), new Set(now)];
  const stays = before.slice(anchor).find(key => fresh.has(key));
  if (stays === undefined) return 0;
  const gone = before.slice(0, anchor).filter(key => !fresh.has(key)).length;
  return now.slice(0, now.indexOf(stays)).filter(key => !old.has(key)).length - gone;
}

interface Shift {
  readonly came: number;
  readonly upTo: number;
}

function isSameFrom(before: readonly string[], now: readonly string[], { came, upTo }: Shift): boolean {
  for (let index = 0; index <= upTo; index += 1) if (before[index] !== now[index + came]) return false;
  return true;
}

interface KeptPlaceOptions {
  /** of the rows as they are shown */
  readonly keys: RowKeys;
  /** another one is asked for by hand, and begins where it begins */
  readonly sorting: readonly Sorting[];
  readonly box: RefObject<HTMLElement | null>;
  readonly rowPx: number;
  /** rows came above what is read, or went there: by so many it moved */
  readonly onMoved?: ((rows: number) => void) | undefined;
}

interface FollowOptions extends Pick<KeptPlaceOptions, 'keys' | 'rowPx'> {
  /** the keys before */
  readonly was: RowKeys;
}

/** The row whose place is kept: the one with the focus, else the first in sight; null: the newest are wanted. */
function anchorOf(box: HTMLElement, keys: RowKeys, rowPx: number): number | null {
  const { activeElement } = document;
  const focused = box.contains(activeElement)
    ? activeElement?.closest<HTMLElement>('tr[data-row-key]')?.dataset['rowKey']
    : undefined;
  const place = focused === undefined ? -1 : keys.indexOf(focused);
  if (place >= 0) return place;
  return box.scrollTop < rowPx ? null : Math.floor(box.scrollTop / rowPx);
}

function follow(box: HTMLElement, { was, keys, rowPx }: FollowOptions): number {
  const anchor = anchorOf(box, was, rowPx);
  const moved = anchor === null ? 0 : rowsMoved(was.all(), keys.all(), anchor);
  if (moved !== 0) box.scrollTop += moved * rowPx;
  return moved;
}

/** What is read stays where it is when rows come above it: the row with the focus, or the first one in sight. At the top the newest show. */
export function useKeptPlace({ keys, sorting, box, rowPx, onMoved }: KeptPlaceOptions): void {
  const before = useRef({ keys, sorting });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { keys, sorting };
    const element = box.current;
    if (element === null || was.keys === keys || was.sorting !== sorting) return;
    const moved = follow(element, { was: was.keys, keys, rowPx });
    if (moved !== 0) onMoved?.(moved);
  }, [keys, sorting, box, rowPx, onMoved]);
}
