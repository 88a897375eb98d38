import { describe, expect, it } from 'vitest';
import type { SelfTradePrevention, Side } from '../kernel/kernel.ts';
import { createOrderBook } from './book.ts';
import type { IncomingOrder, LevelChange, OrderBook } from './types.ts';

function order(id: string, side: Side, change: Partial<IncomingOrder> = {}): IncomingOrder {
  return {
    id,
    owner: 'ann',
    side,
    price: 100n,
    size: 10n,
    budget: null,
    worstPrice: null,
    timeInForce: 'GTC',
    isPostOnly: false,
    isHidden: false,
    visibleSize: null,
    selfTradePrevention: null,
    ...change,
  };
}

function bookWith(...orders: readonly IncomingOrder[]): OrderBook {
  const book = createOrderBook();
  for (const each of orders) expect(book.place(each).outcome).toBe('resting');
  return book;
}

function changesOf(book: OrderBook): LevelChange[] {
  const changes: LevelChange[] = [];
  book.onLevelChange(change => changes.push(change));
  return changes;
}

describe('resting orders', () => {
  it('sort bids from high to low and asks from low to high, one row per price', () => {
    const book = bookWith(
      order('b1', 'buy', { price: 98n }),
      order('b2', 'buy', { price: 99n }),
      order('b3', 'buy', { price: 97n }),
      order('b4', 'buy', { price: 98n, size: 5n }),
      order('a1', 'sell', { price: 102n }),
      order('a2', 'sell', { price: 101n }),
      order('a3', 'sell', { price: 103n }),
    );
    expect(book.levels('buy', 10)).toEqual([
      [99n, 10n],
      [98n, 15n],
      [97n, 10n],
    ]);
    expect(book.levels('sell', 2)).toEqual([
      [101n, 10n],
      [102n, 10n],
    ]);
    expect([book.best('buy'), book.best('sell')]).toEqual([99n, 101n]);
  });

  it('have no best price when there are none', () => {
    const book = createOrderBook();
    expect([book.best('buy'), book.best('sell'), book.sequence()]).toEqual([null, null, 0n]);
    expect(book.wouldTake('buy', 1_000n)).toBe(false);
  });

  it('give the price at which an order would start to trade', () => {
    const book = bookWith(order('a', 'sell', { price: 101n }), order('b', 'buy', { price: 99n }));
    expect([book.wouldTake('buy', 100n), book.wouldTake('buy', 101n)]).toEqual([false, true]);
    expect([book.wouldTake('sell', 100n), book.wouldTake('sell', 99n)]).toEqual([false, true]);
  });

  it('can be cancelled once', () => {
    const book = bookWith(order('a', 'sell'), order('b', 'sell'), order('c', 'sell'));
    expect(book.cancel('b')).toBe(10n);
    expect(book.cancel('b')).toBeNull();
    expect(book.remaining('b')).toBeNull();
    expect(book.remaining('c')).toBe(10n);
    expect(book.levels('sell', 5)).toEqual([[100n, 20n]]);
    expect([book.cancel('a'), book.cancel('c')]).toEqual([10n, 10n]);
    expect(book.levels('sell', 5)).toEqual([]);
  });

  it('publish each visible change once, in sequence, until the listener leaves', () => {
    const book = createOrderBook();
    const changes: LevelChange[] = [];
    const stop = book.onLevelChange(change => changes.push(change));
    book.place(order('a', 'sell'));
    book.place(order('t', 'buy', { size: 4n }));
    book.cancel('a');
    stop();
    book.place(order('b', 'sell'));
    expect(changes).toEqual([
      { sequence: 1n, side: 'sell', price: 100n, size: 10n },
      { sequence: 3n, side: 'sell', price: 100n, size: 6n },
      { sequence: 4n, side: 'sell', price: 100n, size: 0n },
    ]);
    expect(book.sequence()).toBe(5n);
  });
});

