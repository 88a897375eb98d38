import type { Send } from '#client/rest/transport.ts';
import type { FeeRate } from '#shared/domain/account/account.ts';
import { listOf } from '#client/wire/rows.ts';
import { feeBody, symbolFeeRow } from '../accounts.ts';
import type { MarketFeeRate, PastPageCalls } from './page-calls.ts';
import { readPage } from './page-requests.ts';

const allOf = (rows: readonly MarketFeeRate[]) => ({ rows, total: null, next: null });

/** The fee rates of the account in one market, as they are now: docs/exchange/endpoints.md §8 and §9. */
export function feeRatePages(send: Send): Pick<PastPageCalls, 'spotFeeRates' | 'futuresFeeRates'> {
  return {
    spotFeeRates: ({ symbol }, options) =>
      readPage(
        send,
        {
          endpoint: 'accounts.tradeFees',
          query: { symbols: symbol },
          body: listOf(symbolFeeRow),
          toPage: (rows: readonly MarketFeeRate[]) => allOf(rows.filter(row => row.symbol === symbol)),
        },
        options,
      ),
    futuresFeeRates: ({ symbol }, options) =>
      readPage(
        send,
        {
          endpoint: 'futures.tradeFee',
          query: { symbol },
          body: feeBody,
          toPage: (rate: FeeRate) => allOf([{ ...rate, symbol }]),
        },
        options,
      ),
  };
}
