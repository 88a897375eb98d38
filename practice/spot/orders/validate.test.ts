import { describe, expect, it } from 'vitest';
import { fromUnits, uncheckedDecimal } from '#shared/decimal.ts';
import { accepted, kitOf, place, rejectionOf } from '../testing/trading.ts';
import { btcUsdt, createSpotKit, limit } from '../testing/venue-kit.ts';
import type { SpotPlacement } from '../types.ts';

describe('rules of the pair', () => {
  const kit = kitOf({ openingPrices: new Map([['BTC-USDT', '100']]) });
  const good = limit('buy', '100', '1');
  const market = { symbol: 'BTC-USDT', type: 'market', side: 'buy' } as const;
  const iceberg = { ...good, isIceberg: true };
  it.each<[string, SpotPlacement, string]>([
    ['unknown pair', { ...good, symbol: 'XXX-YYY' }, 'symbol-unknown'],
    ['margin without money there', { ...good, tradeType: 'MARGIN_TRADE' }, 'balance'],
    ['no price', { ...market, type: 'limit', size: '1' }, 'parameter'],
    ['price not a number', { ...good, price: '1e2' }, 'parameter'],
    ['price zero', { ...good, price: '0' }, 'parameter'],
    ['price off tick', { ...good, price: '100.01' }, 'price-increment'],
    ['price above the collar', { ...good, price: '110.1' }, 'price-too-high'],
    ['price below the collar', { ...good, price: '89.9' }, 'price-too-low'],
    ['no size', { ...market }, 'parameter'],
    ['size negative', { ...good, size: '-1' }, 'parameter'],
    ['size off lot', { ...good, size: '1.0001' }, 'size-increment'],
    ['size and funds', { ...market, size: '1', funds: '100' }, 'parameter'],
    ['funds not a number', { ...market, funds: uncheckedDecimal('x') }, 'parameter'],
    ['funds off increment', { ...market, funds: '1.00001' }, 'size-increment'],
    ['funds too small', { ...market, funds: '0.05' }, 'funds-too-small'],
    ['funds too large', { ...market, funds: '1000000.1' }, 'size-too-large'],
    ['size too large', { ...good, size: '1000.001' }, 'size-too-large'],
    ['GTT without time', { ...good, timeInForce: 'GTT' }, 'parameter'],
    ['GTT too long', { ...good, timeInForce: 'GTT', cancelAfterS: 2_592_001 }, 'parameter'],
    ['GTT in fractions', { ...good, timeInForce: 'GTT', cancelAfterS: 1.5 }, 'parameter'],
    ['time without GTT', { ...good, cancelAfterS: 5 }, 'parameter'],
    ['iceberg without a slice', iceberg, 'parameter'],
    ['iceberg off lot', { ...iceberg, visibleSize: '0.0501' }, 'size-increment'],
    ['iceberg too small a slice', { ...iceberg, visibleSize: '0.049' }, 'parameter'],
    ['hidden iceberg', { ...iceberg, visibleSize: '0.1', isHidden: true }, 'parameter'],
    ['all in order', { ...good, cancelAfterS: 0, timeInForce: 'GTC', funds: '5' }, 'accepted'],
    ['iceberg in order', { ...iceberg, visibleSize: '0.05' }, 'accepted'],
  ])('%s', (_name, placement, reason) => {
    expect(rejectionOf(kit.venue.test('ann', placement))).toBe(reason);
  });

  it('separates the smallest size and the smallest funds', () => {
    const strict = kitOf({ pairs: [{ ...btcUsdt, baseMinSize: '0.01', minFunds: '5' }] });
    expect(rejectionOf(strict.venue.test('ann', limit('buy', '100', '0.009')))).toBe('size-too-small');
    expect(rejectionOf(strict.venue.test('ann', limit('buy', '100', '0.049')))).toBe('funds-too-small');
    expect(rejectionOf(strict.venue.test('ann', limit('buy', '100', '0.05')))).toBe('accepted');
    expect(rejectionOf(strict.venue.test('ann', { ...market, funds: '4' }))).toBe('funds-too-small');
  });

  it('rejects funds that are less than one lot at one tick', () => {
    const coarse = { ...btcUsdt, priceIncrement: '1', baseIncrement: '1', baseMinSize: '1' } as const;
    expect(rejectionOf(kitOf({ pairs: [coarse] }).venue.test('ann', { ...market, funds: '0.5' }))).toBe(
      'funds-too-small',
    );
  });

  it('moves nothing in a test', () => {
    expect(kit.events).toEqual([]);
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
    expect(kit.venue.orders('ann', 'active', {})).toEqual([]);
  });

  it.each<[string, Partial<typeof btcUsdt>, RegExp]>([
    ['fee currency', { feeCurrency: 'KCS' }, /fee must be in/],
    ['rebate', { makerFeeRate: '-0.1' }, /at least 0/],
    ['whole fee', { takerFeeRate: '1' }, /below 1/],
    ['increment', { priceIncrement: '0' }, /above zero/],
    ['precision', { baseIncrement: fromUnits(1n, 28) }, /finer than the ledger/],
  ])('reports a pair that cannot be traded: %s', (_name, change, message) => {
    expect(() => createSpotKit({ pairs: [{ ...btcUsdt, ...change }] })).toThrow(message);
  });
});