describe('matching', () => {
  it('follows price, then time, at the price of the maker', () => {
    const book = bookWith(
      order('late', 'sell', { price: 101n, owner: 'x' }),
      order('first', 'sell', { price: 100n, owner: 'y' }),
      order('second', 'sell', { price: 100n, owner: 'z' }),
    );
    const report = book.place(order('t', 'buy', { price: 105n, size: 25n }));
    expect(report.trades.map(trade => [trade.makerOrderId, trade.price, trade.size])).toEqual([
      ['first', 100n, 10n],
      ['second', 100n, 10n],
      ['late', 101n, 5n],
    ]);
    expect(report.trades[0]).toEqual({
      price: 100n,
      size: 10n,
      makerOrderId: 'first',
      makerOwner: 'y',
      takerOrderId: 't',
      takerOwner: 'ann',
      takerSide: 'buy',
      sequence: 4n,
    });
    expect(report).toMatchObject({ outcome: 'filled', resting: 0n, cancelled: 0n });
    expect(book.remaining('late')).toBe(5n);
  });

  it('rests what a GTC or GTT order could not trade', () => {
    for (const timeInForce of ['GTC', 'GTT'] as const) {
      const book = bookWith(order('a', 'sell'));
      expect(book.place(order('t', 'buy', { size: 15n, timeInForce }))).toMatchObject({
        outcome: 'resting',
        resting: 5n,
        cancelled: 0n,
      });
      expect(book.levels('buy', 1)).toEqual([[100n, 5n]]);
    }
  });

  it('cancels what an IOC order could not trade', () => {
    const book = bookWith(order('a', 'sell'));
    const place = () => book.place(order('t', 'buy', { size: 15n, timeInForce: 'IOC' }));
    expect([place().cancelled, book.levels('buy', 1)]).toEqual([5n, []]);
    expect(place()).toMatchObject({ outcome: 'cancelled', cancelled: 15n }); // it matched no order
  });

  it('fills a FOK order whole or leaves no trace', () => {
    const book = bookWith(order('a', 'sell'), order('b', 'sell', { price: 101n }));
    const before = book.sequence();
    const fok = { timeInForce: 'FOK', owner: 'bob' } as const;
    expect(book.place(order('t', 'buy', { ...fok, size: 11n }))).toEqual({
      outcome: 'refused-fill-or-kill',
      trades: [],
      cancellations: [],
      resting: 0n,
      cancelled: 11n,
    });
    expect(book.sequence()).toBe(before);
    expect(book.place(order('t', 'buy', { ...fok, size: 21n, price: 101n })).outcome).toBe('refused-fill-or-kill');
    expect(book.place(order('t', 'buy', { ...fok, size: 20n, price: 101n })).outcome).toBe('filled');
  });

  it('lets a FOK order count hidden and unseen lots', () => {
    const book = bookWith(
      order('ice', 'sell', { size: 10n, visibleSize: 2n }),
      order('dark', 'sell', { size: 5n, isHidden: true }),
    );
    const fok = { timeInForce: 'FOK', owner: 'bob' } as const;
    expect(book.place(order('t', 'buy', { ...fok, size: 16n })).outcome).toBe('refused-fill-or-kill');
    expect(book.place(order('t', 'buy', { ...fok, size: 15n })).outcome).toBe('filled');
  });

  it('cancels a FOK order that would reach an order of the same account, with any prevention', () => {
    const book = bookWith(
      order('other', 'sell', { owner: 'bob' }),
      order('own', 'sell'),
      order('end', 'sell', { owner: 'bob' }),
    );
    for (const selfTradePrevention of [null, 'CO', 'DC'] as const) {
      const fok = { timeInForce: 'FOK', selfTradePrevention } as const;
      expect(book.place(order('t', 'buy', { ...fok, size: 11n })).outcome).toBe('refused-fill-or-kill');
    }
    expect(book.place(order('t', 'buy', { timeInForce: 'FOK' })).outcome).toBe('filled');
    expect(book.remaining('own')).toBe(10n);
  });

  it('checks every price within the budget of a FOK sale, because the rest may pay for a lot at a lower one', () => {
    const bids = (owner: string) =>
      bookWith(order('b1', 'buy', { price: 90n, size: 1n, owner }), order('b2', 'buy', { price: 98n, size: 11n }));
    const sale = order('t', 'sell', { price: null, size: null, budget: 1_168n, timeInForce: 'FOK', owner: 'bob' });
    expect(bids('bob').place(sale).trades).toEqual([]);
    expect(
      bids('cid')
        .place(sale)
        .trades.map(({ price, size }) => [price, size]),
    ).toEqual([
      [98n, 11n],
      [90n, 1n],
    ]);
  });

  it('rejects a post-only order that would execute, also against a hidden one', () => {
    const book = bookWith(order('a', 'sell', { isHidden: true }));
    const report = book.place(order('t', 'buy', { isPostOnly: true }));
    expect(report).toMatchObject({ outcome: 'refused-post-only', cancelled: 10n, trades: [] });
    expect(book.place(order('t', 'buy', { isPostOnly: true, price: 99n })).outcome).toBe('resting');
  });

  it('shows no hidden order and trades it behind the visible ones of its price', () => {
    const book = bookWith(
      order('dark', 'sell', { isHidden: true, owner: 'x' }),
      order('lit', 'sell', { owner: 'y' }),
      order('deep', 'sell', { isHidden: true, price: 99n, size: 1n }),
    );
    const changes = changesOf(book);
    expect(book.best('sell')).toBe(100n);
    expect(book.levels('sell', 5)).toEqual([[100n, 10n]]);
    const report = book.place(order('t', 'buy', { size: 15n }));
    expect(report.trades.map(trade => trade.makerOrderId)).toEqual(['deep', 'lit', 'dark']);
    expect(changes).toHaveLength(1);
    expect(book.remaining('dark')).toBe(6n);
    expect(book.cancel('dark')).toBe(6n);
  });

  it('shows a slice of an iceberg and puts the next one at the end of the queue', () => {
    const book = bookWith(order('ice', 'sell', { size: 10n, visibleSize: 4n }), order('plain', 'sell', { size: 5n }));
    expect(book.levels('sell', 1)).toEqual([[100n, 9n]]);
    const report = book.place(order('t', 'buy', { size: 12n }));
    expect(report.trades.map(trade => [trade.makerOrderId, trade.size])).toEqual([
      ['ice', 4n],
      ['plain', 5n],
      ['ice', 3n],
    ]);
    expect(book.levels('sell', 1)).toEqual([[100n, 1n]]);
    book.place(order('u', 'buy', { size: 1n }));
    expect(book.levels('sell', 1)).toEqual([[100n, 2n]]);
    expect(book.remaining('ice')).toBe(2n);
  });

  it('publishes no change when a slice is replaced by one of the same size', () => {
    const book = bookWith(order('ice', 'sell', { size: 10n, visibleSize: 4n }));
    const changes = changesOf(book);
    const report = book.place(order('t', 'buy', { size: 4n }));
    expect(changes).toEqual([]);
    expect([report.trades[0]?.sequence, book.sequence()]).toEqual([2n, 2n]);
  });
});

