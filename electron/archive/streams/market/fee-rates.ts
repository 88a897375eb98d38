import type { StreamName } from '#shared/domain/archive/archive.ts';
import { succeed } from '#shared/errors.ts';
import type { MarketFeeRate, PastPageCalls } from '#client/endpoints/past-pages/page-calls.ts';
import type { FoundRow } from '../../archive-store.ts';
import { dailyRules, dayStartOf } from '../../coverage/plan.ts';
import { noColumns } from '../../records/columns.ts';
import { costOf, dayMs, type Stream, toFoundPage, toRest } from '../stream.ts';

/**
 * A row holds for the UTC day on which the rates were read: `first_seen` of the archive says when. Rates that changed within
 * the day have a row each.
 */
export function toFeeRateRow({ symbol, takerFeeRate, makerFeeRate }: MarketFeeRate, askedAtMs: number): FoundRow {
  const fromMs = dayStartOf(askedAtMs);
  return {
    key: `${symbol} ${fromMs} ${takerFeeRate} ${makerFeeRate}`,
    timeMs: fromMs,
    columns: { ...noColumns, symbol },
    rest: toRest({ takerFeeRate, makerFeeRate, heldUntilMs: fromMs + dayMs }),
  };
}

/** The rates that the account pays in the markets that it traded. The exchange answers those of now only. */
function feeRates(
  name: Extract<StreamName, `${string}-fee-rates`>,
  part: Pick<Stream, 'cost' | 'symbolsFrom'> & {
    readonly call: (calls: PastPageCalls) => PastPageCalls['spotFeeRates'];
  },
): Stream {
  const { call, ...source } = part;
  return {
    name,
    record: 'fee-rates',
    ...source,
    rules: dailyRules,
    backfillMs: 0,
    isOfPositions: false,
    proof: 'end',
    isWithoutId: false,
    async readPage(calls, { symbol, fromMs, toMs, askedAtMs }, options) {
      const read = await call(calls)({ fromMs, toMs, symbol }, options);
      if (!read.ok) return read;
      // an answer without the market proves nothing
      const isMissing = read.value.rows.length === 0;
      const page = succeed({ ...read.value, isUnfinished: isMissing });
      return toFoundPage(page, rate => toFeeRateRow(rate, askedAtMs));
    },
  };
}

export const spotFeeRates = feeRates('spot-fee-rates', {
  cost: costOf('accounts.tradeFees'),
  symbolsFrom: 'spot-markets',
  call: calls => calls.spotFeeRates,
});

export const futuresFeeRates = feeRates('futures-fee-rates', {
  cost: costOf('futures.tradeFee'),
  symbolsFrom: 'futures-fills',
  call: calls => calls.futuresFeeRates,
});
