import type { Result } from '#shared/errors.ts';
import type { ExchangeClient } from '../client.ts';

/** How the client asks for what an example shows. */
export type ExampleReader = (client: ExchangeClient) => Promise<Result<unknown>>;

const act = { priority: 'act' } as const;
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
  'GET /api/v1/user/api-key': client => client.accounts.apiKey({}, act),
  'GET /api/v1/hf/accounts/opened': client => client.accounts.hfOpened({}, act),
  'GET /api/v1/accounts': client => client.accounts.balances({}, act),
  'GET /api/v3/margin/accounts': client => client.margin.crossAccount({ quoteCurrency: 'USDT' }, act),
  'GET /api/v3/isolated/accounts': client => client.margin.isolatedAccounts({ quoteCurrency: 'USDT' }, act),
  'GET /api/v1/account-overview-all': client => client.futures.overviews({ currency: 'USDT' }, act),
  'GET /api/v1/account-overview': client => client.futures.overview({ currency: 'USDT' }, act),
  'GET /api/v1/accounts/ledgers': client => client.wallet.ledger({}, act),
  'GET /api/v1/hf/accounts/ledgers': client => client.wallet.hfLedger({}, act),
  'GET /api/v3/hf/margin/account/ledgers': client => client.wallet.marginLedger({}, act),
  'GET /api/v1/transaction-history': client => client.futuresAccount.newestLedger({ currency: 'USDT' }, act),
  'GET /api/v1/base-fee': client => client.accounts.baseFee({}, act),
  'GET /api/v1/trade-fees': client => client.accounts.tradeFees({ symbols: [symbol] }, act),
  'GET /api/v2/sub/user': client => client.accounts.subAccounts({}, act),
  'GET /api/v2/sub-accounts': client => client.accounts.subHoldings({}, act),
  'GET /api/v1/deposits': client => client.wallet.deposits({}, act),
  'GET /api/v1/accounts/transferable': client => client.wallet.transferable({ currency: 'USDT', wallet: 'main' }, act),
  'GET /api/v1/withdrawals': client => client.wallet.withdrawals({}, act),
  'GET /api/v1/hist-withdrawals': client => client.wallet.oldWithdrawals({}, act),
  'POST /api/v3/margin/borrow': client => client.margin.borrow({ ...loans, size: '1' }, act),
  'POST /api/v3/margin/repay': client => client.margin.repay({ ...loans, size: '1' }, act),
  'GET /api/v3/margin/borrow': client => client.margin.loans({ ...loans, kind: 'borrow' }, act),
  'GET /api/v3/margin/repay': client => client.margin.loans({ ...loans, kind: 'repay' }, act),
  'GET /api/v3/margin/interest': client => client.margin.interest({}, act),
  'POST /api/v3/position/update-user-leverage': client => client.margin.setLeverage({ leverage: '3' }, act),
  'GET /api/v3/margin/symbols': client => client.margin.symbols({}, act),
  'GET /api/v1/isolated/symbols': client => client.margin.isolatedSymbols({}, act),
  'GET /api/v1/margin/config': client => client.margin.config({}, act),
  'POST /api/v3/hf/margin/order': client => client.margin.place(marginOrder, act),
  'POST /api/v3/hf/margin/order/test': client => client.margin.placeTest(marginOrder, act),
  'DELETE /api/v3/hf/margin/orders/{orderId}': client => client.margin.cancel(byId, act),
  'GET /api/v3/hf/margin/orders/{orderId}': client => client.margin.order(byId, act),
  'DELETE /api/v3/hf/margin/orders/client-order/{clientOid}': client => client.margin.cancelByClientOid(byMark, act),
  'GET /api/v3/hf/margin/orders/client-order/{clientOid}': client => client.margin.orderByClientOid(byMark, act),
  'DELETE /api/v3/hf/margin/orders': client => client.margin.cancelAll(market, act),
  'GET /api/v3/hf/margin/order/active/symbols': client => client.margin.activeSymbols(market, act),
  'GET /api/v3/hf/margin/orders/active': client => client.margin.activeOrders(market, act),
  'GET /api/v3/hf/margin/orders/done': client => client.margin.doneOrders(market, act),
  'GET /api/v3/hf/margin/fills': client => client.margin.fills(market, act),
  'GET /api/v3/currencies/{currency}': client => client.reference.currency({ currency: 'BTC' }, act),
  'GET /api/v3/currencies': client => client.reference.currencies({}, act),
  'GET /api/v2/symbols': client => client.reference.symbols({}, act),
  'GET /api/v1/market/histories': client => client.market.trades({ venue: 'spot', symbol }, act),
  'GET /api/v1/market/candles': client =>
    client.market.candles({ venue: 'spot', symbol, interval: '1min', ...span }, act),
  'GET /api/v1/market/orderbook/level2_{size}': client => client.reference.book({ symbol, depth: 20 }, act),
  'GET /api/v3/market/orderbook/level2': client => client.market.spotBook({ symbol }, act),
  'GET /api/v1/timestamp': client => client.reference.serverTime({ venue: 'spot' }, act),
  'POST /api/v1/bullet-public': client => client.feedAccess.open({ venue: 'spot', isPrivate: false }, act),
  'POST /api/v1/bullet-private': client => client.feedAccess.open({ venue: 'spot', isPrivate: true }, act),
  'POST /api/v1/hf/orders': client => client.spot.place(spotOrder, act),
  'DELETE /api/v1/hf/orders': client => client.spotHf.cancelPair({ symbol }, act),
  'POST /api/v1/hf/orders/sync': client => client.spotHf.placeSync(spotOrder, act),
  'POST /api/v1/hf/orders/test': client => client.spotHf.placeTest(spotOrder, act),
  'POST /api/v1/hf/orders/multi': client => client.spot.placeBatch(batch, act),
  'POST /api/v1/hf/orders/multi/sync': client => client.spot.placeBatchSync(batch, act),
  'DELETE /api/v1/hf/orders/{orderId}': client => client.spot.cancel(byId, act),
  'GET /api/v1/hf/orders/{orderId}': client => client.spot.order(byId, act),
  'DELETE /api/v1/hf/orders/sync/{orderId}': client => client.spotHf.cancelSync(byId, act),
  'DELETE /api/v1/hf/orders/client-order/{clientOid}': client => client.spot.cancelByClientOid(byMark, act),
  'GET /api/v1/hf/orders/client-order/{clientOid}': client => client.spot.orderByClientOid(byMark, act),
  'DELETE /api/v1/hf/orders/sync/client-order/{clientOid}': client => client.spotHf.cancelSyncByClientOid(byMark, act),
  'DELETE /api/v1/hf/orders/cancel/{orderId}': client => client.spotHf.cancelPart({ ...byId, cancelSize: '1' }, act),
  'DELETE /api/v1/hf/orders/cancelAll': client => client.spotHf.cancelAll({}, act),
  'POST /api/v1/hf/orders/alter': client => client.spotHf.alter({ ...byId, newSize: '1' }, act),
  'GET /api/v1/hf/orders/active/symbols': client => client.spotHf.activeSymbols({}, act),
  'GET /api/v1/hf/orders/active': client => client.spotHf.activeOrders({ symbol }, act),
  'GET /api/v1/hf/orders/active/page': client => client.spotHf.activePage({ symbol }, act),
  'GET /api/v1/hf/orders/done': client => client.spotHf.doneOrders({ symbol }, act),
  'GET /api/v1/hf/fills': client => client.spotHf.fills({ symbol }, act),
  'GET /api/v1/hf/orders/dead-cancel-all/query': client => client.spotHf.deadCancel({}, act),
  'POST /api/v1/hf/orders/dead-cancel-all': client => client.spotHf.setDeadCancel({ timeoutS: 5, symbols: [] }, act),
  'POST /api/v1/stop-order': client => client.stops.place(stop, act),
  'GET /api/v1/stop-order': client => client.stops.list({}, act),
  'DELETE /api/v1/stop-order/cancelOrderByClientOid': client => client.stops.cancelByClientOid(byMark, act),
  'DELETE /api/v1/stop-order/{orderId}': client => client.stops.cancel(byId, act),
  'GET /api/v1/stop-order/{orderId}': client => client.stops.order(byId, act),
  'GET /api/v1/stop-order/queryOrderByClientOid': client => client.stops.orderByClientOid(byMark, act),
  'POST /api/v3/oco/order': client => client.oco.place(oco, act),
  'DELETE /api/v3/oco/order/{orderId}': client => client.oco.cancel(byId, act),
  'GET /api/v3/oco/order/{orderId}': client => client.oco.order(byId, act),
  'DELETE /api/v3/oco/client-order/{clientOid}': client => client.oco.cancelByClientOid(byMark, act),
  'GET /api/v3/oco/client-order/{clientOid}': client => client.oco.orderByClientOid(byMark, act),
  'DELETE /api/v3/oco/orders': client => client.oco.cancelMany({ symbol }, act),
  'GET /api/v3/oco/orders': client => client.oco.orders({}, act),
  'GET /api/v3/oco/order/details/{orderId}': client => client.oco.details(byId, act),
  'GET /api/v1/orders': client => client.spot.orders({ status: 'active' }, act),
  'GET /api/v1/limit/fills': client => client.spot.recentFills({}, act),
};

