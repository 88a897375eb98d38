import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob', 'cyd']) kit.fund(accountId, '1000');
});

function held(accountId: string): string {
  return kit.venue.overview(accountId, 'USDT').orderMargin;
}

/** ada long 10 against bob. */
function openLong(): void {
  kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
  kit.mustOrder('ada', 'buy', { size: '10' });
}

describe('order margin', () => {
  it('holds leverage margin, closing reserve and taker fee until the order is done', () => {
    const order = kit.mustOrder('ada', 'buy', { price: '49000', size: '10' });
    // 490: 49 + 0.3234 + 0.294
    expect(held('ada')).toBe('49.6174');
    expect(kit.ledger.balance('ada', 'futures', 'USDT')).toMatchObject({ held: '49.6174', available: '950.3826' });
    kit.venue.cancel('ada', order.id);
    expect([held('ada'), kit.available('ada')]).toEqual(['0', '1000']);
  });

  it('becomes position margin and fee as the order trades', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '4' });
    // the rest of bob's order: 30 + 0.198 + 0.18
    expect(held('bob')).toBe('30.378');
    // 20 + 0.132 of margin, 0.12 and 0.04 of fees
    expect(kit.available('ada')).toBe('979.748');
    expect(kit.available('bob')).toBe('949.45');
    expect(kit.available('fees')).toBe('0.16');
    expect(kit.available('futures-clearing')).toBe('40.264');
  });

  it('fails without enough money', () => {
    expect(kit.order('ada', 'buy', { price: '50000', size: '40', leverage: '2' })).toMatchObject({
      reason: 'balance',
    });
    expect(
      kit.venue.test('ada', {
        symbol: 'XBTUSDTM',
        side: 'buy',
        type: 'limit',
        price: '50000',
        size: '40',
        leverage: '2',
      }),
    ).toMatchObject({ reason: 'balance' });
    expect([held('ada'), kit.available('ada')]).toEqual(['0', '1000']);
    expect(kit.order('ada', 'buy', { price: '50000', size: '39', leverage: '2' }).ok).toBe(true);
  });

  it('uses the best price that an aggressive sell can get, hidden orders included', () => {
    kit.mustOrder('bob', 'buy', { price: '50000', size: '10' });
    kit.mustOrder('bob', 'buy', { price: '52000', size: '10', isHidden: true, leverage: '2' });
    kit.ledger.withdraw({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: '30' });
    // 19 lots at 52000 need 990, at 50000 only 952
    const sell = { price: '49000', size: '19', leverage: '1' } as const;
    expect(kit.order('ada', 'sell', sell)).toMatchObject({ reason: 'balance' });
    kit.fund('ada', '60');
    expect(kit.mustOrder('ada', 'sell', sell).dealValue).toBe('970');
  });

  it('needs no hold for closing orders', () => {
    openLong();
    const wallet = kit.available('ada');
    kit.mustOrder('ada', 'sell', { price: '51000', size: '10' });
    kit.mustOrder('ada', 'sell', { price: '52000', size: '10', isReduceOnly: true });
    expect([held('ada'), kit.available('ada')]).toEqual(['51.6426', String(Number(wallet) - 51.6426)]);
  });

  it('omits orders that have ended', () => {
    openLong();
    kit.mustOrder('ada', 'sell', { price: '51000', size: '15', leverage: '2' });
    const alone = held('ada');
    const cheap = kit.mustOrder('ada', 'sell', { price: '51000', size: '5', leverage: '50' });
    expect(held('ada')).not.toBe(alone);
    kit.venue.cancel('ada', cheap.id);
    expect(held('ada')).toBe(alone);
  });

  it('holds for closing orders with forceHold, which then stay when the position closes', () => {
    openLong();
    kit.mustOrder('bob', 'buy', { price: '50000', size: '10', isReduceOnly: true });
    const forced = kit.mustOrder('ada', 'sell', { price: '51000', size: '10', isForceHold: true });
    expect(held('ada')).toBe('51.6426');
    kit.mustOrder('ada', 'sell', { isCloseOrder: true });
    expect(kit.venue.order('ada', forced.id)?.status).toBe('open');
    expect(held('ada')).toBe('51.6426');
  });

  it('holds when the position that an order would have closed is closed, else the newest orders are cancelled', () => {
    openLong();
    kit.mustOrder('bob', 'buy', { price: '50000', size: '10', isReduceOnly: true });
    const older = kit.mustOrder('ada', 'sell', { price: '51000', size: '5', leverage: '1' });
    const newer = kit.mustOrder('ada', 'sell', { price: '51000', size: '5', leverage: '1' });
    kit.ledger.withdraw({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: '700' });
    expect(held('ada')).toBe('0');
    kit.mustOrder('ada', 'sell', { isCloseOrder: true });
    expect(kit.venue.order('ada', older.id)).toMatchObject({ status: 'open' });
    expect(kit.venue.order('ada', newer.id)).toMatchObject({ status: 'done', cancelExist: true });
    expect(held('ada')).toBe('255.459');
  });

  it('cancels forced orders last', () => {
    openLong();
    kit.mustOrder('bob', 'buy', { price: '50000', size: '10', isReduceOnly: true });
    const plain = kit.mustOrder('ada', 'sell', { price: '51000', size: '9', leverage: '1' });
    const forced = kit.mustOrder('ada', 'sell', { price: '51000', size: '1', leverage: '1', isForceHold: true });
    kit.ledger.withdraw({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: '800' });
    kit.mustOrder('ada', 'sell', { isCloseOrder: true });
    expect(kit.venue.order('ada', plain.id)?.status).toBe('done');
    expect(kit.venue.order('ada', forced.id)?.status).toBe('open');
  });

  it('pays for two orders that together reverse the position, in any sequence of their trades', () => {
    openLong();
    kit.mustOrder('ada', 'sell', { price: '50500', size: '10', leverage: '1' });
    kit.mustOrder('ada', 'sell', { price: '50400', size: '10', leverage: '20' });
    kit.mustOrder('cyd', 'buy', { price: '50500', size: '20', leverage: '5' });
    expect(kit.venue.position('ada', 'XBTUSDTM')).toMatchObject({ currentQty: '-10', posInit: '505' });
    expect(held('ada')).toBe('0');
  });
});
