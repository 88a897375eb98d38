import * as z from 'zod/mini';

/** A row of an answer that Fathom could not read. The other rows of its list are shown. */
export const OddRow = z.object({
  /** `METHOD path` */
  endpoint: z.string(),
  /** the first field that is wrong, in the exchange's spelling */
  field: z.string(),
  /** the row's own id; null: it has none */
  id: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  /** the JSON of the row, cut to 1,500 characters */
  raw: z.string(),
});
export type OddRow = z.infer<typeof OddRow>;

/**
 * Whether a known row that an answer lacks may be one of the answer's unreadable rows: by its id, or, where an
 * unreadable row has no id, by its symbol.
 */
export function isMaybeUnreadable(
  rows: readonly OddRow[],
  known: { readonly id: string; readonly symbol: string | null },
): boolean {
  return rows.some(({ id, symbol }) => (id === null ? symbol === null || symbol === known.symbol : id === known.id));
}
