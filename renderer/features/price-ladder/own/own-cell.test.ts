import { describe, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import type { RowAction } from '../actions/row-actions.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { buildMark, buildStopMark } from '../testing/build-ladder.ts';
import { type OwnCellOptions, ownCell } from './own-cell.ts';
import { type OwnMark, placeMarks } from './own-marks.ts';
import { placeRungs } from './rungs.ts';

const mark = buildMark({ id: 'a', price: '100', size: '2' });
const action: RowAction = {
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
  ownCell('buy', row, {
    marks: placeMarks(marks, '1'),
    rungs: noRungs,
    actions: [],
    moving: null,
    step: '1',
    ...change,
  });

describe('an own column', () => {
  it('shows resting orders, their number, and stops as stops', () => {
    expect(cell([])).toEqual({ text: '', tone: null, isHeld: false });
    expect(cell([mark])).toEqual({ text: '2', tone: 'resting', isHeld: true });
    expect(cell([mark, buildMark({ id: 'b' })])).toMatchObject({ text: '4(2)' });
    const stop = buildStopMark({ side: 'buy', stopPrice: '100', size: '1' });
    expect(cell([stop])).toMatchObject({ text: 's 1', tone: 'stop' });
    expect(cell([stop, mark])).toMatchObject({ text: '3(2)', tone: 'resting' });
    expect(cell([buildStopMark({ side: 'buy', stopPrice: '100', size: null })])).toMatchObject({ text: 's all' });
  });

  it('shows an order under way, and how it ended, until the list shows it', () => {
    expect(cell([], { actions: [action] })).toEqual({ text: '… 0.5', tone: 'sending', isHeld: false });
    expect(cell([], { actions: [{ ...action, stage: 'done' }] })).toMatchObject({ text: '✓ 0.5', tone: 'done' });
    expect(cell([mark], { actions: [{ ...action, stage: 'done' }] })).toMatchObject({ text: '2', tone: 'resting' });
    expect(cell([mark], { actions: [{ ...action, stage: 'refused' }] })).toMatchObject({
      text: '✕ 0.5',
      tone: 'refused',
    });
    expect(cell([], { actions: [{ ...action, stage: 'unknown', size: null }] })).toMatchObject({ text: '? all' });
    expect(cell([], { actions: [{ ...action, side: 'sell' }] }).tone).toBeNull();
    const sells = {
      marks: placeMarks([], '1'),
      rungs: noRungs,
      actions: [{ ...action, side: 'sell', price: '99.5' } as const],
      moving: null,
      step: '1',
    } as const;
    expect(ownCell('sell', 100, sells).tone).toBe('sending');
  });

  it('shows the rungs of a planned ladder beside resting orders', () => {
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

  it('strikes a cancelled order in place, and keeps one with a lost cancel as unknown', () => {
    const cancel = { ...action, kind: 'cancel', orderId: 'a' } as const;
    expect(cell([mark], { actions: [cancel] })).toMatchObject({ text: '2', tone: 'cancelling' });
    expect(cell([mark], { actions: [{ ...cancel, stage: 'done' }] })).toMatchObject({ tone: 'cancelling' });
    expect(cell([mark], { actions: [{ ...cancel, stage: 'unknown' }] })).toMatchObject({ tone: 'unknown' });
    expect(cell([mark], { actions: [{ ...cancel, stage: 'refused' }] })).toMatchObject({ tone: 'refused' });
    expect(cell([], { actions: [{ ...cancel, stage: 'done' }] }).tone).toBeNull();
  });

  it('leaves a ghost of a moving order at its old price until it is acknowledged', () => {
    const moving = { mark, to: 98 };
    expect(cell([mark], { moving })).toMatchObject({ tone: 'ghost' });
    expect(cell([mark], { moving }, 98)).toEqual({ text: '→ 2', tone: 'target', isHeld: false });
    expect(cell([mark], { moving: { mark, to: 100 } })).toMatchObject({ text: '2', tone: 'ghost' });
    const sent = { ...action, kind: 'move', orderId: 'a', price: '98' } as const;
    expect(cell([mark], { actions: [sent] })).toMatchObject({ text: '2', tone: 'ghost' });
    expect(cell([mark], { actions: [sent] }, 98)).toMatchObject({ text: '… 0.5', tone: 'sending' });
    expect(cell([mark], { actions: [{ ...sent, stage: 'refused' }] })).toMatchObject({ tone: 'resting' });
  });
});
