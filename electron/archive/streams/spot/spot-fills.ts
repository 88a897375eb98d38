import { toFillRow } from '../fill-row.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage } from '../stream.ts';

/** Spot fills of the classic account, a week at a time: of one margin account, or of none. */
function fills(name: Stream['name'], tradeType?: 'cross' | 'isolated'): Stream {
  return {
    name,
    record: 'spot-fills',
    rules: { windowMs: 7 * dayMs, keptMs: null, pollMs: 10 * minuteMs },
    backfillMs: 180 * dayMs,
    cost: costOf('spot.pastFills'),
    symbolsFrom: null,
    isOfPositions: false,
    proof: 'total',
    isWithoutId: false,
    readPage: async (calls, query, options) =>
      toFoundPage(await calls.spotFills({ ...query, ...(tradeType && { tradeType }) }, options), toFillRow),
  };
}

export const spotFills = fills('spot-fills');
export const allCrossMarginFills = fills('all-cross-margin-fills', 'cross');
export const allIsolatedMarginFills = fills('all-isolated-margin-fills', 'isolated');
