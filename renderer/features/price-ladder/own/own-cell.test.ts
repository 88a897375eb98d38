import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { RowAct } from '../acts/row-acts.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { buildMark, buildStopMark } from '../testing/build-ladder.ts';
import { type OwnCellOptions, ownCell } from './own-cell.ts';
import { type OwnMark, placeMarks } from './own-marks.ts';
import { placeRungs } from './rungs.ts';

const mark = buildMark({ id: 'a', price: '100', size: '2' });
const act: RowAct = {
  key: 'k',
  profileId: 'p',
  market: spotMarket(),
  kind: 'place',
  side: 'buy',
  price: '100',
  size: '0.5',
  orderId: null,
  words: 'Buy',
  stage: 'sending',
  detail: null,
};
const rung = (row: number, price: Decimal) => ({ row, price, size: '0.5' }) as const;
const noRungs = placeRungs(null, '1');
const cell = (marks: readonly OwnMark[], change: Partial<OwnCellOptions> = {}, row = 100) =>
  ownCell('buy', row, { marks: placeMarks(marks, '1'), rungs: noRungs, acts: [], moving: null, step: '1', ...change });

describe('an own column', () => {
  it('shows what rests there, how many there are, and stops as stops', () => {
    expect(cell([])).toEqual({ text: '', tone: null, isHeld: false });
    expect(cell([mark])).toEqual({ text: '2', tone: 'resting', isHeld: true });
    expect(cell([mark, buildMark({ id: 'b' })])).toMatchObject({ text: '4(2)' });
    const stop = buildStopMark({ side: 'buy', stopPrice: '100', size: '1' });
    expect(cell([stop])).toMatchObject({ text: 's 1', tone: 'stop' });
    expect(cell([stop, mark])).toMatchObject({ text: '3(2)', tone: 'resting' });
    expect(cell([buildStopMark({ side: 'buy', stopPrice: '100', size: null })])).toMatchObject({ text: 's all' });
  });

  it('shows an order on its way, and how it ended, until the list shows it', () => {
    expect(cell([], { acts: [act] })).toEqual({ text: '… 0.5', tone: 'sending', isHeld: false });
    expect(cell([], { acts: [{ ...act, stage: 'done' }] })).toMatchObject({ text: '✓ 0.5', tone: 'done' });
    expect(cell([mark], { acts: [{ ...act, stage: 'done' }] })).toMatchObject({ text: '2', tone: 'resting' });
    expect(cell([mark], { acts: [{ ...act, stage: 'refused' }] })).toMatchObject({ text: '✕ 0.5', tone: 'refused' });
    expect(cell([], { acts: [{ ...act, stage: 'unknown', size: null }] })).toMatchObject({ text: '? all' });
    expect(cell([], { acts: [{ ...act, side: 'sell' }] }).tone).toBeNull();
    const sells = {
      marks: placeMarks([], '1'),
      rungs: noRungs,
      acts: [{ ...act, side: 'sell', price: '99.5' } as const],
      moving: null,
      step: '1',
    } as const;
    expect(ownCell('sell', 100, sells).tone).toBe('sending');
  });

  it('shows the rungs of a ladder that is composed, beside what rests there already', () => {
    const ghosts = {
      market: spotMarket(),
      side: 'buy',
      rungs: [rung(0, '100.9'), rung(1, '100')],
      move: () => {},
    } as const;
    const rungs = placeRungs(ghosts, '1');
    expect(cell([], { rungs })).toEqual({ text: '1', tone: 'planned', isHeld: false });
    expect(cell([mark], { rungs })).toEqual({ text: '2 +1', tone: 'resting', isHeld: true });
    expect(cell([], { rungs }, 101).tone).toBeNull();
    expect(cell([], { rungs: placeRungs({ ...ghosts, side: 'sell' }, '1') }).tone).toBeNull();
  });

  it('an order that is cancelled is struck where it stands, and one whose cancel was lost stays unknown', () => {
    const cancel = { ...act, kind: 'cancel', orderId: 'a' } as const;
    expect(cell([mark], { acts: [cancel] })).toMatchObject({ text: '2', tone: 'cancelling' });
    expect(cell([mark], { acts: [{ ...cancel, stage: 'done' }] })).toMatchObject({ tone: 'cancelling' });
    expect(cell([mark], { acts: [{ ...cancel, stage: 'unknown' }] })).toMatchObject({ tone: 'unknown' });
    expect(cell([mark], { acts: [{ ...cancel, stage: 'refused' }] })).toMatchObject({ tone: 'refused' });
    expect(cell([], { acts: [{ ...cancel, stage: 'done' }] }).tone).toBeNull();
  });

  it('an order that moves leaves a ghost at its old price until it is acknowledged', () => {
    const moving = { mark, to: 98 };
    expect(cell([mark], { moving })).toMatchObject({ tone: 'ghost' });
    expect(cell([mark], { moving }, 98)).toEqual({ text: '→ 2', tone: 'target', isHeld: false });
    expect(cell([mark], { moving: { mark, to: 100 } })).toMatchObject({ text: '2', tone: 'ghost' });
    const sent = { ...act, kind: 'move', orderId: 'a', price: '98' } as const;
    expect(cell([mark], { acts: [sent] })).toMatchObject({ text: '2', tone: 'ghost' });
    expect(cell([mark], { acts: [sent] }, 98)).toMatchObject({ text: '… 0.5', tone: 'sending' });
    expect(cell([mark], { acts: [{ ...sent, stage: 'refused' }] })).toMatchObject({ tone: 'resting' });
  });
});
