import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** what the title means, on hover */
  readonly hint?: string | undefined;
  /** numbers go to the end */
  readonly align?: 'start' | 'end' | undefined;
  /** px it needs; what is left over is shared out in this proportion */
  readonly width: number;
  /** 1 never goes; the highest goes first when the panel is narrow. Default 1 */
  readonly priority?: number | undefined;
  readonly render: (row: Row) => ReactNode;
  /** ascending order; a column without it cannot be sorted */
  readonly compare?: ((a: Row, b: Row) => number) | undefined;
}

/** The columns that fit, in their order: whole priorities go, least important first. Width 0 means not measured yet. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], availablePx: number): readonly Column<Row>[] {
  if (availablePx <= 0) return columns;
  let kept = columns;
  while (widthOf(kept) > availablePx) {
    const worst = Math.max(...kept.map(column => column.priority ?? 1));
    if (worst <= 1) return kept;
    kept = kept.filter(column => (column.priority ?? 1) < worst);
  }
  return kept;
}

export function widthOf(columns: readonly Pick<Column<never>, 'width'>[]): number {
  return columns.reduce((total, column) => total + column.width, 0);
}

export interface Sorting {
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
}

/** The rows in the asked order; the given order decides between equals. The input is left alone. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const compare = columns.find(column => column.key === sorting?.key)?.compare;
  if (compare === undefined || sorting === null) return rows;
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(a, b));
}

/** Pressing a title: first descending (the biggest, the newest), then ascending, then back to the given order. */
export function nextSorting(sorting: Sorting | null, key: string): Sorting | null {
  if (sorting?.key !== key) return { key, direction: 'descending' };
  return sorting.direction === 'descending' ? { key, direction: 'ascending' } : null;
}
