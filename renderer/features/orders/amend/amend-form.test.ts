import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { type AmendContext, amendRequest, draftAt, restOf, summariseAmend } from './amend-form.ts';

const pair = buildSpotSymbol({ priceIncrement: '0.1', baseIncrement: '0.001' });
const order = buildOrder({ price: '100', size: '2', filledSize: '0.5' });
const context: AmendContext = {
  order,
  terms: spotTerms(pair),
  pair,
  contract: null,
  touch: { bid: '99', ask: '101' },
};
const typed = (price: string, size: string, change: Partial<AmendContext> = {}) =>
  summariseAmend({ price, size }, { ...context, ...change });

describe('what was typed', () => {
  it.each([
    ['100.5', '2', '100.5', '2'],
    ['b+1', '50%', '99.1', '1'],
    ['a', '1+1.5', '101', '2.5'],
  ])('%s and %s come to %s and %s', (price, size, priceIs, sizeIs) => {
    expect(typed(price, size)).toMatchObject({ price: priceIs, size: sizeIs, objection: null });
  });

  it.each([
    ['100', '2', 'Neither price nor size is another one.'],
    ['m', '2', 'A limit order stays one: type a price.'],
    ['', '2', 'Type the new price.'],
    ['99', '', 'Type the new size.'],
    ['99', '0.5', '0.5 of it is filled already; cancel it instead.'],
    ['99.05', '2', 'The price must be a multiple of 0.1.'],
    ['99', 'pos', 'The position is not known now.'],
  ])('%s and %s: %s', (price, size, objection) => {
    expect(typed(price, size).objection).toBe(objection);
  });

  it('says when it would trade at once, and which price it follows while there is none', () => {
    expect(typed('101', '2').isCrossing).toBe(true);
    expect(typed('100.9', '2').isCrossing).toBe(false);
    expect(typed('a', '2', { touch: { bid: null, ask: null } }).objection).toBe('The book has no such price now.');
  });

  it('is never dragged through the spread: who means to trade at once types it', () => {
    const dragged = (to: Decimal, change: Partial<AmendContext> = {}) => {
      const on = { ...context, ...change };
      return summariseAmend(draftAt(on.order, to), on);
    };
    expect(dragged('100.9').objection).toBeNull();
    expect(dragged('101').objection).toMatch(/the ask 101: it would buy at once/);
    expect(summariseAmend({ ...draftAt(order, '101'), isDragged: false }, context).objection).toBeNull();
    expect(dragged('98', { order: { ...order, side: 'sell' } }).objection).toMatch(/the bid 99: it would sell/);
    expect(dragged('101', { touch: { bid: null, ask: null } }).objection).toBeNull();
    expect(draftAt(order, undefined)).toEqual({ price: '100', size: '2' });
  });

  it('is judged as what it becomes, whichever kind of order it is', () => {
    expect(typed('100.5', '2').act).toMatchObject({ kind: 'place', isBorrowing: false });
    const cross = buildOrder({ tradeType: 'cross' });
    expect(typed('100.5', '2', { order: cross }).act).toMatchObject({ market: { venue: 'spot' } });
    const contract = buildFuturesContract();
    const reducing = buildOrder({ venue: 'futures', tradeType: 'futures', symbol: 'XBTUSDTM', isReduceOnly: true });
    const futures = { order: reducing, pair: null, contract, terms: contractTerms(contract) };
    expect(typed('90', '3', futures).act).toMatchObject({ orders: [{ isReducing: true, price: '90' }] });
    expect(typed('90', '2.5', futures).objection).toContain('multiple of 1');
  });
});

it('the request says all of it; none while it cannot be asked for', () => {
  expect(amendRequest(order, typed('100.5', '2'), 'mark')).toEqual({
    clientOid: 'mark',
    venue: 'spot',
    tradeType: 'spot',
    symbol: 'BTC-USDT',
    orderId: 'o1',
    isStop: false,
    side: 'buy',
    type: 'limit',
    isReduceOnly: false,
    price: '100.5',
    size: '2',
  });
  expect(amendRequest(order, typed('100', '2'), 'mark')).toBeNull();
  expect([restOf(order, '2'), restOf(order, '0.1'), restOf(order, null)]).toEqual(['1.5', '0', null]);
});