describe('limits and names', () => {
  it('keeps a clientOid unique in an account, over orders and stop orders', () => {
    const kit = kitOf();
    const order = place(kit, 'ann', { ...limit('buy', '100', '1'), clientOid: 'mine' });
    expect(rejectionOf(kit.venue.place('ann', { ...limit('buy', '100', '1'), clientOid: 'mine' }))).toBe(
      'client-oid-repeated',
    );
    place(kit, 'bob', { ...limit('buy', '100', '1'), clientOid: 'mine' });
    const stop = { ...limit('sell', '90', '1'), stopPrice: '91' } as const;
    expect(rejectionOf(kit.venue.placeStop('ann', { ...stop, clientOid: 'mine' }))).toBe('client-oid-repeated');
    const laid = accepted(kit.venue.placeStop('ann', { ...stop, clientOid: 'later' }));
    expect(rejectionOf(kit.venue.place('ann', { ...limit('buy', '100', '1'), clientOid: 'later' }))).toBe(
      'client-oid-repeated',
    );
    expect(kit.venue.orderByClientOid('ann', 'mine')?.id).toBe(order.id);
    expect(kit.venue.stopByClientOid('ann', 'later')?.id).toBe(laid.id);
    expect(kit.venue.orderByClientOid('ann', 'later')).toBeNull();
    expect(kit.venue.stopByClientOid('unknown', 'later')).toBeNull();
  });

  it('allows 200 open orders per pair, and an exempt account any number', () => {
    const kit = kitOf({ isExempt: accountId => accountId === 'bob' });
    for (let count = 0; count < 200; count += 1) place(kit, 'ann', limit('buy', '1', '0.1'));
    expect(rejectionOf(kit.venue.place('ann', limit('buy', '1', '0.1')))).toBe('too-many-orders');
    for (let count = 0; count < 201; count += 1) place(kit, 'bob', limit('buy', '1', '0.1'));
    const [oldest] = kit.venue.orders('ann', 'active', {});
    accepted(kit.venue.cancel('ann', oldest?.id ?? ''));
    place(kit, 'ann', limit('buy', '1', '0.1'));
  });

  it('allows 2000 open orders per account', () => {
    const pairs = Array.from({ length: 11 }, (_, index) => ({ ...btcUsdt, symbol: `P${index}-USDT` }));
    const kit = kitOf({ pairs });
    for (const { symbol } of pairs.slice(0, 10)) {
      for (let count = 0; count < 200; count += 1) place(kit, 'ann', { ...limit('buy', '1', '0.1'), symbol });
    }
    expect(rejectionOf(kit.venue.place('ann', { ...limit('buy', '1', '0.1'), symbol: 'P10-USDT' }))).toBe(
      'too-many-orders',
    );
  });

  it('allows 20 untriggered stop orders per pair, and an exempt account any number', () => {
    const kit = kitOf({ isExempt: accountId => accountId === 'bob' });
    const stop = { ...limit('sell', '90', '1'), stopPrice: '91' } as const;
    const ids = Array.from({ length: 20 }, () => accepted(kit.venue.placeStop('ann', stop)).id);
    expect(rejectionOf(kit.venue.placeStop('ann', stop))).toBe('too-many-stops');
    for (let count = 0; count < 21; count += 1) accepted(kit.venue.placeStop('bob', stop));
    accepted(kit.venue.cancelStop('ann', ids[0] ?? ''));
    accepted(kit.venue.placeStop('ann', stop));
  });

  it('drops the oldest past orders, fills and stop orders beyond its memory', () => {
    const kit = kitOf({ memory: { ordinary: 5, exempt: 1 } });
    const stop = { ...limit('sell', '90', '1'), stopPrice: '91', clientOid: 's' } as const;
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      ids.push(place(kit, 'ann', { ...limit('buy', '100', '0.1'), clientOid: `c${count}` }).id);
      place(kit, 'bob', limit('sell', '100', '0.1'));
      accepted(
        kit.venue.cancelStop('ann', accepted(kit.venue.placeStop('ann', { ...stop, clientOid: `s${count}` })).id),
      );
    }
    for (const list of [kit.venue.orders('ann', 'done', {}), kit.venue.fills('ann', 0)]) {
      expect(list.length).toBeGreaterThanOrEqual(5);
      expect(list.length).toBeLessThan(25);
    }
    expect(kit.venue.order('ann', ids[0] ?? '')).toBeNull();
    expect(kit.venue.orderByClientOid('ann', 'c0')).toBeNull();
    expect(kit.venue.orderByClientOid('ann', 'c39')?.id).toBe(ids[39]);
    expect(kit.venue.stopByClientOid('ann', 's0')).toBeNull();
    expect(kit.venue.stopByClientOid('ann', 's39')?.status).toBe('CANCELLED');
    place(kit, 'ann', { ...limit('buy', '100', '0.1'), clientOid: 'c0' });
  });
});
