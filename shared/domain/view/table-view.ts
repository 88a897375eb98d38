import * as z from 'zod/mini';

/** The view of one table by the user: stored over a restart, and local. */

const key = z.string().check(z.maxLength(60));

/** What a filter asks of a cell. `has`: its text holds the words, in capitals or not; `since` and `until` are of times. */
const PillTest = z.enum(['is', 'has', 'above', 'below', 'since', 'until']);

/** One filter of a table; all of them together decide which rows are shown. */
export const Pill = z.object({
  /** a column's key, or `*`: any column with a text */
  column: key,
  test: PillTest,
  isNot: z.boolean(),
  /** as typed */
  text: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type Pill = z.infer<typeof Pill>;

export const Sorting = z.object({ key, direction: z.enum(['ascending', 'descending']) });
export type Sorting = z.infer<typeof Sorting>;

export const TableView = z.object({
  /** in their order; a column that is not named follows in its own place */
  columns: z
    .array(z.object({ key, isShown: z.boolean(), widthPx: z.nullable(z.int().check(z.gte(30), z.lte(1000))) }))
    .check(z.maxLength(60)),
  /** the first decides, the next between its equals */
  sorting: z.array(Sorting).check(z.maxLength(3)),
  pills: z.array(Pill).check(z.maxLength(20)),
});
export type TableView = z.infer<typeof TableView>;

/** What is kept of one table. */
export const TableSetup = z.object({
  view: TableView,
  /** views that the user gave a name */
  saved: z.array(z.object({ name: key.check(z.minLength(1)), view: TableView })).check(z.maxLength(20)),
});
export type TableSetup = z.infer<typeof TableSetup>;
