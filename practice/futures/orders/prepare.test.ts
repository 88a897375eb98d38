import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesKit, type FuturesKit, linear } from '../testing/venue-kit.ts';
import type { FuturesPlacement } from '../order-types.ts';

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) kit.fund(accountId, '100000');
});

const limit: FuturesPlacement = {
  symbol: 'XBTUSDTM',
  side: 'buy',
  type: 'limit',
  leverage: '5',
  price: '49000',
  size: '10',
};

function bid(on: FuturesKit) {
  return on.order('ada', 'buy', { price: '40000' });
}

function waitingBid(on: FuturesKit, accountId: string) {
  return on.order(accountId, 'buy', { price: '40000', stop: 'up', stopPrice: '60000', stopPriceType: 'TP' });
}

describe('a placement', () => {
  it.each([
    [{ symbol: 'NOUSDTM' }, 'symbol-unknown', 'symbol'],
    [{ size: undefined }, 'parameter', 'size'],
    [{ size: '0' }, 'size-too-small', 'size'],
    [{ size: '-3' }, 'size-too-small', 'size'],
    [{ size: '1.5' }, 'size-increment', 'size'],
    [{ size: '100001' }, 'size-too-large', 'size'],
    [{ price: undefined }, 'parameter', 'price'],
    [{ price: '0' }, 'parameter', 'price'],
    [{ price: '-1' }, 'parameter', 'price'],
    [{ price: '49000.05' }, 'price-increment', 'price'],
    [{ price: '1000000.1' }, 'price-too-high', 'price'],
    [{ price: '52500.1' }, 'price-too-high', 'price'],
    [{ side: 'sell', price: '47499.9' }, 'price-too-low', 'price'],
    [{ leverage: undefined }, 'parameter', 'leverage'],
    [{ leverage: '0.9' }, 'leverage', 'leverage'],
    [{ leverage: '101' }, 'leverage', 'leverage'],
    [{ leverage: '1.00000000001' }, 'leverage', 'leverage'],
    [{ clientOid: '' }, 'parameter', 'clientOid'],
    [{ clientOid: 'x'.repeat(41) }, 'parameter', 'clientOid'],
    [{ clientOid: 'a b' }, 'parameter', 'clientOid'],
    [{ isPostOnly: true, isHidden: true }, 'parameter', 'postOnly'],
    [{ isPostOnly: true, isIceberg: true, visibleSize: '1' }, 'parameter', 'postOnly'],
    [{ remark: 'x'.repeat(101) }, 'parameter', 'remark'],
    [{ isIceberg: true }, 'parameter', 'visibleSize'],
    [{ isIceberg: true, visibleSize: '0' }, 'size-increment', 'visibleSize'],
    [{ isIceberg: true, visibleSize: '0.5' }, 'size-increment', 'visibleSize'],
    [{ isIceberg: true, size: '100', visibleSize: '4' }, 'parameter', 'visibleSize'],
    [{ isIceberg: true, visibleSize: '11' }, 'parameter', 'visibleSize'],
    [{ isCloseOrder: true }, 'no-position', undefined],
    [{ isReduceOnly: true }, 'no-position', undefined],
    [{ stop: 'up' }, 'parameter', 'stopPrice'],
    [{ stop: 'up', stopPrice: '51000' }, 'parameter', 'stopPriceType'],
    [{ stop: 'up', stopPrice: '0', stopPriceType: 'TP' }, 'parameter', 'stopPrice'],
    [{ stop: 'up', stopPrice: '51000.01', stopPriceType: 'TP' }, 'price-increment', 'stopPrice'],
    [{ stop: 'up', stopPrice: '51000', stopPriceType: 'TP', size: undefined }, 'parameter', 'size'],
    [{ stop: 'up', stopPrice: '51000', stopPriceType: 'TP', price: '1.01' }, 'price-increment', 'price'],
    [{ stop: 'up', stopPrice: '51000', stopPriceType: 'TP', leverage: undefined }, 'parameter', 'leverage'],
  ] as const)('a placement with %o fails as %s', (changes, reason, field) => {
    // the wire can leave out what the type demands
    const placement = Object.fromEntries(
      Object.entries({ ...limit, ...changes }).filter(([, value]) => value !== undefined),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from a placement, only optional fields left out
    const asked = placement as unknown as FuturesPlacement;
    for (const outcome of [kit.venue.place('ada', asked), kit.venue.test('ada', asked)]) {
      expect(outcome).toMatchObject({ ok: false, reason });
      expect(outcome.ok ? null : outcome.field).toBe(field);
    }
    expect(kit.venue.orders('ada', 'active', {})).toEqual([]);
  });

  it('fails with the self-trade prevention DC, which futures do not have', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the type excludes may still come over the wire
    const prevention = 'DC' as 'CN';
    expect(kit.venue.place('ada', { ...limit, selfTradePrevention: prevention })).toMatchObject({
      reason: 'parameter',
      field: 'stp',
    });
  });

  it('fails while the contract has no price', () => {
    const other = createFuturesKit({ contracts: [{ ...linear, symbol: 'NEWUSDTM' }] });
    expect(other.venue.place('ada', { ...limit, symbol: 'NEWUSDTM' })).toMatchObject({ reason: 'symbol-closed' });
  });

  it('accepts the limits', () => {
    const edges: readonly Partial<FuturesPlacement>[] = [
      { price: '52500', leverage: '1' },
      { price: '0.1' },
      { side: 'sell', price: '60000' },
      { isIceberg: true, size: '100', visibleSize: '5' },
      { isIceberg: true, visibleSize: '10' },
      { isPostOnly: true, isHidden: true, timeInForce: 'IOC' },
      { clientOid: 'A-z_9' },
      { remark: 'x'.repeat(100) },
      { leverage: '1' },
    ];
    for (const changes of edges)
      expect(kit.venue.test('ada', { ...limit, ...changes })).toEqual({ ok: true, value: null });
    expect(kit.venue.orders('ada', 'active', {})).toEqual([]);
  });

  it('accepts a clientOid once per account, also over past orders', () => {
    const first = kit.mustOrder('ada', 'buy', { price: '49000', clientOid: 'mine' });
    kit.venue.cancel('ada', first.id);
    expect(kit.order('ada', 'buy', { price: '49000', clientOid: 'mine' })).toMatchObject({
      reason: 'client-oid-repeated',
    });
    expect(kit.order('bob', 'buy', { price: '49000', clientOid: 'mine' }).ok).toBe(true);
  });

  it('stops at 100 open orders per contract, unless the account is exempt', () => {
    for (let count = 0; count < 100; count += 1) expect(bid(kit).ok).toBe(true);
    expect(bid(kit)).toMatchObject({ reason: 'too-many-orders' });
    expect(kit.order('ada', 'buy', { symbol: 'ETHUSDTM', price: '1900' }).ok).toBe(true);
    const free = createFuturesKit({ isExempt: accountId => accountId === 'ada' });
    free.fund('ada', '100000');
    for (let count = 0; count < 101; count += 1) expect(bid(free).ok).toBe(true);
  });

  it('stops at 50 stop orders per contract', () => {
    for (let count = 0; count < 50; count += 1) expect(waitingBid(kit, 'ada').ok).toBe(true);
    expect(waitingBid(kit, 'ada')).toMatchObject({ reason: 'too-many-stops' });
    expect(waitingBid(kit, 'bob').ok).toBe(true);
  });
});

