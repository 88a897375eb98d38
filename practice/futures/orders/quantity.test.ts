import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { FuturesPlacement } from '../order-types.ts';

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  kit.fund('ada', '10000');
  kit.fund('ada', '1', 'XBT');
});

const place = (placement: Partial<FuturesPlacement>) =>
  kit.venue.place('ada', {
    symbol: 'XBTUSDTM',
    side: 'buy',
    type: 'limit',
    price: '49000',
    leverage: '10',
    ...placement,
  });

describe('the size of an order', () => {
  it.each([
    [{ qty: '0.012' }, '12'],
    [{ valueQty: '100' }, '2'],
    [{ valueQty: '146.99' }, '2'],
    [{ valueQty: '147' }, '3'],
  ] as const)('reads %j as %s lots', (placement, size) => {
    expect(place(placement)).toMatchObject({ ok: true, value: { placement: { size } } });
    expect(
      kit.venue.test('ada', {
        symbol: 'XBTUSDTM',
        side: 'buy',
        type: 'limit',
        price: '49000',
        leverage: '10',
        ...placement,
      }).ok,
    ).toBe(true);
  });

  it('uses the mark for a market order, and the trigger for a stop order', () => {
    kit.fund('bob', '10000');
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    const market = { symbol: 'XBTUSDTM', side: 'buy', type: 'market', leverage: '10', valueQty: '199' } as const;
    expect(kit.venue.place('ada', market)).toMatchObject({ value: { dealSize: '3' } });
    const stop = { ...market, stop: 'up', stopPrice: '60000', stopPriceType: 'TP' } as const;
    expect(kit.venue.place('ada', { ...stop, valueQty: '181' })).toMatchObject({ value: { placement: { size: '3' } } });
  });

  it.each([
    [{ size: '1', qty: '0.001' }, 'parameter'],
    [{ qty: '0.001', valueQty: '50' }, 'parameter'],
    [{ qty: '0.0015' }, 'size-increment'],
    [{ valueQty: '48.99' }, 'size-too-small'],
    [{ symbol: 'XBTUSDM', qty: '0.001' }, 'parameter'],
    [{ symbol: 'XBTUSDM', valueQty: '100' }, 'parameter'],
    [{ symbol: 'NOPE', qty: '1' }, 'symbol-unknown'],
  ] as const)('rejects %j: %s', (placement, reason) => {
    expect(place(placement)).toMatchObject({ ok: false, reason });
  });
});
