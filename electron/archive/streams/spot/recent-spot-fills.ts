import { toFillRow } from '../fill-row.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage } from '../stream.ts';

/** The last 1000 spot fills of 24 hours; when there are 1000, older ones are cut off. */
export const recentSpotFills: Stream = {
  name: 'recent-spot-fills',
  record: 'spot-fills',
  rules: { windowMs: dayMs, keptMs: dayMs, pollMs: 10 * minuteMs },
  backfillMs: dayMs,
  cost: costOf('spot.fills'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 1000,
  isWithoutId: false,
  readPage: async (calls, query, options) => toFoundPage(await calls.recentSpotFills(query, options), toFillRow),
};
