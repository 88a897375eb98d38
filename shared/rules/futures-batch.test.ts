import { expect, it } from 'vitest';
import type { FuturesOrderRequest } from '#shared/domain/account/order.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { checkFuturesBatch } from './futures-batch.ts';

const contract = buildFuturesContract();
const rows = Array.from(
  { length: 21 },
  (_, n): FuturesOrderRequest => ({
    clientOid: `o${n}`,
    symbol: contract.symbol,
    side: 'buy',
    type: 'limit',
    price: '60000',
    size: '1',
    leverage: '5',
  }),
);
const [first] = rows;
if (first === undefined) throw new Error('There are rows.');
const changed = (change: Partial<FuturesOrderRequest>) => [first, { ...first, clientOid: 'x', ...change }];

it('a futures batch accepts twenty rows of one contract, each valid with its own client id', () => {
  expect(checkFuturesBatch(rows.slice(0, 20), contract)).toBeNull();
  expect(checkFuturesBatch(rows, contract)?.field).toBe('orders');
  expect(checkFuturesBatch(changed({ symbol: 'ETHUSDTM' }), contract)?.message).toContain('one contract');
  expect(checkFuturesBatch(changed({ clientOid: 'o0' }), contract)?.message).toContain('its own client id');
  expect(checkFuturesBatch(changed({ size: '0' }), contract)).toEqual({
    field: 'orders.1.size',
    message: 'Order 2: The size must be above zero.',
  });
});

it('an order that closes a whole position cannot be in a batch', () => {
  expect(checkFuturesBatch(changed({ isCloseOrder: true, size: undefined }), contract)?.field).toBe(
    'orders.1.isCloseOrder',
  );
});
