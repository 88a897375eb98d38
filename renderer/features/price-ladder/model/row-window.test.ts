import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, multiply, type Decimal } from '#shared/decimal.ts';
import {
  around,
  awayText,
  centred,
  priceOf,
  rowOf,
  rowsAway,
  rowsIn,
  type LadderWindow,
  scrolled,
  settle,
  touchRows,
  usualStep,
} from './row-window.ts';

const window: LadderWindow = { step: '0.5', top: 110, count: 21 };
const touch = (bid: number | null, ask: number | null) => ({ bid, ask });

describe('rows and prices of a window', () => {
  it('put bids in the row below them, asks in the one above', () => {
    expect(touchRows({ bid: '99.9', ask: '100.1' }, '1')).toEqual({ bid: 99, ask: 101 });
    expect(touchRows({ bid: null, ask: null }, '1')).toEqual({ bid: null, ask: null });
  });

  it('map a row to exactly its price, and a price to its row', () => {
    const steps = fc.constantFrom<Decimal>('0.1', '0.01', '0.0001', '1', '5', '0.25');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_000 }), steps, (row, step) => {
        const price = priceOf(row, step);
        expect(compare(price, multiply(step, `${row}`))).toBe(0);
        expect(rowOf(price, step, 'floor')).toBe(row);
        expect(rowOf(price, step, 'ceil')).toBe(row);
      }),
    );
  });

  it('decrease by one step per row', () => {
    expect(rowsIn({ step: '1', top: 5, count: 3 })).toEqual([5, 4, 3]);
  });
});

describe('the position of the market', () => {
  it.each([
    [touch(100, 101), 0],
    [touch(90, 110), 0],
    [touch(109, 111), 1],
    [touch(89, 90), -1],
    [touch(null, 120), 10],
    [touch(80, null), -10],
    [touch(null, null), 0],
    // wider than the ladder: its middle counts
    [touch(50, 150), 0],
    [touch(100, 400), 140],
  ])('a market of %j is %s rows away', (near, away) => {
    expect(rowsAway(window, near)).toBe(away);
  });

  it('has a text', () => {
    expect([awayText(0), awayText(14), awayText(-1)]).toEqual([null, 'market 14 rows up', 'market 1 row down']);
  });
});

function next(change: Partial<Parameters<typeof settle>[0]>) {
  return settle({ window, touch: touch(100, 101), step: '0.5', count: 21, isHeld: false, ...change });
}

describe('the next rows', () => {
  it('start with the market in the middle, and not before there is one', () => {
    expect(next({ window: null })).toEqual({ step: '0.5', top: 110, count: 21 });
    expect(next({ window: null, touch: touch(null, null) })).toBeNull();
    expect(next({ window: null, touch: touch(null, 101) })?.top).toBe(111);
  });

  it('stay while the market moves within them, and follow it when it has left them', () => {
    expect(next({ touch: touch(109, 110) })).toBe(window);
    expect(next({ touch: touch(110, 111) })?.top).toBe(120);
  });

  it('never move by themselves while they are held', () => {
    expect(next({ touch: touch(500, 501), isHeld: true })).toBe(window);
  });

  it('the next rows are recomputed when the price step changes, also under the pointer, and keep the top row in another height', () => {
    expect(next({ step: '1', touch: touch(50, 51), isHeld: true })).toEqual({ step: '1', top: 60, count: 21 });
    expect(next({ count: 31 })).toEqual({ step: '0.5', top: 110, count: 31, isElsewhere: false });
  });

  it('stay at a place that the user scrolled to, until the market is reached again', () => {
    const elsewhere = around(300, window);
    expect(elsewhere).toEqual({ step: '0.5', top: 310, count: 21, isElsewhere: true });
    expect(next({ window: elsewhere })).toBe(elsewhere);
    const met = next({ window: elsewhere, touch: touch(305, 306) });
    expect(met).toEqual({ ...elsewhere, isElsewhere: false });
    expect(next({ window: met })?.top).toBe(110);
    expect(next({ window: scrolled(window, 5) })).toMatchObject({ top: 115, isElsewhere: false });
  });

  it('stay with an unknown market', () => {
    expect(next({ touch: touch(null, null), count: 31 })?.top).toBe(110);
  });

  it('the next rows are never at zero or below, and always contain a market that they were centred on', () => {
    const near = fc.record({ bid: fc.integer({ min: 1, max: 500 }), spread: fc.integer({ min: 1, max: 10 }) });
    fc.assert(
      fc.property(near, fc.integer({ min: 12, max: 90 }), ({ bid, spread }, count) => {
        const placed = centred(touch(bid, bid + spread), '1', count);
        if (placed === null) throw new Error('there was a market');
        expect(Math.min(...rowsIn(placed))).toBeGreaterThan(0);
        expect(rowsAway(placed, touch(bid, bid + spread))).toBe(0);
        expect(Math.min(...rowsIn(scrolled(placed, -1000)))).toBe(1);
      }),
    );
  });
});

it('the usual step lets the market move a while before it leaves the rows', () => {
  expect(usualStep(['0.1', '0.2', '0.5', '1', '2', '5'], '97000')).toBe('2');
  expect(usualStep(['0.0001', '0.0002'], '1')).toBe('0.0001');
  expect(usualStep(['1', '2'], '1000000')).toBe('2');
  expect(usualStep([], '5')).toBe('1');
});
