import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { LevelChange } from '#client/feed/messages/books.ts';
import { frameOf, makeFeed, type PackedBook, plainPicture, symbol } from '#bench/book/book-deltas.ts';

/**
 * The seeded walk of the other benches without an end: when it is through it begins again, with the numbers going on.
 * A change names a level's new size and not a difference, so a second round is as valid as the first.
 */
const levels = 1000;
const lap = 65_536;

const { image, deltas } = makeFeed({ levels, deltaCount: lap });
const firstSequence = image.sequence + 1;

/** The entry at a number of a list of one lap. */
function atNumber<T>(list: readonly T[], sequence: number): T {
  const found = list[(sequence - firstSequence) % lap];
  if (found === undefined) throw new Error(`the walk has no number ${sequence}`);
  return found;
}

const changeAt = (sequence: number): LevelChange => atNumber(deltas, sequence).changes[0];

/** A frame with holes for what is new in each lap: its number and its time. */
function moulds(): readonly (readonly string[])[] {
  return deltas.map(delta => {
    const { data, ...head } = frameOf(delta);
    const [asks, bids] = [data.changes.asks, data.changes.bids].map(rows =>
      rows.map(([price, size]) => [price, size, '#']),
    );
    const numbered = { changes: { asks, bids }, sequenceEnd: '#', sequenceStart: '#', symbol, time: '@' };
    return JSON.stringify({ ...head, data: numbered }).split(/"#"|"@"/);
  });
}

/** Writes the increment with this number as the exchange does. */
export function createFrameWriter(): (sequence: number, timeMs: number) => string {
  const ready = moulds();
  return (sequence, timeMs) => {
    const [a, b, c, d, e] = atNumber(ready, sequence);
    return `${a}"${sequence}"${b}${sequence}${c}${sequence}${d}${timeMs}${e}`;
  };
}

/** As the exchange answers it. */
export interface WalkSnapshot {
  readonly time: number;
  readonly sequence: string;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export interface WalkingBook {
  readonly step: () => number;
  readonly snapshot: (rows: number) => WalkSnapshot;
  readonly sequence: () => number;
}

const sorted = (side: ReadonlyMap<Decimal, Decimal>, sign: 1 | -1): BookLevel[] =>
  [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));

/** The book during the walk: the content of a snapshot. */
export function createBook(): WalkingBook {
  const sides = { buy: new Map(image.bids), sell: new Map(image.asks) };
  let sequence = image.sequence;
  return {
    step() {
      sequence += 1;
      const { side, price, size } = changeAt(sequence);
      if (size === '0') sides[side].delete(price);
      else sides[side].set(price, size);
      return sequence;
    },
    snapshot: rows => ({
      time: Date.now(),
      sequence: String(sequence),
      bids: sorted(sides.buy, -1).slice(0, rows),
      asks: sorted(sides.sell, 1).slice(0, rows),
    }),
    sequence: () => sequence,
  };
}

/** The top of the book at a number by the plainest means; of many laps only the last changes of a level count. */
export function pictureAt(sequence: number, rows: number): PackedBook {
  const last: { readonly changes: readonly [LevelChange] }[] = [];
  for (let number = Math.max(firstSequence, sequence - lap + 1); number <= sequence; number += 1)
    last.push({ changes: [changeAt(number)] });
  return plainPicture({ image, deltas: last }, rows);
}
