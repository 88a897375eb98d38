import type { VenueName } from '../wire/venue-name.ts';
import { getApiKey, getBaseFee, listAccounts } from './accounts/own-account.ts';
import { listSubAccountBalances, listSubAccounts } from './accounts/sub-accounts.ts';
import { hfAccountRows, publicAccountRows, signedAccountRows } from './accounts/rows.ts';
import type { Dialect } from './endpoint/dialect.ts';
import type { Endpoint } from './endpoint/endpoint.ts';
import type { PublicRow, SignedRow } from './endpoint/row.ts';
import { open, signed } from './endpoint-rows.ts';
import { getPrivateToken, getPublicToken } from './feed-tokens.ts';
import { futuresPublic, futuresSigned } from './futures-endpoints.ts';
import { marginAccounts, marginOrders, marginPublic } from './margin-endpoints.ts';
import { placeBatch, placeBatchSync } from './spot/batches.ts';
import { inFamily } from './spot/family.ts';
import { hfRows } from './spot/hf/rows.ts';
import { ocoRows } from './spot/oco/rows.ts';
import { legacyRows } from './spot/legacy/rows.ts';
import * as spotMarket from './spot/market-data.ts';
import { listOrders, listRecentFills } from './spot/order-lists.ts';
import * as spotOrders from './spot/orders.ts';
import { placeOrder } from './spot/placing.ts';
import { getOrderBook, getStatus, getSymbol, getTimestamp, listMarkets, listSymbols } from './spot/reference.ts';
import * as spotStops from './spot/stops.ts';

/**
 * Every endpoint once, with its pool, weight, permission and envelope (docs/exchange/endpoints.md); what the live
 * service does differently is in endpoint/dialect.ts. Endpoints beyond the document are wrapped. What is
 * not listed does not exist here and answers 404000.
 */

const spotPublic: readonly PublicRow[] = [
  ['POST', '/api/v1/bullet-public', 10, 'wrapped', getPublicToken('spot')],
  ['GET', '/api/v1/timestamp', 3, 'wrapped', getTimestamp],
  ['GET', '/api/v1/status', 3, 'wrapped', getStatus],
  ['GET', '/api/v1/markets', 3, 'wrapped', listMarkets],
  ['GET', '/api/v2/symbols', 4, 'wrapped', listSymbols],
  ['GET', '/api/v2/symbols/:symbol', 4, 'wrapped', getSymbol],
  ['GET', '/api/v1/market/orderbook/level2_20', 2, 'bare', getOrderBook(20)],
  ['GET', '/api/v1/market/orderbook/level2_100', 4, 'bare', getOrderBook(100)],
  ['GET', '/api/v1/market/orderbook/level1', 2, 'wrapped', spotMarket.getLevel1],
  ['GET', '/api/v1/market/allTickers', 15, 'wrapped', spotMarket.listTickers],
  ['GET', '/api/v1/market/stats', 15, 'wrapped', spotMarket.getStats],
  ['GET', '/api/v1/market/histories', 3, 'wrapped', spotMarket.listTrades],
  ['GET', '/api/v1/market/candles', 3, 'wrapped', spotMarket.listCandles],
  ['GET', '/api/v1/mark-price/:symbol/current', 2, 'wrapped', spotMarket.getMarkPrice],
];

