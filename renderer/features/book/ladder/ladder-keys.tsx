import { type RefObject, useEffect, useRef } from 'react';
import { isShortcut } from '#state/shortcuts.ts';
import type { LadderFrame } from './ladder-frame.ts';
import type { LadderSettings, LadderView } from './ladder-view.ts';

type Picked = LadderSettings['picked'];

export interface LadderKeysProps {
  readonly view: LadderView;
  readonly box: RefObject<HTMLElement | null>;
  readonly mirrored: LadderFrame | null;
  readonly picked: Picked;
  readonly onPick: (level: Picked) => void;
}

/** Its key anywhere, Space as it was made, takes the newest order and brings the middle into view; in the ladder the arrows pick a level. */
export function LadderKeys({ view, box, mirrored, picked, onPick }: LadderKeysProps) {
  useEffect(
    () =>
      hearCentreKey(() => {
        view.recentre();
        const element = box.current;
        if (element !== null) element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
      }),
    [view, box],
  );
  const newest = useRef({ mirrored, picked, onPick });
  useEffect(() => {
    newest.current = { mirrored, picked, onPick };
  });
  useEffect(() => {
    const element = box.current;
    const onKeyDown = (event: KeyboardEvent) => pickByKey(event, newest.current);
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [box]);
  return null;
}

function pickByKey(event: KeyboardEvent, { mirrored, picked, onPick }: Omit<LadderKeysProps, 'view' | 'box'>): void {
  if (event.key === 'Escape') onPick(null);
  const next = mirrored === null ? null : nextPick(mirrored, picked, event.key);
  if (next === null) return;
  event.preventDefault();
  onPick(next);
}

/** Space belongs to whatever is pressed or chosen with it. */
const taken = 'input, select, textarea, button, dialog, [role="tab"], [role="listbox"], tr[data-row-key]';

/** Hears the key of the middle from anywhere, which the first view does not need; answers how to stop. */
export function hearCentreKey(onCentre: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat || !isShortcut(event, 'centreBook')) return;
    if (event.target instanceof HTMLElement && event.target.closest(taken) !== null) return;
    event.preventDefault();
    onCentre();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

const sideKeys: Readonly<Record<string, 'bid' | 'ask'>> = { ArrowLeft: 'bid', ArrowRight: 'ask' };
const depthKeys: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Down selects a deeper level, up a better one, left and right the other side; null: the key selects nothing. */
function nextPick(frame: LadderFrame, picked: Picked, key: string): Picked {
  const side = sideKeys[key] ?? picked?.side ?? 'bid';
  const by = depthKeys[key];
  if (by === undefined && sideKeys[key] === undefined) return null;
  const rows = side === 'bid' ? frame.bids : frame.asks;
  const from = picked?.side === side ? rows.findIndex(row => row.price === picked.price) : -1;
  const row = rows[Math.max(0, from + (by ?? 0))];
  return row === undefined ? null : { side, price: row.price };
}
