import { describe, expect, it } from 'vitest';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import {
  heldText,
  ladderViews,
  progressOfLadder,
  progressText,
  rejections,
  type SentLadder,
  toneOf,
} from './ladder-views.ts';
import { writeMark } from './marks.ts';
import type { LadderSight, RowAnswer } from './stages.ts';

const ladder = 'abcdefgh';
const mark = (row: number, attempt = 0) => writeMark({ ladder, count: 4, row, attempt });
const order = (row: number, change: Partial<Order> = {}) =>
  buildOrder({ id: `o${row}`, clientOid: mark(row), price: '100', size: '2', ...change });
const sentWith = (...answers: readonly RowAnswer[]): SentLadder => ({
  id: ladder,
  profileId: 'p',
  market: { venue: 'spot', symbol: 'BTC-USDT' },
  form: { kind: 'spot', order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit' } },
  mode: 'sync',
  rows: answers.map((answer, row) => ({ row, attempt: 0, mark: mark(row), price: '100', size: '2', answer })),
  phase: 'sent',
  heldBecause: null,
  sentAtMs: 5,
  endMs: null,
  rowsPerSecond: 20,
});
const nothing: LadderSight = { active: [], done: [], doneAsOfMs: 1, intents: [] };
const intent = (state: Intent['state']): Intent => ({
  id: 'i',
  profileId: 'p',
  kind: 'place-batch',
  key: mark(0),
  symbol: 'BTC-USDT',
  summary: '',
  state,
  detail: 'Words of the exchange.',
  createdAtMs: 0,
  updatedAtMs: 10_000,
});
const view = (sent: SentLadder, sight: Partial<LadderSight> = {}) => {
  const [only] = ladderViews([sent], { ...nothing, ...sight });
  if (only === undefined) throw new Error('there is no ladder');
  return only;
};
const placed: RowAnswer = { kind: 'placed', atMs: 100 };
const lost: RowAnswer = { kind: 'lost', chunk: mark(0) };

describe('a ladder as one row', () => {
  it('counts every rung by its state at the exchange, else by its answer', () => {
    const sent = sentWith(placed, placed, { kind: 'refused', reason: 'too far' }, lost);
    const active = [order(0, { filledSize: '0.5', filledFunds: '50' })];
    const done = [order(1, { isActive: false, filledSize: '2', filledFunds: '190' })];
    const shown = view(sent, { active, done });
    expect(progressText(shown)).toBe('1 part-filled, 1 filled, 1 rejected, 1 unknown of 4');
    expect(toneOf(shown)).toBe('unsure');
    expect(rejections(shown)).toEqual([['too far', 1]]);
    const refused = ['few', 'far', 'far'].map((reason): RowAnswer => ({ kind: 'refused', reason }));
    expect(rejections(view(sentWith(...refused)))).toEqual([
      ['far', 2],
      ['few', 1],
    ]);
    expect(progressText(view(sentWith({ kind: 'waiting' }, { kind: 'sending' }, placed)))).toBe(
      '1 sending, 1 waiting, 1 accepted of 3',
    );
    expect(progressOfLadder(shown)).toEqual({ filled: '2.5', left: '1.5', averagePrice: '96' });
  });

  it('counts an amended rung as the order with its client id, with the fills of both', () => {
    const old = order(0, { isActive: false, isCancelled: true, filledSize: '0.5', filledFunds: '50', createdAtMs: 5 });
    const now = order(0, { id: 'n0', price: '99', size: '1.5', filledSize: '1', filledFunds: '99', createdAtMs: 9 });
    const shown = view(sentWith(placed), { active: [now], done: [old] });
    expect(progressText(shown)).toBe('1 part-filled of 1');
    expect(shown.rungs[0]).toMatchObject({ price: '99', filled: '1.5', order: { id: 'n0' } });
    const ended = view(sentWith(placed), { done: [{ ...now, isActive: false, filledSize: '1.5' }, old] });
    expect(progressText(ended)).toBe('1 filled of 1');
    expect(ladderViews([], { ...nothing, active: [now], done: [old] })[0]?.rungs[0]?.order?.id).toBe('n0');
  });

  it('a ladder as one row is done only when every rung has filled, and 0 of 0 is an error', () => {
    const full = { isActive: false, filledSize: '2' } as const;
    expect(toneOf(view(sentWith(placed), { done: [order(0, full)] }))).toBe('good');
    const half = { isActive: false, isCancelled: true, filledSize: '1' } as const;
    expect(toneOf(view(sentWith(placed, placed), { done: [order(0, full), order(1, half)] }))).toBe('plain');
    expect(toneOf(view(sentWith(placed, { kind: 'refused', reason: 'x' }), { done: [order(0, full)] }))).toBe('bad');
    expect(progressText({ rungs: [] })).toMatch(/^0 of 0: .*error/);
    expect(toneOf({ rungs: [] })).toBe('bad');
  });

  it('takes an order as ended, whatever an older list shows', () => {
    const done = [order(0, { isActive: false, isCancelled: true })];
    expect(view(sentWith(placed), { active: [order(0)], done }).rungs[0]?.stage.kind).toBe('cancelled');
  });

  it('reports an accepted rung that no list shows as not listed, and not as remaining', () => {
    const kindsAt = (doneAsOfMs: number, sight: Partial<LadderSight> = {}) =>
      view(sentWith(placed), { doneAsOfMs, ...sight }).rungs.map(({ stage }) => stage.kind);
    expect(kindsAt(10_100)).toEqual(['accepted']);
    expect(kindsAt(10_101)).toEqual(['unlisted']);
    expect(kindsAt(10_101, { active: undefined })).toEqual(['accepted']);
    expect(kindsAt(10_101, { done: undefined })).toEqual(['accepted']);
    expect(kindsAt(10_101, { active: [order(0)] })).toEqual(['open']);
    expect(progressOfLadder(view(sentWith(placed), { doneAsOfMs: 10_101 })).left).toBe('0');
  });

  it('keeps a lost answer unknown until main has resolved it, and absent only when proven (fault 16)', () => {
    const sent = sentWith(lost, lost);
    const kinds = (sight: Partial<LadderSight>) => view(sent, sight).rungs.map(({ stage }) => stage.kind);
    expect(kinds({})).toEqual(['unknown', 'unknown']);
    expect(kinds({ intents: [intent('unknown')] })).toEqual(['unknown', 'unknown']);
    expect(kinds({ intents: [intent('found-absent')] })).toEqual(['absent', 'absent']);
    expect(kinds({ intents: [intent('rejected')] })).toEqual(['rejected', 'rejected']);
    const wordless = { ...intent('rejected'), detail: null };
    expect(rejections(view(sent, { intents: [wordless] }))).toEqual([
      ['The exchange rejected it and gave no reason.', 2],
    ]);
    const found = { intents: [intent('found-done')], active: [order(0)] };
    // what is done was read before it was found out: the second may be there
    expect(kinds({ ...found, doneAsOfMs: 10_500 })).toEqual(['open', 'unknown']);
    expect(kinds({ ...found, doneAsOfMs: null })).toEqual(['open', 'unknown']);
    expect(kinds({ ...found, doneAsOfMs: 11_001 })).toEqual(['open', 'absent']);
    expect(kinds({ ...found, doneAsOfMs: 11_001, done: undefined })).toEqual(['open', 'unknown']);
    expect(kinds({ intents: [intent('found-done')], doneAsOfMs: 11_001, active: undefined })[0]).toBe('unknown');
  });

  it('a ladder as one row is found again by its client ids alone, the last attempt of each rung', () => {
    const again = order(1, { id: 'later', clientOid: mark(1, 1), createdAtMs: 9 });
    const gone = order(1, { isActive: false, isCancelled: true, createdAtMs: 3 });
    const active = [order(0, { createdAtMs: 7 }), again, buildOrder({ id: 'other', clientOid: 'mine' })];
    const views = ladderViews([], { ...nothing, active, done: [gone] });
    expect(views).toHaveLength(1);
    expect(views[0]).toMatchObject({ id: ladder, side: 'buy', sinceMs: 3, sent: null });
    expect(progressText({ rungs: views[0]?.rungs ?? [] })).toBe('2 open, 2 not listed of 4');
    const younger = buildOrder({
      id: 'y',
      clientOid: writeMark({ ladder: 'hgfedcba', count: 1, row: 0, attempt: 0 }),
      createdAtMs: 8,
    });
    const both = ladderViews([], { ...nothing, active: [...active, younger] });
    expect(both.map(({ id }) => id)).toEqual(['hgfedcba', ladder]);
  });

  it('has an unknown start when the exchange states no creation time of its orders', () => {
    const active = [order(0, { createdAtMs: null }), order(1, { createdAtMs: null })];
    expect(ladderViews([], { ...nothing, active })[0]?.sinceMs).toBeNull();
    const [known] = ladderViews([], { ...nothing, active: [...active, order(2, { createdAtMs: 7 })] });
    expect(known?.sinceMs).toBe(7);
  });

  it('has no average price while the amount of one fill is unknown', () => {
    const done = [order(0, { isActive: false, filledSize: '2', filledFunds: null })];
    expect(progressOfLadder(view(sentWith(placed), { done }))).toMatchObject({ filled: '2', averagePrice: null });
  });

  it('has no average for a contract, whose lots have no value by price', () => {
    const market = { venue: 'futures', symbol: 'XBTUSDTM' } as const;
    const filled = { isActive: false, filledSize: '2', filledFunds: '200' } as const;
    const shown = view({ ...sentWith(placed), market }, { done: [order(0, filled)] });
    expect(progressOfLadder(shown)).toEqual({ filled: '2', left: '0', averagePrice: null });
  });

  it('states why it does not continue', () => {
    const held = (heldBecause: SentLadder['heldBecause'], ...answers: RowAnswer[]) =>
      heldText(view({ ...sentWith(...answers), phase: 'held', heldBecause }));
    expect(held({ kind: 'said', words: 'the policy.' }, placed)).toBe('Held: the policy.');
    expect(held({ kind: 'lost' }, lost)).toMatch(/is checking the outcome/);
    expect(held({ kind: 'lost' }, placed)).toMatch(/outcome of each row is now known/);
    expect(heldText(view(sentWith(placed)))).toBeNull();
  });
});

it('a rung that the exchange has amended continues as another order with the same client id', () => {
  const old = order(0, { isActive: false, isCancelled: true, createdAtMs: 1 });
  const next = order(0, { id: 'next', price: '99', createdAtMs: 2 });
  const alive = view(sentWith(placed), { done: [old], active: [next] });
  expect(alive.rungs[0]).toMatchObject({ stage: { kind: 'open' }, order: { id: 'next' } });
  const filled = { ...next, isActive: false, filledSize: '2' } as const;
  for (const done of [
    [old, filled],
    [filled, old],
  ]) {
    expect(view(sentWith(placed), { done }).rungs[0]?.stage.kind).toBe('filled');
  }
});

it('a rung without stated fills has no filled amount and no total size, and counts as remaining', () => {
  const unknown = order(0, { filledSize: null });
  const shown = view(sentWith(placed), { active: [unknown] });
  expect(shown.rungs[0]).toMatchObject({ filled: null, stage: { kind: 'open' } });
  expect(progressOfLadder(shown)).toEqual({ filled: null, left: '2', averagePrice: null });
  const ended = order(0, { id: 'o8', filledSize: null, isActive: false, isCancelled: true });
  const again = order(0, { id: 'o9', clientOid: mark(0, 1) });
  const [found] = ladderViews([], { ...nothing, active: [again], done: [ended] });
  expect(found?.rungs[0]).toMatchObject({ size: null, filled: null });
  expect(view(sentWith(placed), { done: [ended] }).rungs[0]?.stage).toEqual({ kind: 'cancelled', filled: null });
});
