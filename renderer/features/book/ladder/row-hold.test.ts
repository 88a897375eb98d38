import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { layLadder } from '../canvas/ladder-layout.ts';
import type { GroupedBook } from '../model/levels.ts';
import type { FrozenRows, LadderRow } from './ladder-frame.ts';
import { createRowHold, isHeldApart, pointedRow } from './row-hold.ts';

const view = (best: Decimal, step: Decimal | null = null): GroupedBook => ({
  symbol: 'BTC-USDT',
  step,
  bids: [[best, '1']],
  asks: [['200', '1']],
});
const layout = layLadder({
  widthPx: 400,
  heightPx: 500,
  rows: 20,
  rowPx: 20,
  widths: { price: 50, size: 60, total: 60, own: null },
});

it('row hold holds the rows from the first view under the pointer until it leaves', () => {
  const hold = createRowHold();
  expect(hold.rowsFor(view('100'), 5)).toBeNull();
  hold.point(10, 60);
  expect(hold.rowsFor(view('100'), 5)).toEqual({ bids: ['100'], asks: ['200'] });
  expect(hold.rowsFor(view('101'), 5)).toEqual({ bids: ['100'], asks: ['200'] });
  hold.leave();
  expect(hold.rowsFor(view('101'), 5)).toBeNull();
});

it('row hold takes the newest rows on release, also under the pointer', () => {
  const hold = createRowHold();
  hold.point(10, 60);
  hold.rowsFor(view('100'), 5);
  hold.release();
  expect(hold.rowsFor(view('101'), 5)?.bids).toEqual(['101']);
});

it('row hold ends at another step, which has other prices', () => {
  const hold = createRowHold();
  hold.point(10, 60);
  hold.rowsFor(view('100'), 5);
  expect(hold.rowsFor(view('90', '10'), 5)?.bids).toEqual(['90']);
});

it('row hold gives the position of the pointer, if there is one and a drawing', () => {
  const hold = createRowHold();
  expect(hold.placeIn(layout)).toBeNull();
  hold.point(10, 50);
  expect(hold.placeIn(null)).toBeNull();
  expect(hold.placeIn(layout)).toEqual({ side: 'bid', index: 0 });
});

const row: LadderRow = {
  price: '100',
  priceText: '',
  sizeText: '',
  zerosText: '',
  totalText: '',
  share: 0,
  ownText: '',
};

it('row hold takes a click as the drawn row', () => {
  const shown = { bids: [row], asks: [{ ...row, price: '200' as const }], hasOwn: false };
  expect(pointedRow(shown, { side: 'bid', index: 0 })).toEqual({ side: 'bid', index: 0, price: '100' });
  expect(pointedRow(shown, { side: 'ask', index: 0 })?.price).toBe('200');
  expect(pointedRow(shown, { side: 'ask', index: 3 })).toBeNull();
  expect(pointedRow(shown, null)).toBeNull();
  expect(pointedRow(null, { side: 'bid', index: 0 })).toBeNull();
});

it('row hold reports when the best price is not in the held rows', () => {
  const frozen: FrozenRows = { bids: ['100'], asks: ['200'] };
  expect(isHeldApart(null, view('100'))).toBe(false);
  expect(isHeldApart(frozen, view('100'))).toBe(false);
  expect(isHeldApart(frozen, view('101'))).toBe(true);
  expect(isHeldApart(frozen, { ...view('100'), asks: [] })).toBe(true);
});

const deep = (best: number): GroupedBook => ({
  ...view('100'),
  bids: [0, 1, 2, 3].map(rank => [`${best - rank}`, '1'] as const),
  asks: [1, 2, 3, 4].map(rank => [`${best + rank}`, '1'] as const),
});

const heldFrom100 = (best: number) => {
  const hold = createRowHold();
  hold.point(10, 60);
  hold.rowsFor(deep(100), 4);
  return hold.rowsFor(deep(best), 4)?.bids[0];
};

it('row hold ends when the market has left all held rows', () => {
  expect([97, 103].map(heldFrom100)).toEqual(['100', '100']);
  expect([96, 104].map(heldFrom100)).toEqual(['96', '104']);
});
