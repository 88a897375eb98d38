import { toFillRow } from '../fill-row.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage } from '../stream.ts';

/** Fills of the high-frequency account, by the symbols of its ledger. Wider windows may be narrowed without notice. */
export const hfFills: Stream = {
  name: 'hf-fills',
  record: 'spot-fills',
  rules: { windowMs: 3 * dayMs, keptMs: 7 * dayMs, pollMs: 10 * minuteMs },
  backfillMs: 7 * dayMs,
  cost: costOf('hf.fills'),
  symbolsFrom: 'hf-ledger',
  isOfPositions: false,
  proof: 'end',
  isWithoutId: false,
  readPage: async (calls, query, options) => toFoundPage(await calls.hfFills(query, options), toFillRow),
};