describe('risk limits', () => {
  it('bound the leverage by the value of the resulting position', () => {
    expect(kit.order('ada', 'buy', { price: '49000', size: '20', leverage: '100' }).ok).toBe(true);
    expect(kit.order('ada', 'buy', { price: '49000', size: '1', leverage: '51' })).toMatchObject({
      reason: 'leverage',
    });
    expect(kit.order('ada', 'buy', { price: '49000', size: '1', leverage: '50' }).ok).toBe(true);
    expect(kit.order('ada', 'sell', { price: '51000', size: '19', leverage: '100' }).ok).toBe(true);
  });

  it('bound the value, except for exempt accounts', () => {
    expect(kit.order('ada', 'buy', { price: '50000', size: '2001', leverage: '2' })).toMatchObject({
      reason: 'risk-limit',
    });
    const free = createFuturesKit({ isExempt: () => true });
    free.fund('ada', '100000');
    expect(free.order('ada', 'buy', { price: '50000', size: '2001', leverage: '2' }).ok).toBe(true);
  });

  it('count the reduction by an opposite position', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '1000', leverage: '5' });
    kit.mustOrder('ada', 'buy', { size: '1000', leverage: '5' });
    expect(kit.order('ada', 'sell', { price: '50000', size: '2900', leverage: '5' }).ok).toBe(true);
    expect(kit.order('bob', 'sell', { price: '50000', size: '1001', leverage: '5' })).toMatchObject({
      reason: 'risk-limit',
    });
  });

  it('reject an addition that would be liquidated at once', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '20', leverage: '10' });
    kit.mustOrder('ada', 'buy', { size: '20', leverage: '100' });
    kit.venue.setIndexPrice('XBTUSDTM', '49960');
    // the value would reach level 2, whose maintenance rate is 1 %: more than the 1 % of margin less the loss
    expect(kit.order('ada', 'buy', { price: '49960', size: '1', leverage: '50' })).toMatchObject({
      reason: 'risk-limit',
    });
    expect(kit.order('ada', 'buy', { price: '49960', size: '20', leverage: '2' }).ok).toBe(true);
  });
});

describe('price bounds', () => {
  it('keep an order from opening into its liquidation', () => {
    // at 100x the margin is 1 %, maintenance 0.5 %
    expect(kit.order('ada', 'buy', { price: '50251.2', leverage: '100' })).toMatchObject({ reason: 'price-too-high' });
    expect(kit.order('ada', 'buy', { price: '50251.1', leverage: '100' }).ok).toBe(true);
    expect(kit.order('bob', 'sell', { price: '49751.3', leverage: '100' })).toMatchObject({ reason: 'price-too-low' });
    expect(kit.order('bob', 'sell', { price: '51000', leverage: '100' }).ok).toBe(true);
  });

  it('keep a position from closing beyond its bankruptcy', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '20', leverage: '100' });
    kit.mustOrder('ada', 'buy', { size: '20', leverage: '100' });
    expect(kit.order('ada', 'sell', { price: '49400', size: '20', isReduceOnly: true })).toMatchObject({
      reason: 'price-too-low',
    });
    expect(kit.order('bob', 'buy', { price: '50600', size: '20', isReduceOnly: true })).toMatchObject({
      reason: 'price-too-high',
    });
    expect(kit.order('bob', 'buy', { price: '50300', size: '20', isReduceOnly: true }).ok).toBe(true);
  });

  it('never exceed the highest price of the contract', () => {
    const low = createFuturesKit({ contracts: [{ ...linear, maxPrice: '50100' }] });
    low.fund('ada', '1000');
    expect(low.order('ada', 'buy', { price: '50100', leverage: '1' }).ok).toBe(true);
    expect(low.order('ada', 'buy', { price: '50100.1', leverage: '1' })).toMatchObject({ reason: 'price-too-high' });
  });
});
