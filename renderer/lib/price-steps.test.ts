import { expect, it } from 'vitest';
import { groupingSteps, moveStep, wideRows, wideStep } from './price-steps.ts';

it('price steps are 1-2-5-10 multiples of the tick up to about a per cent of the price', () => {
  expect(groupingSteps('0.1', '64250')).toEqual([
    '0.1',
    '0.2',
    '0.5',
    '1',
    '2',
    '5',
    '10',
    '20',
    '50',
    '100',
    '200',
    '500',
  ]);
  expect(groupingSteps('0.01', '0.5')).toEqual(['0.01']);
  expect(groupingSteps('0.1', null)).toHaveLength(24);
});

it('a price step moves along the list; the finest means no grouping', () => {
  const steps = ['0.1', '0.2', '0.5'] as const;
  expect(moveStep(steps, null, 1)).toBe('0.2');
  expect(moveStep(steps, '0.2', 1)).toBe('0.5');
  expect(moveStep(steps, '0.5', 1)).toBe('0.5');
  expect(moveStep(steps, '0.2', -1)).toBeNull();
  expect(moveStep(steps, null, -1)).toBeNull();
  expect(moveStep(steps, '7', 1)).toBe('0.2');
  expect(moveStep([], null, 1)).toBeNull();
});

it('the wide step reaches a per cent with the available levels, and is no coarser than needed', () => {
  for (const [tick, price] of [
    ['0.1', '64250'],
    ['0.00001', '0.03308'],
    ['0.01', '3180.4'],
    ['0.000001', '0.00002'],
  ] as const) {
    const step = wideStep(tick, price) ?? tick;
    expect(Number(step) * wideRows, `${tick} ${price}`).toBeGreaterThanOrEqual(Number(price) * 0.01);
  }
  expect(wideStep('0.1', '64250')).toBe('10');
});

it('a wide step is missing when the tick reaches far enough, or nothing is known', () => {
  expect(wideStep('0.01', '1')).toBeNull();
  expect(wideStep('0', '100')).toBeNull();
  expect(wideStep('0.1', '0')).toBeNull();
});
