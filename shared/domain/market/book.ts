import * as z from 'zod/mini';
import { DecimalText, EpochMs } from '../scalars.ts';

/** [price, size]; size in base currency. */
export const BookLevel = z.readonly(z.tuple([DecimalText, DecimalText]));
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
