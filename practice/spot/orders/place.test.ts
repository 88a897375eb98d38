import { describe, expect, it } from 'vitest';
import { brief, kitOf, place, rejectionOf, trade } from '../testing/trading.ts';
import { createSpotKit, limit } from '../testing/venue-kit.ts';

describe('time in force and visibility', () => {
  it('ends the rest of IOC and FOK', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    const killed = place(kit, 'ann', { ...limit('buy', '100', '2'), timeInForce: 'FOK' });
    expect(killed).toMatchObject({ dealSize: '0', cancelledSize: '2', isActive: false, cancelExist: true });
    const cut = place(kit, 'ann', { ...limit('buy', '100', '2'), timeInForce: 'IOC' });
    expect(cut).toMatchObject({ dealSize: '1', cancelledSize: '1', isActive: false });
    expect(kit.money('ann', 'USDT')).toEqual(['899.8', '0']);
  });

  it('cancels a GTT order at its time, not before', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', { ...limit('buy', '100', '1'), timeInForce: 'GTT', cancelAfterS: 10 });
    const eternal = place(kit, 'ann', { ...limit('buy', '99', '1'), timeInForce: 'GTT', cancelAfterS: -1 });
    kit.advance(9_999);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.order('ann', id)?.isActive).toBe(true);
    kit.advance(1);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.order('ann', id)).toMatchObject({ isActive: false, cancelledSize: '1', endedAtMs: kit.nowMs() });
    expect(kit.venue.order('ann', eternal.id)?.isActive).toBe(true);
  });

  it('leaves a GTT order alone that ended before its time', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', { ...limit('buy', '100', '1'), timeInForce: 'GTT', cancelAfterS: 10 });
    place(kit, 'bob', limit('sell', '100', '1'));
    kit.advance(10_000);
    kit.venue.expire(kit.nowMs());
    expect(kit.venue.order('ann', id)).toMatchObject({ cancelExist: false, dealSize: '1' });
    expect(kit.venue.orders('ann', 'done', {})).toHaveLength(1);
  });

  it('rejects a post-only order that would execute, and ignores the flag on IOC', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    const placement = { ...limit('buy', '100', '1'), isPostOnly: true };
    expect(rejectionOf(kit.venue.place('ann', placement))).toBe('post-only-would-take');
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
    expect(place(kit, 'ann', { ...placement, timeInForce: 'IOC' }).dealSize).toBe('1');
    expect(place(kit, 'ann', { ...placement, price: '99.9' }).isInOrderBook).toBe(true);
  });

  it('shows no hidden order and a slice of an iceberg', () => {
    const kit = kitOf();
    place(kit, 'bob', { ...limit('sell', '100', '1'), isHidden: true });
    place(kit, 'bob', { ...limit('sell', '101', '2'), isIceberg: true, visibleSize: '0.1' });
    expect(kit.venue.book('BTC-USDT', 20)).toEqual({
      sequence: 1n,
      timeMs: kit.nowMs(),
      bids: [],
      asks: [['101', '0.1']],
    });
  });
});

