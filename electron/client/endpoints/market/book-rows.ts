import * as z from 'zod/mini';
import type { Decimal } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import { decimal, epochMs, epochNs, id } from '#client/wire/scalars.ts';

const level = z.pipe(
  z.array(decimal).check(z.minLength(2)),
  z.transform((row): BookLevel => [row[0] ?? '0', row[1] ?? '0']),
);

function splitPoint(text: Decimal): readonly [whole: string, fraction: string] {
  const point = text.indexOf('.');
  return point < 0 ? [text, ''] : [text.slice(0, point), text.slice(point + 1)];
}

/** -1, 0 or 1 for two positive decimals in their shortest writing: a full book has too many rows for big integers. */
export function comparePositive(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a === b) return 0;
  const [wholeA, fractionA] = splitPoint(a);
  const [wholeB, fractionB] = splitPoint(b);
  if (wholeA.length !== wholeB.length) return wholeA.length < wholeB.length ? -1 : 1;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  return fractionA < fractionB ? -1 : 1;
}

function isPositive(text: Decimal): boolean {
  return text !== '0' && !text.startsWith('-');
}

/** Levels in strict order, each price once, nothing empty: what every reader of a book builds on. */
function sideOf(direction: -1 | 1) {
  const isInOrder = (rows: readonly BookLevel[]): boolean =>
    rows.every(([price, size], index) => {
      const previous = rows[index - 1];
      if (!isPositive(price) || !isPositive(size)) return false;
      return previous === undefined || comparePositive(price, previous[0]) === direction;
    });
  // a book without one of its levels would show a wrong depth: an unreadable level fails the whole snapshot
  return z
    .pipe(
      z.nullish(z.array(level)),
      z.transform((rows): readonly BookLevel[] => (rows ?? []).filter(([, size]) => size !== '0')),
    )
    .check(z.refine(isInOrder, { error: 'levels out of order, repeated or empty' }));
}

/** docs/exchange/records.md §6.1; the full book has the same shape. The sequence may exceed 2^53. */
export const spotBookBody = z.object({ sequence: id, time: epochMs, bids: sideOf(-1), asks: sideOf(1) });

/** docs/exchange/records.md §6.2: prices and sizes are numbers there, the time is in nanoseconds. */
export const futuresBookBody = z.object({ sequence: id, ts: epochNs, bids: sideOf(-1), asks: sideOf(1) });