describe('market orders', () => {
  const market = { price: null, timeInForce: 'IOC', owner: 'bob' } as const;

  it('report an empty other side', () => {
    const book = createOrderBook();
    expect(book.place(order('t', 'buy', market))).toMatchObject({ outcome: 'no-counterparty', cancelled: 10n });
    const collared = bookWith(order('a', 'sell', { price: 120n }));
    expect(collared.place(order('t', 'buy', { ...market, worstPrice: 110n })).outcome).toBe('no-counterparty');
  });

  it('trade by size at any price and never rest', () => {
    const book = bookWith(order('a', 'sell'), order('b', 'sell', { price: 900n }));
    expect(book.place(order('t', 'buy', { ...market, size: 15n })).outcome).toBe('filled');
    expect(book.place(order('u', 'buy', { ...market, size: 15n, timeInForce: 'GTC' }))).toMatchObject({
      outcome: 'cancelled',
      cancelled: 10n,
    });
    expect(book.levels('buy', 1)).toEqual([]);
  });

  it('spend a budget to the last lot that it pays for', () => {
    const book = bookWith(order('a', 'sell'), order('b', 'sell', { price: 110n }));
    const report = book.place(order('t', 'buy', { ...market, size: null, budget: 1_330n }));
    expect(report.trades.map(trade => [trade.price, trade.size])).toEqual([
      [100n, 10n],
      [110n, 3n],
    ]);
    expect(report).toMatchObject({ outcome: 'filled', cancelled: 0n });
    const poor = book.place(order('u', 'buy', { ...market, size: null, budget: 109n }));
    expect(poor).toMatchObject({ outcome: 'cancelled', trades: [], cancelled: 0n });
    const rich = book.place(order('v', 'buy', { ...market, size: null, budget: 9_999n }));
    expect(rich).toMatchObject({ outcome: 'cancelled', cancelled: 0n });
    expect(rich.trades).toHaveLength(1);
  });

  it('keep both limits when they have a size and a budget', () => {
    const book = bookWith(order('a', 'sell'));
    const report = book.place(order('t', 'buy', { ...market, size: 9n, budget: 350n }));
    expect(report).toMatchObject({ outcome: 'cancelled', cancelled: 6n });
    expect(book.place(order('u', 'buy', { ...market, size: 2n, budget: 350n }))).toMatchObject({ outcome: 'filled' });
  });

  it('stop when self-trade prevention meets them on the way', () => {
    const book = bookWith(
      order('a', 'buy', { owner: 'x', size: 3n }),
      order('own', 'buy', { price: 50n, owner: 'bob' }),
    );
    const selling = { ...market, size: null, budget: 390n, selfTradePrevention: 'CN' } as const;
    expect(book.place(order('t', 'sell', selling))).toMatchObject({ outcome: 'cancelled' });
  });

  it('can be fill-or-kill by budget too', () => {
    const book = bookWith(order('a', 'sell'));
    const fok = { ...market, size: null, timeInForce: 'FOK' } as const;
    expect(book.place(order('t', 'buy', { ...fok, budget: 1_100n })).outcome).toBe('refused-fill-or-kill');
    expect(book.place(order('t', 'buy', { ...fok, budget: 99n })).outcome).toBe('refused-fill-or-kill');
    expect(book.place(order('t', 'buy', { ...fok, size: 9n, budget: 899n })).outcome).toBe('refused-fill-or-kill');
    expect(book.place(order('t', 'buy', { ...fok, budget: 1_000n })).outcome).toBe('filled');
  });
});

