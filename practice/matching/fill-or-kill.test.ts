import { expect, it } from 'vitest';
import { createOrderBook } from './book.ts';
import type { IncomingOrder } from './types.ts';

const bid: IncomingOrder = {
  id: 'b',
  owner: 'ann',
  side: 'buy',
  price: 93n,
  size: 3n,
  budget: null,
  worstPrice: null,
  timeInForce: 'GTC',
  isPostOnly: false,
  isHidden: false,
  visibleSize: null,
  selfTradePrevention: null,
};

it('a fill-or-kill sale by funds ends at the last price with lots, and never reaches an own order below it', () => {
  const book = createOrderBook();
  book.place({ ...bid, id: 'own', owner: 'bob', price: 90n });
  book.place(bid);
  // 276 pays for two lots at 93; what is left would pay for one at 90, but the third at 93 comes first
  const funds = { price: null, size: null, budget: 276n, timeInForce: 'FOK' } as const;
  const { trades } = book.place({ ...bid, ...funds, id: 't', owner: 'bob', side: 'sell' });
  expect(trades.map(({ price, size }) => [price, size])).toEqual([[93n, 2n]]);
});
