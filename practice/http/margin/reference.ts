import * as z from 'zod/mini';
import { accept, refuse } from '#practice/kernel/kernel.ts';
import type { IsolatedPair } from '#practice/margin/types.ts';
import { markPriceOf } from '#practice/spot/mark-price.ts';
import type { SpotPair } from '#practice/spot/types.ts';
import { type JsonValue, numeric } from '#practice/wire/json.ts';
import type { Answer, Call } from '../endpoint/endpoint.ts';
import { readQuery, symbol } from '../endpoint/fields.ts';

/** What can be traded and borrowed on margin: docs/exchange/records.md §13.2. */

const SymbolsQuery = z.object({ symbol: z.exactOptional(symbol) });

/** GET /api/v3/margin/symbols: all pairs of cross margin, or the one asked for. */
export function listCrossSymbols(call: Call): Answer {
  const query = readQuery(SymbolsQuery, call.query);
  if (!query.ok) return query;
  const wanted = query.value.symbol;
  const pairs = call.exchange.margin.crossPairs().filter(pair => wanted === undefined || pair.symbol === wanted);
  if (wanted !== undefined && pairs.length === 0) return refuse('not-cross', `${wanted} has no cross margin`, 'symbol');
  return accept({ timestamp: call.nowMs, items: pairs.map(writeCrossPair) });
}

function writeCrossPair(pair: SpotPair): JsonValue {
  return {
    symbol: pair.symbol,
    name: pair.symbol,
    enableTrading: true,
    market: pair.market,
    baseCurrency: pair.baseCurrency,
    quoteCurrency: pair.quoteCurrency,
    baseIncrement: pair.baseIncrement,
    baseMinSize: pair.baseMinSize,
    baseMaxSize: pair.baseMaxSize,
    quoteIncrement: pair.quoteIncrement,
    quoteMinSize: pair.quoteMinSize,
    quoteMaxSize: pair.quoteMaxSize,
    priceIncrement: pair.priceIncrement,
    feeCurrency: pair.feeCurrency,
    priceLimitRate: pair.priceLimitRate,
    minFunds: pair.minFunds,
  };
}

/** GET /api/v1/isolated/symbols. */
export function listIsolatedSymbols({ exchange }: Call): Answer {
  const { liquidationDebtRatio, warningDebtRatio, isolatedPairs } = exchange.margin.terms;
  const write = ({ symbol: name, maxLeverage }: IsolatedPair): JsonValue => {
    const pair = exchange.spot.pair(name);
    return {
      symbol: name,
      symbolName: name,
      baseCurrency: pair?.baseCurrency ?? '',
      quoteCurrency: pair?.quoteCurrency ?? '',
      maxLeverage,
      flDebtRatio: liquidationDebtRatio,
      tradeEnable: true,
      // loans have no term here and are never renewed: the ratio at which the service would stop is the warning's
      autoRenewMaxDebtRatio: warningDebtRatio,
      baseBorrowEnable: true,
      quoteBorrowEnable: true,
      baseTransferInEnable: true,
      quoteTransferInEnable: true,
      baseBorrowCoefficient: '1',
      quoteBorrowCoefficient: '1',
    };
  };
  return accept(isolatedPairs.map(write));
}

/** GET /api/v1/margin/config. */
export function getConfig({ exchange }: Call): Answer {
  const { maxLeverage, warningDebtRatio, liquidationDebtRatio, currencies } = exchange.margin.terms;
  return accept({
    maxLeverage,
    warningDebtRatio,
    liqDebtRatio: liquidationDebtRatio,
    currencyList: currencies.map(({ currency }) => currency),
  });
}

/** GET /api/v3/mark-price/all-symbols: pairs that have a price. */
export function listMarkPrices({ exchange, nowMs }: Call): Answer {
  const timePoint = Math.floor(nowMs / 1000) * 1000;
  const rows = exchange.spot.pairs.flatMap(({ symbol: name }) => {
    const value = markPriceOf(exchange.spot, name);
    return value === null ? [] : [{ symbol: name, timePoint, value: numeric(value) }];
  });
  return accept(rows);
}
