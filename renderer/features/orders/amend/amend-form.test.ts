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

describe('the typed amendment', () => {
  it.each([
    ['100.5', '2', '100.5', '2'],
    ['b+1', '50%', '99.1', '1'],
    ['a', '1+1.5', '101', '2.5'],
    ['99', '1.5 BTC', '99', '1.5'],
    ['100', '250 USDT', '100', '2.5'],
  ])('reads %s and %s as %s and %s', (price, size, priceIs, sizeIs) => {
    expect(typed(price, size)).toMatchObject({ price: priceIs, size: sizeIs, validationError: null });
  });

  it.each([
    ['100', '2', 'Price and size are unchanged.'],
    ['m', '2', 'A limit order needs a price. Enter one.'],
    ['', '2', 'Enter the new price.'],
    ['99', '', 'Enter the new size.'],
    ['99', '0.5', '0.5 is already filled. Cancel the order instead.'],
    ['99.05', '2', 'The price must be a multiple of 0.1.'],
    ['99', 'pos', 'The position is unknown.'],
  ])('%s and %s: %s', (price, size, validationError) => {
    expect(typed(price, size).validationError).toBe(validationError);
  });

  it('states when it would trade at once, and which price it follows while there is none', () => {
    expect(typed('101', '2').isCrossing).toBe(true);
    expect(typed('100.9', '2').isCrossing).toBe(false);
    expect(typed('a', '2', { touch: { bid: null, ask: null } }).validationError).toBe(
      'The order book has no such price now.',
    );
  });

  it('the typed amendment is never dragged through the spread; a price that trades at once must be typed', () => {
    const dragged = (to: Decimal, change: Partial<AmendContext> = {}) => {
      const on = { ...context, ...change };
      return summariseAmend(draftAt(on.order, to), on);
    };
    expect(dragged('100.9').validationError).toBeNull();
    expect(dragged('101').validationError).toMatch(/the ask 101: it would buy at once/);
    expect(summariseAmend({ ...draftAt(order, '101'), isDragged: false }, context).validationError).toBeNull();
    expect(dragged('98', { order: { ...order, side: 'sell' } }).validationError).toMatch(/the bid 99: it would sell/);
    expect(dragged('101', { touch: { bid: null, ask: null } }).validationError).toBeNull();
    expect(draftAt(order, undefined)).toEqual({ price: '100', size: '2' });
  });

  it('the typed amendment is checked as the resulting order, of any order type', () => {
    expect(typed('100.5', '2').action).toMatchObject({ kind: 'place', isBorrowing: false });
    const cross = buildOrder({ tradeType: 'cross' });
    expect(typed('100.5', '2', { order: cross }).action).toMatchObject({ market: { venue: 'spot' } });
    const contract = buildFuturesContract();
    const reducing = buildOrder({ venue: 'futures', tradeType: 'futures', symbol: 'XBTUSDTM', isReduceOnly: true });
    const futures = { order: reducing, pair: null, contract, terms: contractTerms(contract) };
    expect(typed('90', '3', futures).action).toMatchObject({ orders: [{ isReducing: true, price: '90' }] });
    expect(typed('90', '2.5', futures).validationError).toContain('multiple of 1');
  });
});

it('amend form makes a complete request, and none while it is invalid', () => {
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
