/** The names of the rows of a table in their order. Making them costs more than drawing what is in sight, so it waits. */
export interface RowKeys {
  readonly length: number;
  readonly at: (index: number) => string | undefined;
  readonly indexOf: (key: string) => number;
  readonly all: () => readonly string[];
}

export function rowKeysOf<Row>(rows: readonly Row[], rowKey: (row: Row) => string): RowKeys {
  let known: readonly string[] | null = null;
  let places: ReadonlyMap<string, number> | null = null;
  const all = () => (known ??= rows.map(rowKey));
  return {
    length: rows.length,
    all,
    at: index => {
      const row = rows[index];
      return row === undefined ? undefined : rowKey(row);
    },
    indexOf: key => {
      places ??= placesOf(all());
      return places.get(key) ?? -1;
    },
  };
}

/** The first position of each name. */
function placesOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, key] of keys.entries()) if (!places.has(key)) places.set(key, index);
  return places;
}
