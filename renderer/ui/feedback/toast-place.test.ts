import { expect, it } from 'vitest';
import { type Box, placeToasts } from './toast-place.ts';

const home: Box = { left: 748, top: 600, width: 340, height: 60 };
const button = (left: number, top: number): Box => ({ left, top, width: 60, height: 20 });

it('toasts stay at their place when they cover no control', () => {
  expect(placeToasts(home, [button(10, 10), button(748, 661)])).toEqual({ leftPx: 0, upPx: 0 });
});

it('toasts move off the buttons of rows, the shortest way', () => {
  const column = Array.from({ length: 8 }, (_, index) => button(1020, 500 + 26 * index));
  const { leftPx, upPx } = placeToasts(home, column);
  expect({ leftPx, upPx }).toEqual({ leftPx: 92, upPx: 0 });
});

it('toasts stay inside the window, and cover the fewest controls without a free place', () => {
  const everywhere: Box = { left: 0, top: 0, width: 1100, height: 700 };
  const { leftPx, upPx } = placeToasts(home, [everywhere, button(760, 610), button(1000, 610)]);
  expect(home.left - leftPx).toBeGreaterThanOrEqual(12);
  expect(home.top - upPx).toBeGreaterThanOrEqual(44);
  const moved = { left: home.left - leftPx, top: home.top - upPx };
  expect(moved.left + home.width <= 760 || moved.top + home.height <= 610).toBe(true);
});
