import type { PublicRow, SignedRow } from './endpoint/row.ts';
import { getPrivateToken, getPublicToken } from './feed-tokens.ts';
import * as futuresFills from './futures/fills.ts';
import * as futuresMarket from './futures/market-data.ts';
import * as futuresOrders from './futures/orders.ts';
import * as futuresPlacing from './futures/placing.ts';
import { depositMargin, getPosition, listPositions, listPositionsOf } from './futures/positions.ts';
import { getContract, getTicker, listContracts, listRiskLevels } from './futures/reference.ts';
import { placeMany } from './futures/trading/batches.ts';
import * as cancelling from './futures/trading/cancelling.ts';
import { getMaxOpenSize, getOpenOrderStatistics, listCrossLimits } from './futures/trading/statistics.ts';
import { listClosedPositions } from './futures/account/closed-positions.ts';
import * as histories from './futures/account/histories.ts';
import * as margin from './futures/account/margin.ts';
import { getOverview, listOverviews } from './futures/account/overviews.ts';
import * as settings from './futures/account/settings.ts';
import { getStatus, getTimestamp } from './spot/reference.ts';

/** The endpoints of the futures port, as endpoint-table.ts says. */

export const futuresPublic: readonly PublicRow[] = [
  ['POST', '/api/v1/bullet-public', 10, 'wrapped', getPublicToken('futures')],
  ['GET', '/api/v1/timestamp', 2, 'wrapped', getTimestamp],
  ['GET', '/api/v1/status', 4, 'wrapped', getStatus],
  ['GET', '/api/v1/ticker', 2, 'wrapped', getTicker],
  ['GET', '/api/v1/contracts/:symbol', 3, 'bare', getContract],
  ['GET', '/api/v1/contracts/active', 3, 'wrapped', listContracts],
  ['GET', '/api/v1/allTickers', 5, 'wrapped', futuresMarket.listTickers],
  ['GET', '/api/v1/trade-statistics', 3, 'wrapped', futuresMarket.getTradeStatistics],
  ['GET', '/api/v1/level2/snapshot', 3, 'wrapped', futuresMarket.getBook('all')],
  ['GET', '/api/v1/level2/depth20', 5, 'wrapped', futuresMarket.getBook(20)],
  ['GET', '/api/v1/level2/depth100', 10, 'wrapped', futuresMarket.getBook(100)],
  ['GET', '/api/v1/trade/history', 5, 'wrapped', futuresMarket.listTrades],
  ['GET', '/api/v1/kline/query', 3, 'wrapped', futuresMarket.listCandles],
  ['GET', '/api/v1/mark-price/:symbol/current', 3, 'wrapped', futuresMarket.getMarkPrice],
  ['GET', '/api/v1/funding-rate/:symbol/current', 2, 'wrapped', futuresMarket.getFundingRate],
  ['GET', '/api/v1/contract/funding-rates', 5, 'wrapped', histories.listFundingRates],
];