describe('market orders', () => {
  it('buys by funds, fee on top, to the last lot that they pay for', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    place(kit, 'bob', limit('sell', '110', '1'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '150.06' } as const;
    const order = place(kit, 'ann', market);
    expect(order).toMatchObject({
      dealFunds: '150.05',
      dealSize: '1.455',
      cancelledFunds: '0.01',
      remainSize: '0',
      cancelledSize: '0',
      cancelExist: false,
      isActive: false,
    });
    expect(kit.money('ann', 'USDT')).toEqual(['849.6499', '0']);
    expect(kit.events.at(-2)).toMatchObject({ kind: 'order', change: 'filled' });
  });

  it('cancels the rest of the funds when the book is empty', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '1'));
    const order = place(kit, 'ann', { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '150' });
    expect(order).toMatchObject({ dealFunds: '100', cancelledFunds: '50', cancelExist: true });
  });

  it('buys by size when the account can pay the asks', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '5'));
    place(kit, 'bob', limit('sell', '110', '5'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'buy' } as const;
    expect(rejectionOf(kit.venue.place('ann', { ...market, size: '9.6' }))).toBe('balance');
    expect(place(kit, 'ann', { ...market, size: '6' })).toMatchObject({ dealFunds: '610', fee: '1.22' });
    expect(kit.money('ann', 'USDT')).toEqual(['388.78', '0']);
  });

  it('sells by size and by funds', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('buy', '100', '5'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'sell' } as const;
    expect(place(kit, 'ann', { ...market, size: '1' })).toMatchObject({ dealSize: '1', dealFunds: '100', fee: '0.2' });
    const byFunds = place(kit, 'ann', { ...market, funds: '150' });
    expect(byFunds).toMatchObject({ dealSize: '1.5', dealFunds: '150', cancelledFunds: '0', cancelExist: false });
    expect(kit.money('ann', 'BTC')).toEqual(['7.5', '0']);
    expect(
      rejectionOf(createSpotKit({}, [['bob', 'USDT', '1000']]).venue.place('ann', { ...market, funds: '1' })),
    ).toBe('balance');
  });

  it('sells no more by funds than the available amount', () => {
    const kit = createSpotKit({}, [
      ['bob', 'USDT', '1000'],
      ['ann', 'BTC', '1'],
    ]);
    place(kit, 'bob', limit('buy', '100', '5'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'sell' } as const;
    expect(rejectionOf(kit.venue.place('ann', { ...market, funds: '101' }))).toBe('balance');
    expect(place(kit, 'ann', { ...market, funds: '100' }).dealSize).toBe('1');
  });

  it('stays within the price limit rate around the last trade', () => {
    const kit = kitOf({ openingPrices: new Map([['BTC-USDT', '100']]) });
    place(kit, 'bob', limit('sell', '110', '1'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'buy' } as const;
    expect(place(kit, 'ann', { ...market, size: '1' }).dealSize).toBe('1');
    place(kit, 'bob', limit('sell', '121', '1'));
    place(kit, 'bob', limit('sell', '120.9', '1'));
    const after = kitOf({ openingPrices: new Map([['BTC-USDT', '110']]) });
    place(after, 'bob', limit('sell', '121', '1'));
    place(after, 'ann', limit('sell', '99', '0.01'));
    place(after, 'ann', limit('buy', '99', '0.01'));
    expect(after.venue.lastPrice('BTC-USDT')).toBe('99');
    expect(rejectionOf(after.venue.place('ann', { ...market, size: '1' }))).toBe('no-counterparty');
    expect(rejectionOf(after.venue.place('ann', { ...market, funds: '10' }))).toBe('no-counterparty');
    place(after, 'bob', limit('sell', '101', '1'));
    expect(place(after, 'ann', { ...market, size: '1.5' })).toMatchObject({ dealSize: '1', cancelledSize: '0.5' });
  });

  it('needs no money beyond the price limit', () => {
    const kit = kitOf({ openingPrices: new Map([['BTC-USDT', '110']]) });
    place(kit, 'bob', limit('sell', '120', '8.9'));
    place(kit, 'bob', limit('sell', '100', '1'));
    trade(kit, '100');
    const order = { symbol: 'BTC-USDT', type: 'market', side: 'buy', size: '9.9' } as const;
    expect(place(kit, 'ann', order)).toMatchObject({ dealFunds: '100', cancelledSize: '8.9' });
  });

  it('has no counterparty in an empty book', () => {
    const kit = kitOf();
    for (const side of ['buy', 'sell'] as const) {
      const order = { symbol: 'BTC-USDT', type: 'market', side, size: '1' } as const;
      expect(rejectionOf(kit.venue.place('ann', order))).toBe('no-counterparty');
    }
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
  });
});

describe('self-trade prevention', () => {
  it('releases the hold of a cancelled and a decreased order', () => {
    const kit = kitOf();
    const first = place(kit, 'ann', limit('sell', '100', '1'));
    const second = place(kit, 'ann', limit('sell', '101', '3'));
    const taker = place(kit, 'ann', { ...limit('buy', '101', '2'), selfTradePrevention: 'DC' });
    expect(kit.venue.order('ann', first.id)).toMatchObject({ cancelledSize: '1', isActive: false });
    expect(kit.venue.order('ann', second.id)).toMatchObject({ cancelledSize: '1', remainSize: '2', isActive: true });
    expect(taker).toMatchObject({ cancelledSize: '2', dealSize: '0', isActive: false });
    expect(kit.money('ann', 'BTC')).toEqual(['8', '2']);
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
    expect(kit.events.map(brief)).toContain('order update ann 0/2');
  });

  it('rests what DC leaves of the incoming order', () => {
    const kit = kitOf();
    place(kit, 'ann', limit('sell', '100', '1'));
    const taker = place(kit, 'ann', { ...limit('buy', '100', '2'), selfTradePrevention: 'DC' });
    expect(taker).toMatchObject({ remainSize: '1', cancelledSize: '1', isInOrderBook: true, cancelExist: true });
    expect(kit.money('ann', 'USDT')).toEqual(['899.8', '100.2']);
  });

  it('lets an account trade with itself without prevention', () => {
    const kit = kitOf();
    place(kit, 'ann', limit('sell', '100', '1'));
    place(kit, 'ann', limit('buy', '100', '1'));
    expect(kit.money('ann', 'USDT')).toEqual(['999.7', '0']);
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
    expect(kit.venue.fills('ann', 0)).toHaveLength(2);
  });
});
