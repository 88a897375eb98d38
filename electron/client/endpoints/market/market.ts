import { candleMinutes } from '#shared/domain/market/candle.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { Send } from '#client/rest/transport.ts';
import type { CandlesQuery, MarketCalls } from '#client/types.ts';
import { listOf } from '#client/wire/rows.ts';
import { futuresBookBody, spotBookBody } from './book-rows.ts';
import { futuresDayRow, spotDayBody } from './day-rows.ts';
import {
  futuresCandleRow,
  futuresTradeRow,
  inOrder,
  oldestFirst,
  spotCandleRow,
  spotTradeRow,
  toFuturesTrade,
  toSpotTrade,
} from './history-rows.ts';

/** docs/exchange/records.md §6.4. */
const mostRows = { spot: 1500, futures: 500 } as const;

function checkCandles({ venue, interval, fromMs, toMs }: CandlesQuery): Result<null> {
  if (!(fromMs >= 0) || !(toMs > fromMs)) {
    return fail('invalid-request', 'The time range of candles must end after it begins.', { field: 'toMs' });
  }
  const rows = (toMs - fromMs) / (candleMinutes[interval] * 60_000);
  if (rows <= mostRows[venue]) return succeed(null);
  return fail('invalid-request', `At most ${mostRows[venue]} candles can be asked for at once.`, { field: 'fromMs' });
}

/** Books, candles and trades for calibration and charts: docs/exchange/endpoints.md §2 and §7. */
export function createMarketCalls(send: Send): MarketCalls {
  return {
    async spotBook({ symbol }, options) {
      const answer = await send({ endpoint: 'spot.bookFull', query: { symbol } }, spotBookBody, options);
      if (!answer.ok) return answer;
      const { sequence, time, bids, asks } = answer.value;
      return succeed({ symbol, sequence, timeMs: time, bids: [...bids], asks: [...asks] });
    },
    async futuresBook({ symbol }, options) {
      const answer = await send({ endpoint: 'futures.book', query: { symbol } }, futuresBookBody, options);
      if (!answer.ok) return answer;
      const { sequence, ts, bids, asks } = answer.value;
      return succeed({ symbol, sequence, timeMs: ts, bids: [...bids], asks: [...asks] });
    },
    async daySummaries({ venue }, options) {
      if (venue === 'futures') return send({ endpoint: 'futures.contracts' }, listOf(futuresDayRow), options);
      const answer = await send({ endpoint: 'spot.allTickers' }, spotDayBody, options);
      return answer.ok ? succeed(answer.value.ticker) : answer;
    },
    async candles(input, options) {
      const checked = checkCandles(input);
      if (!checked.ok) return checked;
      const { venue, symbol, interval, fromMs, toMs } = input;
      const isSpot = venue === 'spot';
      const call = isSpot
        ? ({
            endpoint: 'spot.candles',
            query: { symbol, type: interval, startAt: Math.floor(fromMs / 1000), endAt: Math.ceil(toMs / 1000) },
          } as const)
        : ({
            endpoint: 'futures.candles',
            query: { symbol, granularity: candleMinutes[interval], from: fromMs, to: toMs },
          } as const);
      const answer = await send(call, listOf(isSpot ? spotCandleRow : futuresCandleRow), options);
      return answer.ok ? succeed(inOrder(answer.value)) : answer;
    },
    async trades({ venue, symbol }, options) {
      if (venue === 'spot') {
        const answer = await send({ endpoint: 'spot.trades', query: { symbol } }, listOf(spotTradeRow), options);
        return answer.ok ? succeed(oldestFirst(answer.value.map(row => toSpotTrade(symbol, row)))) : answer;
      }
      const answer = await send({ endpoint: 'futures.trades', query: { symbol } }, listOf(futuresTradeRow), options);
      return answer.ok ? succeed(oldestFirst(answer.value.map(row => toFuturesTrade(symbol, row)))) : answer;
    },
  };
}
