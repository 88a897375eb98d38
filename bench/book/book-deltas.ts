import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { LevelChange } from '#client/feed/messages/books.ts';
import type { LevelIncrement, BookLevels } from '#market/order-book/order-book.ts';

/** An increment of exactly one change, as most of the exchange's are. */
export interface SingleDelta extends LevelIncrement {
  readonly changes: readonly [LevelChange];
}

export interface DeltaFeed {
  readonly image: BookLevels;
  readonly deltas: readonly SingleDelta[];
}

/** The top of a book, packed as the page receives it. */
export interface PackedBook {
  readonly bids: string;
  readonly asks: string;
}

/** A stream of numbers from 0 to 1 that is the same in every run. */
export function createSeeded(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface DeltaFeedOptions {
  /** a side */
  readonly levels: number;
  readonly deltaCount: number;
}

const text = (side: Side, rank: number): Decimal => `${(side === 'buy' ? 500_000 - rank : 500_001 + rank) / 10}`;

/** A book around 50 000 on a tick of 0.1 and a seeded walk of single changes, most near the touch; shortest decimals. */
export function makeFeed({ levels, deltaCount }: DeltaFeedOptions): DeltaFeed {
  const next = createSeeded();
  const someSize = (): Decimal => `${Math.round(next() * 50_000 + 100) / 10_000}`;
  const rowsOf = (side: Side): readonly BookLevel[] =>
    Array.from({ length: levels }, (_, rank) => [text(side, rank), someSize()] as const);
  const image = { sequence: 1000, bids: rowsOf('buy'), asks: rowsOf('sell') };
  const deltas = Array.from({ length: deltaCount }, (_, index): SingleDelta => {
    const side = next() < 0.5 ? 'buy' : 'sell';
    const rank = 1 + Math.floor(next() ** 3 * (levels - 2));
    const size = next() < 0.3 ? '0' : someSize();
    const sequence = 1001 + index;
    return {
      sequenceStart: sequence,
      sequenceEnd: sequence,
      changes: [{ side, price: text(side, rank), size, sequence }],
    };
  });
  return { image, deltas };
}

export const symbol = 'BTC-USDT';

/** `[price, size, sequence]`. */
type WireRow = readonly [string, string, string];

export interface Level2Data {
  readonly changes: { readonly asks: readonly WireRow[]; readonly bids: readonly WireRow[] };
  readonly sequenceEnd: number;
  readonly sequenceStart: number;
  readonly symbol: string;
  readonly time: number;
}

export interface Level2Frame {
  readonly type: 'message';
  readonly topic: string;
  readonly subject: string;
  readonly data: Level2Data;
}

/** The same increment as the exchange writes it. */
export function frameOf({ sequenceStart, sequenceEnd, changes: [change] }: SingleDelta): Level2Frame {
  const row: WireRow = [change.price, change.size, String(change.sequence)];
  const isBid = change.side === 'buy';
  return {
    type: 'message',
    topic: `/market/level2:${symbol}`,
    subject: 'trade.l2update',
    data: {
      changes: { asks: isBid ? [] : [row], bids: isBid ? [row] : [] },
      sequenceEnd,
      sequenceStart,
      symbol,
      time: 1_700_000_000_000 + sequenceEnd,
    },
  };
}

interface ChangedBook {
  readonly image: BookLevels;
  readonly deltas: readonly Pick<LevelIncrement, 'changes'>[];
}

/** The top after all increments by the plainest means there is, packed for the page: what a picture is held against. */
export function plainPicture({ image, deltas }: ChangedBook, rows: number): PackedBook {
  const sides = { buy: new Map(image.bids), sell: new Map(image.asks) };
  for (const { changes } of deltas) {
    for (const { side, price, size } of changes) {
      if (Number(size) === 0) sides[side].delete(price);
      else sides[side].set(price, size);
    }
  }
  const pack = (side: ReadonlyMap<string, string>, sign: 1 | -1): string =>
    [...side]
      .toSorted(([a], [b]) => sign * (Number(a) - Number(b)))
      .slice(0, rows)
      .map(level => level.join('|'))
      .join(';');
  return { bids: pack(sides.buy, -1), asks: pack(sides.sell, 1) };
}

export function assertEqual(ours: unknown, theirs: unknown): void {
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error('the two books differ after the same deltas');
}
