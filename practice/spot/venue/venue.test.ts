import { describe, expect, it } from 'vitest';
import { brief, kitOf, place } from '../testing/trading.ts';
import { btcUsdt, limit } from '../testing/venue-kit.ts';

describe('the spot venue', () => {
  it('lists orders, fills and prints newest first', () => {
    const kit = kitOf();
    const first = place(kit, 'ann', limit('buy', '99', '1'));
    kit.advance(5);
    const second = place(kit, 'ann', { ...limit('buy', '100', '1'), tradeType: 'TRADE' });
    const ids = (filter: Parameters<typeof kit.venue.orders>[2]) =>
      kit.venue.orders('ann', 'active', filter).map(order => order.id);
    expect(ids({})).toEqual([second.id, first.id]);
    expect(ids({ startAtMs: kit.nowMs(), endAtMs: kit.nowMs() })).toEqual([second.id]);
    expect(ids({ symbol: 'BTC-USDT', side: 'buy', type: 'limit', tradeType: 'TRADE' })).toHaveLength(2);
    expect(kit.venue.orders('unknown', 'done', {})).toEqual([]);
    place(kit, 'bob', limit('sell', '100', '0.3'));
    kit.advance(5);
    place(kit, 'bob', limit('sell', '99', '1.7'));
    expect(kit.venue.orders('ann', 'done', {}).map(order => order.id)).toEqual([second.id, first.id]);
    expect(kit.venue.prints('BTC-USDT', 2).map(print => [print.price, print.size])).toEqual([
      ['99', '1'],
      ['100', '0.7'],
    ]);
    expect(kit.venue.prints('BTC-USDT', 0)).toEqual([]);
    expect(kit.venue.prints('X-Y', 5)).toEqual([]);
    expect(kit.venue.fills('ann', kit.nowMs()).map(fill => fill.size)).toEqual(['1', '0.7']);
    expect(kit.venue.fills('ann', kit.nowMs() + 1)).toEqual([]);
    expect(kit.venue.fills('unknown', 0)).toEqual([]);
  });

  it('lists its pairs', () => {
    const kit = kitOf();
    expect(kit.venue.pairs).toEqual([btcUsdt]);
    expect(kit.venue.pair('BTC-USDT')).toEqual(btcUsdt);
    expect(kit.venue.pair('X-Y')).toBeNull();
    expect(kit.venue.book('X-Y', 5)).toBeNull();
    expect([kit.venue.lastPrice('X-Y'), kit.venue.lastPrice('BTC-USDT')]).toEqual([null, null]);
  });
});

describe('a trade between outsiders', () => {
  const outside = { symbol: 'BTC-USDT', takerSide: 'buy', price: '100', size: '2' } as const;

  it('changes the tape and the prices, without a payment', () => {
    const kit = kitOf();
    const before = kit.money('ann', 'USDT');
    expect(kit.venue.recordTrade(outside)).toBe(true);
    expect(kit.venue.prints('BTC-USDT', 5)).toMatchObject([
      { price: '100', size: '2', takerSide: 'buy', sequence: 1n },
    ]);
    expect(kit.venue.lastPrice('BTC-USDT')).toBe('100');
    expect(kit.events.map(({ kind }) => kind)).toEqual(['print']);
    expect(kit.money('ann', 'USDT')).toEqual(before);
    expect(() => kit.venue.recordTrade({ ...outside, symbol: 'X-Y' })).toThrow('no such pair');
  });

  it.each(['buy', 'sell'] as const)('does not pass a %s order that may trade at its price', side => {
    const kit = kitOf();
    place(kit, 'ann', limit(side, '100', '1'));
    expect(kit.venue.recordTrade(outside)).toBe(false);
    expect(kit.venue.prints('BTC-USDT', 5)).toEqual([]);
    expect(kit.venue.recordTrade({ ...outside, price: side === 'buy' ? '100.1' : '99.9' })).toBe(true);
    // the order's level was the first change, the trade is the second
    expect(kit.venue.prints('BTC-USDT', 1)[0]?.sequence).toBe(2n);
  });

  it('triggers the stop orders that its price reaches', () => {
    const kit = kitOf();
    const stop = { ...limit('buy', '90', '1'), stop: 'entry', stopPrice: '100' } as const;
    expect(kit.venue.placeStop('ann', stop)).toMatchObject({ ok: true });
    kit.venue.recordTrade(outside);
    expect([kit.venue.stops('ann', {}).length, kit.venue.orders('ann', 'active', {}).length]).toEqual([0, 1]);
  });
});

describe('spot events', () => {
  it('publish a trade in the sequence of the book', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    place(kit, 'bob', limit('sell', '101', '1'));
    kit.events.length = 0;
    place(kit, 'ann', limit('buy', '101', '3'));
    expect(kit.events.map(brief)).toEqual([
      'order received ann 0/3',
      'print 3 100 1',
      'order match ann 1/2',
      'order match bob 1/0',
      'order filled bob 1/0',
      'level 4 sell 100 0',
      'print 5 101 1',
      'order match ann 2/1',
      'order match bob 1/0',
      'order filled bob 1/0',
      'order open ann 2/1',
      'level 6 sell 101 0',
      'level 7 buy 101 1',
    ]);
  });

  it('let a listener run commands, whose events follow the present one', () => {
    const kit = kitOf();
    const heard: string[] = [];
    const heardLater: string[] = [];
    let hasActed = false;
    kit.venue.onEvent(event => {
      heard.push(brief(event));
      if (hasActed) return;
      hasActed = true;
      place(kit, 'bob', limit('sell', '100', '1'));
    });
    kit.venue.onEvent(event => heardLater.push(brief(event)));
    place(kit, 'ann', limit('buy', '100', '1'));
    expect(heardLater).toEqual(heard);
    expect(heard).toEqual([
      'order received ann 0/1',
      'order open ann 0/1',
      'level 1 buy 100 1',
      'order received bob 0/1',
      'print 2 100 1',
      'order match bob 1/0',
      'order match ann 1/0',
      'order filled ann 1/0',
      'order filled bob 1/0',
      'level 3 buy 100 0',
    ]);
  });

  it('continue after a listener throws, and skip an unsubscribed one', () => {
    const kit = kitOf();
    const stop = kit.venue.onEvent(() => {
      throw new Error('a bug elsewhere');
    });
    expect(() => kit.venue.place('ann', limit('buy', '100', '1'))).toThrow('a bug elsewhere');
    stop();
    place(kit, 'ann', limit('buy', '100', '1'));
    expect(kit.events.filter(event => event.kind === 'level').map(event => event.sequence)).toEqual([1n, 2n]);
  });
});
