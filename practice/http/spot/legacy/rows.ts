import type { SignedRow } from '#practice/http/endpoint/row.ts';
import { listFills, listRecentOrders } from './lists.ts';
import {
  cancelLegacyOrder,
  cancelLegacyOrderByClientOid,
  cancelLegacyOrders,
  getLegacyOrder,
  getLegacyOrderByClientOid,
  placeLegacyBatch,
  placeLegacyOrder,
  testLegacyOrder,
} from './orders.ts';

/** The endpoints that the service marks as old and still answers (docs/exchange/endpoints.md §3.9). */
export const legacyRows: readonly SignedRow[] = [
  ['POST', '/api/v1/orders', 'spot', 2, 'Spot', 'wrapped', placeLegacyOrder],
  ['POST', '/api/v1/orders/test', 'spot', 2, 'Spot', 'wrapped', testLegacyOrder],
  ['POST', '/api/v1/orders/multi', 'spot', 3, 'Spot', 'wrapped', placeLegacyBatch],
  ['DELETE', '/api/v1/orders', 'spot', 20, 'Spot', 'wrapped', cancelLegacyOrders],
  ['GET', '/api/v1/orders/:orderId', 'spot', 2, 'General', 'wrapped', getLegacyOrder],
  ['DELETE', '/api/v1/orders/:orderId', 'spot', 3, 'Spot', 'wrapped', cancelLegacyOrder],
  ['GET', '/api/v1/order/client-order/:clientOid', 'spot', 3, 'General', 'wrapped', getLegacyOrderByClientOid],
  ['DELETE', '/api/v1/order/client-order/:clientOid', 'spot', 3, 'Spot', 'wrapped', cancelLegacyOrderByClientOid],
  ['GET', '/api/v1/limit/orders', 'spot', 3, 'General', 'wrapped', listRecentOrders],
  ['GET', '/api/v1/fills', 'spot', 10, 'General', 'wrapped', listFills],
];
