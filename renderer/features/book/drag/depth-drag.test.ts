import { expect, it } from 'vitest';
import { depthScale } from '../depth/depth-scale.ts';
import { type DepthRungs, priceAtX, rungAt } from './depth-drag.ts';

const frame = { low: 100, high: 200, top: 10 };
const scale = depthScale(frame, { widthPx: 1084, heightPx: 232 });
if (scale === null) throw new Error('too small');
/** ten pixels a price, from pixel 28 on */
const lying: DepthRungs = {
  scale,
  tick: '0.5',
  rungs: [
    { row: 0, price: '150', size: '1' },
    { row: 1, price: '150.4', size: '1' },
    { row: 2, price: '150.4', size: '1' },
  ],
};
const rowAt = (xPx: number, yPx = 100, change: Partial<DepthRungs> = {}) =>
  rungAt({ ...lying, ...change }, xPx, yPx)?.row ?? null;

it('depth drag takes the nearest rung within reach, and of two equally near the last', () => {
  expect(rowAt(528)).toBe(0);
  expect(rowAt(523)).toBe(0);
  expect(rowAt(522)).toBeNull();
  expect(rowAt(530.5)).toBe(2);
  expect(rowAt(538)).toBeNull();
});

it('depth drag takes nothing beside the curve, and nothing before the tick is known', () => {
  expect(rowAt(528, 5)).toBeNull();
  expect(rowAt(528, 220)).toBeNull();
  expect(rowAt(528, 100, { tick: null })).toBeNull();
});

it('depth drag gives a price on a tick, and none beside the curve', () => {
  expect(priceAtX(lying, 28)).toBe('100');
  expect(priceAtX(lying, 532)).toBe('150.5');
  expect(priceAtX(lying, 1028)).toBe('200');
  expect(priceAtX(lying, 27)).toBeNull();
  expect(priceAtX(lying, 1029)).toBeNull();
  expect(priceAtX({ ...lying, tick: null }, 528)).toBeNull();
});
