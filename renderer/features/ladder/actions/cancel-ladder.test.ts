// @vitest-environment happy-dom
import '#bridge/testing/page-setup.ts';
import { beforeEach, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { ladderViews, type SentLadder } from '../model/ladder-views.ts';
import { writeMark } from '../model/marks.ts';
import { cancelLadder } from './cancel-ladder.ts';
import { ladderOf, useLaddersStore } from './ladders-store.ts';

const mark = (row: number) => writeMark({ ladder: 'abcdefgh', count: 3, row, attempt: 0 });
const sent: SentLadder = {
  id: 'abcdefgh',
  profileId: 'p',
  market: { venue: 'spot', symbol: 'BTC-USDT' },
  form: { kind: 'spot', order: { symbol: 'BTC-USDT', side: 'buy', type: 'limit' } },
  mode: 'async',
  rows: [0, 1, 2].map(row => ({
    row,
    attempt: 0,
    mark: mark(row),
    price: '100',
    size: '2',
    answer: row < 2 ? { kind: 'placed', atMs: 0 } : { kind: 'waiting' },
  })),
  phase: 'sending',
  heldBecause: null,
  sentAtMs: 1,
  endMs: null,
  rowsPerSecond: 20,
};
const active = [0, 1].map(row => buildOrder({ id: `o${row}`, clientOid: mark(row) }));
const [view] = ladderViews([sent], { active, done: [], doneAsOfMs: 1, intents: [] });
let desk: FakeDesk;
beforeEach(() => {
  useLaddersStore.setState({ ladders: [sent] });
  desk = installFakeDesk();
});
const cancelled = () => desk.calls.map(({ name, input }) => [name, input]);

it('cancel ladder requests each resting rung and no other, and leaves waiting rungs unsent', async () => {
  desk.answer('orders.cancel', ({ orderId }) => succeed({ orderId, outcome: 'requested' }));
  if (view !== undefined) await cancelLadder('p', view);
  const common = { profileId: 'p', venue: 'spot', symbol: 'BTC-USDT' };
  expect(cancelled()).toEqual([
    ['orders.cancel', { ...common, orderId: 'o0' }],
    ['orders.cancel', { ...common, orderId: 'o1' }],
  ]);
  expect(ladderOf('abcdefgh')).toMatchObject({ phase: 'held' });
});

it('cancel ladder continues with the others after a rejection', async () => {
  desk.answer('orders.cancel', ({ orderId }) =>
    orderId === 'o0' ? fail('unreachable', 'No answer.') : succeed({ orderId, outcome: 'requested' }),
  );
  if (view !== undefined) await cancelLadder('p', view);
  expect(cancelled()).toHaveLength(2);
});
