import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob', 'cyd']) kit.fund(accountId, '10000');
});

describe('resting orders after a jump of the mark price', () => {
  it('end when they would open into liquidation', () => {
    const stale = kit.mustOrder('bob', 'buy', { price: '49900', size: '10', leverage: '50' });
    const sound = kit.mustOrder('cyd', 'buy', { price: '49800', size: '10', leverage: '2' });
    kit.venue.setIndexPrice('XBTUSDTM', '48000');
    expect(kit.venue.order('bob', stale.id)?.status).toBe('open');
    const taken = kit.mustOrder('ada', 'sell', { price: '49000', size: '15' });
    expect(kit.venue.order('bob', stale.id)).toMatchObject({ status: 'done', dealSize: '0', cancelExist: true });
    expect(kit.venue.order('cyd', sound.id)?.dealSize).toBe('10');
    expect(taken).toMatchObject({ dealSize: '10', status: 'open' });
  });

  it('end when funding has used up the margin that would pay for them', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '10' });
    // a last price far above, and no other order in the book: the premium makes longs pay
    kit.mustOrder('bob', 'sell', { price: '52500', size: '1', leverage: '1' });
    kit.mustOrder('cyd', 'buy', { price: '52500', size: '1', leverage: '1' });
    const resting = kit.mustOrder('ada', 'sell', { price: '49990', size: '10', isReduceOnly: true });
    kit.venue.setIndexPrice('XBTUSDTM', '52250');
    for (let round = 0; round < 40; round += 1) {
      kit.clock.advance(8 * 3_600_000);
      kit.venue.tick(kit.clock.nowMs());
    }
    expect(kit.venue.position('ada', 'XBTUSDTM')?.posMargin).toBe('0.33');
    expect(kit.order('cyd', 'buy', { size: '1', leverage: '1' })).toMatchObject({ reason: 'no-counterparty' });
    expect(kit.venue.order('ada', resting.id)).toMatchObject({ status: 'done', dealSize: '0', cancelExist: true });
  });

  it('end when a cancelled one had priority over them', () => {
    const stale = kit.mustOrder('bob', 'buy', { price: '49900', size: '10', leverage: '50' });
    const behind = kit.mustOrder('cyd', 'buy', { price: '49800', size: '10', leverage: '20' });
    kit.venue.setIndexPrice('XBTUSDTM', '47000');
    expect(kit.order('ada', 'sell', { size: '10' })).toMatchObject({ reason: 'no-counterparty' });
    for (const { accountId, id } of [stale, behind]) {
      expect(kit.venue.order(accountId, id)).toMatchObject({ status: 'done', dealSize: '0', cancelExist: true });
    }
  });
});
