import { expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { fail } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import {
  answerOfFailure,
  type CancelAnswer,
  type ListReading,
  partOf,
  rowText,
  sentText,
  unreadLists,
  verdictText,
  verify,
} from './cancel-progress.ts';
import { orderKey } from './cancel-scopes.ts';

const order = (id: string, change: Partial<Order> = {}) => buildOrder({ id, ...change });
const a = order('a');
const b = order('b');
const m = order('m', { tradeType: 'isolated' });
const f = order('a', { venue: 'futures', tradeType: 'futures' });
const lost = fail('outcome-unknown', 'The answer was lost.').error;
const refused = fail('exchange-rejected', 'The exchange refused.', { code: '400100', exchangeMessage: 'no' }).error;
const answers = (...given: readonly (readonly [Order, CancelAnswer])[]) =>
  new Map(given.map(([of, answer]) => [orderKey(of), answer]));
const list = (change: Partial<ListReading> = {}): ListReading => ({
  of: 'spot',
  rows: [],
  part: 'spot orders',
  asOfMs: 100,
  isRefreshing: false,
  error: null,
  lack: null,
  ...change,
});

it('N of M counts what has been answered, whatever the answer was', () => {
  expect(sentText([a, b, m, f], new Map())).toBe('0 of 4 answered');
  const given = answers([a, { kind: 'sending' }], [b, answerOfFailure(refused)], [m, { kind: 'requested' }]);
  expect(sentText([a, b, m, f], given)).toBe('2 of 4 answered');
  const stopped = answers([a, { kind: 'requested' }], [b, { kind: 'not-sent' }]);
  expect(sentText([a, b], stopped)).toBe('1 of 2 answered, 1 not sent');
});

it('a lost answer is unknown, and every other failure a refusal', () => {
  expect(answerOfFailure(lost).kind).toBe('unknown');
  expect(answerOfFailure(refused).kind).toBe('refused');
});

it('each order is told by the list of its account', () => {
  const parts = [{ of: 'spot' }, { of: 'margin' }, { of: 'futures' }] as const;
  expect([a, m, f].map(each => partOf(each, parts))).toEqual(['spot', 'margin', 'futures']);
  // stops on margin stand among those of spot
  expect(partOf(m, [{ of: 'spot' }, { of: 'futures' }])).toBe('spot');
});

it('only the lists of the orders that were meant count, and only orders that were meant', () => {
  const futures = list({ of: 'futures', rows: [f], error: lost });
  const seen = verify([a, b], [list({ rows: [b, order('new')] }), futures], 100);
  expect(seen.left).toEqual([b]);
  expect(seen.unread).toEqual([]);
  expect([a, b, f].map(seen.isActive)).toEqual([false, true, null]);
});

it.each([
  [{ asOfMs: 99 }, 'spot orders: being read again.'],
  [{ asOfMs: null }, 'spot orders: being read again.'],
  [{ rows: undefined }, 'spot orders: being read again.'],
  [{ isRefreshing: true }, 'spot orders: being read again.'],
  [{ error: lost }, 'spot orders: The answer was lost.'],
  [{ lack: 'older orders: too many.' }, 'older orders: too many.'],
])('nothing is verified by a list that has not told since: %o', (change, reason) => {
  const seen = verify([a], [list(change)], 100);
  expect(seen.unread).toEqual([reason]);
  expect(seen.isActive(a)).toBeNull();
  expect(verdictText(1, seen)).toBe(`Not verified yet. ${reason}`);
});

it('the last word is by the lists, and 0 of 0 is said', () => {
  expect(verdictText(0, { left: [], unread: [] })).toMatch(/^0 of 0: /);
  expect(verdictText(12, { left: [], unread: [] })).toMatch(/^0 of 12 still active\. Fills tell/);
  expect(verdictText(12, { left: [a], unread: [] })).toBe('1 of 12 still active.');
});

it('lists that are not known are named, with the reason', () => {
  expect(unreadLists([list(), list({ rows: undefined }), list({ rows: undefined, error: lost })])).toEqual([
    'spot orders: not read yet.',
    'spot orders: The answer was lost.',
  ]);
  expect(unreadLists([list({ lack: 'isolated: not read.' })])).toEqual(['isolated: not read.']);
});

it('what is known of one order', () => {
  const unknown = answerOfFailure(lost);
  const said: readonly (readonly [CancelAnswer, boolean | null, string])[] = [
    [{ kind: 'waiting' }, null, 'Waits to be sent'],
    [{ kind: 'sending' }, null, 'Sending'],
    [{ kind: 'not-sent' }, true, 'Not sent: you stopped it'],
    [{ kind: 'requested' }, null, 'Requested'],
    [{ kind: 'requested' }, true, 'Requested, still active'],
    [{ kind: 'requested' }, false, 'Requested, no longer active'],
    [{ kind: 'already-done' }, false, 'There was nothing left to cancel: fills tell whether it was filled'],
    [answerOfFailure(refused), true, 'Refused: The exchange refused. (400100 no)'],
    [
      answerOfFailure({ ...refused, message: 'The exchange refused: 400100 no' }),
      true,
      'Refused: The exchange refused: 400100 no',
    ],
    [unknown, null, 'Not known yet, being looked up: The answer was lost.'],
    [unknown, true, 'The answer was lost. Found out: still active; it is safe to cancel again'],
    [unknown, false, 'The answer was lost. Found out: no longer active'],
  ];
  expect(said.map(([answer, isActive]) => rowText(answer, isActive))).toEqual(said.map(([, , text]) => text));
});
