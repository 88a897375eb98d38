import { succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';

/** By the id of a pair: its legs. */
export type LegsByPair = Readonly<Record<string, readonly string[]>>;

const record = (orderId: string, symbol: string) =>
  ({ orderId, clientOid: null, symbol, status: 'new', createdAtMs: 1 }) as const;

/** The pairs of an exchange, all waiting, as they are at the moment of each call. */
export function createFakePairs(pairs: () => LegsByPair): Pick<ExchangeClient['oco'], 'allOrders' | 'details'> {
  return {
    allOrders: ({ symbol = '' }) =>
      Promise.resolve(succeed({ items: Object.keys(pairs()).map(id => record(id, symbol)), isComplete: true })),
    details: ({ orderId }) => {
      const legs = (pairs()[orderId] ?? []).map(
        id => ({ id, side: 'sell', price: '1', stopPrice: '1', size: '1', status: 'NEW' }) as const,
      );
      return Promise.resolve(succeed({ ...record(orderId, ''), legs }));
    },
  };
}
