// @vitest-environment happy-dom
import '#bridge/testing/page-setup.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AmendOutcome } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { firstEndMs } from '../model/extension.ts';
import { ladderViews, type SentLadder } from '../model/ladder-views.ts';
import { writeMark } from '../model/marks.ts';
import { extendLadder } from './extend-ladder.ts';
import { ladderOf, useLaddersStore } from './ladders-store.ts';

const mark = (row: number, attempt = 0) => writeMark({ ladder: 'abcdefgh', count: 3, row, attempt });
const sent: SentLadder = {
  id: 'abcdefgh',
  profileId: 'p',
  market: { venue: 'spot', symbol: 'BTC-USDT' },
  form: { kind: 'spot', order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit' } },
  mode: 'sync',
  rows: [0, 1, 2].map(row => ({
    row,
    attempt: 0,
    mark: mark(row),
    price: '100',
    size: '2',
    answer: { kind: 'placed', atMs: 0 },
  })),
  phase: 'sent',
  heldBecause: null,
  sentAtMs: 1,
  endMs: null,
  rowsPerSecond: 20,
};
const resting = [0, 1, 2].map(row =>
  buildOrder({ id: `o${row}`, clientOid: mark(row), timeInForce: 'GTT', cancelAfterS: 600, price: '100', size: '2' }),
);
const [view] = ladderViews([sent], { active: resting, done: [], doneAsOfMs: 1, intents: [] });
const outcome = (kind: AmendOutcome['outcome']) =>
  succeed({ outcome: kind, orderId: null, filledSize: null, detail: `It is ${kind}.` });
let desk: FakeDesk;
beforeEach(() => {
  vi.useFakeTimers();
  useLaddersStore.setState({ ladders: [sent] });
  desk = installFakeDesk();
});
afterEach(() => vi.useRealTimers());

async function extend() {
  if (view === undefined) throw new Error('there is a ladder');
  const tally = extendLadder('p', view, Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(5000);
  return tally;
}
const marks = () => ladderOf('abcdefgh')?.rows.map(row => row.mark);
const answerInTurn = (...answers: readonly (() => ReturnType<typeof outcome> | ReturnType<typeof fail>)[]) => {
  let turn = 0;
  desk.answer('orders.amend', () => {
    const answer = answers[turn] ?? answers.at(-1);
    turn += 1;
    return answer?.() ?? fail('internal', 'no answer');
  });
};

it('extend ladder sends rung by rung under new client ids, all with the same end', async () => {
  answerInTurn(() => outcome('amended'));
  expect(await extend()).toEqual({ of: 3, extended: 3, over: 0, gone: 0, unknown: 0, stopped: null });
  const asked = desk.calls.map(({ input }) => input);
  expect(asked).toMatchObject([0, 1, 2].map(row => ({ amend: { orderId: `o${row}`, clientOid: mark(row, 1) } })));
  expect(asked[0]).toMatchObject({ amend: { cancelAfterS: 3600 } });
  expect(marks()).toEqual([0, 1, 2].map(row => mark(row, 1)));
});

it('extend ladder leaves ended rungs, and stops at one that is cancelled without a new one', async () => {
  answerInTurn(
    () => outcome('over'),
    () => outcome('gone'),
  );
  expect(await extend()).toEqual({ of: 3, extended: 0, over: 1, gone: 1, unknown: 0, stopped: 'It is gone.' });
  expect(marks()).toEqual([0, 1, 2].map(row => mark(row)));
});

it('extend ladder stops at a lost answer, and its row is looked up by its new client id', async () => {
  answerInTurn(
    () => outcome('amended'),
    () => fail('outcome-unknown', 'Lost.'),
  );
  expect(await extend()).toMatchObject({ extended: 1, unknown: 1, stopped: 'Lost.' });
  expect(desk.calls).toHaveLength(2);
  expect(ladderOf('abcdefgh')?.rows[1]?.answer).toEqual({ kind: 'lost', chunk: mark(1, 1) });
});

it('extend ladder stops at a rejection and at an end in the past, without a change of rows', async () => {
  answerInTurn(() => fail('policy', 'Too much.'));
  expect(await extend()).toMatchObject({ extended: 0, stopped: 'Too much.' });
  expect(marks()).toEqual([0, 1, 2].map(row => mark(row)));
  if (view === undefined) throw new Error('there is a ladder');
  expect(await extendLadder('p', view, Date.now() - 1)).toMatchObject({ stopped: 'The new end is over already.' });
});

it('extend ladder works for a ladder from before a restart, which has no rows here', async () => {
  useLaddersStore.setState({ ladders: [] });
  answerInTurn(() => outcome('amended'));
  expect(await extend()).toMatchObject({ extended: 3 });
});

it('extend ladder sends nothing for rungs that end later than the new end', async () => {
  if (view === undefined) throw new Error('there is a ladder');
  answerInTurn(() => outcome('amended'));
  const firstEnd = firstEndMs(view) ?? 0;
  expect(await extendLadder('p', view, firstEnd - 60_000)).toMatchObject({ of: 0, extended: 0 });
  expect(desk.calls).toEqual([]);
});
