import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import {
  extensionRequest,
  extensionsOf,
  extensionsTo,
  extensionText,
  firstEndMs,
  usualExtension,
} from './extension.ts';
import { ladderViews, type LadderStanding, progressOfLadder, progressText, type SentLadder } from './ladder-views.ts';
import { writeMark } from './marks.ts';
import type { LadderSight, RowAnswer } from './stages.ts';

const mark = (row: number, attempt = 0) => writeMark({ ladder: 'abcdefgh', count: 2, row, attempt });
const ends = { timeInForce: 'GTT', cancelAfterS: 600, createdAtMs: 1000, price: '100', size: '2' } as const;
const rung = (row: number, change: Partial<Order> = {}) =>
  buildOrder({ id: `o${row}`, clientOid: mark(row), ...ends, ...change });
const nothing: LadderSight = { active: [], done: [], doneAsOfMs: 50_000, intents: [] };
const only = (sent: readonly SentLadder[], sight: Partial<LadderSight>): LadderStanding => {
  const [view] = ladderViews(sent, { ...nothing, ...sight });
  if (view === undefined) throw new Error('there is no ladder');
  return view;
};
const sentWith = (answer: RowAnswer, attempt: number): SentLadder => ({
  id: 'abcdefgh',
  profileId: 'p',
  market: { venue: 'spot', symbol: 'BTC-USDT' },
  form: { kind: 'spot', order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit' } },
  mode: 'sync',
  rows: [{ row: 0, attempt, mark: mark(0, attempt), price: '100', size: '2', answer }],
  phase: 'sent',
  heldBecause: null,
  sentAtMs: 5,
  endMs: null,
  rowsPerSecond: 20,
});

const offered = (cancelAfterS: number) =>
  usualExtension(only([], { active: [rung(0), rung(1, { cancelAfterS })] }), 1000);

describe('the extension of a ladder', () => {
  it('continues each resting rung with an end under the next client id, and no other', () => {
    const view = only([], { active: [rung(0), rung(1, { timeInForce: 'GTC' })] });
    expect(extensionsOf(view)).toMatchObject([{ row: 0, attempt: 1, mark: mark(0, 1) }]);
    expect(firstEndMs(view)).toBe(601_000);
    expect(firstEndMs(only([], { active: [rung(1, { timeInForce: 'GTC' })] }))).toBeNull();
    const [first] = view.rungs;
    if (first === undefined) throw new Error('there is a rung');
    expect(extensionsOf({ rungs: [{ ...first, order: buildOrder({ ...ends }) }] })).toEqual([]);
    expect(extensionsOf(only([], { active: [rung(0, { size: null })] }))).toEqual([]);
  });

  it('leaves rungs that end later already', () => {
    const view = only([], { active: [rung(0), rung(1, { cancelAfterS: 7200 })] });
    // they end at 601 s and at 7201 s
    const rowsTo = (endMs: number) => extensionsTo(view, endMs).map(({ row }) => row);
    expect(rowsTo(601_500)).toEqual([]);
    expect(rowsTo(602_000)).toEqual([0]);
    expect(rowsTo(3_601_000)).toEqual([0]);
    expect(rowsTo(7_202_000)).toEqual([0, 1]);
  });

  it('offers the first usual duration that extends every rung', () => {
    expect(offered(600)).toBe('1h');
    expect(offered(7200)).toBe('4h');
    expect(offered(8 * 86_400)).toBe('720h');
  });

  it('gives all the same end, however long the sending takes', () => {
    const [extension] = extensionsOf(only([], { active: [rung(0)] }));
    if (extension === undefined) throw new Error('there is a rung');
    expect(extensionRequest(extension, 100_000, 10_001)).toMatchObject({
      clientOid: mark(0, 1),
      orderId: 'o0',
      price: '100',
      size: '2',
      cancelAfterS: 90,
    });
    expect(extensionRequest(extension, 100_000, 100_000)).toBeNull();
    const priceless = { ...extension, order: { ...extension.order, price: null } };
    expect(extensionRequest(priceless, 100_000, 0)).toBeNull();
    const sizeless = { ...extension, order: { ...extension.order, size: null } };
    expect(extensionRequest(sizeless, 100_000, 0)).toBeNull();
  });

  it('reports its result, and never less', () => {
    const clean = { of: 3, extended: 3, over: 0, gone: 0, unknown: 0, stopped: null };
    expect(extensionText(clean)).toBe('3 of 3 rungs extended.');
    expect(extensionText({ ...clean, extended: 0, over: 1, gone: 1, unknown: 1, stopped: 'Too poor.' })).toBe(
      '0 of 3 rungs extended, 1 had ended before, 1 cancelled, replacement not placed: no order is open, 1 being found out. Stopped: Too poor.',
    );
  });
});

describe('a rung that was extended', () => {
  const gone = rung(0, { isActive: false, isCancelled: true, filledSize: '0.5', filledFunds: '50' });
  const next = rung(0, { id: 'n', clientOid: mark(0, 1), size: '1.5', filledSize: '0.5', filledFunds: '49' });

  it('counts as one rung with the fills of both attempts', () => {
    for (const sent of [[sentWith({ kind: 'placed', atMs: 0 }, 1)], []]) {
      const view = only(sent, { active: [next], done: [gone] });
      expect(progressText(view)).toMatch(/^1 part-filled/);
      expect(view.rungs[0]).toMatchObject({ size: '2', filled: '1', filledFunds: '99', order: { id: 'n' } });
      expect(progressOfLadder(view)).toMatchObject({ filled: '1', left: '1' });
    }
  });

  const lost = sentWith({ kind: 'lost', chunk: mark(0, 1) }, 1);
  const intent = {
    id: 'i',
    profileId: 'p',
    kind: 'amend-order',
    key: mark(0, 1),
    symbol: 'BTC-USDT',
    summary: '',
    detail: null,
    createdAtMs: 0,
    updatedAtMs: 1000,
  } as const;

  it('a rung that was extended is unknown while its answer is lost, and never absent while the old one is open or has filled', () => {
    expect(only([lost], { done: [gone] }).rungs[0]?.stage.kind).toBe('unknown');
    const alive = { active: [rung(0)], intents: [{ ...intent, state: 'found-absent' as const }] };
    expect(only([lost], alive).rungs[0]?.stage.kind).toBe('open');
    const filled = rung(0, { isActive: false, filledSize: '2' });
    expect(only([lost], { ...alive, active: [], done: [filled] }).rungs[0]?.stage.kind).toBe('filled');
  });

  it('a rung that was extended is cancelled when the old one ended and no new one was placed, and is not offered again in full', () => {
    const intents = [{ ...intent, state: 'found-done' as const }];
    expect(only([lost], { done: [gone], intents }).rungs[0]?.stage.kind).toBe('cancelled');
  });
});
