import { describe, expect, it } from 'vitest';
import { accepted, kitOf, place, rejectionOf } from '../testing/trading.ts';
import { btcUsdt, limit } from '../testing/venue-kit.ts';

describe('holds and fees', () => {
  it('holds price × size and the higher fee of a buy, the size of a sell', () => {
    const kit = kitOf();
    place(kit, 'ann', limit('buy', '100', '2'));
    expect(kit.money('ann', 'USDT')).toEqual(['799.6', '200.4']);
    place(kit, 'bob', limit('sell', '101', '3'));
    expect(kit.money('bob', 'BTC')).toEqual(['7', '3']);
  });

  it('settles a trade: maker and taker fee, price improvement returned', () => {
    const kit = kitOf();
    place(kit, 'bob', limit('sell', '100', '3'));
    const order = place(kit, 'ann', limit('buy', '105', '2'));
    expect(order).toMatchObject({
      dealSize: '2',
      dealFunds: '200',
      remainSize: '0',
      cancelledSize: '0',
      fee: '0.4',
      feeCurrency: 'USDT',
      isActive: false,
      cancelExist: false,
    });
    expect(kit.money('ann', 'USDT')).toEqual(['799.6', '0']);
    expect(kit.money('ann', 'BTC')).toEqual(['12', '0']);
    expect(kit.money('bob', 'USDT')).toEqual(['1199.8', '0']);
    expect(kit.money('bob', 'BTC')).toEqual(['7', '1']);
    expect(kit.money('exchange', 'USDT')).toEqual(['0.6', '0']);
    expect(kit.venue.fills('bob', 0)[0]).toMatchObject({
      liquidity: 'maker',
      fee: '0.2',
      feeRate: '0.001',
      funds: '200',
      side: 'sell',
      counterOrderId: order.id,
    });
  });

  it('takes the fee in base from both sides when the pair requires it', () => {
    const kit = kitOf({ pairs: [{ ...btcUsdt, feeCurrency: 'BTC' }] });
    place(kit, 'bob', limit('sell', '100', '3'));
    expect(kit.money('bob', 'BTC')).toEqual(['6.994', '3.006']);
    place(kit, 'ann', limit('buy', '100', '2'));
    expect(kit.money('ann', 'USDT')).toEqual(['800', '0']);
    expect(kit.money('ann', 'BTC')).toEqual(['11.996', '0']);
    expect(kit.money('bob', 'USDT')).toEqual(['1200', '0']);
    expect(kit.money('bob', 'BTC')).toEqual(['6.996', '1.002']);
    expect(kit.money('exchange', 'BTC')).toEqual(['0.006', '0']);
  });

  it('releases the hold of a cancelled order', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', limit('buy', '100', '2'));
    place(kit, 'bob', limit('sell', '100', '0.5'));
    const cancelled = accepted(kit.venue.cancel('ann', id));
    expect(cancelled).toMatchObject({ dealSize: '0.5', remainSize: '0', cancelledSize: '1.5', cancelExist: true });
    expect(cancelled.cancelledFunds).toBe('150');
    expect(kit.money('ann', 'USDT')).toEqual(['949.95', '0']);
    expect(rejectionOf(kit.venue.cancel('ann', id))).toBe('order-unknown');
  });

  it('rejects what the account cannot pay and moves nothing', () => {
    const kit = kitOf();
    expect(rejectionOf(kit.venue.place('ann', limit('buy', '100', '10')))).toBe('balance');
    expect(rejectionOf(kit.venue.place('ann', limit('sell', '100', '10.001')))).toBe('balance');
    expect(kit.money('ann', 'USDT')).toEqual(['1000', '0']);
    expect(kit.events).toEqual([]);
  });

  it('rejects a cancel by another account', () => {
    const kit = kitOf();
    const { id } = place(kit, 'ann', limit('buy', '100', '2'));
    expect(rejectionOf(kit.venue.cancel('bob', id))).toBe('order-unknown');
    expect(kit.venue.order('bob', id)).toBeNull();
  });

  it('cancels a remainder with a value below 0.00000001', () => {
    const pair = { ...btcUsdt, priceIncrement: '0.0001', baseIncrement: '0.00001', baseMinSize: '0.00001' } as const;
    const kit = kitOf({ pairs: [{ ...pair, minFunds: '0.000000001' }] });
    const { id } = place(kit, 'ann', limit('buy', '0.0005', '1.00001'));
    place(kit, 'bob', limit('sell', '0.0005', '1'));
    expect(kit.venue.order('ann', id)).toMatchObject({
      dealSize: '1',
      cancelledSize: '0.00001',
      isActive: false,
      cancelExist: true,
    });
    expect(kit.money('ann', 'USDT')[1]).toBe('0');
    expect(kit.venue.book('BTC-USDT', 5)?.bids).toEqual([]);
    expect(kit.events.findLast(event => event.kind === 'level')).toMatchObject({ size: '0' });
  });
});

describe('a remainder without value after self-trade prevention', () => {
  it('ends too', () => {
    const pair = { ...btcUsdt, priceIncrement: '0.0001', baseIncrement: '0.00001', baseMinSize: '0.00001' } as const;
    const kit = kitOf({ pairs: [{ ...pair, minFunds: '0.000000001' }] });
    const { id } = place(kit, 'ann', limit('sell', '0.0005', '1.00001'));
    place(kit, 'ann', { ...limit('buy', '0.0005', '1'), selfTradePrevention: 'DC' });
    expect(kit.venue.order('ann', id)).toMatchObject({ cancelledSize: '1.00001', isActive: false });
    expect(kit.money('ann', 'BTC')).toEqual(['10', '0']);
  });
});
