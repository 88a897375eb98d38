import type { InterestRecord } from '#shared/domain/account/margin.ts';
import type { ListStream } from '#shared/domain/archive/archive.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { findMissingHours } from '../../proofs/steps.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage, toRest } from '../stream.ts';

/** Interest has no id. `symbol`: of the isolated pair; empty on the cross account. */
export function toInterestRow({ currency, dayRate, amount, createdAtMs }: InterestRecord, symbol: string): FoundRow {
  return {
    key: JSON.stringify([symbol, currency, createdAtMs, amount, dayRate]),
    timeMs: createdAtMs,
    columns: {
      ...noColumns,
      currency,
      amount,
      symbol: symbol === '' ? null : symbol,
      wallet: symbol === '' ? 'cross' : 'isolated',
    },
    rest: toRest({ dayRate }),
  };
}

function interest(
  name: Extract<ListStream, `${string}-interest`>,
  part: Pick<Stream, 'symbolsFrom' | 'readPage'>,
): Stream {
  const loans = name === 'cross-interest' ? 'cross-borrowings' : 'isolated-borrowings';
  return {
    name,
    record: 'interest',
    rules: { windowMs: 30 * dayMs, keptMs: null, pollMs: 60 * minuteMs },
    backfillMs: 180 * dayMs,
    cost: costOf('margin.interest'),
    isOfPositions: false,
    proof: 'total',
    isWithoutId: true,
    checkRows: findMissingHours,
    beside: { by: 'time', ms: dayMs },
    witness: { stream: loans, records: ['loans'], hasSnapshots: false },
    ...part,
  };
}

/** Interest on cross margin, a row an hour for each debt. */
export const crossInterest = interest('cross-interest', {
  symbolsFrom: null,
  readPage: async (calls, query, options) =>
    toFoundPage(await calls.crossInterest(query, options), row => toInterestRow(row, '')),
});

/** Interest on isolated margin, by the pairs of the margin ledger. */
export const isolatedInterest = interest('isolated-interest', {
  symbolsFrom: 'margin-ledger',
  readPage: async (calls, query, options) =>
    toFoundPage(await calls.isolatedInterest(query, options), row => toInterestRow(row, query.symbol)),
});