const spotSigned: readonly SignedRow[] = [
  ['POST', '/api/v1/bullet-private', 'spot', 10, 'General', 'wrapped', getPrivateToken('spot')],
  ['GET', '/api/v1/stop-order', 'spot', 8, 'General', 'bare', spotStops.listStops],
  ['POST', '/api/v1/stop-order', 'spot', 1, 'Spot', 'wrapped', spotStops.placeStop],
  ['GET', '/api/v1/stop-order/:orderId', 'spot', 3, 'General', 'wrapped', spotStops.getStop],
  ['DELETE', '/api/v1/stop-order/:orderId', 'spot', 3, 'Spot', 'wrapped', spotStops.cancelStop],
  ['DELETE', '/api/v1/stop-order/cancel', 'spot', 3, 'Spot', 'wrapped', spotStops.cancelStops],
  ['GET', '/api/v1/stop-order/queryOrderByClientOid', 'spot', 3, 'General', 'wrapped', spotStops.getStopByClientOid],
  [
    'DELETE',
    '/api/v1/stop-order/cancelOrderByClientOid',
    'spot',
    5,
    'Spot',
    'wrapped',
    spotStops.cancelStopByClientOid,
  ],
  ['GET', '/api/v1/base-fee', 'spot', 3, 'General', 'wrapped', getBaseFee],
  ['GET', '/api/v2/sub/user', 'management', 20, 'General', 'wrapped', listSubAccounts],
  ['GET', '/api/v2/sub-accounts', 'management', 20, 'General', 'wrapped', listSubAccountBalances],
  ['GET', '/api/v1/accounts', 'management', 5, 'General', 'wrapped', listAccounts],
  ['GET', '/api/v3/market/orderbook/level2', 'spot', 3, 'General', 'wrapped', spotMarket.getFullBook],
  ['GET', '/api/v1/user/api-key', 'management', 20, 'General', 'wrapped', getApiKey],
];

/** The lists of the document that only have the orders of accounts of the classic family. */
const classicLists: readonly SignedRow[] = [
  ['GET', '/api/v1/orders', 'spot', 2, 'General', 'bare', listOrders],
  ['GET', '/api/v1/limit/fills', 'spot', 20, 'General', 'wrapped', listRecentFills],
];

/** Placing, and reading and cancelling one order, by the endpoints of the high-frequency family. */
const hfOrders: readonly SignedRow[] = [
  ['POST', '/api/v1/hf/orders', 'spot', 1, 'Spot', 'wrapped', placeOrder],
  ['POST', '/api/v1/hf/orders/multi', 'spot', 1, 'Spot', 'batch', placeBatch],
  ['POST', '/api/v1/hf/orders/multi/sync', 'spot', 1, 'Spot', 'batch', placeBatchSync],
  ['GET', '/api/v1/hf/orders/:orderId', 'spot', 2, 'General', 'wrapped', spotOrders.getOrder],
  ['DELETE', '/api/v1/hf/orders/:orderId', 'spot', 1, 'Spot', 'wrapped', spotOrders.cancelOrder],
  ['GET', '/api/v1/hf/orders/client-order/:clientOid', 'spot', 2, 'General', 'wrapped', spotOrders.getOrderByClientOid],
  [
    'DELETE',
    '/api/v1/hf/orders/client-order/:clientOid',
    'spot',
    1,
    'Spot',
    'wrapped',
    spotOrders.cancelOrderByClientOid,
  ],
];

const endpoints: readonly Endpoint[] = [
  ...open('spot', [...spotPublic, ...publicAccountRows]),
  ...signed('spot', [...spotSigned, ...ocoRows, ...signedAccountRows]),
  ...signed('spot', inFamily('classic', [...classicLists, ...legacyRows])),
  ...signed('spot', inFamily('hf', [...hfOrders, ...hfRows, ...hfAccountRows])),
  ...open('spot', marginPublic),
  ...signed('spot', marginOrders, { catalogue: 'margin' }),
  ...signed('spot', marginAccounts),
  ...open('futures', futuresPublic),
  ...signed('futures', futuresSigned),
];

function inDialect(endpoint: Endpoint, dialect: Dialect): Endpoint {
  const change = dialect.endpointChanges[`${endpoint.venue} ${endpoint.method} ${endpoint.path}`] ?? {};
  const base = {
    pool: change.pool ?? endpoint.pool,
    weight: change.weight ?? endpoint.weight,
    envelope: dialect.envelopes[endpoint.envelope],
  };
  if (endpoint.permission === 'public') return { ...endpoint, ...base };
  return { ...endpoint, ...base, permission: change.permission ?? endpoint.permission };
}

/** The endpoints of one port as a dialect serves them. */
export function endpointsOf(venue: VenueName, dialect: Dialect): readonly Endpoint[] {
  return endpoints.filter(endpoint => endpoint.venue === venue).map(endpoint => inDialect(endpoint, dialect));
}
