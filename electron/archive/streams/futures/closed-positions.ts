import type { ClosedPosition } from '#shared/domain/account/futures-account.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage, toRest } from '../stream.ts';

export function toClosedPositionRow(position: ClosedPosition): FoundRow {
  const { id, symbol, settleCurrency, type, side, marginMode, leverage, pnl, tradeFee, fundingFee } = position;
  const { openPrice, closePrice, openedAtMs, closedAtMs } = position;
  return {
    key: id,
    timeMs: closedAtMs,
    columns: {
      ...noColumns,
      symbol,
      side,
      currency: settleCurrency,
      kind: type,
      wallet: marginMode,
      amount: pnl,
      fee: tradeFee,
      price: closePrice,
    },
    rest: toRest({ leverage, fundingFee, openPrice, openedAtMs }),
  };
}

/** Futures positions that were closed. */
export const closedPositions: Stream = {
  name: 'closed-positions',
  record: 'closed-positions',
  rules: { windowMs: 30 * dayMs, keptMs: null, pollMs: 10 * minuteMs },
  backfillMs: 180 * dayMs,
  cost: costOf('futures.closedPositions'),
  symbolsFrom: null,
  isOfPositions: false,
  proof: 'total',
  isWithoutId: false,
  readPage: async (calls, query, options) =>
    toFoundPage(await calls.closedPositions(query, options), toClosedPositionRow),
};
