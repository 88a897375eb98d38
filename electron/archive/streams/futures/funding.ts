import type { FundingPayment } from '#shared/domain/account/futures-account.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { findMissingPayments } from '../../proofs/steps.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage, toRest } from '../stream.ts';

export function toFundingRow(payment: FundingPayment): FoundRow {
  const { id, symbol, timeMs, fundingRate, markPrice, quantity, positionCost, funding } = payment;
  return {
    key: id,
    timeMs,
    columns: {
      ...noColumns,
      symbol,
      price: markPrice,
      size: quantity,
      amount: funding,
      currency: payment.settleCurrency,
      wallet: payment.marginMode,
    },
    rest: toRest({ fundingRate, positionCost }),
  };
}

/** Funding that was paid and received, by the symbols of the futures fills and of open positions. */
export const funding: Stream = {
  name: 'funding',
  record: 'funding',
  rules: { windowMs: 30 * dayMs, keptMs: null, pollMs: 30 * minuteMs },
  backfillMs: 180 * dayMs,
  cost: costOf('futures.fundingHistory'),
  symbolsFrom: 'futures-fills',
  isOfPositions: true,
  proof: 'end',
  isWithoutId: false,
  checkRows: findMissingPayments,
  // two payments before and after, where they are a day apart
  beside: { by: 'time', ms: 2 * dayMs },
  witness: { stream: 'futures-fills', records: ['futures-fills'], hasSnapshots: false },
  readPage: async (calls, query, options) => toFoundPage(await calls.funding(query, options), toFundingRow),
};
