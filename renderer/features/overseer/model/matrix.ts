import { add, compare, type Decimal, isPositive, isZero, maximum, subtract, sum } from '#shared/decimal.ts';
import { type OverseenRow, shareOf } from './overseen-rows.ts';
import { t } from '#shared/words/t.ts';

/** The coins that have no column, or the accounts that have no line, together. */
export const othersKey = '…others';

export interface MatrixLine {
  /** the account's id, or {@link othersKey} */
  readonly key: string;
  readonly name: string;
  /** one value a column */
  readonly cells: readonly Decimal[];
  readonly total: Decimal;
}

/** What each account has of each coin, valued, with totals both ways. */
export interface Matrix {
  /** coins, the most valuable first; the last may be {@link othersKey} */
  readonly columns: readonly string[];
  readonly lines: readonly MatrixLine[];
  readonly total: Decimal;
  /** the largest single cell: what the heat is measured by */
  readonly largest: Decimal;
}

export interface MatrixSize {
  readonly accounts: number;
  readonly coins: number;
}

/** The largest accounts and coins; what does not fit is added up as "others" and never dropped. Coins without a price are not in it. */
export function matrixOf(rows: readonly OverseenRow[], size: MatrixSize): Matrix {
  const valued = rows.filter(row => row.value !== null && !isZero(row.value));
  const columns = columnsOf(valued, size.coins);
  const ordered = valued.toSorted((a, b) => compare(b.value ?? '0', a.value ?? '0'));
  const shown = ordered.slice(0, size.accounts).map(row => lineOf(row, columns));
  const rest = ordered.slice(size.accounts).map(row => lineOf(row, columns));
  const lines = rest.length === 0 ? shown : [...shown, othersLine(rest, columns)];
  let largest: Decimal = '0';
  for (const line of shown) for (const cell of line.cells) largest = maximum(largest, cell);
  return { columns, lines, total: sum(lines.map(line => line.total)), largest };
}

function columnsOf(rows: readonly OverseenRow[], most: number): readonly string[] {
  const totals = new Map<string, Decimal>();
  for (const { coins } of rows)
    for (const { coin, value } of coins) if (value !== null) totals.set(coin, add(totals.get(coin) ?? '0', value));
  const ordered = [...totals].toSorted((a, b) => compare(b[1], a[1]) || a[0].localeCompare(b[0])).map(([coin]) => coin);
  return ordered.length <= most ? ordered : [...ordered.slice(0, most), othersKey];
}

function lineOf(row: OverseenRow, columns: readonly string[]): MatrixLine {
  const values = new Map(row.coins.map(({ coin, value }) => [coin, value ?? '0']));
  const named = columns.filter(column => column !== othersKey).map(column => values.get(column) ?? '0');
  const total = row.value ?? '0';
  const cells = columns.includes(othersKey) ? [...named, subtract(total, sum(named))] : named;
  return { key: row.userId, name: row.name, cells, total };
}

function othersLine(lines: readonly MatrixLine[], columns: readonly string[]): MatrixLine {
  const cells = columns.map((_, index) => sum(lines.map(line => line.cells[index] ?? '0')));
  return { key: othersKey, name: t`${lines.length} others`, cells, total: sum(lines.map(line => line.total)) };
}

/** What lines have together in one column. */
export function columnTotal(lines: readonly MatrixLine[], index: number): Decimal {
  return sum(lines.map(line => line.cells[index] ?? '0'));
}

/** How warm a cell is, 0 to 4: quarters of the largest; anything above nothing is at least 1. */
export function heatOf(cell: Decimal, largest: Decimal): 0 | 1 | 2 | 3 | 4 {
  if (!isPositive(cell)) return 0;
  const share = shareOf(cell, largest) ?? '0';
  if (compare(share, '0.5') > 0) return 4;
  if (compare(share, '0.2') > 0) return 3;
  return compare(share, '0.05') > 0 ? 2 : 1;
}
