import { toNumber } from '#shared/decimal.ts';
import { ownName } from '#lib/own/own-name.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import type { OverseenRow } from '../model/overseen-rows.ts';
import { shareOf } from '../model/overseen-rows.ts';
import { type Matrix, othersKey } from '../model/matrix.ts';
import { t } from '#shared/words/t.ts';

/** One tile of the treemap. Numbers are for drawing only. */
export type Tile = {
  readonly id: string;
  readonly size: number;
  readonly label: string;
  readonly share: string;
  readonly colour: number;
  /** what it has most of; null: of coins that have no column of their own */
  readonly coin: string | null;
};

/** How many colours there are; what comes after them is drawn like "others". */
const colourCount = 6;

/** The colour of a column. */
export function colourOf(columns: readonly string[], index: number): number {
  return columns[index] === othersKey ? colourCount : Math.min(index, colourCount);
}

/** One tile a line of the matrix, coloured by the coin it has most of. */
export function tilesOf(matrix: Matrix): readonly Tile[] {
  return matrix.lines
    .filter(line => toNumber(line.total) > 0)
    .map(line => {
      const largest = line.cells.reduce(
        (best, cell, index) => (toNumber(cell) > toNumber(line.cells[best] ?? '0') ? index : best),
        0,
      );
      const share = shareOf(line.total, matrix.total);
      return {
        id: line.key,
        size: toNumber(line.total),
        label: ownName(line.name),
        share: share === null ? '' : formatOwnPercent(share, { minimumDecimals: 1, maximumDecimals: 1 }),
        colour: colourOf(matrix.columns, largest),
        coin: matrix.columns[largest] === othersKey ? null : (matrix.columns[largest] ?? null),
      };
    });
}

/** One bar of the stack: an account, or all smaller ones together, and what it has of each column, `c0`, `c1` and so on. */
export type Stack = { readonly id: string; readonly name: string } & Readonly<Record<`c${number}`, number>>;

export function stacksOf(matrix: Matrix): readonly Stack[] {
  return matrix.lines.map(line => {
    const parts = line.cells.map((cell, index) => [`c${index}`, Math.max(0, toNumber(cell))] as const);
    return Object.assign(Object.fromEntries(parts), { id: line.key, name: ownName(line.name) });
  });
}

/** What the charts leave out, as a sentence, or null. */
export function leftOut(rows: readonly OverseenRow[]): string | null {
  const unknown = rows.filter(row => row.value === null).length;
  const unpriced = new Set(rows.flatMap(row => row.unpriced)).size;
  if (unknown === 0 && unpriced === 0) return null;
  const parts = [
    ...(unknown === 0 ? [] : [t`${unknown} ${unknown === 1 ? t`account` : t`accounts`} with unknown values`]),
    ...(unpriced === 0 ? [] : [t`${unpriced} ${unpriced === 1 ? t`coin` : t`coins`} without a price`]),
  ];
  return t`Not included: ${parts.join(', ')}.`;
}
