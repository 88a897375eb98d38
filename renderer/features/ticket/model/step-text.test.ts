import { expect, it } from 'vitest';
import { stepNumberText, stepPriceText, stepsOf } from './step-text.ts';

const key = (name: string, held: { shiftKey?: boolean; altKey?: boolean; ctrlKey?: boolean } = {}) =>
  stepsOf({ key: name, shiftKey: false, altKey: false, ctrlKey: false, ...held });

it('an arrow is a step, ten with Shift, a hundred with Ctrl or Alt', () => {
  expect(key('ArrowUp')).toBe(1);
  expect(key('ArrowDown', { shiftKey: true })).toBe(-10);
  expect(key('ArrowUp', { ctrlKey: true })).toBe(100);
  expect(key('ArrowDown', { altKey: true, shiftKey: true })).toBe(-100);
  expect(key('a')).toBeNull();
});

it('a price moves by ticks; one that follows goes on following', () => {
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

it('a number moves by its step and never to nothing', () => {
  expect(stepNumberText('1', { steps: 1, step: '0.1' })).toBe('1.1');
  expect(stepNumberText('', { steps: 1, step: '0.1' })).toBe('0.1');
  expect(stepNumberText('0.1', { steps: -100, step: '0.1' })).toBe('0.1');
  expect(stepNumberText('1K', { steps: -1, step: '1' })).toBe('999');
  expect(stepNumberText('25%', { steps: 1, step: '1' })).toBe('25%');
});
