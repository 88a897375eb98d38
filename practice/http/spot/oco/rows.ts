import type { SignedRow } from '#practice/http/endpoint/row.ts';
import * as oco from './oco.ts';

/** One-cancels-other orders (docs/exchange/endpoints.md §4.1). */
export const ocoRows: readonly SignedRow[] = [
  ['POST', '/api/v3/oco/order', 'spot', 2, 'Spot', 'wrapped', oco.placeOco],
  ['GET', '/api/v3/oco/order/:orderId', 'spot', 2, 'General', 'wrapped', oco.getOco],
  ['GET', '/api/v3/oco/order/details/:orderId', 'spot', 2, 'General', 'wrapped', oco.getOcoDetails],
  ['GET', '/api/v3/oco/client-order/:clientOid', 'spot', 2, 'General', 'wrapped', oco.getOcoByClientOid],
  ['GET', '/api/v3/oco/orders', 'spot', 2, 'General', 'wrapped', oco.listOcos],
  ['DELETE', '/api/v3/oco/order/:orderId', 'spot', 3, 'Spot', 'wrapped', oco.cancelOco],
  ['DELETE', '/api/v3/oco/client-order/:clientOid', 'spot', 3, 'Spot', 'wrapped', oco.cancelOcoByClientOid],
  ['DELETE', '/api/v3/oco/orders', 'spot', 3, 'Spot', 'wrapped', oco.cancelOcos],
];