export const futuresSigned: readonly SignedRow[] = [
  ['POST', '/api/v1/bullet-private', 'futures', 10, 'General', 'wrapped', getPrivateToken('futures')],
  ['GET', '/api/v1/contracts/risk-limit/:symbol', 'futures', 5, 'General', 'wrapped', listRiskLevels],
  ['GET', '/api/v1/orders', 'futures', 2, 'General', 'wrapped', futuresOrders.listOrders],
  ['POST', '/api/v1/orders', 'futures', 2, 'Futures', 'wrapped', futuresPlacing.placeOrder],
  ['POST', '/api/v1/orders/test', 'futures', 2, 'Futures', 'wrapped', futuresPlacing.testOrder],
  ['POST', '/api/v1/orders/multi', 'futures', 20, 'Futures', 'wrapped', placeMany],
  ['POST', '/api/v1/st-orders', 'futures', 2, 'Futures', 'wrapped', futuresPlacing.placeWithExits],
  ['DELETE', '/api/v1/orders', 'futures', 800, 'Futures', 'wrapped', cancelling.cancelEvery],
  ['DELETE', '/api/v3/orders', 'futures', 10, 'Futures', 'wrapped', cancelling.cancelOfContract],
  ['DELETE', '/api/v1/stopOrders', 'futures', 15, 'Futures', 'wrapped', cancelling.cancelStops],
  ['DELETE', '/api/v1/orders/multi-cancel', 'futures', 20, 'Futures', 'wrapped', cancelling.cancelMany],
  ['GET', '/api/v1/openOrderStatistics', 'futures', 10, 'General', 'wrapped', getOpenOrderStatistics],
  ['GET', '/api/v2/getMaxOpenSize', 'futures', 2, 'Futures', 'wrapped', getMaxOpenSize],
  ['GET', '/api/v2/batchGetCrossOrderLimit', 'futures', 2, 'Futures', 'wrapped', listCrossLimits],
  ['GET', '/api/v1/orders/:orderId', 'futures', 5, 'General', 'wrapped', futuresOrders.getOrder],
  ['DELETE', '/api/v1/orders/:orderId', 'futures', 1, 'Futures', 'wrapped', cancelling.cancelOrder],
  ['GET', '/api/v1/orders/byClientOid', 'futures', 5, 'General', 'wrapped', futuresOrders.getOrderByClientOid],
  [
    'DELETE',
    '/api/v1/orders/client-order/:clientOid',
    'futures',
    1,
    'Futures',
    'wrapped',
    cancelling.cancelOrderByClientOid,
  ],
  ['GET', '/api/v1/recentDoneOrders', 'futures', 5, 'General', 'wrapped', futuresOrders.listRecentDoneOrders],
  ['GET', '/api/v1/fills', 'futures', 5, 'General', 'wrapped', futuresFills.listFills],
  ['GET', '/api/v1/recentFills', 'futures', 3, 'General', 'wrapped', futuresFills.listRecentFills],
  ['GET', '/api/v1/stopOrders', 'futures', 6, 'General', 'wrapped', futuresOrders.listStops],
  ['GET', '/api/v1/positions', 'futures', 2, 'General', 'wrapped', listPositions],
  ['GET', '/api/v1/funding-history', 'futures', 5, 'Futures', 'wrapped', histories.listFundingPayments],
  ['GET', '/api/v1/transaction-history', 'futures', 2, 'General', 'wrapped', histories.listTransactions],
  ['GET', '/api/v1/trade-fees', 'futures', 3, 'General', 'wrapped', histories.getTradeFees],
  ['GET', '/api/v1/history-positions', 'futures', 2, 'Futures', 'wrapped', listClosedPositions],
  ['GET', '/api/v1/margin/maxWithdrawMargin', 'futures', 10, 'Futures', 'wrapped', margin.getMaxWithdrawMargin],
  ['POST', '/api/v1/margin/withdrawMargin', 'futures', 10, 'Futures', 'wrapped', margin.withdrawMargin],
  ['POST', '/api/v1/position/margin/auto-deposit-status', 'futures', 4, 'Futures', 'wrapped', margin.changeAutoDeposit],
  ['POST', '/api/v1/position/risk-limit-level/change', 'futures', 5, 'Futures', 'wrapped', margin.changeRiskLevel],
  ['GET', '/api/v2/position', 'futures', 2, 'Futures', 'wrapped', listPositionsOf],
  ['GET', '/api/v2/position/getMarginMode', 'futures', 2, 'Futures', 'wrapped', settings.getMarginMode],
  ['POST', '/api/v2/position/changeMarginMode', 'futures', 2, 'Futures', 'wrapped', settings.changeMarginMode],
  ['POST', '/api/v2/position/batchChangeMarginMode', 'futures', 2, 'Futures', 'wrapped', settings.changeMarginModes],
  ['GET', '/api/v2/position/getPositionMode', 'futures', 2, 'Futures', 'wrapped', settings.getPositionMode],
  ['POST', '/api/v2/position/switchPositionMode', 'futures', 2, 'Futures', 'wrapped', settings.switchPositionMode],
  ['GET', '/api/v2/getCrossUserLeverage', 'futures', 2, 'Futures', 'wrapped', settings.getCrossLeverage],
  ['POST', '/api/v2/changeCrossUserLeverage', 'futures', 2, 'Futures', 'wrapped', settings.changeCrossLeverage],
  ['GET', '/api/v1/position', 'futures', 2, 'General', 'wrapped', getPosition],
  ['POST', '/api/v1/position/margin/deposit-margin', 'futures', 4, 'General', 'wrapped', depositMargin],
  ['GET', '/api/v1/account-overview', 'futures', 5, 'General', 'wrapped', getOverview],
  ['GET', '/api/v1/account-overview-all', 'futures', 6, 'General', 'wrapped', listOverviews],
];
