import type { SignedRow } from '#practice/http/endpoint/row.ts';
import { listActive, listActivePage, listActiveSymbols } from './active.ts';
import { cancelAll, cancelOfSymbol, cancelPart, cancelSync, cancelSyncByClientOid } from './cancelling.ts';
import { listDone, listHfFills } from './past.ts';
import { alterOrder, placeSync, testPlacement } from './placing.ts';
import { getTimedCancel, setTimedCancel } from './timed-cancel.ts';

/** The high-frequency endpoints beyond placing, reading and cancelling one order (docs/exchange/endpoints.md §3.6 to §3.8). */
export const hfRows: readonly SignedRow[] = [
  ['POST', '/api/v1/hf/orders/sync', 'spot', 1, 'Spot', 'wrapped', placeSync],
  ['POST', '/api/v1/hf/orders/test', 'spot', 1, 'Spot', 'wrapped', testPlacement],
  ['POST', '/api/v1/hf/orders/alter', 'spot', 1, 'Spot', 'wrapped', alterOrder],
  ['DELETE', '/api/v1/hf/orders', 'spot', 2, 'Spot', 'wrapped', cancelOfSymbol],
  ['DELETE', '/api/v1/hf/orders/cancelAll', 'spot', 30, 'Spot', 'wrapped', cancelAll],
  ['DELETE', '/api/v1/hf/orders/cancel/:orderId', 'spot', 2, 'Spot', 'wrapped', cancelPart],
  ['DELETE', '/api/v1/hf/orders/sync/:orderId', 'spot', 1, 'Spot', 'wrapped', cancelSync],
  ['DELETE', '/api/v1/hf/orders/sync/client-order/:clientOid', 'spot', 1, 'Spot', 'wrapped', cancelSyncByClientOid],
  ['GET', '/api/v1/hf/orders/active', 'spot', 2, 'General', 'wrapped', listActive],
  ['GET', '/api/v1/hf/orders/active/page', 'spot', 2, 'General', 'wrapped', listActivePage],
  ['GET', '/api/v1/hf/orders/active/symbols', 'spot', 2, 'Spot', 'wrapped', listActiveSymbols],
  ['GET', '/api/v1/hf/orders/done', 'spot', 2, 'General', 'wrapped', listDone],
  ['GET', '/api/v1/hf/fills', 'spot', 2, 'General', 'wrapped', listHfFills],
  ['POST', '/api/v1/hf/orders/dead-cancel-all', 'spot', 2, 'Spot', 'wrapped', setTimedCancel],
  ['GET', '/api/v1/hf/orders/dead-cancel-all/query', 'spot', 2, 'Spot', 'wrapped', getTimedCancel],
];
