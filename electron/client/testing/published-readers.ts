import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from '../client.ts';
import type { CallOptions } from '../types.ts';

/** How the client asks for what an example shows. */
export type ExampleReader = (client: ExchangeClient, options: CallOptions) => Promise<Result<unknown>>;

const symbol = 'BTC-USDT';
const contract = 'XBTUSDTM';
const byId = { orderId: 'o', symbol };
const byMark = { clientOid: 'c', symbol };
const market = { symbol, tradeType: 'cross' } as const;
const span = { fromMs: 1, toMs: 2 };
const loans = { currency: 'USDT' } as const;
const spotOrder = { clientOid: 'c', symbol, side: 'buy', type: 'limit', price: '1', size: '1' } as const;
const marginOrder = { ...spotOrder, tradeType: 'cross' } as const;
const batch = {
  orders: [
    { ...spotOrder, clientOid: '5c52e11203aa677f33e493fb' },
    { ...spotOrder, clientOid: 'd' },
  ],
};
const lots = { ...spotOrder, symbol: contract, leverage: '3' } as const;
const oco = { ...spotOrder, stopPrice: '1', limitPrice: '1' } as const;
const stop = { ...spotOrder, stop: 'loss', stopPrice: '1' } as const;

/** Spot, margin and accounts. */
const spotReaders: Readonly<Record<string, ExampleReader>> = {
  'GET /api/v1/user/api-key': (client, options) => client.accounts.apiKey({}, options),
  'GET /api/v1/hf/accounts/opened': (client, options) => client.accounts.hfOpened({}, options),
  'GET /api/v1/accounts': (client, options) => client.accounts.balances({}, options),
  'GET /api/v3/margin/accounts': (client, options) => client.margin.crossAccount({ quoteCurrency: 'USDT' }, options),
  'GET /api/v3/isolated/accounts': (client, options) =>
    client.margin.isolatedAccounts({ quoteCurrency: 'USDT' }, options),
  'GET /api/v1/account-overview-all': (client, options) => client.futures.overviews({ currency: 'USDT' }, options),
  'GET /api/v1/account-overview': (client, options) => client.futures.overview({ currency: 'USDT' }, options),
  'GET /api/v1/accounts/ledgers': (client, options) => client.wallet.ledger({}, options),
  'GET /api/v1/hf/accounts/ledgers': (client, options) => client.wallet.hfLedger({}, options),
  'GET /api/v3/hf/margin/account/ledgers': (client, options) => client.wallet.marginLedger({}, options),
  'GET /api/v1/transaction-history': (client, options) =>
    client.futuresAccount.newestLedger({ currency: 'USDT' }, options),
  'GET /api/v1/base-fee': (client, options) => client.accounts.baseFee({}, options),
  'GET /api/v1/trade-fees': (client, options) => client.accounts.tradeFees({ symbols: [symbol] }, options),
  'GET /api/v2/sub/user': (client, options) => client.accounts.subAccounts({}, options),
  'GET /api/v2/sub-accounts': (client, options) => client.accounts.subHoldings({}, options),
  'GET /api/v1/deposits': (client, options) => client.wallet.deposits({}, options),
  'GET /api/v1/accounts/transferable': (client, options) =>
    client.wallet.transferable({ currency: 'USDT', wallet: 'main' }, options),
  'GET /api/v1/withdrawals': (client, options) => client.wallet.withdrawals({}, options),
  'GET /api/v1/hist-withdrawals': (client, options) => client.wallet.oldWithdrawals({}, options),
  'POST /api/v3/margin/borrow': (client, options) => client.margin.borrow({ ...loans, size: '1' }, options),
  'POST /api/v3/margin/repay': (client, options) => client.margin.repay({ ...loans, size: '1' }, options),
  'GET /api/v3/margin/borrow': (client, options) => client.margin.loans({ ...loans, kind: 'borrow' }, options),
  'GET /api/v3/margin/repay': (client, options) => client.margin.loans({ ...loans, kind: 'repay' }, options),
  'GET /api/v3/margin/interest': (client, options) => client.margin.interest({}, options),
  'POST /api/v3/position/update-user-leverage': (client, options) =>
    client.margin.setLeverage({ leverage: '3' }, options),
  'GET /api/v3/margin/symbols': (client, options) => client.margin.symbols({}, options),
  'GET /api/v1/isolated/symbols': (client, options) => client.margin.isolatedSymbols({}, options),
  'GET /api/v1/margin/config': (client, options) => client.margin.config({}, options),
  'POST /api/v3/hf/margin/order': (client, options) => client.margin.place(marginOrder, options),
  'POST /api/v3/hf/margin/order/test': (client, options) => client.margin.placeTest(marginOrder, options),
  'DELETE /api/v3/hf/margin/orders/{orderId}': (client, options) => client.margin.cancel(byId, options),
  'GET /api/v3/hf/margin/orders/{orderId}': (client, options) => client.margin.order(byId, options),
  'DELETE /api/v3/hf/margin/orders/client-order/{clientOid}': (client, options) =>
    client.margin.cancelByClientOid(byMark, options),
  'GET /api/v3/hf/margin/orders/client-order/{clientOid}': (client, options) =>
    client.margin.orderByClientOid(byMark, options),
  'DELETE /api/v3/hf/margin/orders': (client, options) => client.margin.cancelAll(market, options),
  'GET /api/v3/hf/margin/order/active/symbols': (client, options) => client.margin.activeSymbols(market, options),
  'GET /api/v3/hf/margin/orders/active': (client, options) => client.margin.activeOrders(market, options),
  'GET /api/v3/hf/margin/orders/done': (client, options) => client.margin.doneOrders(market, options),
  'GET /api/v3/hf/margin/fills': (client, options) => client.margin.fills(market, options),
  'GET /api/v3/currencies/{currency}': (client, options) => client.reference.currency({ currency: 'BTC' }, options),
  'GET /api/v3/currencies': (client, options) => client.reference.currencies({}, options),
  'GET /api/v2/symbols': (client, options) => client.reference.symbols({}, options),
  'GET /api/v1/market/histories': (client, options) => client.market.trades({ venue: 'spot', symbol }, options),
  'GET /api/v1/market/candles': (client, options) =>
    client.market.candles({ venue: 'spot', symbol, interval: '1min', ...span }, options),
  'GET /api/v1/market/orderbook/level2_{size}': (client, options) =>
    client.reference.book({ symbol, depth: 20 }, options),
  'GET /api/v3/market/orderbook/level2': (client, options) => client.market.spotBook({ symbol }, options),
  'GET /api/v1/timestamp': (client, options) => client.reference.serverTime({ venue: 'spot' }, options),
  'POST /api/v1/bullet-public': (client, options) =>
    client.feedAccess.open({ venue: 'spot', isPrivate: false }, options),
  'POST /api/v1/bullet-private': (client, options) =>
    client.feedAccess.open({ venue: 'spot', isPrivate: true }, options),
  'POST /api/v1/hf/orders': (client, options) => client.spot.place(spotOrder, options),
  'DELETE /api/v1/hf/orders': (client, options) => client.spotHf.cancelPair({ symbol }, options),
  'POST /api/v1/hf/orders/sync': (client, options) => client.spotHf.placeSync(spotOrder, options),
  'POST /api/v1/hf/orders/test': (client, options) => client.spotHf.placeTest(spotOrder, options),
  'POST /api/v1/hf/orders/multi': (client, options) => client.spot.placeBatch(batch, options),
  'POST /api/v1/hf/orders/multi/sync': (client, options) => client.spot.placeBatchSync(batch, options),
  'DELETE /api/v1/hf/orders/{orderId}': (client, options) => client.spot.cancel(byId, options),
  'GET /api/v1/hf/orders/{orderId}': (client, options) => client.spot.order(byId, options),
  'DELETE /api/v1/hf/orders/sync/{orderId}': (client, options) => client.spotHf.cancelSync(byId, options),
  'DELETE /api/v1/hf/orders/client-order/{clientOid}': (client, options) =>
    client.spot.cancelByClientOid(byMark, options),
  'GET /api/v1/hf/orders/client-order/{clientOid}': (client, options) => client.spot.orderByClientOid(byMark, options),
  'DELETE /api/v1/hf/orders/sync/client-order/{clientOid}': (client, options) =>
    client.spotHf.cancelSyncByClientOid(byMark, options),
  'DELETE /api/v1/hf/orders/cancel/{orderId}': (client, options) =>
    client.spotHf.cancelPart({ ...byId, cancelSize: '1' }, options),
  'DELETE /api/v1/hf/orders/cancelAll': (client, options) => client.spotHf.cancelAll({}, options),
  'POST /api/v1/hf/orders/alter': (client, options) => client.spotHf.alter({ ...byId, newSize: '1' }, options),
  'GET /api/v1/hf/orders/active/symbols': (client, options) => client.spotHf.activeSymbols({}, options),
  'GET /api/v1/hf/orders/active': (client, options) => client.spotHf.activeOrders({ symbol }, options),
  'GET /api/v1/hf/orders/active/page': (client, options) => client.spotHf.activePage({ symbol }, options),
  'GET /api/v1/hf/orders/done': (client, options) => client.spotHf.doneOrders({ symbol }, options),
  'GET /api/v1/hf/fills': (client, options) => client.spotHf.fills({ symbol }, options),
  'GET /api/v1/hf/orders/dead-cancel-all/query': (client, options) => client.spotHf.deadCancel({}, options),
  'POST /api/v1/hf/orders/dead-cancel-all': (client, options) =>
    client.spotHf.setDeadCancel({ timeoutS: 5, symbols: [] }, options),
  'POST /api/v1/stop-order': (client, options) => client.stops.place(stop, options),
  'GET /api/v1/stop-order': (client, options) => client.stops.list({}, options),
  'DELETE /api/v1/stop-order/cancelOrderByClientOid': (client, options) =>
    client.stops.cancelByClientOid(byMark, options),
  'DELETE /api/v1/stop-order/{orderId}': (client, options) => client.stops.cancel(byId, options),
  'GET /api/v1/stop-order/{orderId}': (client, options) => client.stops.order(byId, options),
  'GET /api/v1/stop-order/queryOrderByClientOid': (client, options) => client.stops.orderByClientOid(byMark, options),
  'POST /api/v3/oco/order': (client, options) => client.oco.place(oco, options),
  'DELETE /api/v3/oco/order/{orderId}': (client, options) => client.oco.cancel(byId, options),
  'GET /api/v3/oco/order/{orderId}': (client, options) => client.oco.order(byId, options),
  'DELETE /api/v3/oco/client-order/{clientOid}': (client, options) => client.oco.cancelByClientOid(byMark, options),
  'GET /api/v3/oco/client-order/{clientOid}': (client, options) => client.oco.orderByClientOid(byMark, options),
  'DELETE /api/v3/oco/orders': (client, options) => client.oco.cancelMany({ symbol }, options),
  'GET /api/v3/oco/orders': (client, options) => client.oco.orders({}, options),
  'GET /api/v3/oco/order/details/{orderId}': (client, options) => client.oco.details(byId, options),
  'GET /api/v1/orders': (client, options) => client.spot.orders({ status: 'active' }, options),
  'GET /api/v1/limit/fills': (client, options) => client.spot.recentFills({}, options),
};

