import { describe, expect, it } from 'vitest';
import { type Decimal, uncheckedDecimal } from '#shared/decimal.ts';
import { accepted, brief, kitOf, place, rejectionOf, trade } from '../testing/trading.ts';
import { btcUsdt, limit, type SpotKit } from '../testing/venue-kit.ts';

function marketAt(price: Decimal): SpotKit {
  const kit = kitOf({ pairs: [{ ...btcUsdt, priceLimitRate: '0.5' }] });
  trade(kit, price);
  kit.events.length = 0;
  return kit;
}

describe('stop orders', () => {
  it('derives the direction from the last price', () => {
    const kit = marketAt('100');
    const at = (stopPrice: Decimal) =>
      accepted(kit.venue.placeStop('ann', { ...limit('buy', '99', '1'), stopPrice })).stop;
    expect([at('99'), at('100'), at('100.1')]).toEqual(['loss', 'loss', 'entry']);
    const fresh = kitOf();
    const first = accepted(fresh.venue.placeStop('ann', { ...limit('buy', '99', '1'), stopPrice: '99' }));
    expect(first.stop).toBe('entry');
  });

  it('holds nothing until it triggers, then becomes an ordinary order with another id', () => {
    const kit = marketAt('100');
    const placement = { ...limit('sell', '95', '2'), stopPrice: '96', stop: 'loss', clientOid: 'x' } as const;
    const stop = accepted(kit.venue.placeStop('ann', placement));
    expect(stop).toMatchObject({ status: 'NEW', triggeredAtMs: null, takerFeeRate: '0.002', tradeSource: 'USER' });
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
    trade(kit, '96.1');
    expect(kit.venue.stops('ann', {})).toHaveLength(1);
    trade(kit, '96');
    expect(kit.venue.stops('ann', {})).toEqual([]);
    expect(kit.venue.stop('ann', stop.id)).toMatchObject({ status: 'TRIGGERED', triggerError: null });
    const [order] = kit.venue.orders('ann', 'active', {});
    expect(order).toMatchObject({
      origin: { stopOrderId: stop.id, stop: 'loss', stopPrice: '96' },
      remainSize: '2',
      placement: { clientOid: 'x', price: '95' },
    });
    expect(order?.placement).not.toHaveProperty('stopPrice');
    expect(order?.id).not.toBe(stop.id);
    expect(kit.money('ann', 'BTC')).toEqual(['8', '2']);
    expect(kit.venue.orders('ann', 'active', { type: 'limit_stop' })).toHaveLength(1);
    expect(kit.venue.orders('ann', 'active', { type: 'limit' })).toHaveLength(0);
    expect(rejectionOf(kit.venue.cancelStop('ann', stop.id))).toBe('order-unknown');
    const story = kit.events.map(brief);
    expect(story.indexOf('stop triggered')).toBe(story.indexOf('order received ann 0/2') - 1);
  });

  it('states why a triggered order could not be placed', () => {
    const kit = marketAt('100');
    const stop = accepted(
      kit.venue.placeStop('ann', { ...limit('buy', '101', '50'), stopPrice: '101', stop: 'entry' }),
    );
    trade(kit, '101');
    expect(kit.venue.stop('ann', stop.id)).toMatchObject({
      status: 'TRIGGERED',
      triggerError: 'Balance insufficient!',
    });
    expect(kit.venue.orders('ann', 'active', {})).toEqual([]);
    expect(kit.events.map(brief)).toContain('stop triggered Balance insufficient!');
  });

  it('lets one triggered order trigger the next', () => {
    const kit = marketAt('100');
    place(kit, 'bob', limit('buy', '95', '1'));
    place(kit, 'bob', limit('buy', '90', '1'));
    const market = { symbol: 'BTC-USDT', type: 'market', side: 'sell', size: '1' } as const;
    accepted(kit.venue.placeStop('ann', { ...market, stopPrice: '99' }));
    accepted(kit.venue.placeStop('ann', { ...market, stopPrice: '95' }));
    trade(kit, '99');
    expect(kit.venue.lastPrice('BTC-USDT')).toBe('90');
    expect(kit.venue.orders('ann', 'done', { type: 'market_stop' })).toHaveLength(2);
    expect(kit.venue.fills('ann', 0).map(fill => fill.stop)).toEqual(['loss', 'loss']);
  });

  it('uses each price of one sweep, not its last one only', () => {
    const kit = marketAt('100');
    place(kit, 'bob', limit('sell', '98', '0.1'));
    place(kit, 'bob', limit('sell', '99.5', '0.1'));
    accepted(kit.venue.placeStop('ann', { ...limit('sell', '140', '1'), stopPrice: '98.5', stop: 'loss' }));
    accepted(kit.venue.placeStop('ann', { ...limit('buy', '80', '1'), stopPrice: '99.5', stop: 'entry' }));
    place(kit, 'bob', limit('buy', '99.5', '0.2'));
    expect(kit.venue.stops('ann', {})).toEqual([]);
    place(kit, 'bob', limit('buy', '97', '0.1'));
    place(kit, 'bob', limit('buy', '96', '0.1'));
    accepted(kit.venue.placeStop('ann', { ...limit('buy', '80', '1'), stopPrice: '96.5', stop: 'loss' }));
    place(kit, 'bob', limit('sell', '96', '0.2'));
    expect(kit.venue.stops('ann', {})).toEqual([]);
  });

  it('checks stop orders by the same rules, except the collar of today', () => {
    const kit = kitOf({ openingPrices: new Map([['BTC-USDT', '100']]) });
    const stop = { ...limit('sell', '50', '1'), stopPrice: '51' } as const;
    expect(rejectionOf(kit.venue.placeStop('ann', stop))).toBe('accepted');
    expect(rejectionOf(kit.venue.placeStop('ann', { ...stop, stopPrice: '51.01' }))).toBe('price-increment');
    expect(rejectionOf(kit.venue.placeStop('ann', { ...stop, stopPrice: uncheckedDecimal('x') }))).toBe('parameter');
    expect(rejectionOf(kit.venue.placeStop('ann', { ...stop, size: '1.0001' }))).toBe('size-increment');
    expect(rejectionOf(kit.venue.placeStop('ann', { ...stop, symbol: 'X-Y' }))).toBe('symbol-unknown');
    const tiny = { symbol: 'BTC-USDT', type: 'market', side: 'sell', size: '0.001', stopPrice: '51' } as const;
    expect(rejectionOf(kit.venue.placeStop('ann', tiny))).toBe('funds-too-small');
  });

  it('filters its list', () => {
    const kit = marketAt('100');
    const limitStop = accepted(kit.venue.placeStop('ann', { ...limit('sell', '95', '1'), stopPrice: '96' }));
    kit.advance(1_000);
    const marketStop = accepted(
      kit.venue.placeStop('ann', { symbol: 'BTC-USDT', type: 'market', side: 'buy', funds: '5', stopPrice: '120' }),
    );
    const ids = (filter: Parameters<typeof kit.venue.stops>[1]) => kit.venue.stops('ann', filter).map(stop => stop.id);
    expect(ids({})).toEqual([marketStop.id, limitStop.id]);
    expect(ids({ type: 'limit_stop' })).toEqual([limitStop.id]);
    expect(ids({ type: 'market' })).toEqual([marketStop.id]);
    expect(ids({ side: 'sell' })).toEqual([limitStop.id]);
    expect(ids({ orderIds: [limitStop.id, 'other'] })).toEqual([limitStop.id]);
    expect(ids({ startAtMs: kit.nowMs() })).toEqual([marketStop.id]);
    expect(ids({ endAtMs: kit.nowMs() - 1 })).toEqual([limitStop.id]);
    expect(ids({ symbol: 'X-Y' })).toEqual([]);
    expect(ids({ tradeType: 'MARGIN_TRADE' })).toEqual([]);
    expect(kit.venue.stops('unknown', {})).toEqual([]);
    expect(rejectionOf(kit.venue.cancelStop('bob', limitStop.id))).toBe('order-unknown');
    expect(kit.venue.stop('bob', limitStop.id)).toBeNull();
  });
});
