import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import type { LadderFrame } from './ladder-frame.ts';
import type { LadderSettings, LadderView } from './ladder-view.ts';

type Picked = LadderSettings['picked'];

export interface LadderKeys {
  readonly view: LadderView | null;
  readonly box: RefObject<HTMLElement | null>;
  readonly mirrored: LadderFrame | null;
  readonly picked: Picked;
  readonly onPick: (level: Picked) => void;
}

/** Its key anywhere, Space as it was made, takes the newest order and brings the middle into view; in the ladder the arrows pick a level. */
export function useLadderKeys({ view, box, mirrored, picked, onPick }: LadderKeys): (event: KeyboardEvent) => void {
  useEffect(() => {
    let stop: (() => void) | null = () => {};
    const onCentre = () => {
      view?.recentre();
      const element = box.current;
      if (element !== null) element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
    };
    void import('./centre-key.ts').then(({ hearCentreKey }) => {
      if (stop !== null) stop = hearCentreKey(onCentre);
    });
    return () => {
      stop?.();
      stop = null;
    };
  }, [view, box]);
  return event => {
    if (event.key === 'Escape') onPick(null);
    const next = mirrored === null ? null : nextPick(mirrored, picked, event.key);
    if (next === null) return;
    event.preventDefault();
    onPick(next);
  };
}

const sideKeys: Readonly<Record<string, 'bid' | 'ask'>> = { ArrowLeft: 'bid', ArrowRight: 'ask' };
const depthKeys: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Down goes deeper, up goes better, left and right change the side; null when the key leads nowhere. */
function nextPick(frame: LadderFrame, picked: Picked, key: string): Picked {
  const side = sideKeys[key] ?? picked?.side ?? 'bid';
  const by = depthKeys[key];
  if (by === undefined && sideKeys[key] === undefined) return null;
  const rows = side === 'bid' ? frame.bids : frame.asks;
  const from = picked?.side === side ? rows.findIndex(row => row.price === picked.price) : -1;
  const row = rows[Math.max(0, from + (by ?? 0))];
  return row === undefined ? null : { side, price: row.price };
}
