import type { PoolName } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';

/** One endpoint as docs/exchange/endpoints.md lists it; `extension`: marked F there. */
export interface Endpoint {
  readonly venue: Venue;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` stands for a path parameter */
  readonly path: string;
  readonly pool: PoolName;
  readonly weight: number;
  /** the right the key needs; `none` is sent unsigned */
  readonly permission: 'none' | 'general' | 'spot' | 'futures';
  readonly source: 'document' | 'extension';
  /** how the `document` dialect shows the body; the client reads both ways (docs/exchange/endpoints.md §1.2) */
  readonly body: 'wrapped' | 'bare' | 'batch';
  /** asks about or ends one thing by its id, so "does not exist" is an answer and not a fault */
  readonly isAboutOne?: boolean;
  /** document and live service name different pools: the gateway's figures then may be another pool's */
  readonly isPoolDisputed?: boolean;
}

type Rest = Omit<Endpoint, 'venue' | 'method' | 'path' | 'pool' | 'weight'>;

const open: Rest = { permission: 'none', source: 'document', body: 'wrapped' };
const openExtra: Rest = { ...open, source: 'extension' };
const general: Rest = { permission: 'general', source: 'document', body: 'wrapped' };
const generalBare: Rest = { ...general, body: 'bare' };
const generalExtra: Rest = { ...general, source: 'extension' };
const lookup: Rest = { ...generalExtra, isAboutOne: true };
const batch: Rest = { permission: 'spot', source: 'document', body: 'batch' };
const spotWrite: Rest = { permission: 'spot', source: 'extension', body: 'wrapped' };
const spotCancel: Rest = { ...spotWrite, isAboutOne: true };
const futuresWrite: Rest = { permission: 'futures', source: 'extension', body: 'wrapped' };
const futuresCancel: Rest = { ...futuresWrite, isAboutOne: true };

type Row = readonly [Endpoint['method'], string, PoolName, number, Rest];

function at<N extends string>(venue: Venue, rows: Readonly<Record<N, Row>>): Readonly<Record<N, Endpoint>> {
  const entries = Object.entries<Row>(rows).map(([name, [method, path, pool, weight, rest]]) => [
    name,
    { venue, method, path, pool, weight, ...rest },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names, which are those of `rows`
  return Object.fromEntries(entries) as Readonly<Record<N, Endpoint>>;
}

/** Every endpoint once. Weights and rights: docs/exchange/endpoints.md §2 to §10. */
export const catalogue = {
  ...at('spot', {
    'spot.time': ['GET', '/api/v1/timestamp', 'public', 3, openExtra],
    'spot.symbols': ['GET', '/api/v2/symbols', 'public', 4, openExtra],
    'spot.book20': ['GET', '/api/v1/market/orderbook/level2_20', 'public', 2, { ...open, body: 'bare' }],
    'spot.book100': ['GET', '/api/v1/market/orderbook/level2_100', 'public', 4, { ...open, body: 'bare' }],
    'spot.bookFull': ['GET', '/api/v3/market/orderbook/level2', 'spot', 3, generalExtra],
    'spot.allTickers': ['GET', '/api/v1/market/allTickers', 'public', 15, openExtra],
    'spot.candles': ['GET', '/api/v1/market/candles', 'public', 3, openExtra],
    'spot.trades': ['GET', '/api/v1/market/histories', 'public', 3, openExtra],
    'spot.bulletPublic': ['POST', '/api/v1/bullet-public', 'public', 10, openExtra],
    'spot.bulletPrivate': ['POST', '/api/v1/bullet-private', 'spot', 10, generalExtra],
    'spot.orders': ['GET', '/api/v1/orders', 'spot', 2, generalBare],
    'spot.fills': ['GET', '/api/v1/limit/fills', 'spot', 20, general],
    'spot.batch': ['POST', '/api/v1/hf/orders/multi', 'spot', 1, batch],
    'spot.batchSync': ['POST', '/api/v1/hf/orders/multi/sync', 'spot', 1, batch],
    'spot.place': ['POST', '/api/v1/hf/orders', 'spot', 1, spotWrite],
    'spot.cancel': ['DELETE', '/api/v1/hf/orders/{orderId}', 'spot', 1, spotCancel],
    'spot.cancelByClientOid': ['DELETE', '/api/v1/hf/orders/client-order/{clientOid}', 'spot', 1, spotCancel],
    'spot.order': ['GET', '/api/v1/hf/orders/{orderId}', 'spot', 2, lookup],
    'spot.orderByClientOid': ['GET', '/api/v1/hf/orders/client-order/{clientOid}', 'spot', 2, lookup],
    'stops.list': ['GET', '/api/v1/stop-order', 'spot', 8, generalBare],
    'stops.order': ['GET', '/api/v1/stop-order/{orderId}', 'spot', 3, lookup],
    'stops.orderByClientOid': ['GET', '/api/v1/stop-order/queryOrderByClientOid', 'spot', 3, lookup],
    'stops.place': ['POST', '/api/v1/stop-order', 'spot', 1, spotWrite],
    'stops.cancel': ['DELETE', '/api/v1/stop-order/{orderId}', 'spot', 3, spotCancel],
    'stops.cancelByClientOid': ['DELETE', '/api/v1/stop-order/cancelOrderByClientOid', 'spot', 5, spotCancel],
    'accounts.balances': ['GET', '/api/v1/accounts', 'management', 5, generalExtra],
    'accounts.subUsers': ['GET', '/api/v2/sub/user', 'management', 20, general],
    'accounts.subAccounts': ['GET', '/api/v2/sub-accounts', 'management', 20, general],
    'accounts.baseFee': ['GET', '/api/v1/base-fee', 'spot', 3, general],
    'accounts.apiKey': ['GET', '/api/v1/user/api-key', 'management', 20, generalExtra],
  }),
  ...at('futures', {
    'futures.time': ['GET', '/api/v1/timestamp', 'public', 2, openExtra],
    'futures.ticker': ['GET', '/api/v1/ticker', 'public', 2, open],
    'futures.contract': ['GET', '/api/v1/contracts/{symbol}', 'public', 3, { ...open, body: 'bare', isAboutOne: true }],
    'futures.contracts': ['GET', '/api/v1/contracts/active', 'public', 3, openExtra],
    'futures.book': ['GET', '/api/v1/level2/snapshot', 'public', 3, openExtra],
    'futures.candles': ['GET', '/api/v1/kline/query', 'public', 3, openExtra],
    'futures.trades': ['GET', '/api/v1/trade/history', 'public', 5, openExtra],
    'futures.bulletPublic': ['POST', '/api/v1/bullet-public', 'public', 10, openExtra],
    'futures.bulletPrivate': ['POST', '/api/v1/bullet-private', 'futures', 10, generalExtra],
    'futures.riskLimits': [
      'GET',
      '/api/v1/contracts/risk-limit/{symbol}',
      'futures',
      5,
      { ...general, isPoolDisputed: true },
    ],
    'futures.orders': ['GET', '/api/v1/orders', 'futures', 2, generalExtra],
    'futures.recentDoneOrders': ['GET', '/api/v1/recentDoneOrders', 'futures', 5, general],
    'futures.stopOrders': ['GET', '/api/v1/stopOrders', 'futures', 6, general],
    'futures.fills': ['GET', '/api/v1/fills', 'futures', 5, generalExtra],
    'futures.recentFills': ['GET', '/api/v1/recentFills', 'futures', 3, generalExtra],
    'futures.order': ['GET', '/api/v1/orders/{orderId}', 'futures', 5, lookup],
    'futures.orderByClientOid': ['GET', '/api/v1/orders/byClientOid', 'futures', 5, lookup],
    'futures.place': ['POST', '/api/v1/orders', 'futures', 2, futuresWrite],
    'futures.cancel': ['DELETE', '/api/v1/orders/{orderId}', 'futures', 1, futuresCancel],
    'futures.cancelByClientOid': ['DELETE', '/api/v1/orders/client-order/{clientOid}', 'futures', 1, futuresCancel],
    'futures.positions': ['GET', '/api/v1/positions', 'futures', 2, generalExtra],
    'futures.depositMargin': ['POST', '/api/v1/position/margin/deposit-margin', 'futures', 4, general],
    'futures.overview': ['GET', '/api/v1/account-overview', 'futures', 5, generalExtra],
  }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof catalogue;

/** `METHOD path` as the catalogue writes it: the name of an endpoint in errors and logs, free of ids and queries. */
export function endpointLabel(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** A write changes something at the exchange; it is sent once. */
export function isWrite(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET';
}
