import * as z from 'zod/mini';
import type { Answer, SignedCall } from '#practice/http/endpoint/endpoint.ts';
import { amount, readQuery, symbol } from '#practice/http/endpoint/fields.ts';
import { accept } from '#practice/kernel/kernel.ts';
import { numeric } from '#practice/wire/json.ts';

/** What open orders tie up and what more could be opened: docs/exchange/endpoints.md §8.7. */

const SymbolQuery = z.object({ symbol });

/** GET /api/v1/openOrderStatistics?symbol. */
export function getOpenOrderStatistics(call: SignedCall): Answer {
  const query = readQuery(SymbolQuery, call.query);
  if (!query.ok) return query;
  const open = call.exchange.futures.openOrderStatistics(call.accountId, query.value.symbol);
  if (!open.ok) return open;
  return accept({
    openOrderBuySize: numeric(open.value.buySize),
    openOrderSellSize: numeric(open.value.sellSize),
    openOrderBuyCost: open.value.buyCost,
    openOrderSellCost: open.value.sellCost,
    settleCurrency: open.value.settleCurrency,
  });
}

const OpenSizeQuery = z.object({ symbol, price: amount, leverage: amount });

/** GET /api/v2/getMaxOpenSize?symbol&price&leverage: lots. */
export function getMaxOpenSize(call: SignedCall): Answer {
  const query = readQuery(OpenSizeQuery, call.query);
  if (!query.ok) return query;
  const size = call.exchange.futures.maxOpenSize(call.accountId, query.value);
  if (!size.ok) return size;
  return accept({
    symbol: query.value.symbol,
    maxBuyOpenSize: numeric(size.value.buy),
    maxSellOpenSize: numeric(size.value.sell),
  });
}