const futuresReaders: Readonly<Record<string, ExampleReader>> = {
  'GET /api/v1/funding-rate/{symbol}/current': (client, options) =>
    client.futuresAccount.currentFunding({ symbol: contract }, options),
  'GET /api/v1/contract/funding-rates': (client, options) =>
    client.futuresAccount.fundingRates({ symbol: contract, ...span }, options),
  'GET /api/v1/funding-history': (client, options) =>
    client.futuresAccount.fundingHistory({ symbol: contract, ...span }, options),
  'GET /api/v1/timestamp': (client, options) => client.reference.serverTime({ venue: 'futures' }, options),
  'GET /api/v1/contracts/{symbol}': (client, options) => client.reference.contract({ symbol: contract }, options),
  'GET /api/v1/contracts/active': (client, options) => client.reference.contracts({}, options),
  'GET /api/v1/ticker': (client, options) => client.reference.ticker({ symbol: contract }, options),
  'GET /api/v1/level2/snapshot': (client, options) => client.market.futuresBook({ symbol: contract }, options),
  'GET /api/v1/trade/history': (client, options) =>
    client.market.trades({ venue: 'futures', symbol: contract }, options),
  'GET /api/v1/kline/query': (client, options) =>
    client.market.candles({ venue: 'futures', symbol: contract, interval: '1min', ...span }, options),
  'POST /api/v1/bullet-public': (client, options) =>
    client.feedAccess.open({ venue: 'futures', isPrivate: false }, options),
  'POST /api/v1/bullet-private': (client, options) =>
    client.feedAccess.open({ venue: 'futures', isPrivate: true }, options),
  'POST /api/v1/orders': (client, options) => client.futures.place(lots, options),
  'GET /api/v1/orders': (client, options) => client.futures.orders({ status: 'active' }, options),
  'POST /api/v1/orders/test': (client, options) => client.futuresBatches.placeTest(lots, options),
  'POST /api/v1/orders/multi': (client, options) => client.futuresBatches.placeBatch({ orders: [lots] }, options),
  'POST /api/v1/st-orders': (client, options) => client.futuresBatches.placeTakeProfit(lots, options),
  'DELETE /api/v1/orders/{orderId}': (client, options) => client.futures.cancel(byId, options),
  'DELETE /api/v1/orders/client-order/{clientOid}': (client, options) =>
    client.futures.cancelByClientOid(byMark, options),
  'DELETE /api/v1/orders/multi-cancel': (client, options) =>
    client.futuresBatches.cancelMany({ orderIds: ['1'] }, options),
  'DELETE /api/v3/orders': (client, options) => client.futuresBatches.cancelAll({ symbol: contract }, options),
  'DELETE /api/v1/stopOrders': (client, options) => client.futuresBatches.cancelAllStops({}, options),
  'GET /api/v1/stopOrders': (client, options) => client.futures.stops({}, options),
  'GET /api/v1/orders/{order-id}': (client, options) => client.futures.order(byId, options),
  'GET /api/v1/orders/byClientOid': (client, options) => client.futures.orderByClientOid(byMark, options),
  'GET /api/v1/recentDoneOrders': (client, options) => client.futures.recentDoneOrders({}, options),
  'GET /api/v1/openOrderStatistics': (client, options) =>
    client.futuresAccount.openOrderStatistics({ symbol: contract }, options),
  'GET /api/v1/recentFills': (client, options) => client.futures.recentFills({}, options),
  'GET /api/v1/fills': (client, options) => client.futures.fills({}, options),
  'GET /api/v2/position/getMarginMode': (client, options) =>
    client.futuresAccount.marginMode({ symbol: contract }, options),
  'POST /api/v2/position/changeMarginMode': (client, options) =>
    client.futuresAccount.setMarginMode({ symbol: contract, marginMode: 'cross' }, options),
  'POST /api/v2/position/batchChangeMarginMode': (client, options) =>
    client.futuresAccount.setMarginModes({ symbols: [contract], marginMode: 'cross' }, options),
  'GET /api/v2/getMaxOpenSize': (client, options) =>
    client.futuresAccount.maxOpenSize({ symbol: contract, price: '1', leverage: '3' }, options),
  'GET /api/v1/positions': (client, options) => client.futures.positions({}, options),
  'GET /api/v1/history-positions': (client, options) => client.futuresAccount.closedPositions({}, options),
  'GET /api/v1/margin/maxWithdrawMargin': (client, options) =>
    client.futuresAccount.maxWithdrawMargin({ symbol: contract }, options),
  'GET /api/v2/getCrossUserLeverage': (client, options) =>
    client.futuresAccount.crossLeverage({ symbol: contract }, options),
  'POST /api/v2/changeCrossUserLeverage': (client, options) =>
    client.futuresAccount.setCrossLeverage({ symbol: contract, leverage: '3' }, options),
  'POST /api/v1/position/margin/deposit-margin': (client, options) =>
    client.futures.depositMargin({ symbol: contract, amount: '1', bizNo: 'b' }, options),
  'POST /api/v1/margin/withdrawMargin': (client, options) =>
    client.futuresAccount.withdrawMargin({ symbol: contract, amount: '1' }, options),
  'GET /api/v1/contracts/risk-limit/{symbol}': (client, options) =>
    client.reference.riskLimits({ symbol: contract }, options),
  'POST /api/v1/position/risk-limit-level/change': (client, options) =>
    client.futuresAccount.setRiskLimitLevel({ symbol: contract, level: 2 }, options),
};

/** By the name of the example. */
export const exampleReaders: ReadonlyMap<string, ExampleReader> = new Map([
  ...Object.entries(spotReaders),
  ...Object.entries(futuresReaders).map(([name, reader]) => [`futures ${name}`, reader] as const),
]);

/** Published, and not requested here: the old forms that the client does not use. */
export const unreadExamples: ReadonlySet<string> = new Set([
  'DELETE /api/v1/stop-order/cancel',
  'futures GET /api/v1/position',
  'futures GET /api/v2/batchGetCrossOrderLimit',
  'futures POST /api/v1/position/margin/auto-deposit-status',
]);
