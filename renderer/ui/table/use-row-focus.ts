import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';

export interface RowFocus {
  /** the one row that Tab reaches */
  readonly activeKey: string | null;
  readonly setActiveKey: (key: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface RowFocusOptions {
  readonly keys: readonly string[];
  readonly box: RefObject<HTMLDivElement | null>;
  readonly rowPx: number;
  readonly onOpen: ((key: string) => void) | undefined;
  readonly onDelete: ((key: string) => void) | undefined;
}

const pageRows = 10;

/** Up, down, page, home and end move between rows; Enter opens one, Delete asks to take one away. The order follows what is shown. */
export function useRowFocus({ keys, box, rowPx, onOpen, onDelete }: RowFocusOptions): RowFocus {
  const [wanted, setWanted] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const pending = useRef<number | null>(null);
  const activeKey = activeOf(keys, wanted);
  const setActiveKey = (key: string) => setWanted({ key, index: keys.indexOf(key) });
  const moveTo = (index: number) => {
    const key = keys[index];
    if (key === undefined) return;
    setActiveKey(key);
    bringIntoView(box.current, index, rowPx);
    if (pending.current !== null) cancelAnimationFrame(pending.current);
    // the row may only exist after the next paint, when the window of drawn rows has moved
    pending.current = requestAnimationFrame(() => {
      for (const row of box.current?.querySelectorAll<HTMLElement>('tr[data-row-key]') ?? [])
        if (row.dataset['rowKey'] === key) row.focus({ preventScroll: true });
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['rowKey'] === undefined) return;
    if (event.key === 'Enter' && activeKey !== null) onOpen?.(activeKey);
    if (event.key === 'Delete' && !event.repeat && activeKey !== null) onDelete?.(activeKey);
    const target = targetOf(event.key, activeKey === null ? -1 : keys.indexOf(activeKey), keys.length);
    if (target === null) return;
    event.preventDefault();
    moveTo(target);
  };
  return { activeKey, setActiveKey, onKeyDown };
}

/** A row that has gone leaves its place to the one that came there. */
function activeOf(keys: readonly string[], wanted: { readonly key: string; readonly index: number } | null) {
  if (wanted !== null && keys.includes(wanted.key)) return wanted.key;
  return keys[Math.min(wanted?.index ?? 0, keys.length - 1)] ?? null;
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
