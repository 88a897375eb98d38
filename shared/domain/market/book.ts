import * as z from 'zod/mini';
import { t } from '#shared/words/t.ts';
import type { Decimal } from '../../decimal.ts';
import { DecimalText, EpochMs } from '../scalars.ts';

/** [price, size]; size in base currency. Not by the library's own tuple, which would be a hundredth of the page's first chunk. */
export const BookLevel = z.custom<readonly [Decimal, Decimal]>(
  value => Array.isArray(value) && value.length === 2 && value.every(each => z.safeParse(DecimalText, each).success),
  { error: t`not a level of a book` },
);
export type BookLevel = z.infer<typeof BookLevel>;

/** Part of an aggregated book, bids high to low, asks low to high, each price once. docs/exchange/records.md §6.1. */
export const BookSnapshot = z.object({
  symbol: z.string(),
  /** may exceed 2^53, so it stays text */
  sequence: z.string(),
  timeMs: EpochMs,
  bids: z.array(BookLevel),
  asks: z.array(BookLevel),
});
export type BookSnapshot = z.infer<typeof BookSnapshot>;
