import * as z from 'zod/mini';
import type { BookSnapshot } from '#shared/domain/market/book.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import { succeed } from '#shared/errors.ts';
import type { Send } from '../rest/transport.ts';
import type { ReferenceCalls } from '../types.ts';
import { listOf } from '../wire/rows.ts';
import { decimal, decimalOrNull, epochMs, flag, id, setDecimalOrNull, text, textOrNull } from '../wire/scalars.ts';
import { contractRow, riskLimitRow, tickerRow } from './contract-rows.ts';
import { currencyRow } from './wallet/currency-rows.ts';
import { spotBookBody } from './market/book-rows.ts';

/** docs/exchange/records.md §6.3, /api/v2/symbols. */
export const symbolRow = z.pipe(
  z.object({
    symbol: id,
    name: textOrNull,
    baseCurrency: text,
    quoteCurrency: text,
    feeCurrency: textOrNull,
    priceIncrement: decimal,
    baseIncrement: decimal,
    quoteIncrement: decimal,
    baseMinSize: decimal,
    baseMaxSize: decimalOrNull,
    quoteMinSize: decimalOrNull,
    minFunds: setDecimalOrNull,
    priceLimitRate: setDecimalOrNull,
    isMarginEnabled: flag,
    enableTrading: flag,
  }),
  z.transform(({ enableTrading, ...rest }): SpotSymbol => ({ ...rest, isTradingEnabled: enableTrading })),
);

/** Public reads and the risk limits: docs/exchange/endpoints.md §2 and §7. */
export function createReferenceCalls(send: Send): ReferenceCalls {
  return {
    serverTime: ({ venue }, options) =>
      send({ endpoint: venue === 'spot' ? 'spot.time' : 'futures.time' }, epochMs, options),
    symbols: (_input, options) => send({ endpoint: 'spot.symbols' }, listOf(symbolRow), options),
    async book({ symbol, depth }, options) {
      const endpoint = depth === 20 ? 'spot.book20' : 'spot.book100';
      const answer = await send({ endpoint, query: { symbol } }, spotBookBody, options);
      if (!answer.ok) return answer;
      const { sequence, time, bids, asks } = answer.value;
      const snapshot: BookSnapshot = { symbol, sequence, timeMs: time, bids: [...bids], asks: [...asks] };
      return succeed(snapshot);
    },
    contracts: (_input, options) => send({ endpoint: 'futures.contracts' }, listOf(contractRow), options),
    contract: ({ symbol }, options) => send({ endpoint: 'futures.contract', path: { symbol } }, contractRow, options),
    ticker: ({ symbol }, options) => send({ endpoint: 'futures.ticker', query: { symbol } }, tickerRow, options),
    riskLimits: ({ symbol }, options) =>
      send({ endpoint: 'futures.riskLimits', path: { symbol } }, listOf(riskLimitRow), options),
    currency: ({ currency, chain }, options) =>
      send({ endpoint: 'spot.currency', path: { currency }, query: { chain } }, currencyRow, options),
    currencies: (_input, options) => send({ endpoint: 'spot.currencies' }, listOf(currencyRow), options),
  };
}
