import { describe, expect, it } from 'vitest';
import { createOrderBook } from './book.ts';
import type { IncomingOrder, OrderBook } from './types.ts';

function bid(id: string, price: bigint): IncomingOrder {
  return {
    id,
    owner: 'ann',
    side: 'buy',
    price,
    size: 10n,
    budget: null,
    worstPrice: null,
    timeInForce: 'GTC',
    isPostOnly: false,
    isHidden: false,
    visibleSize: null,
    selfTradePrevention: null,
  };
}

describe('a book that is filled on first use', () => {
  const uses: Readonly<Record<string, (book: OrderBook) => unknown>> = {
    sequence: book => book.sequence(),
    takeSequence: book => book.takeSequence(),
    place: book => book.place(bid('own', 90n)),
    cancel: book => book.cancel('none'),
    reduce: book => book.reduce('none', 1n),
    remaining: book => book.remaining('none'),
    best: book => book.best('buy'),
    levels: book => book.levels('buy', 1),
    wouldTake: book => book.wouldTake('sell', 1n),
    makeReady: book => book.makeReady(),
  };

  it.each(Object.entries(uses))('fills once by %s', (_name, use) => {
    const book = createOrderBook();
    let fills = 0;
    book.fillOnUse(() => {
      fills += 1;
      book.place(bid('first', 100n));
    });
    expect(fills).toBe(0);
    use(book);
    expect(fills).toBe(1);
    expect(book.best('buy')).toBe(100n);
    expect(fills).toBe(1);
  });
});
