import { expect, it } from 'vitest';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { contractTerms, spotTerms } from '#shared/order-entry/market-terms.ts';
import { stepDistanceText, stepNumberText, stepPriceText, stepSizeText, stepsOf } from './step-text.ts';

const key = (name: string, held: { shiftKey?: boolean; altKey?: boolean; ctrlKey?: boolean } = {}) =>
  stepsOf({ key: name, shiftKey: false, altKey: false, ctrlKey: false, ...held });

it('an arrow is a step, ten with Shift, a hundred with Ctrl or Alt', () => {
  expect(key('ArrowUp')).toBe(1);
  expect(key('ArrowDown', { shiftKey: true })).toBe(-10);
  expect(key('ArrowUp', { ctrlKey: true })).toBe(100);
  expect(key('ArrowDown', { altKey: true, shiftKey: true })).toBe(-100);
  expect(key('a')).toBeNull();
});

it('a price moves by ticks, and a following one continues to follow', () => {
  const buy = { tick: '0.5', side: 'buy' } as const;
  expect(stepPriceText('100', { ...buy, steps: 10 })).toBe('105');
  expect(stepPriceText('100.3', { ...buy, steps: 1 })).toBe('101');
  expect(stepPriceText('0.5', { ...buy, steps: -1 })).toBe('0.5');
  expect(stepPriceText('b', { ...buy, steps: 1 })).toBe('b+1');
  expect(stepPriceText('b+1', { ...buy, steps: -1 })).toBe('b');
  expect(stepPriceText('mid', { ...buy, steps: -10 })).toBe('mid-10');
  expect(stepPriceText('a-1', { ...buy, steps: 100 })).toBe('a+99');
  expect(stepPriceText('', { ...buy, steps: 1 })).toBe('b+1');
  expect(stepPriceText('', { ...buy, side: 'sell', steps: -1 })).toBe('a-1');
  expect(stepPriceText('m', { ...buy, steps: 1 })).toBe('m');
  expect(stepPriceText('x', { ...buy, steps: 1 })).toBe('x');
});

it('a number moves by its step and never to zero', () => {
  expect(stepNumberText('1', { steps: 1, step: '0.1' })).toBe('1.1');
  expect(stepNumberText('', { steps: 1, step: '0.1' })).toBe('0.1');
  expect(stepNumberText('0.1', { steps: -100, step: '0.1' })).toBe('0.1');
  expect(stepNumberText('1K', { steps: -1, step: '1' })).toBe('999');
  expect(stepNumberText('25%', { steps: 1, step: '1' })).toBe('25%');
});

const spot = { terms: spotTerms(buildSpotSymbol()), sizeUnit: 'base', price: '97000' } as const;
const linear = contractTerms(buildFuturesContract({ multiplier: '0.001' }));
const inverse = contractTerms(buildFuturesContract({ isInverse: true, multiplier: '-1', settleCurrency: 'XBT' }));
const lots = { terms: linear, sizeUnit: 'lots', price: '97000' } as const;

it.each([
  ['', 1, '0.00001'],
  ['1', 1, '1.00001'],
  ['1+0.5', 1, '1.50001'],
  ['1.5k', -10, '1499.9999'],
  ['0.00001', -100, '0.00001'],
  ['25%', 1, '26%'],
  ['25%+10%', -10, '25%'],
  ['12.5%', 1, '14%'],
  ['1%', -1, '1%'],
  ['5000q', 1, '5001q'],
  ['1k+500q', -100, '1400q'],
  ['pos', -1, 'pos*0.99'],
  ['pos/2', 10, 'pos*0.6'],
  ['pos*0.99', 1, 'pos'],
  ['r200', 1, 'r201'],
  ['x', 1, 'x'],
  ['25%+1', 1, '25%+1'],
] as const)('a size moves by its own unit: %s by %s', (text, steps, moved) => {
  expect(stepSizeText(text, { ...spot, steps })).toBe(moved);
});

it('a size moves by at least a lot, in any unit', () => {
  expect(stepSizeText('5000', { ...spot, sizeUnit: 'quote', steps: 1 })).toBe('5001');
  expect(stepSizeText('5000q', { ...spot, price: '0.031', steps: 1 })).toBe('5001q');
  const coins = { ...spot, terms: { ...spot.terms, quoteCurrency: 'BTC' }, price: '0.031' } as const;
  expect(stepSizeText('0.5q', { ...coins, steps: 1 })).toBe('0.500001q');
  expect(stepSizeText('5000q', { ...coins, price: null, steps: 1 })).toBe('5000.00001q');
  expect(stepSizeText('3c+2c', { ...lots, steps: 1 })).toBe('6c');
  expect(stepSizeText('5', { ...lots, steps: 1 })).toBe('6');
  expect(stepSizeText('5000q', { ...lots, steps: 1 })).toBe('5100q');
  expect(stepSizeText('0.5', { ...lots, sizeUnit: 'base', steps: 1 })).toBe('0.501');
  expect(stepSizeText('r0.01', { ...lots, terms: inverse, steps: 1 })).toBe('r0.0101');
  expect(stepSizeText('5000q', { ...lots, terms: inverse, steps: 1 })).toBe('5001q');
  // there is no trade at zero
  expect(stepSizeText('5000q', { ...spot, price: '0', steps: 1 })).toBe('5001q');
});

const away = (text: string, steps: number) => stepDistanceText(text, { steps, tick: '0.5' });

it('a distance moves by tenths of a per cent and keeps its sign, a price by ticks', () => {
  expect(away('2%', 1)).toBe('2.1%');
  expect(away('-2%', 1)).toBe('-1.9%');
  expect(away('-2%', -10)).toBe('-3%');
  expect(away('+2%', -1)).toBe('+1.9%');
  expect(away('0.1%', -1)).toBe('0.1%');
  expect(away('100', 1)).toBe('100.5');
  expect(away('', 1)).toBe('0.5');
  expect(away('x', 1)).toBe('x');
});

it('a size keeps its typed currency', () => {
  expect(stepSizeText('5 USDT', { ...spot, steps: 1 })).toBe('6q');
  expect(stepSizeText('1 BTC', { ...spot, steps: 1 })).toMatch(/^1\.0*1 BTC$/);
});
