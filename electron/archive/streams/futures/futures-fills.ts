import { toFillRow } from '../fill-row.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage } from '../stream.ts';

/** Futures fills: a week at a time, kept for three months. */
export const futuresFills: Stream = {
  name: 'futures-fills',
  record: 'futures-fills',
  rules: { windowMs: 7 * dayMs, keptMs: 90 * dayMs, pollMs: 5 * minuteMs },
  backfillMs: 90 * dayMs,
  cost: costOf('futures.fills'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'total',
  isWithoutId: false,
  readPage: async (calls, query, options) => toFoundPage(await calls.futuresFills(query, options), toFillRow),
};
