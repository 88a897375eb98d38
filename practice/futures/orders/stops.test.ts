import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { FuturesPlacement } from '../order-types.ts';
import type { FuturesEvent } from '../types.ts';

let kit: FuturesKit;
let heard: string[];

beforeEach(() => {
  kit = createFuturesKit();
  heard = [];
  for (const accountId of ['ada', 'bob', 'cyd']) kit.fund(accountId, '1000');
  kit.venue.onEvent((event: FuturesEvent) => {
    if (event.kind === 'stop') heard.push(`${event.change} ${event.order.status} ${event.error ?? '-'}`);
  });
});

function stop(changes: Partial<FuturesPlacement>) {
  return kit.mustOrder('ada', 'buy', { stop: 'up', stopPrice: '51000', stopPriceType: 'MP', size: '2', ...changes });
}

describe('a stop order', () => {
  it('waits without a hold and in its own list', () => {
    const placed = stop({ price: '51500', clientOid: 'mine' });
    expect(placed).toMatchObject({ stopTriggered: false, status: 'open' });
    expect(kit.venue.overview('ada', 'USDT').orderMargin).toBe('0');
    expect(kit.venue.stops('ada', {})).toMatchObject([{ id: placed.id }]);
    expect(kit.venue.orders('ada', 'active', {})).toEqual([]);
    expect(kit.venue.orderByClientOid('ada', 'mine')?.id).toBe(placed.id);
    expect(heard).toEqual(['open open -']);
  });

  it('becomes an ordinary order under its id when its price is reached', () => {
    const placed = stop({ price: '51500', clientOid: 'mine' });
    kit.clock.advance(5);
    kit.venue.setIndexPrice('XBTUSDTM', '50999.99');
    expect(kit.venue.stops('ada', {})).toHaveLength(1);
    kit.venue.setIndexPrice('XBTUSDTM', '51000');
    expect(kit.venue.stops('ada', {})).toEqual([]);
    expect(kit.venue.orders('ada', 'active', {})).toMatchObject([
      {
        id: placed.id,
        stopTriggered: true,
        status: 'open',
        createdAtMs: placed.createdAtMs,
        placement: { stop: 'up', clientOid: 'mine' },
      },
    ]);
    expect(kit.venue.orderByClientOid('ada', 'mine')?.stopTriggered).toBe(true);
    expect(heard).toEqual(['open open -', 'triggered open -']);
  });

  it.each([
    ['up', 'MP', '50500'],
    ['up', 'IP', '50500'],
    ['down', 'MP', '49500'],
    ['down', 'IP', '49500'],
  ] as const)('%s by %s triggers at %s', (direction, stopPriceType, price) => {
    stop({ stop: direction, stopPrice: price, stopPriceType, price: '40000' });
    const inside = direction === 'up' ? '50499' : '49501';
    kit.venue.setIndexPrice('XBTUSDTM', inside);
    expect(kit.venue.stops('ada', {})).toHaveLength(1);
    kit.venue.setIndexPrice('XBTUSDTM', price);
    expect(kit.venue.stops('ada', {})).toEqual([]);
  });

  it('a stop order by the last trade fires after a trade, and may trigger another', () => {
    kit.mustOrder('bob', 'sell', { price: '50100', size: '1' });
    kit.mustOrder('bob', 'sell', { price: '50200', size: '5' });
    stop({ stopPrice: '50200', stopPriceType: 'TP', price: '40000' });
    stop({ stopPrice: '50100', stopPriceType: 'TP', size: '1' });
    kit.venue.setIndexPrice('XBTUSDTM', '50500');
    expect(kit.venue.stops('ada', {})).toHaveLength(2);
    kit.mustOrder('cyd', 'buy', { size: '1' });
    expect(kit.venue.stops('ada', {})).toEqual([]);
    expect(kit.venue.position('ada', 'XBTUSDTM')?.currentQty).toBe('1');
  });

  it('triggers at once when its price is reached already', () => {
    expect(stop({ stopPrice: '49000', price: '40000' })).toMatchObject({ stopTriggered: true, status: 'open' });
  });

  it('fails without enough money at its trigger', () => {
    const placed = stop({ price: '51500', size: '400', leverage: '10' });
    kit.venue.setIndexPrice('XBTUSDTM', '51000');
    expect(kit.venue.order('ada', placed.id)).toMatchObject({
      status: 'done',
      cancelExist: true,
      stopTriggered: true,
    });
    expect(heard.at(-1)).toBe('triggered done error.createOrder.accountBalanceInsufficient');
  });

  it('fails without a position to close at its trigger', () => {
    const placed = stop({ isCloseOrder: true, leverage: '1' });
    kit.venue.setIndexPrice('XBTUSDTM', '51000');
    expect(kit.venue.order('ada', placed.id)?.status).toBe('done');
    expect(heard.at(-1)).toBe('triggered done error.createOrder.noPosition');
  });

  it('closes the position at the time of its trigger', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '10' });
    kit.venue.place('ada', {
      symbol: 'XBTUSDTM',
      side: 'sell',
      type: 'market',
      isCloseOrder: true,
      stop: 'down',
      stopPrice: '49000',
      stopPriceType: 'MP',
    });
    kit.venue.place('ada', {
      symbol: 'XBTUSDTM',
      side: 'sell',
      type: 'market',
      isReduceOnly: true,
      size: '3',
      stop: 'down',
      stopPrice: '49500',
      stopPriceType: 'MP',
    });
    kit.mustOrder('cyd', 'buy', { price: '49000', size: '20', leverage: '10' });
    kit.venue.setIndexPrice('XBTUSDTM', '49500');
    expect(kit.venue.position('ada', 'XBTUSDTM')?.currentQty).toBe('7');
    kit.venue.setIndexPrice('XBTUSDTM', '49000');
    expect(kit.venue.position('ada', 'XBTUSDTM')).toBeNull();
  });

  it('keeps a cross position covered when it opens away from the mark', () => {
    kit.mustOrder('bob', 'sell', { price: '51500', size: '2' });
    stop({ marginMode: 'CROSS' });
    kit.venue.setIndexPrice('XBTUSDTM', '51000');
    // two lots, 500 dollars above the mark
    expect(kit.venue.position('ada', 'XBTUSDTM')).toMatchObject({ currentQty: '2', posCross: '1' });
  });

  it('can be cancelled like any order, and tested', () => {
    const placed = stop({ price: '51500' });
    expect(kit.venue.cancel('ada', placed.id)).toMatchObject({
      ok: true,
      value: { status: 'done', stopTriggered: false },
    });
    expect(heard).toEqual(['open open -', 'cancel done -']);
    kit.venue.setIndexPrice('XBTUSDTM', '52000');
    expect(kit.venue.orders('ada', 'active', {})).toEqual([]);
    expect(kit.venue.test('ada', placed.placement)).toEqual({ ok: true, value: null });
    expect(kit.venue.stops('ada', {})).toEqual([]);
  });
});
