import { toFillRow } from '../fill-row.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage } from '../stream.ts';

/** Fills on margin, by the symbols of the margin ledger; the exchange lists the last three days. */
function marginFills(tradeType: 'cross' | 'isolated'): Stream {
  return {
    name: `${tradeType}-margin-fills`,
    record: 'spot-fills',
    rules: { windowMs: dayMs, keptMs: 3 * dayMs, pollMs: 10 * minuteMs },
    backfillMs: 3 * dayMs,
    cost: costOf('margin.fills'),
    symbolsFrom: 'margin-ledger',
    isOfPositions: false,
    proof: 'end',
    isWithoutId: false,
    readPage: async (calls, query, options) =>
      toFoundPage(await calls.marginFills({ ...query, tradeType }, options), toFillRow),
  };
}

export const crossMarginFills = marginFills('cross');
export const isolatedMarginFills = marginFills('isolated');
