import { beforeEach, describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) kit.fund(accountId, '1000');
});

describe('open orders of a contract', () => {
  it('sum by side, without the traded part', () => {
    kit.mustOrder('ada', 'buy', { price: '49000', size: '4' });
    kit.mustOrder('ada', 'buy', { price: '48000', size: '2' });
    kit.mustOrder('ada', 'sell', { price: '51000', size: '3' });
    kit.mustOrder('ada', 'sell', { symbol: 'ETHUSDTM', price: '2010', size: '3' });
    kit.mustOrder('bob', 'sell', { price: '49000', size: '1' });
    expect(kit.venue.openOrderStatistics('ada', 'XBTUSDTM')).toMatchObject({
      value: { settleCurrency: 'USDT', buySize: '5', sellSize: '3', buyCost: '243', sellCost: '153' },
    });
    expect(kit.venue.openOrderStatistics('ada', 'NOPE')).toMatchObject({ reason: 'symbol-unknown' });
  });
});

const most = (price: Decimal, leverage: Decimal) => {
  const size = kit.venue.maxOpenSize('ada', { symbol: 'XBTUSDTM', price, leverage });
  if (!size.ok) throw new Error(size.message);
  return size.value;
};

const ask = (symbol: string, price: Decimal, leverage: Decimal) =>
  kit.venue.maxOpenSize('ada', { symbol, price, leverage });

describe('the maximum opening size', () => {
  it.each(['1', '3', '10', '33'] as const)('equals the largest order at leverage %s, and not a lot more', leverage => {
    const { buy } = most('50000', leverage);
    const order = (size: Decimal) =>
      kit.venue.test('ada', { symbol: 'XBTUSDTM', side: 'buy', type: 'limit', price: '50000', size, leverage });
    expect(order(buy)).toMatchObject({ ok: true });
    expect(order(`${Number(buy) + 1}`).ok).toBe(false);
  });

  it('stays within the risk limit of the leverage, and counts open orders', () => {
    kit.fund('ada', '1000000');
    expect(most('50000', '100')).toEqual({ buy: '20', sell: '20' });
    kit.fund('bob', '1000000');
    kit.mustOrder('bob', 'sell', { price: '50000', size: '15', leverage: '50' });
    kit.mustOrder('ada', 'buy', { size: '15', leverage: '50' });
    expect(most('50000', '100')).toEqual({ buy: '5', sell: '35' });
  });

  it('uses the chosen leverage of a cross contract, whatever is requested', () => {
    kit.venue.changeMarginMode('ada', 'XBTUSDTM', 'CROSS');
    expect(most('50000', '1')).toEqual(most('50000', '10'));
  });

  it('fails for a price off the tick, a leverage below 1 and an unknown contract', () => {
    expect(ask('XBTUSDTM', '50000.05', '1')).toMatchObject({ reason: 'price-increment' });
    expect(ask('XBTUSDTM', '50000', '0.5')).toMatchObject({ reason: 'leverage' });
    expect(ask('NOPE', '50000', '1')).toMatchObject({ reason: 'symbol-unknown' });
  });
});
