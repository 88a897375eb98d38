import { describe, expect, it } from 'vitest';
import { dialects } from './endpoint/dialect.ts';
import { endpointsOf } from './endpoint-table.ts';

/** docs/exchange/endpoints.md §5: `METHOD path`, pool, weight, right. */
const expected = `
GET /api/v3/hf/margin/fills spot 5 General
GET /api/v3/hf/margin/orders/active spot 4 General
DELETE /api/v3/hf/margin/orders spot 10 Margin
POST /api/v3/hf/margin/order spot 2 Margin
POST /api/v3/hf/margin/order/test spot 2 Margin
DELETE /api/v3/hf/margin/orders/:orderId spot 2 Margin
DELETE /api/v3/hf/margin/orders/client-order/:clientOid spot 2 Margin
GET /api/v3/hf/margin/orders/:orderId spot 5 General
GET /api/v3/hf/margin/orders/client-order/:clientOid spot 5 General
GET /api/v3/hf/margin/orders/done spot 10 General
GET /api/v3/hf/margin/order/active/symbols spot 4 Margin
GET /api/v3/margin/accounts spot 15 General
GET /api/v3/isolated/accounts spot 15 General
POST /api/v3/margin/borrow spot 15 Margin
POST /api/v3/margin/repay spot 10 Margin
GET /api/v3/margin/borrow spot 15 Margin
GET /api/v3/margin/repay spot 15 Margin
GET /api/v3/margin/interest spot 20 Margin
GET /api/v3/hf/margin/stop-orders spot 8 General
GET /api/v3/hf/margin/stop-order/orderId spot 3 General
GET /api/v3/hf/margin/stop-order/clientOid spot 3 General
POST /api/v3/hf/margin/stop-order spot 3 Margin
DELETE /api/v3/hf/margin/stop-order/cancel-by-id spot 3 Margin
DELETE /api/v3/hf/margin/stop-order/cancel-by-clientOid spot 5 Margin
DELETE /api/v3/hf/margin/stop-order/cancel spot 3 Margin
GET /api/v3/margin/currencies spot 20 General
GET /api/v3/margin/borrowRate spot 5 General
POST /api/v3/position/update-user-leverage spot 8 Margin
GET /api/v3/hf/margin/account/ledgers spot 2 General
GET /api/v3/margin/symbols public 3 public
GET /api/v1/isolated/symbols public 3 public
GET /api/v1/margin/config public 25 public
GET /api/v3/mark-price/all-symbols public 10 public
`
  .trim()
  .split('\n')
  .toSorted();

function marginRows(dialect: 'document' | 'live'): readonly string[] {
  return endpointsOf('spot', dialects[dialect])
    .filter(({ path }) => /margin|isolated|mark-price\/all|user-leverage/.test(path) && !path.includes('deposit'))
    .map(({ method, path, pool, weight, permission }) => `${method} ${path} ${pool} ${weight} ${permission}`)
    .toSorted();
}

describe('the margin endpoints', () => {
  it('have the weight and rights of the document and of the service', () => {
    expect(marginRows('document')).toEqual(expected);
    const cancelAll = 'DELETE /api/v3/hf/margin/orders spot 10 Margin';
    const live = expected.map(row => (row === cancelAll ? cancelAll.replace('10', '5') : row));
    expect(marginRows('live')).toEqual(live);
  });

  it('reject with the codes of margin orders for orders, and with those of spot elsewhere', () => {
    const endpoints = endpointsOf('spot', dialects.document);
    for (const { path, catalogue } of endpoints)
      expect(catalogue, path).toBe(
        /^\/api\/v3\/hf\/margin\/(order|fills|stop-order)/.test(path) ? 'margin' : undefined,
      );
  });
});
