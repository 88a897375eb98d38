import { type Decimal, uncheckedDecimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { createSeeded } from '#bench/book/book-deltas.ts';

export interface DepthOptions {
  /** a side */
  readonly levels: number;
  readonly count: number;
}

export interface DepthBook {
  readonly symbol: string;
  readonly step: Decimal;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** A point of a depth curve; the other side has nothing there. */
export interface PlainPoint {
  readonly price: number;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Books that differ a little from one to the next: what the depth charts of the bench draw, one after the other. */
export function depthBooks({ levels, count }: DepthOptions): readonly DepthBook[] {
  const next = createSeeded();
  const someSize = (): Decimal => uncheckedDecimal((next() * 5 + 0.01).toFixed(4));
  const side = (sign: 1 | -1): BookLevel[] =>
    Array.from(
      { length: levels },
      (_, rank) => [uncheckedDecimal((50_000 + sign * (rank * 5 + 2.5)).toFixed(1)), someSize()] as const,
    );
  const [bids, asks] = [side(-1), side(1)];
  return Array.from({ length: count }, () => {
    for (const rows of [bids, asks])
      for (const [index, [price]] of rows.entries()) if (next() < 0.2) rows[index] = [price, someSize()];
    return { symbol: 'BTC-USDT', step: '5', bids: [...bids], asks: [...asks] };
  });
}

/** One side, best level first, with its running total. */
function grow(rows: readonly BookLevel[], key: 'bid' | 'ask'): PlainPoint[] {
  let total = 0;
  return rows.map(([price, size]) => {
    total += Number(size);
    return { price: Number(price), bid: null, ask: null, [key]: total };
  });
}

/** The points of a depth curve by the plainest means: every level of both sides, lowest price first. */
export function plainPoints({ bids, asks }: DepthBook): readonly PlainPoint[] {
  return [...grow(bids, 'bid').toReversed(), ...grow(asks, 'ask')];
}

/** Draws one after the other, as far apart as asked, and waits for the last to have been painted. */
export async function drawInTurn<Frame>(
  frames: readonly Frame[],
  draw: (frame: Frame) => void,
  periodMs: number,
): Promise<void> {
  for (const frame of frames) {
    draw(frame);
    await new Promise(resolve => setTimeout(resolve, periodMs));
  }
}

/** The first of a list, which has one, and all the others. */
export function firstAndRest<T>([first, ...rest]: readonly T[]): readonly [T, readonly T[]] {
  if (first === undefined) throw new Error('there is nothing to draw');
  return [first, rest];
}

export const box = { width: 640, height: 360 };
