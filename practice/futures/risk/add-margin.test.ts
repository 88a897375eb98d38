import { beforeEach, describe, expect, it } from 'vitest';
import { compare, type Decimal, subtract } from '#shared/decimal.ts';
import { createFuturesKit, type FuturesKit, ether, linear } from '../testing/venue-kit.ts';
import type { Contract } from '../contract-types.ts';
import type { FuturesEvent } from '../types.ts';

let kit: FuturesKit;

/** ada is long and bob short, both at 50000 with 10x leverage. */
beforeEach(() => {
  kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) {
    kit.fund(accountId, '1000');
    kit.fund(accountId, '0.1', 'XBT');
  }
  kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
  kit.mustOrder('ada', 'buy', { size: '10' });
});

function add(changes: Partial<{ symbol: string; margin: Decimal; bizNo: string }>, accountId = 'ada') {
  return kit.venue.addMargin(accountId, { symbol: 'XBTUSDTM', margin: '10', bizNo: 'one', ...changes });
}

describe('adding margin', () => {
  it('raises posCross and posMargin by the amount and moves the liquidation price as previewed', () => {
    const before = kit.venue.position('ada', 'XBTUSDTM');
    const wallet = kit.available('ada');
    const added = add({ margin: '12.5' });
    expect(added).toMatchObject({ ok: true, value: { posCross: '12.5', posMargin: '62.83' } });
    expect(subtract(wallet, kit.available('ada'))).toBe('12.5');
    // new liq = entry − (posMargin + Δ − posMaint)/u
    expect(before?.liquidationPrice).toBe('45250');
    expect(kit.venue.position('ada', 'XBTUSDTM')?.liquidationPrice).toBe('44000');
  });

  it('delays the liquidation of a short', () => {
    expect(add({ margin: '12.5' }, 'bob')).toMatchObject({ value: { liquidationPrice: '56000' } });
  });

  it('applies a bizNo once per account, with any other fields', () => {
    add({});
    const wallet = kit.available('ada');
    expect(add({ margin: '99', symbol: 'ETHUSDTM' })).toMatchObject({
      ok: true,
      value: { symbol: 'XBTUSDTM', posCross: '10' },
    });
    expect(kit.available('ada')).toBe(wallet);
    expect(add({}, 'bob')).toMatchObject({ ok: true, value: { posCross: '10' } });
  });

  it('answers an applied bizNo also when the position is closed', () => {
    add({});
    kit.mustOrder('bob', 'buy', { price: '50000', isReduceOnly: true, size: '10' });
    kit.mustOrder('ada', 'sell', { isCloseOrder: true });
    expect(kit.venue.position('ada', 'XBTUSDTM')).toBeNull();
    expect(add({})).toMatchObject({
      ok: true,
      value: { isOpen: false, currentQty: '0', posMargin: '0', liquidationPrice: '0', avgEntryPrice: '0' },
    });
  });

  it('does not use up the bizNo of a rejected request', () => {
    expect(add({ margin: '100000' })).toMatchObject({ ok: false, reason: 'balance', field: 'margin' });
    expect(add({})).toMatchObject({ ok: true });
  });

  it('accepts all that is available, the longest bizNo and the last digit of the wallet', () => {
    expect(add({ margin: '0.9999999999', bizNo: 'x'.repeat(36) })).toMatchObject({ ok: true });
    expect(add({ margin: kit.available('ada') })).toMatchObject({ ok: true });
    expect(kit.available('ada')).toBe('0');
  });

  it.each([
    [{ bizNo: '' }, 'parameter', 'bizNo'],
    [{ bizNo: 'x'.repeat(37) }, 'parameter', 'bizNo'],
    [{ symbol: 'NOUSDTM' }, 'symbol-unknown', 'symbol'],
    [{ margin: '0.83' }, 'margin-too-small', 'margin'],
    [{ margin: '-5' }, 'margin-too-small', 'margin'],
    [{ margin: '1e2' }, 'parameter', 'margin'],
    [{ margin: '1.00000000001' }, 'parameter', 'margin'],
    [{ symbol: 'ETHUSDTM' }, 'no-position', 'symbol'],
  ] as const)('rejects %o as %s', (changes, reason, field) => {
    expect(add(changes)).toMatchObject({ ok: false, reason, field });
  });

  it('requires at least 0.00001667 XBT, in the settle currency by the index', () => {
    expect(add({ margin: '0.8335' })).toMatchObject({ ok: true });
    kit.mustOrder('bob', 'sell', { symbol: 'XBTUSDM', price: '50000', size: '100' });
    kit.mustOrder('ada', 'buy', { symbol: 'XBTUSDM', size: '100' });
    const inXbt = (margin: Decimal) => add({ symbol: 'XBTUSDM', margin, bizNo: margin });
    expect(inXbt('0.00001666')).toMatchObject({ reason: 'margin-too-small' });
    expect(inXbt('0.00001667')).toMatchObject({ ok: true });
  });

  it('converts by both indices when the contract settles neither in dollars nor in bitcoin', () => {
    const inEther: Contract = {
      ...ether,
      symbol: 'ETHUSDM',
      settleCurrency: 'ETH',
      quoteCurrency: 'USD',
      isInverse: true,
      multiplier: '1',
    };
    const other = createFuturesKit({ contracts: [inEther] });
    other.venue.setIndexPrice('ETHUSDM', '2000');
    const ask = (margin: Decimal) => other.venue.addMargin('ada', { symbol: 'ETHUSDM', margin, bizNo: 'x' });
    expect(ask('0')).toMatchObject({ reason: 'margin-too-small' });
    expect(ask('0.0000000001')).toMatchObject({ reason: 'no-position' });
    const both = createFuturesKit({ contracts: [linear, inEther] });
    both.venue.setIndexPrice('XBTUSDTM', '50000');
    both.venue.setIndexPrice('ETHUSDM', '3000');
    // 0.8335 dollars / 3000 = 0.000277833…, and no less than that
    const askBoth = (margin: Decimal) => both.venue.addMargin('ada', { symbol: 'ETHUSDM', margin, bizNo: 'x' });
    expect(askBoth('0.0002778333')).toMatchObject({ reason: 'margin-too-small' });
    expect(askBoth('0.0002778334')).toMatchObject({ reason: 'no-position' });
  });

  it('accepts isolated positions only', () => {
    kit.mustOrder('bob', 'sell', { symbol: 'ETHUSDTM', price: '2000' });
    kit.mustOrder('ada', 'buy', { symbol: 'ETHUSDTM', marginMode: 'CROSS' });
    expect(kit.venue.position('ada', 'ETHUSDTM')).toMatchObject({ marginMode: 'CROSS' });
    expect(add({ symbol: 'ETHUSDTM' })).toMatchObject({ ok: false, reason: 'position-mode' });
  });

  it('publishes the change', () => {
    const heard: FuturesEvent[] = [];
    kit.venue.onEvent(event => heard.push(event));
    add({});
    expect(heard).toMatchObject([
      { kind: 'position', reason: 'marginChange', position: { accountId: 'ada', posCross: '10' } },
    ]);
  });

  it('never raises the liquidation price of a long, nor below zero', () => {
    let previous = kit.venue.position('ada', 'XBTUSDTM')?.liquidationPrice ?? '0';
    for (let step = 0; step < 9; step += 1) {
      const added = add({ margin: '100', bizNo: `step ${step}` });
      const price = added.ok ? added.value.liquidationPrice : '-1';
      expect(compare(price, previous)).toBeLessThanOrEqual(0);
      expect(compare(price, '0')).toBeGreaterThanOrEqual(0);
      previous = price;
    }
    expect(previous).toBe('0');
  });
});