const futuresReaders: Readonly<Record<string, ExampleReader>> = {
  'GET /api/v1/funding-rate/{symbol}/current': client =>
    client.futuresAccount.currentFunding({ symbol: contract }, act),
  'GET /api/v1/contract/funding-rates': client =>
    client.futuresAccount.fundingRates({ symbol: contract, ...span }, act),
  'GET /api/v1/funding-history': client => client.futuresAccount.fundingHistory({ symbol: contract, ...span }, act),
  'GET /api/v1/timestamp': client => client.reference.serverTime({ venue: 'futures' }, act),
  'GET /api/v1/contracts/{symbol}': client => client.reference.contract({ symbol: contract }, act),
  'GET /api/v1/contracts/active': client => client.reference.contracts({}, act),
  'GET /api/v1/ticker': client => client.reference.ticker({ symbol: contract }, act),
  'GET /api/v1/level2/snapshot': client => client.market.futuresBook({ symbol: contract }, act),
  'GET /api/v1/trade/history': client => client.market.trades({ venue: 'futures', symbol: contract }, act),
  'GET /api/v1/kline/query': client =>
    client.market.candles({ venue: 'futures', symbol: contract, interval: '1min', ...span }, act),
  'POST /api/v1/bullet-public': client => client.feedAccess.open({ venue: 'futures', isPrivate: false }, act),
  'POST /api/v1/bullet-private': client => client.feedAccess.open({ venue: 'futures', isPrivate: true }, act),
  'POST /api/v1/orders': client => client.futures.place(lots, act),
  'GET /api/v1/orders': client => client.futures.orders({ status: 'active' }, act),
  'POST /api/v1/orders/test': client => client.futuresBatches.placeTest(lots, act),
  'POST /api/v1/orders/multi': client => client.futuresBatches.placeBatch({ orders: [lots] }, act),
  'POST /api/v1/st-orders': client => client.futuresBatches.placeTakeProfit(lots, act),
  'DELETE /api/v1/orders/{orderId}': client => client.futures.cancel(byId, act),
  'DELETE /api/v1/orders/client-order/{clientOid}': client => client.futures.cancelByClientOid(byMark, act),
  'DELETE /api/v1/orders/multi-cancel': client => client.futuresBatches.cancelMany({ orderIds: ['1'] }, act),
  'DELETE /api/v3/orders': client => client.futuresBatches.cancelAll({ symbol: contract }, act),
  'DELETE /api/v1/stopOrders': client => client.futuresBatches.cancelAllStops({}, act),
  'GET /api/v1/stopOrders': client => client.futures.stops({}, act),
  'GET /api/v1/orders/{order-id}': client => client.futures.order(byId, act),
  'GET /api/v1/orders/byClientOid': client => client.futures.orderByClientOid(byMark, act),
  'GET /api/v1/recentDoneOrders': client => client.futures.recentDoneOrders({}, act),
  'GET /api/v1/openOrderStatistics': client => client.futuresAccount.openOrderStatistics({ symbol: contract }, act),
  'GET /api/v1/recentFills': client => client.futures.recentFills({}, act),
  'GET /api/v1/fills': client => client.futures.fills({}, act),
  'GET /api/v2/position/getMarginMode': client => client.futuresAccount.marginMode({ symbol: contract }, act),
  'POST /api/v2/position/changeMarginMode': client =>
    client.futuresAccount.setMarginMode({ symbol: contract, marginMode: 'cross' }, act),
  'POST /api/v2/position/batchChangeMarginMode': client =>
    client.futuresAccount.setMarginModes({ symbols: [contract], marginMode: 'cross' }, act),
  'GET /api/v2/getMaxOpenSize': client =>
    client.futuresAccount.maxOpenSize({ symbol: contract, price: '1', leverage: '3' }, act),
  'GET /api/v1/positions': client => client.futures.positions({}, act),
  'GET /api/v1/history-positions': client => client.futuresAccount.closedPositions({}, act),
  'GET /api/v1/margin/maxWithdrawMargin': client => client.futuresAccount.maxWithdrawMargin({ symbol: contract }, act),
  'GET /api/v2/getCrossUserLeverage': client => client.futuresAccount.crossLeverage({ symbol: contract }, act),
  'POST /api/v2/changeCrossUserLeverage': client =>
    client.futuresAccount.setCrossLeverage({ symbol: contract, leverage: '3' }, act),
  'POST /api/v1/position/margin/deposit-margin': client =>
    client.futures.depositMargin({ symbol: contract, amount: '1', bizNo: 'b' }, act),
  'POST /api/v1/margin/withdrawMargin': client =>
    client.futuresAccount.withdrawMargin({ symbol: contract, amount: '1' }, act),
  'GET /api/v1/contracts/risk-limit/{symbol}': client => client.reference.riskLimits({ symbol: contract }, act),
  'POST /api/v1/position/risk-limit-level/change': client =>
    client.futuresAccount.setRiskLimitLevel({ symbol: contract, level: 2 }, act),
};

/** By the name of the example. */
export const exampleReaders: ReadonlyMap<string, ExampleReader> = new Map([
  ...Object.entries(spotReaders),
  ...Object.entries(futuresReaders).map(([name, reader]) => [`futures ${name}`, reader] as const),
]);

/** Published, and asked for by nobody here: the old forms that the client has no use for. */
export const unreadExamples: ReadonlySet<string> = new Set([
  'DELETE /api/v1/stop-order/cancel',
  'futures GET /api/v1/position',
  'futures GET /api/v2/batchGetCrossOrderLimit',
  'futures POST /api/v1/position/margin/auto-deposit-status',
]);
