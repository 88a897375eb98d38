import { getCrossAccount, listIsolatedAccounts } from './margin/accounts.ts';
import { borrow, listBorrows, listInterests, listRepays, repay } from './margin/debts.ts';
import { listDoneOrders, listFills } from './margin/history.ts';
import { listBorrowLimits } from './margin/limits.ts';
import { changeLeverage } from './margin/leverage.ts';
import * as orders from './margin/orders.ts';
import { placeOrder, testOrder } from './margin/placing.ts';
import { listBorrowRates } from './margin/rates.ts';
import * as reference from './margin/reference.ts';
import * as stops from './margin/stops.ts';
import type { PublicRow, SignedRow } from './endpoint/row.ts';

/** The endpoints of margin, all on the spot port: docs/exchange/endpoints.md §5. */

export const marginPublic: readonly PublicRow[] = [
  ['GET', '/api/v3/margin/symbols', 3, 'wrapped', reference.listCrossSymbols],
  ['GET', '/api/v1/isolated/symbols', 3, 'wrapped', reference.listIsolatedSymbols],
  ['GET', '/api/v1/margin/config', 25, 'wrapped', reference.getConfig],
  ['GET', '/api/v3/mark-price/all-symbols', 10, 'wrapped', reference.listMarkPrices],
];

/** Orders, stop orders and fills; they refuse with codes of their own. */
export const marginOrders: readonly SignedRow[] = [
  ['POST', '/api/v3/hf/margin/order', 'spot', 2, 'Margin', 'wrapped', placeOrder],
  ['POST', '/api/v3/hf/margin/order/test', 'spot', 2, 'Margin', 'wrapped', testOrder],
  ['GET', '/api/v3/hf/margin/order/active/symbols', 'spot', 4, 'Margin', 'wrapped', orders.listActiveSymbols],
  ['DELETE', '/api/v3/hf/margin/orders', 'spot', 10, 'Margin', 'wrapped', orders.cancelOrders],
  ['GET', '/api/v3/hf/margin/orders/active', 'spot', 4, 'General', 'wrapped', orders.listActiveOrders],
  ['GET', '/api/v3/hf/margin/orders/done', 'spot', 10, 'General', 'wrapped', listDoneOrders],
  ['GET', '/api/v3/hf/margin/orders/:orderId', 'spot', 5, 'General', 'wrapped', orders.getOrder],
  ['DELETE', '/api/v3/hf/margin/orders/:orderId', 'spot', 2, 'Margin', 'wrapped', orders.cancelOrder],
  [
    'GET',
    '/api/v3/hf/margin/orders/client-order/:clientOid',
    'spot',
    5,
    'General',
    'wrapped',
    orders.getOrderByClientOid,
  ],
  [
    'DELETE',
    '/api/v3/hf/margin/orders/client-order/:clientOid',
    'spot',
    2,
    'Margin',
    'wrapped',
    orders.cancelOrderByClientOid,
  ],
  ['GET', '/api/v3/hf/margin/fills', 'spot', 5, 'General', 'wrapped', listFills],
  ['GET', '/api/v3/hf/margin/stop-orders', 'spot', 8, 'General', 'wrapped', stops.listStops],
  ['GET', '/api/v3/hf/margin/stop-order/orderId', 'spot', 3, 'General', 'wrapped', stops.getStop],
  ['GET', '/api/v3/hf/margin/stop-order/clientOid', 'spot', 3, 'General', 'wrapped', stops.getStopByClientOid],
  ['POST', '/api/v3/hf/margin/stop-order', 'spot', 3, 'Margin', 'wrapped', stops.placeStop],
  ['DELETE', '/api/v3/hf/margin/stop-order/cancel-by-id', 'spot', 3, 'Margin', 'wrapped', stops.cancelStop],
  [
    'DELETE',
    '/api/v3/hf/margin/stop-order/cancel-by-clientOid',
    'spot',
    5,
    'Margin',
    'wrapped',
    stops.cancelStopByClientOid,
  ],
  ['DELETE', '/api/v3/hf/margin/stop-order/cancel', 'spot', 3, 'Margin', 'wrapped', stops.cancelStops],
];

export const marginAccounts: readonly SignedRow[] = [
  ['GET', '/api/v3/margin/accounts', 'spot', 15, 'General', 'wrapped', getCrossAccount],
  ['GET', '/api/v3/isolated/accounts', 'spot', 15, 'General', 'wrapped', listIsolatedAccounts],
  ['POST', '/api/v3/margin/borrow', 'spot', 15, 'Margin', 'wrapped', borrow],
  ['GET', '/api/v3/margin/borrow', 'spot', 15, 'Margin', 'wrapped', listBorrows],
  ['POST', '/api/v3/margin/repay', 'spot', 10, 'Margin', 'wrapped', repay],
  ['GET', '/api/v3/margin/repay', 'spot', 15, 'Margin', 'wrapped', listRepays],
  ['GET', '/api/v3/margin/interest', 'spot', 20, 'Margin', 'wrapped', listInterests],
  ['GET', '/api/v3/margin/currencies', 'spot', 20, 'General', 'wrapped', listBorrowLimits],
  ['GET', '/api/v3/margin/borrowRate', 'spot', 5, 'General', 'wrapped', listBorrowRates],
  ['POST', '/api/v3/position/update-user-leverage', 'spot', 8, 'Margin', 'wrapped', changeLeverage],
];
