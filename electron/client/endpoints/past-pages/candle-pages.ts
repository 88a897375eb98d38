import type { Candle } from '#shared/domain/market/candle.ts';
import type { Send } from '#client/rest/transport.ts';
import { listOf } from '#client/wire/rows.ts';
import { spotCandleRow } from '../market/history-rows.ts';
import type { PastPageCalls } from './page-calls.ts';
import { readPage } from './page-requests.ts';

/** Candles of spot markets: docs/exchange/endpoints.md §2, docs/exchange/records.md §6.4. */
export function candlePages(send: Send): Pick<PastPageCalls, 'candles'> {
  return {
    candles: ({ symbol, interval, fromMs, toMs }, options) =>
      readPage(
        send,
        {
          endpoint: 'spot.candles',
          // the exchange takes whole seconds
          query: { symbol, type: interval, startAt: Math.floor(fromMs / 1000), endAt: Math.ceil(toMs / 1000) },
          body: listOf(spotCandleRow),
          toPage: (rows: readonly Candle[]) => ({ rows, total: null, next: null }),
        },
        options,
      ),
  };
}
