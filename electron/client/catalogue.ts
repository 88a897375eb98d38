import type { PoolName } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';

/** One endpoint as docs/exchange/endpoints.md lists it; `extension`: marked F there. */
export interface Endpoint {
  readonly venue: Venue;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` is a path parameter */
  readonly path: string;
  readonly pool: PoolName;
  readonly weight: number;
  /** the right the key needs; `none` is sent unsigned */
  readonly permission: 'none' | 'general' | 'spot' | 'margin' | 'futures' | 'transfer';
  readonly source: 'document' | 'extension';
  /** how the `document` dialect shows the body; the client reads both ways (docs/exchange/endpoints.md §1.2) */
  readonly body: 'wrapped' | 'bare' | 'batch';
  /** asks about or ends one thing by its id, so "does not exist" is an answer and not a fault */
  readonly isAboutOne?: boolean;
  /** its data may be null; the answer of any other endpoint with null data cannot be read */
  readonly mayBeNull?: boolean;
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
const marginWrite: Rest = { permission: 'margin', source: 'extension', body: 'wrapped' };
const marginRead: Rest = marginWrite;
const marginCancel: Rest = { ...marginWrite, isAboutOne: true };
/** Null while no timed cancel is set: docs/exchange/endpoints.md §3.8. */
const noneIsSet: Rest = { ...spotWrite, mayBeNull: true };
/** A success answers null: docs/exchange/endpoints.md §5.3. */
const saysNothing: Rest = { ...marginWrite, mayBeNull: true };
const transferWrite: Rest = { permission: 'transfer', source: 'extension', body: 'wrapped' };
const futuresWrite: Rest = { permission: 'futures', source: 'extension', body: 'wrapped' };
const futuresRead: Rest = futuresWrite;
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
    'spot.currency': ['GET', '/api/v3/currencies/{currency}', 'public', 3, { ...open, isAboutOne: true }],
    'spot.currencies': ['GET', '/api/v3/currencies', 'public', 3, openExtra],
    'spot.bulletPublic': ['POST', '/api/v1/bullet-public', 'public', 10, openExtra],
    'spot.bulletPrivate': ['POST', '/api/v1/bullet-private', 'spot', 10, generalExtra],
    'spot.orders': ['GET', '/api/v1/orders', 'spot', 2, generalBare],
    'spot.fills': ['GET', '/api/v1/limit/fills', 'spot', 20, general],
    'spot.pastFills': ['GET', '/api/v1/fills', 'spot', 10, generalExtra],
    'spot.batch': ['POST', '/api/v1/hf/orders/multi', 'spot', 1, batch],
    'spot.batchSync': ['POST', '/api/v1/hf/orders/multi/sync', 'spot', 1, batch],
    'spot.place': ['POST', '/api/v1/hf/orders', 'spot', 1, spotWrite],
    'spot.cancel': ['DELETE', '/api/v1/hf/orders/{orderId}', 'spot', 1, spotCancel],
    'spot.cancelByClientOid': ['DELETE', '/api/v1/hf/orders/client-order/{clientOid}', 'spot', 1, spotCancel],
    'spot.order': ['GET', '/api/v1/hf/orders/{orderId}', 'spot', 2, lookup],
    'spot.orderByClientOid': ['GET', '/api/v1/hf/orders/client-order/{clientOid}', 'spot', 2, lookup],
    'classic.place': ['POST', '/api/v1/orders', 'spot', 2, spotWrite],
    'classic.batch': ['POST', '/api/v1/orders/multi', 'spot', 3, spotWrite],
    'classic.order': ['GET', '/api/v1/orders/{orderId}', 'spot', 2, lookup],
    'classic.orderByClientOid': ['GET', '/api/v1/order/client-order/{clientOid}', 'spot', 3, lookup],
    'classic.cancel': ['DELETE', '/api/v1/orders/{orderId}', 'spot', 3, spotCancel],
    'classic.cancelByClientOid': ['DELETE', '/api/v1/order/client-order/{clientOid}', 'spot', 3, spotCancel],
    'classic.cancelAll': ['DELETE', '/api/v1/orders', 'spot', 20, spotWrite],
    'hf.activeOrders': ['GET', '/api/v1/hf/orders/active', 'spot', 2, generalExtra],
    'hf.activePage': ['GET', '/api/v1/hf/orders/active/page', 'spot', 2, generalExtra],
    'hf.activeSymbols': ['GET', '/api/v1/hf/orders/active/symbols', 'spot', 2, spotWrite],
    'hf.doneOrders': ['GET', '/api/v1/hf/orders/done', 'spot', 2, generalExtra],
    'hf.fills': ['GET', '/api/v1/hf/fills', 'spot', 2, generalExtra],
    'hf.placeTest': ['POST', '/api/v1/hf/orders/test', 'spot', 1, spotWrite],
    'hf.placeSync': ['POST', '/api/v1/hf/orders/sync', 'spot', 1, spotWrite],
    'hf.alter': ['POST', '/api/v1/hf/orders/alter', 'spot', 1, spotCancel],
    'hf.cancelSync': ['DELETE', '/api/v1/hf/orders/sync/{orderId}', 'spot', 1, spotCancel],
    'hf.cancelSyncByClientOid': ['DELETE', '/api/v1/hf/orders/sync/client-order/{clientOid}', 'spot', 1, spotCancel],
    'hf.cancelPart': ['DELETE', '/api/v1/hf/orders/cancel/{orderId}', 'spot', 2, spotCancel],
    'hf.cancelPair': ['DELETE', '/api/v1/hf/orders', 'spot', 2, spotWrite],
    'hf.cancelAll': ['DELETE', '/api/v1/hf/orders/cancelAll', 'spot', 30, spotWrite],
    'hf.setDeadCancel': ['POST', '/api/v1/hf/orders/dead-cancel-all', 'spot', 2, spotWrite],
    'hf.deadCancel': ['GET', '/api/v1/hf/orders/dead-cancel-all/query', 'spot', 2, noneIsSet],
    'oco.place': ['POST', '/api/v3/oco/order', 'spot', 2, spotWrite],
    'oco.cancel': ['DELETE', '/api/v3/oco/order/{orderId}', 'spot', 3, spotCancel],
    'oco.cancelByClientOid': ['DELETE', '/api/v3/oco/client-order/{clientOid}', 'spot', 3, spotCancel],
    'oco.cancelMany': ['DELETE', '/api/v3/oco/orders', 'spot', 3, spotWrite],
    'oco.order': ['GET', '/api/v3/oco/order/{orderId}', 'spot', 2, lookup],
    'oco.orderByClientOid': ['GET', '/api/v3/oco/client-order/{clientOid}', 'spot', 2, lookup],
    'oco.details': ['GET', '/api/v3/oco/order/details/{orderId}', 'spot', 2, lookup],
    'oco.orders': ['GET', '/api/v3/oco/orders', 'spot', 2, generalExtra],
    'stops.list': ['GET', '/api/v1/stop-order', 'spot', 8, generalBare],
    'stops.order': ['GET', '/api/v1/stop-order/{orderId}', 'spot', 3, lookup],
    'stops.orderByClientOid': ['GET', '/api/v1/stop-order/queryOrderByClientOid', 'spot', 3, lookup],
    'stops.place': ['POST', '/api/v1/stop-order', 'spot', 1, spotWrite],
    'stops.cancel': ['DELETE', '/api/v1/stop-order/{orderId}', 'spot', 3, spotCancel],
    'stops.cancelByClientOid': ['DELETE', '/api/v1/stop-order/cancelOrderByClientOid', 'spot', 5, spotCancel],
    'margin.activeOrders': ['GET', '/api/v3/hf/margin/orders/active', 'spot', 4, general],
    'margin.fills': ['GET', '/api/v3/hf/margin/fills', 'spot', 5, general],
    'margin.cancelAll': ['DELETE', '/api/v3/hf/margin/orders', 'spot', 10, { ...marginWrite, source: 'document' }],
    'margin.place': ['POST', '/api/v3/hf/margin/order', 'spot', 2, marginWrite],
    'margin.placeTest': ['POST', '/api/v3/hf/margin/order/test', 'spot', 2, marginWrite],
    'margin.cancel': ['DELETE', '/api/v3/hf/margin/orders/{orderId}', 'spot', 2, marginCancel],
    'margin.cancelByClientOid': [
      'DELETE',
      '/api/v3/hf/margin/orders/client-order/{clientOid}',
      'spot',
      2,
      marginCancel,
    ],
    'margin.placeStop': ['POST', '/api/v3/hf/margin/stop-order', 'spot', 3, marginWrite],
    'margin.cancelStop': ['DELETE', '/api/v3/hf/margin/stop-order/cancel-by-id', 'spot', 3, marginCancel],
    'margin.stopByClientOid': ['GET', '/api/v3/hf/margin/stop-order/clientOid', 'spot', 3, lookup],
    'margin.order': ['GET', '/api/v3/hf/margin/orders/{orderId}', 'spot', 5, lookup],
    'margin.orderByClientOid': ['GET', '/api/v3/hf/margin/orders/client-order/{clientOid}', 'spot', 5, lookup],
    'margin.doneOrders': ['GET', '/api/v3/hf/margin/orders/done', 'spot', 10, generalExtra],
    'margin.activeSymbols': ['GET', '/api/v3/hf/margin/order/active/symbols', 'spot', 4, marginRead],
    'margin.crossAccount': ['GET', '/api/v3/margin/accounts', 'spot', 15, generalExtra],
    'margin.isolatedAccounts': ['GET', '/api/v3/isolated/accounts', 'spot', 15, generalExtra],
    'margin.symbols': ['GET', '/api/v3/margin/symbols', 'public', 3, openExtra],
    'margin.isolatedSymbols': ['GET', '/api/v1/isolated/symbols', 'public', 3, openExtra],
    'margin.config': ['GET', '/api/v1/margin/config', 'spot', 25, { ...openExtra, isPoolDisputed: true }],
    'margin.borrow': ['POST', '/api/v3/margin/borrow', 'spot', 15, marginWrite],
    'margin.repay': ['POST', '/api/v3/margin/repay', 'spot', 10, marginWrite],
    'margin.borrows': ['GET', '/api/v3/margin/borrow', 'spot', 15, marginRead],
    'margin.repayments': ['GET', '/api/v3/margin/repay', 'spot', 15, marginRead],
    'margin.interest': ['GET', '/api/v3/margin/interest', 'spot', 20, marginRead],
    'margin.borrowRates': ['GET', '/api/v3/margin/borrowRate', 'spot', 5, generalExtra],
    'margin.setLeverage': ['POST', '/api/v3/position/update-user-leverage', 'spot', 8, saysNothing],
    'accounts.balances': ['GET', '/api/v1/accounts', 'management', 5, generalExtra],
    'accounts.subUsers': ['GET', '/api/v2/sub/user', 'management', 20, general],
    'accounts.subAccounts': ['GET', '/api/v2/sub-accounts', 'management', 20, general],
    'accounts.subAccount': ['GET', '/api/v1/sub-accounts/{subUserId}', 'management', 15, generalExtra],
    'accounts.baseFee': ['GET', '/api/v1/base-fee', 'spot', 3, general],
    'wallet.oldWithdrawals': ['GET', '/api/v1/hist-withdrawals', 'management', 20, generalBare],
    'wallet.withdrawals': ['GET', '/api/v1/withdrawals', 'management', 20, generalExtra],
    'wallet.deposits': ['GET', '/api/v1/deposits', 'management', 5, generalExtra],
    'wallet.transferable': ['GET', '/api/v1/accounts/transferable', 'management', 20, generalExtra],
    'wallet.transfer': ['POST', '/api/v3/accounts/universal-transfer', 'management', 4, transferWrite],
    'wallet.ledger': ['GET', '/api/v1/accounts/ledgers', 'management', 2, generalExtra],
    'wallet.hfLedger': ['GET', '/api/v1/hf/accounts/ledgers', 'spot', 2, generalExtra],
    'wallet.marginLedger': ['GET', '/api/v3/hf/margin/account/ledgers', 'spot', 2, generalExtra],
    'accounts.hfOpened': ['GET', '/api/v1/hf/accounts/opened', 'spot', 30, generalExtra],
    'accounts.tradeFees': ['GET', '/api/v1/trade-fees', 'spot', 3, generalExtra],
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
    'futures.placeTest': ['POST', '/api/v1/orders/test', 'futures', 2, futuresWrite],
    'futures.placeTakeProfit': ['POST', '/api/v1/st-orders', 'futures', 2, futuresWrite],
    'futures.placeBatch': ['POST', '/api/v1/orders/multi', 'futures', 20, futuresWrite],
    'futures.cancelMany': ['DELETE', '/api/v1/orders/multi-cancel', 'futures', 20, futuresWrite],
    'futures.cancelAll': ['DELETE', '/api/v3/orders', 'futures', 10, futuresWrite],
    'futures.cancelAllStops': ['DELETE', '/api/v1/stopOrders', 'futures', 15, futuresWrite],
    'futures.marginMode': ['GET', '/api/v2/position/getMarginMode', 'futures', 2, futuresRead],
    'futures.setMarginMode': ['POST', '/api/v2/position/changeMarginMode', 'futures', 2, futuresWrite],
    'futures.setMarginModes': ['POST', '/api/v2/position/batchChangeMarginMode', 'futures', 2, futuresWrite],
    'futures.crossLeverage': ['GET', '/api/v2/getCrossUserLeverage', 'futures', 2, futuresRead],
    'futures.setCrossLeverage': ['POST', '/api/v2/changeCrossUserLeverage', 'futures', 2, futuresWrite],
    'futures.positionMode': ['GET', '/api/v2/position/getPositionMode', 'futures', 2, futuresRead],
    'futures.setPositionMode': ['POST', '/api/v2/position/switchPositionMode', 'futures', 2, futuresWrite],
    'futures.maxWithdrawMargin': ['GET', '/api/v1/margin/maxWithdrawMargin', 'futures', 10, futuresRead],
    'futures.withdrawMargin': ['POST', '/api/v1/margin/withdrawMargin', 'futures', 10, futuresWrite],
    'futures.maxOpenSize': ['GET', '/api/v2/getMaxOpenSize', 'futures', 2, futuresRead],
    'futures.openOrderStatistics': ['GET', '/api/v1/openOrderStatistics', 'futures', 10, generalExtra],
    'futures.setRiskLimitLevel': ['POST', '/api/v1/position/risk-limit-level/change', 'futures', 5, futuresWrite],
    'futures.tradeFee': ['GET', '/api/v1/trade-fees', 'futures', 3, generalExtra],
    'futures.currentFunding': ['GET', '/api/v1/funding-rate/{symbol}/current', 'public', 2, openExtra],
    'futures.fundingRates': ['GET', '/api/v1/contract/funding-rates', 'public', 5, openExtra],
    'futures.fundingHistory': ['GET', '/api/v1/funding-history', 'futures', 5, futuresRead],
    'futures.closedPositions': ['GET', '/api/v1/history-positions', 'futures', 2, futuresRead],
    'futures.ledger': ['GET', '/api/v1/transaction-history', 'futures', 2, generalExtra],
    'futures.positions': ['GET', '/api/v1/positions', 'futures', 2, generalExtra],
    'futures.depositMargin': ['POST', '/api/v1/position/margin/deposit-margin', 'futures', 4, general],
    'futures.overview': ['GET', '/api/v1/account-overview', 'futures', 5, generalExtra],
    'futures.overviews': ['GET', '/api/v1/account-overview-all', 'futures', 6, generalExtra],
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