describe('the collar', () => {
  it('keeps an order from trading beyond it', () => {
    const book = bookWith(order('a', 'sell'), order('b', 'sell', { price: 111n }));
    const report = book.place(order('t', 'buy', { price: null, timeInForce: 'IOC', size: 20n, worstPrice: 110n }));
    expect(report).toMatchObject({ outcome: 'cancelled', cancelled: 10n });
  });

  it('cancels a rest that would otherwise cross the book', () => {
    const book = bookWith(order('a', 'sell'), order('b', 'sell', { price: 111n }));
    const report = book.place(order('t', 'buy', { price: 120n, size: 20n, worstPrice: 110n }));
    expect(report).toMatchObject({ outcome: 'cancelled', resting: 0n, cancelled: 10n });
    expect([book.best('buy'), book.best('sell')]).toEqual([null, 111n]);
  });

  it('limits sellers downwards', () => {
    const book = bookWith(order('a', 'buy'), order('b', 'buy', { price: 89n }));
    const fok = { timeInForce: 'FOK', price: null, size: 11n, worstPrice: 90n, owner: 'bob' } as const;
    expect(book.place(order('t', 'sell', fok)).outcome).toBe('refused-fill-or-kill');
  });
});

function met(mode: SelfTradePrevention | null, size: bigint, change: Partial<IncomingOrder> = {}) {
  const book = bookWith(order('own', 'sell', change), order('next', 'sell', { owner: 'bob' }));
  return { book, report: book.place(order('t', 'buy', { size, selfTradePrevention: mode })) };
}

