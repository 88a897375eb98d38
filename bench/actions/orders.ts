import { type Decimal, multiply, roundToStep } from '#shared/decimal.ts';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import { symbol } from '../book/book-deltas.ts';
import { ask } from '../own-json.ts';

interface Ticker {
  readonly data: { readonly price: Decimal };
}

/** A buy far below the market that is over at once: nothing rests, nothing is bought. */
export async function createOrder(spot: string): Promise<() => SpotOrderRequest> {
  const { data } = await ask<Ticker>(`${spot}/api/v1/market/orderbook/level1?symbol=${symbol}`);
  const price = roundToStep(multiply(data.price, '0.98'), '0.1', 'floor');
  return () => ({
    clientOid: crypto.randomUUID(),
    symbol,
    side: 'buy',
    type: 'limit',
    timeInForce: 'IOC',
    price,
    size: '0.0005',
  });
}
