import type { PackedBook } from '#bench/book/book-deltas.ts';
import type { Change } from '../ladder-page.ts';
import type { WalkSnapshot } from '../venue/walk.ts';

/** A level as it is drawn; `total` runs from the best. */
export interface PeerRow {
  readonly price: string;
  readonly size: string;
  readonly total: string;
}

export interface BookTop {
  readonly bids: readonly PeerRow[];
  readonly asks: readonly PeerRow[];
  /** the larger of the last totals */
  readonly largest: number;
}

interface SortedSide {
  readonly set: (price: string, size: string) => void;
  readonly top: (rows: number) => PeerRow[];
}

/** A book as two sorted arrays of whole ticks, best first, with the sizes beside them. */
const ticksPerUnit = 10;

function createSide(sign: 1 | -1): SortedSide {
  const ticks: number[] = [];
  const sizes: string[] = [];
  const find = (tick: number): number => {
    let [low, high] = [0, ticks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sign * (ticks[middle] ?? 0) < sign * tick) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    set(price, size) {
      const tick = Math.round(Number(price) * ticksPerUnit);
      const at = find(tick);
      const isThere = ticks[at] === tick;
      if (Number(size) === 0) {
        if (isThere) ticks.splice(at, 1);
        if (isThere) sizes.splice(at, 1);
      } else if (isThere) sizes[at] = size;
      else {
        ticks.splice(at, 0, tick);
        sizes.splice(at, 0, size);
      }
    },
    top(rows) {
      let total = 0;
      return ticks.slice(0, rows).map((tick, index) => {
        const size = sizes[index] ?? '0';
        total += Number(size);
        return { price: String(tick / ticksPerUnit), size, total: total.toFixed(4) };
      });
    },
  };
}

export interface SortedBook {
  readonly load: (snapshot: WalkSnapshot) => void;
  readonly apply: (change: Change) => void;
  /** a side's best levels with their running total */
  readonly top: (rows: number) => BookTop;
}

export function createSortedBook(): SortedBook {
  const sides = { bids: createSide(-1), asks: createSide(1) };
  return {
    load({ bids, asks }) {
      for (const [price, size] of bids) sides.bids.set(price, size);
      for (const [price, size] of asks) sides.asks.set(price, size);
    },
    apply: ([isBid, price, size]) => (isBid ? sides.bids : sides.asks).set(price, size),
    top(rows) {
      const [bids, asks] = [sides.bids.top(rows), sides.asks.top(rows)];
      return { bids, asks, largest: Math.max(Number(bids.at(-1)?.total), Number(asks.at(-1)?.total)) };
    },
  };
}

const pack = (rows: readonly PeerRow[]): string => rows.map(({ price, size }) => `${price}|${size}`).join(';');

/** As a picture is packed in the other benches. */
export function packTop({ bids, asks }: BookTop): PackedBook {
  return { bids: pack(bids), asks: pack(asks) };
}
