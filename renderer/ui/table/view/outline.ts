/**
 * Head rows. Each stays above the rows that name it, in any sorting of the table; it is never marked, no filter
 * separates it from its rows, and it is in no file: its sums are there already.
 */
export interface Outline<Row> {
  readonly isHead: (row: Row) => boolean;
  /** the key of the head of a row; null: none */
  readonly headOf: (row: Row) => string | null;
  /** the head that comes after all others, in any order; absent: none does */
  readonly lastKey?: string | undefined;
}

/** The rows that are none. */
export function withoutHeads<Row>(rows: readonly Row[], outline: Outline<Row> | undefined): readonly Row[] {
  return outline === undefined ? rows : rows.filter(row => !outline.isHead(row));
}

/** The rows in their order, each under its head; those whose head is not there stay at the end. */
export function underHeads<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  { isHead, headOf, lastKey }: Outline<Row>,
): readonly Row[] {
  const sorted = rows.filter(isHead);
  const isLast = (head: Row) => rowKey(head) === lastKey;
  const heads = [...sorted.filter(head => !isLast(head)), ...sorted.filter(isLast)];
  const keys = new Set(heads.map(rowKey));
  const under = Map.groupBy(withoutHeads(rows, { isHead, headOf }), row => {
    const key = headOf(row);
    return key !== null && keys.has(key) ? key : null;
  });
  return [...heads.map(head => [head].concat(under.get(rowKey(head)) ?? [])), under.get(null) ?? []].flat();
}

/** The rows that pass a filter, with the heads of those that do; a head whose rows are all folded away stays. */
export function passingWithHeads<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  { isHead, headOf, passing }: Outline<Row> & { readonly passing: ReadonlySet<Row> },
): readonly Row[] {
  const headsOf = (some: Iterable<Row>) => new Set([...some].map(headOf));
  const own = withoutHeads(rows, { isHead, headOf });
  const [all, kept] = [headsOf(own), headsOf(own.filter(row => passing.has(row)))];
  return rows.filter(row => {
    if (!isHead(row)) return passing.has(row);
    const key = rowKey(row);
    return kept.has(key) || !all.has(key);
  });
}
