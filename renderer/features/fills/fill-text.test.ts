import { expect, it } from 'vitest';
import { buildFill, buildFuturesFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { awayText, filledOf, isByExchange, ordersText, orderText } from './fill-text.ts';

const part = buildFill({ tradeId: '1', size: '0.1', price: '96930.1' });
const next = buildFill({ tradeId: '2', size: '0.2', price: '96930.10' });
const order = buildOrder({ id: 'o1', size: '0.5', filledSize: '0' });

it('fill text states the filled part of an order to the last digit', () => {
  expect(orderText([part, next], order)).toBe('Bought 0.3 of 0.5 BTC-USDT at 96,930.1');
  expect(orderText([part, next], { ...order, size: '0.3' })).toBe('Bought 0.3 BTC-USDT at 96,930.1, filled');
});

it('fill text names the lowest and the highest of several prices, never an average', () => {
  const dear = buildFill({ ...next, price: '96931' });
  expect(orderText([dear, part], { ...order, size: '0.3' })).toBe('Bought 0.3 BTC-USDT at 96,930.1 to 96,931, filled');
});

it('fill text does not state that an order of unknown size is filled', () => {
  expect(orderText([part], undefined)).toBe('Bought 0.1 BTC-USDT at 96,930.1');
  expect(orderText([part], { ...order, size: null })).toBe('Bought 0.1 BTC-USDT at 96,930.1');
});

it('fill text counts fills too old for the list by the order itself', () => {
  expect(filledOf([part], { ...order, filledSize: '0.4' })).toEqual({ filled: '0.4', size: '0.5', isWhole: false });
});

it('fill text counts futures in lots, and names actions of the exchange', () => {
  const sold = buildFuturesFill({ side: 'sell', size: '12', price: '100', cause: 'liquidation' });
  expect(orderText([sold], undefined)).toBe('Liquidated: Sold 12 lots XBTUSDTM at 100');
  expect([sold, part, { ...part, cause: 'unknown' as const }].map(isByExchange)).toEqual([true, false, false]);
});

it('fill text of many orders is one sentence that names the first and counts the others', () => {
  const orders = ['a', 'b', 'c', 'd', 'e'].map(orderId => [buildFill({ orderId, side: 'sell', size: '2' })]);
  expect(ordersText(orders)).toBe(
    '5 orders were filled, in whole or in part: Sold 2 BTC-USDT; Sold 2 BTC-USDT; Sold 2 BTC-USDT; 2 more',
  );
  expect(awayText([[part, next]])).toBe(
    'Activity since your last session, at most 24 hours: 1 order was filled, in whole or in part: Bought 0.3 BTC-USDT.',
  );
});

it('fill text is empty without fills', () => {
  expect([orderText([], order), awayText([[]]).endsWith('part: .')]).toEqual(['', true]);
});
