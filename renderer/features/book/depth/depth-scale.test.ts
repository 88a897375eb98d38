import { expect, it } from 'vitest';
import { depthScale, placeTicks } from './depth-scale.ts';

const frame = { low: 100, high: 200, top: 8 };
const scale = depthScale(frame, { widthPx: 584, heightPx: 232 });
const found = () => {
  if (scale === null) throw new Error('the box is large enough');
  return scale;
};
const shown = (prices: readonly number[], labelPx: number) =>
  placeTicks(prices, found(), labelPx).map(({ price }) => price);

it('the frame fills the space between the axes, sizes upwards', () => {
  const { leftPx, rightPx, topPx, bottomPx, toX, toY } = found();
  expect([leftPx, rightPx, topPx, bottomPx]).toEqual([28, 528, 10, 210]);
  expect([toX(100), toX(150), toX(200)]).toEqual([28, 278, 528]);
  expect([toY(0), toY(2), toY(8)]).toEqual([210, 160, 10]);
});

it('a position gives its price', () => {
  const { toX, toPrice } = found();
  expect(toPrice(toX(137.5))).toBeCloseTo(137.5, 9);
});

it('a box without space for a curve has no scale', () => {
  expect(depthScale(frame, { widthPx: 84, heightPx: 232 })).toBeNull();
  expect(depthScale(frame, { widthPx: 584, heightPx: 32 })).toBeNull();
});

it('labels keep a gap: without space only every second or third is shown', () => {
  const prices = [120, 140, 160, 180];
  expect(shown(prices, 76)).toEqual([120, 140, 160, 180]);
  expect(shown(prices, 77)).toEqual([120, 160]);
  expect(shown(prices, 200)).toEqual([120, 180]);
});

it('no label is cut at an edge', () => {
  expect(shown([100], 56)).toEqual([100]);
  expect(shown([100], 57)).toEqual([]);
  expect(shown([200], 112)).toEqual([200]);
  expect(shown([200], 113)).toEqual([]);
});