describe('self-trade prevention', () => {
  it('stays off unless requested', () => {
    expect(met(null, 10n).report.trades[0]?.makerOrderId).toBe('own');
  });

  it('CN cancels the incoming order', () => {
    const { book, report } = met('CN', 15n);
    expect(report).toEqual({ trades: [], cancellations: [], resting: 0n, cancelled: 15n, outcome: 'cancelled' });
    expect(book.remaining('own')).toBe(10n);
  });

  it('CO cancels the resting order and continues', () => {
    const { book, report } = met('CO', 15n);
    expect(report.cancellations).toEqual([{ orderId: 'own', owner: 'ann', size: 10n, isFinal: true }]);
    expect(report.trades.map(trade => trade.makerOrderId)).toEqual(['next']);
    expect(report).toMatchObject({ outcome: 'resting', resting: 5n, cancelled: 0n });
    expect(book.remaining('own')).toBeNull();
  });

  it('CB cancels both', () => {
    const { book, report } = met('CB', 15n);
    expect(report.cancellations).toEqual([{ orderId: 'own', owner: 'ann', size: 10n, isFinal: true }]);
    expect(report).toMatchObject({ outcome: 'cancelled', trades: [], cancelled: 15n });
    expect([book.remaining('own'), book.remaining('next')]).toEqual([null, 10n]);
  });

  it('DC cancels the smaller resting order and shrinks the incoming one', () => {
    const { report } = met('DC', 15n);
    expect(report.cancellations).toEqual([{ orderId: 'own', owner: 'ann', size: 10n, isFinal: true }]);
    expect(report.trades.map(trade => [trade.makerOrderId, trade.size])).toEqual([['next', 5n]]);
    expect(report).toMatchObject({ outcome: 'cancelled', resting: 0n, cancelled: 10n });
  });

  it('DC cancels the smaller incoming order and shrinks the resting one', () => {
    const { book, report } = met('DC', 4n);
    expect(report.cancellations).toEqual([{ orderId: 'own', owner: 'ann', size: 4n, isFinal: false }]);
    expect(report).toMatchObject({ outcome: 'cancelled', cancelled: 4n });
    expect(book.levels('sell', 1)).toEqual([[100n, 16n]]);
  });

  it('DC cancels both when they are equal', () => {
    const { book, report } = met('DC', 10n);
    expect(report).toMatchObject({ outcome: 'cancelled', cancelled: 10n, trades: [] });
    expect(book.remaining('own')).toBeNull();
  });

  it('DC takes from the unseen part of an iceberg first', () => {
    const { book } = met('DC', 5n, { visibleSize: 4n });
    expect(book.levels('sell', 1)).toEqual([[100n, 14n]]);
    expect(book.remaining('own')).toBe(5n);
    book.place(order('u', 'buy', { size: 3n, selfTradePrevention: 'DC' }));
    expect(book.levels('sell', 1)).toEqual([[100n, 12n]]);
  });
});

describe('malformed orders', () => {
  it('throw, because they are errors of the caller', () => {
    const book = bookWith(order('a', 'buy'));
    expect(() => book.place(order('a', 'buy'))).toThrow(/on the book already/);
    expect(() => book.place(order('b', 'buy', { size: 0n }))).toThrow(/size or a budget/);
    expect(() => book.place(order('b', 'buy', { size: null, price: null }))).toThrow(/size or a budget/);
    expect(() => book.place(order('b', 'buy', { price: 0n }))).toThrow(/price above zero/);
    expect(() => book.place(order('b', 'buy', { size: null, budget: 5n }))).toThrow(/and a size/);
    expect(() => book.place(order('b', 'buy', { visibleSize: 0n }))).toThrow(/must show something/);
  });
});
