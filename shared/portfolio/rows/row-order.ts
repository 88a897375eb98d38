import type { ChangeReason, PoolRow } from './pool-row.ts';
import type { RowStamp } from './row-stamp.ts';

/** The order of rows that share an instant. */
const ranks: Readonly<Record<Exclude<PoolRow['kind'], 'change'> | ChangeReason, number>> = {
  opening: 0,
  in: 1,
  other: 1,
  'move-in': 1,
  borrow: 2,
  trade: 3,
  result: 3,
  'trade-fee': 4,
  funding: 5,
  interest: 6,
  repay: 7,
  out: 8,
  'move-out': 8,
  fee: 9,
};
/** An in-leg at the instant of its own out-leg comes directly after the out-legs. */
const rankAfterOut = 8.5;

const numeric = /^\d+$/;

function rankOf(row: PoolRow): number {
  return ranks[row.kind === 'change' ? row.reason : row.kind];
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Ids as numbers where both are; ids of the exchange exceed 2^53. */
export function compareIds(a: string, b: string): number {
  if (!numeric.test(a) || !numeric.test(b)) return compareTexts(a, b);
  const difference = BigInt(a) - BigInt(b);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Fills by numeric trade id; both sides of a self-trade share it: buy first. */
function compareTrades(a: PoolRow, b: PoolRow): number {
  if (a.kind !== 'trade' || b.kind !== 'trade') return 0;
  return compareIds(a.tradeId, b.tradeId) || compareTexts(a.side, b.side);
}

/** Stream, then id: the last criterion of every order of rows. */
export function compareStamps(a: RowStamp, b: RowStamp): number {
  return compareTexts(a.stream, b.stream) || compareIds(a.id, b.id) || compareTexts(a.account, b.account);
}

interface Placed {
  readonly row: PoolRow;
  readonly atMs: number;
  readonly rank: number;
}

function placeRow(row: PoolRow, outAtMs: ReadonlyMap<string, number>): Placed {
  const out = row.kind === 'move-in' ? outAtMs.get(row.transferId) : undefined;
  if (out === undefined || out < row.atMs) return { row, atMs: row.atMs, rank: rankOf(row) };
  return { row, atMs: out, rank: rankAfterOut };
}

/**
 * Rows in the order in which pools apply them: time, then at one instant in-legs, borrowing, trades, funding, interest,
 * repaying, out-legs, their fees; then stream and id. An in-leg never precedes its out-leg, also when its time does.
 */
export function orderRows(rows: readonly PoolRow[]): readonly PoolRow[] {
  const outAtMs = new Map<string, number>();
  for (const row of rows) if (row.kind === 'move-out') outAtMs.set(row.transferId, row.atMs);
  return rows
    .map(row => placeRow(row, outAtMs))
    .toSorted(
      (a, b) => a.atMs - b.atMs || a.rank - b.rank || compareTrades(a.row, b.row) || compareStamps(a.row, b.row),
    )
    .map(({ row }) => row);
}
