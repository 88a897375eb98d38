import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { BookIncrement, DepthSnapshot, LevelChange } from '../messages/books.ts';
import { fieldsOf, leanDecimal, leanInteger, type PushedFrame, type Parsed, parsed, unreadable } from './parser.ts';

/**
 * The books: thousands of frames a second, so they are checked by hand, without a schema. What these frames say in
 * numbers (sequences, times, lots) is exact in a double or refused.
 */
const mostRows = 20_000;

function readRow(row: unknown, side: Side): LevelChange | null {
  if (!Array.isArray(row)) return null;
  const price = leanDecimal(row[0]);
  const size = leanDecimal(row[1]);
  const sequence = leanInteger(row[2]);
  return price === null || size === null || sequence === null ? null : { side, price, size, sequence };
}

const noChanges: readonly LevelChange[] = [];

function isInOrder(changes: readonly LevelChange[]): boolean {
  let previous = -1;
  for (const { sequence } of changes) {
    if (sequence < previous) return false;
    previous = sequence;
  }
  return true;
}

/** The rows of a side in the order of their sequences; null when one of them is none. Nearly always there is one, or none. */
function readRows(rows: unknown, side: Side): readonly LevelChange[] | null {
  if (rows === undefined || rows === null) return noChanges;
  if (!Array.isArray(rows) || rows.length > mostRows) return null;
  if (rows.length === 0) return noChanges;
  const changes = rows.length === 1 ? [readRow(rows[0], side)] : rows.map(row => readRow(row, side));
  if (!changes.every(change => change !== null)) return null;
  return isInOrder(changes) ? changes : changes.toSorted((a, b) => a.sequence - b.sequence);
}

/** All rows of an increment, one side after the other as they do not touch; the name of the bad part when there is one. */
function readChanges(rows: Readonly<Record<string, unknown>>): readonly LevelChange[] | string {
  const asks = readRows(rows['asks'], 'sell');
  if (asks === null) return 'changes.asks';
  const bids = readRows(rows['bids'], 'buy');
  if (bids === null) return 'changes.bids';
  if (bids.length === 0) return asks;
  return asks.length === 0 ? bids : [...asks, ...bids];
}

/** `/market/level2`: every row has a sequence of its own. docs/exchange/feeds.md §5.1. */
export function readSpotLevel2({ data, suffix }: PushedFrame): Parsed<BookIncrement> {
  const fields = fieldsOf(data);
  const rows = fieldsOf(fields?.['changes']);
  if (fields === null || rows === null) return unreadable('changes');
  const sequenceStart = leanInteger(fields['sequenceStart']);
  const sequenceEnd = leanInteger(fields['sequenceEnd']);
  if (sequenceStart === null || sequenceEnd === null || sequenceEnd < sequenceStart) return unreadable('sequenceEnd');
  if ((fields['symbol'] ?? suffix) !== suffix) return unreadable('symbol');
  const changes = readChanges(rows);
  if (typeof changes === 'string') return unreadable(changes);
  return parsed({ symbol: suffix, sequenceStart, sequenceEnd, timeMs: leanInteger(fields['time']) ?? 0, changes });
}

/** `/contractMarket/level2`: one change as `price,side,size`. docs/exchange/feeds.md §7. */
export function readFuturesLevel2({ data, suffix }: PushedFrame): Parsed<BookIncrement> {
  const fields = fieldsOf(data);
  const change = fields?.['change'];
  if (fields === null || typeof change !== 'string') return unreadable('change');
  const sequence = leanInteger(fields['sequence']);
  if (sequence === null) return unreadable('sequence');
  const first = change.indexOf(',');
  const second = change.indexOf(',', first + 1);
  const side = change.slice(first + 1, second);
  const price = leanDecimal(change.slice(0, first));
  const size = leanDecimal(change.slice(second + 1));
  if (first < 0 || second < 0 || price === null || size === null) return unreadable('change');
  if (side !== 'buy' && side !== 'sell') return unreadable('change');
  const timeMs = leanInteger(fields['timestamp']) ?? 0;
  return parsed({
    symbol: suffix,
    sequenceStart: sequence,
    sequenceEnd: sequence,
    timeMs,
    changes: [{ side, price, size, sequence }],
  });
}

function readSide(rows: unknown): BookLevel[] | null {
  if (!Array.isArray(rows) || rows.length > mostRows) return null;
  const levels: BookLevel[] = [];
  for (const row of rows) {
    if (!Array.isArray(row)) return null;
    const price = leanDecimal(row[0]);
    const size = leanDecimal(row[1]);
    if (price === null || size === null || price === '0' || size === '0') return null;
    levels.push([price, size]);
  }
  return levels;
}

/** The top 5 or 50 of either venue, whole each time. docs/exchange/feeds.md §5, §7. */
export function readDepth({ data, suffix }: PushedFrame): Parsed<DepthSnapshot> {
  const fields = fieldsOf(data);
  if (fields === null) return unreadable('data');
  const bids = readSide(fields['bids']);
  const asks = readSide(fields['asks']);
  if (bids === null || asks === null) return unreadable(bids === null ? 'bids' : 'asks');
  const timeMs = leanInteger(fields['timestamp']) ?? 0;
  return parsed({ symbol: suffix, sequence: leanInteger(fields['sequence']), timeMs, bids, asks });
}
