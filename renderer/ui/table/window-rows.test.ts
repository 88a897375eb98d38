import fc from 'fast-check';
import { expect, it } from 'vitest';
import { windowRows } from './window-rows.ts';

const still = { isMeasured: true, isLeaping: false };

it('a short list is drawn completely, also before its box is measured', () => {
  expect(
    windowRows({ isMeasured: false, isLeaping: false, rowCount: 50, rowPx: 26, scrollPx: 900, heightPx: 260 }),
  ).toEqual({
    from: 0,
    to: 50,
    abovePx: 0,
    belowPx: 0,
  });
});

it('a long list is drawn around the visible part', () => {
  const view = windowRows({ ...still, rowCount: 1000, rowPx: 20, scrollPx: 10_000, heightPx: 200 });
  expect(view.from).toBeLessThan(500);
  expect(view.to).toBeGreaterThan(510);
  expect(view.to - view.from).toBeLessThan(40);
});

it('a long list draws nothing before its box is measured, with the right height', () => {
  expect(windowRows({ ...still, isMeasured: false, rowCount: 51, rowPx: 20, scrollPx: 0, heightPx: 0 })).toEqual({
    from: 0,
    to: 0,
    abovePx: 0,
    belowPx: 1020,
  });
});

it('fewer rows are drawn ahead while each step passes them all', () => {
  const place = { rowCount: 1000, rowPx: 20, scrollPx: 10_000, heightPx: 200 };
  expect(windowRows({ ...still, ...place })).toMatchObject({ from: 492, to: 518 });
  expect(windowRows({ ...still, ...place, isLeaping: true })).toMatchObject({ from: 498, to: 512 });
});

it('any scroll position has the right total height and draws the visible rows', () => {
  const views = fc.record({
    isMeasured: fc.constant(true),
    isLeaping: fc.boolean(),
    rowCount: fc.integer({ min: 201, max: 100_000 }),
    rowPx: fc.integer({ min: 17, max: 30 }),
    scrollPx: fc.integer({ min: 0, max: 3_000_000 }),
    heightPx: fc.integer({ min: 0, max: 2000 }),
  });
  fc.assert(
    fc.property(views, view => {
      const { from, to, abovePx, belowPx } = windowRows(view);
      expect(abovePx + (to - from) * view.rowPx + belowPx).toBe(view.rowCount * view.rowPx);
      const first = Math.floor(view.scrollPx / view.rowPx);
      if (first >= view.rowCount) return;
      expect(from).toBeLessThanOrEqual(first);
      expect(to).toBeGreaterThan(first);
    }),
  );
});
