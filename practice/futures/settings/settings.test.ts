import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesKit, type FuturesKit } from '../testing/venue-kit.ts';
import type { FuturesPlacement } from '../order-types.ts';
import type { FuturesEvent } from '../types.ts';

const symbol = 'XBTUSDTM';

let kit: FuturesKit;

beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) kit.fund(accountId, '1000');
});

const limit = (changes: Partial<FuturesPlacement> = {}) =>
  kit.venue.place('ada', { symbol, side: 'buy', type: 'limit', price: '49000', size: '1', leverage: '5', ...changes });

describe('the margin mode of a contract', () => {
  it('starts isolated, for each contract separately', () => {
    expect(kit.venue.marginMode('ada', symbol)).toMatchObject({ value: 'ISOLATED' });
    expect(kit.venue.changeMarginMode('ada', symbol, 'CROSS')).toMatchObject({ value: 'CROSS' });
    expect(kit.venue.marginMode('ada', symbol)).toMatchObject({ value: 'CROSS' });
    expect(kit.venue.marginMode('ada', 'ETHUSDTM')).toMatchObject({ value: 'ISOLATED' });
    expect(kit.venue.marginMode('bob', symbol)).toMatchObject({ value: 'ISOLATED' });
    expect(kit.venue.marginMode('ada', 'NOPE')).toMatchObject({ reason: 'symbol-unknown' });
  });

  it('must match the mode in an order', () => {
    expect(limit({ marginMode: 'CROSS' })).toMatchObject({ reason: 'position-mode', field: 'marginMode' });
    kit.venue.changeMarginMode('ada', symbol, 'CROSS');
    const wrong = { reason: 'position-mode' };
    expect(limit()).toMatchObject(wrong);
    expect(limit({ marginMode: 'ISOLATED' })).toMatchObject(wrong);
    expect(limit({ stop: 'down', stopPrice: '48000', stopPriceType: 'TP' })).toMatchObject(wrong);
    expect(limit({ marginMode: 'CROSS' }).ok).toBe(true);
    kit.mustOrder('bob', 'sell', { price: '50000' });
    kit.mustOrder('ada', 'buy', { marginMode: 'CROSS' });
    expect(limit({ side: 'sell', isReduceOnly: true })).toMatchObject(wrong);
    expect(limit({ side: 'sell', isCloseOrder: true })).toMatchObject(wrong);
  });

  it.each([
    ['a position', () => void (kit.mustOrder('bob', 'sell', { price: '50000' }), kit.mustOrder('ada', 'buy', {}))],
    ['an order', () => void limit()],
    ['a stop order', () => void limit({ stop: 'down', stopPrice: '48000', stopPriceType: 'TP' })],
  ])('does not change while there is %s', (_what, use) => {
    use();
    expect(kit.venue.changeMarginMode('ada', symbol, 'CROSS')).toMatchObject({ reason: 'margin-mode-in-use' });
    expect(kit.venue.changeMarginMode('ada', symbol, 'ISOLATED').ok).toBe(true);
  });

  it('publishes only changes', () => {
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event));
    kit.venue.changeMarginMode('ada', symbol, 'CROSS');
    kit.venue.changeMarginMode('ada', symbol, 'CROSS');
    expect(heard).toEqual([{ kind: 'marginMode', accountId: 'ada', symbol, marginMode: 'CROSS' }]);
  });
});

const change = (leverage: '1' | '2' | '5' | '20' | '50' | '100' | '101' | '0.5') =>
  kit.venue.changeCrossLeverage('ada', symbol, leverage);

describe('the cross leverage of a contract', () => {
  it('starts at ten, and applies to every cross order', () => {
    expect(kit.venue.crossLeverage('ada', symbol)).toMatchObject({ value: '10' });
    expect(change('20')).toMatchObject({ value: '20' });
    kit.venue.changeMarginMode('ada', symbol, 'CROSS');
    expect(limit({ marginMode: 'CROSS', leverage: '3' })).toMatchObject({ value: { leverage: '20' } });
    const plain = { symbol, side: 'buy', type: 'limit', price: '49000', size: '1' } as const;
    expect(kit.venue.place('ada', { ...plain, marginMode: 'CROSS' })).toMatchObject({ value: { leverage: '20' } });
  });

  it('stays within the limits of the contract and of the position size', () => {
    for (const leverage of ['0.5', '101'] as const) expect(change(leverage)).toMatchObject({ reason: 'leverage' });
    kit.mustOrder('bob', 'sell', { price: '50000', size: '30' });
    kit.mustOrder('ada', 'buy', { size: '30', marginMode: 'CROSS' });
    // 1500 is on the second level, which allows 50
    expect(change('100')).toMatchObject({ reason: 'leverage', field: 'leverage' });
    expect(change('50').ok).toBe(true);
    expect(kit.venue.changeCrossLeverage('ada', 'NOPE', '5')).toMatchObject({ reason: 'symbol-unknown' });
  });

  it('changes the margin of an open position and its orders', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '10', marginMode: 'CROSS' });
    const order = kit.mustOrder('ada', 'buy', { price: '49000', size: '10', marginMode: 'CROSS' });
    const free = Number(kit.available('ada'));
    const held = Number(kit.venue.overview('ada', 'USDT').orderMargin);
    expect(change('5').ok).toBe(true);
    expect(kit.venue.position('ada', symbol)).toMatchObject({ posInit: '100', posCross: '0' });
    expect(kit.venue.order('ada', order.id)?.leverage).toBe('5');
    // 50 more for the position, 49 and the reserve's part of them for the order
    expect(free - Number(kit.available('ada'))).toBeCloseTo(
      50 + Number(kit.venue.overview('ada', 'USDT').orderMargin) - held,
      8,
    );
    expect(Number(kit.venue.overview('ada', 'USDT').orderMargin) - held).toBeCloseTo(49.0294, 8);
    expect(change('20').ok).toBe(true);
    expect(kit.venue.position('ada', symbol)).toMatchObject({ posInit: '25', posCross: '0' });
  });

  it('does not change when the wallet cannot cover it, and leaves everything unchanged', () => {
    kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    kit.mustOrder('ada', 'buy', { size: '10', marginMode: 'CROSS' });
    kit.mustOrder('ada', 'buy', { price: '49000', size: '10', marginMode: 'CROSS' });
    kit.ledger.withdraw({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: '100' });
    const before = [
      kit.venue.position('ada', symbol),
      kit.venue.overview('ada', 'USDT'),
      kit.venue.orders('ada', 'active', {}),
    ];
    expect(change('1')).toMatchObject({ reason: 'balance' });
    expect([
      kit.venue.position('ada', symbol),
      kit.venue.overview('ada', 'USDT'),
      kit.venue.orders('ada', 'active', {}),
    ]).toEqual(before);
    expect(kit.venue.crossLeverage('ada', symbol)).toMatchObject({ value: '10' });
  });

  it('publishes a change', () => {
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event));
    change('5');
    expect(heard).toEqual([{ kind: 'crossLeverage', accountId: 'ada', symbol, leverage: '5' }]);
  });
});
