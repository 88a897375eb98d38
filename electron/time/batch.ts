import { createPacer } from './pacer.ts';
import type { Clock } from './clock.ts';

/** Gathers what arrives within a frame and hands it on in one piece. */
export interface Batch<T> {
  readonly add: (item: T) => void;
  readonly stop: () => void;
}

export interface BatchOptions<T> {
  readonly clock: Clock;
  /** beyond this many a frame the oldest are left out; null: nothing may be */
  readonly most: number | null;
  readonly flush: (items: T[]) => void;
}

export function createBatch<T>({ clock, most, flush }: BatchOptions<T>): Batch<T> {
  let items: T[] = [];
  const pacer = createPacer(clock, () => {
    const ready = most === null ? items : items.slice(-most);
    items = [];
    flush(ready);
  });
  return {
    add(item) {
      items.push(item);
      // cut now and then, not each time: the memory stays small and the cost too
      if (most !== null && items.length >= most * 2) items = items.slice(-most);
      pacer.mark();
    },
    stop() {
      pacer.stop();
      items = [];
    },
  };
}
