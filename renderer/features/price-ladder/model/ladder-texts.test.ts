import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { buildMark, buildStopMark, contractRules, spotRules } from '../testing/build-ladder.ts';
import type { PressedOrder } from './ladder-order.ts';
import { markText, pressText, tickPriceText, queueText, shortSize, takingText, tinySize } from './ladder-texts.ts';

const plain = { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '100', size: '1' } as const;

it('ladder text describes the order of a click, and the trigger price type of a stop', () => {
  const { terms } = spotRules;
  expect(pressText({ order: 'limit', side: 'buy', price: '100' }, '0.5', terms)).toBe('Buy 0.5 BTC at 100');
  expect(pressText({ order: 'stop', side: 'sell', price: '90' }, '0.5', terms)).toContain('once last is ≤ 90');
  expect(pressText({ order: 'stop', side: 'buy', price: '110' }, '3', contractRules.terms)).toBe(
    'Buy 3 lots at market once mark is ≥ 110',
  );
  expect(tickPriceText('99.5', '0.01')).toBe('99.50');
});

it.each<[string, PressedOrder]>([
  ['', { call: 'orders.place', order: plain }],
  [', isolated 10×', { call: 'orders.placeFutures', order: plain }],
  [', isolated, reduce-only', { call: 'orders.placeFutures', order: { ...plain, isReduceOnly: true } }],
  [' on cross margin', { call: 'margin.place', order: { ...plain, tradeType: 'cross' } }],
  [' on cross margin, repays', { call: 'margin.place', order: { ...plain, tradeType: 'cross', isAutoRepay: true } }],
  [
    ' on isolated margin, borrows what is missing, repays',
    { call: 'margin.place', order: { ...plain, tradeType: 'isolated', isAutoBorrow: true, isAutoRepay: true } },
  ],
])('ladder text names the trading account: %s', (words, order) => {
  expect(takingText(order, { marginMode: 'isolated', leverage: '10' })).toBe(words);
});

it('ladder text names the leverage of a cross order', () => {
  const order = { call: 'orders.placeFutures', order: plain } as const;
  expect(takingText(order, { marginMode: 'cross', leverage: '20' })).toBe(', cross 20×');
  expect(takingText(order, { marginMode: 'cross', leverage: null })).toBe(', cross, leverage unknown');
});

it('ladder text names an own order, a stop that closes all, and one that is cancelled with its pair', () => {
  const { terms } = spotRules;
  expect(markText(buildMark(), terms)).toBe('buy 2 BTC at 100');
  expect(markText(buildStopMark({ size: null }), terms)).toBe('stop sell all at 90');
  expect(markText(buildStopMark({ pairId: 'p' }), terms)).toMatch(/ with the other of its pair$/);
});

it.each<[Decimal, string]>([
  ['0.0012345', '0.0012'],
  ['0.4', '0.4'],
  ['12.345', '12.3'],
  ['1234', '1,234'],
  ['250000', '250k'],
  ['2500000', '2.5M'],
])('a size in little space keeps the significant digits: %s', (size, text) => {
  expect(shortSize(size)).toBe(text);
});

it.each<[Decimal, string]>([
  ['0.4', '.4'],
  ['80474', '80.5k'],
  ['3', '3'],
])('a size in a column drops a trailing zero: %s', (size, text) => {
  expect(tinySize(size)).toBe(text);
});

it('the queue before an order is a range, and missing when it is empty', () => {
  expect(queueText(null)).toBe('–');
  expect(queueText({ least: '0', spread: '0', most: '0' })).toBe('first');
  expect(queueText({ least: '0', spread: '0', most: '0.4' })).toBe('≤ .4');
  expect(queueText({ least: '1', spread: '1.1', most: '1.9' })).toBe('1.1–1.9');
  expect(queueText({ least: '2', spread: '2', most: '2' })).toBe('2');
});

it('ladder text names the account of an own margin order', () => {
  const { terms } = spotRules;
  expect(markText(buildMark({ tradeType: 'cross' }), terms)).toMatch(/ on cross margin$/);
  expect(markText(buildMark(), terms)).not.toContain('margin');
});
