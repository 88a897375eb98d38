import { changeStream, type ListStream, type StreamName, streamNames } from '#shared/domain/archive/archive.ts';
import type { RecordName } from '../records/columns.ts';
import { closedPositions } from './futures/closed-positions.ts';
import { funding } from './futures/funding.ts';
import { futuresFills } from './futures/futures-fills.ts';
import { futuresLedger } from './futures/futures-ledger.ts';
import { hfFills } from './spot/hf-fills.ts';
import { crossInterest, isolatedInterest } from './spot/interest.ts';
import { crossMarginFills, isolatedMarginFills } from './spot/margin-fills.ts';
import { recentSpotFills } from './spot/recent-spot-fills.ts';
import { allCrossMarginFills, allIsolatedMarginFills, spotFills } from './spot/spot-fills.ts';
import { dayCandles, hourCandles } from './market/candles.ts';
import { futuresFeeRates, spotFeeRates } from './market/fee-rates.ts';
import { futuresOrders } from './orders/futures-orders.ts';
import { hfOrders } from './orders/hf-orders.ts';
import { crossMarginOrders, isolatedMarginOrders, tradeOrders } from './orders/spot-orders.ts';
import { futuresStops, spotStops } from './orders/stop-orders.ts';
import type { Stream } from './stream.ts';
import { accountLedger } from './wallet/account-ledger.ts';
import { deposits } from './wallet/deposits.ts';
import { hfLedger } from './wallet/hf-ledger.ts';
import { crossBorrowings, crossRepayments, isolatedBorrowings, isolatedRepayments } from './wallet/loans.ts';
import { marginLedger } from './wallet/margin-ledger.ts';
import { withdrawals } from './wallet/withdrawals.ts';

/** Each stream by its name in the contract. */
export const streamsByName: Readonly<Record<ListStream, Stream>> = {
  'account-ledger': accountLedger,
  'hf-ledger': hfLedger,
  'margin-ledger': marginLedger,
  'recent-spot-fills': recentSpotFills,
  'spot-fills': spotFills,
  'hf-fills': hfFills,
  'cross-margin-fills': crossMarginFills,
  'isolated-margin-fills': isolatedMarginFills,
  'all-cross-margin-fills': allCrossMarginFills,
  'all-isolated-margin-fills': allIsolatedMarginFills,
  'cross-interest': crossInterest,
  'isolated-interest': isolatedInterest,
  'futures-fills': futuresFills,
  funding,
  'futures-ledger': futuresLedger,
  'closed-positions': closedPositions,
  deposits,
  withdrawals,
  'spot-orders': tradeOrders,
  'cross-margin-orders': crossMarginOrders,
  'isolated-margin-orders': isolatedMarginOrders,
  'hf-orders': hfOrders,
  'futures-orders': futuresOrders,
  'spot-stops': spotStops,
  'futures-stops': futuresStops,
  'cross-borrowings': crossBorrowings,
  'cross-repayments': crossRepayments,
  'isolated-borrowings': isolatedBorrowings,
  'isolated-repayments': isolatedRepayments,
  'hour-candles': hourCandles,
  'day-candles': dayCandles,
  'spot-fee-rates': spotFeeRates,
  'futures-fee-rates': futuresFeeRates,
};

/** All streams, in the order of their names in the contract. */
export const allStreams: readonly Stream[] = streamNames.map(name => streamsByName[name]);

/** The streams that give rows of a record. */
export function streamsOfRecord(record: RecordName): readonly StreamName[] {
  const lists = allStreams.filter(stream => stream.record === record).map(({ name }) => name);
  return record === changeStream ? [...lists, changeStream] : lists;
}
