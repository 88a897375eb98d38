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
  openOrdersText,
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

it('N of M counts the answered cancels, with any answer', () => {
  expect(sentText([a, b, m, f], new Map())).toBe('0 of 4 answered');
  const given = answers([a, { kind: 'sending' }], [b, answerOfFailure(refused)], [m, { kind: 'requested' }]);
  expect(sentText([a, b, m, f], given)).toBe('2 of 4 answered');
  const stopped = answers([a, { kind: 'requested' }], [b, { kind: 'not-sent' }]);
  expect(sentText([a, b], stopped)).toBe('1 of 2 answered, 1 not sent');
});

it('a lost answer is unknown, and every other failure a rejection', () => {
  expect(answerOfFailure(lost).kind).toBe('unknown');
  expect(answerOfFailure(refused).kind).toBe('refused');
});

it('each order is checked in the list of its account', () => {
  const parts = [{ of: 'spot' }, { of: 'margin' }, { of: 'futures' }] as const;
  expect([a, m, f].map(each => partOf(each, parts))).toEqual(['spot', 'margin', 'futures']);
  // stops on margin stand among those of spot
  expect(partOf(m, [{ of: 'spot' }, { of: 'futures' }])).toBe('spot');
});

it('verification counts the chosen orders in their lists only', () => {
  const futures = list({ of: 'futures', rows: [f], error: lost });
  const seen = verify([a, b], [list({ rows: [b, order('new')] }), futures], 100);
  expect(seen.left).toEqual([b]);
  expect(seen.unread).toEqual([]);
  expect([a, b, f].map(seen.isActive)).toEqual([false, true, null]);
});

it.each([
  [{ asOfMs: 99 }, 'spot orders: loading again.'],
  [{ asOfMs: null }, 'spot orders: loading again.'],
  [{ rows: undefined }, 'spot orders: loading again.'],
  [{ isRefreshing: true }, 'spot orders: loading again.'],
  [{ error: lost }, 'spot orders: The answer was lost.'],
  [{ lack: 'older orders: too many.' }, 'older orders: too many.'],
])('verification needs an answer of the list after the cancel: %o', (change, reason) => {
  const seen = verify([a], [list(change)], 100);
  expect(seen.unread).toEqual([reason]);
  expect(seen.isActive(a)).toBeNull();
  expect(openOrdersText(1, seen)).toBe(`Not confirmed yet. ${reason}`);
});

it('the final result is by the lists, and 0 of 0 is shown', () => {
  expect(openOrdersText(0, { left: [], unread: [] })).toMatch(/^0 of 0: /);
  expect(openOrdersText(12, { left: [], unread: [] })).toMatch(/^0 of 12 still open\. Check Fills/);
  expect(openOrdersText(12, { left: [a], unread: [] })).toBe('1 of 12 still open.');
});

it('unknown lists are named, with the reason', () => {
  expect(unreadLists([list(), list({ rows: undefined }), list({ rows: undefined, error: lost })])).toEqual([
    'spot orders: not loaded yet',
    'spot orders: The answer was lost.',
  ]);
  expect(unreadLists([list({ lack: 'isolated: not read.' })])).toEqual(['isolated: not read.']);
});

it('one order has its known state', () => {
  const unknown = answerOfFailure(lost);
  const said: readonly (readonly [CancelAnswer, boolean | null, string])[] = [
    [{ kind: 'waiting' }, null, 'Queued'],
    [{ kind: 'sending' }, null, 'Sending'],
    [{ kind: 'not-sent' }, true, 'Not sent: stopped by you'],
    [{ kind: 'requested' }, null, 'Requested'],
    [{ kind: 'requested' }, true, 'Requested, still open'],
    [{ kind: 'requested' }, false, 'Requested, no longer open'],
    [{ kind: 'already-done' }, false, 'Nothing left to cancel: check Fills'],
    [answerOfFailure(refused), true, 'Rejected: The exchange refused. (400100 no)'],
    [
      answerOfFailure({ ...refused, message: 'The exchange rejected the request: 400100 no' }),
      true,
      'Rejected: The exchange rejected the request: 400100 no',
    ],
    [unknown, null, 'Outcome unknown, checking: The answer was lost.'],
    [unknown, true, 'No response received. Checked: still open. You can cancel again'],
    [unknown, false, 'No response received. Checked: no longer open'],
  ];
  expect(said.map(([answer, isActive]) => rowText(answer, isActive))).toEqual(said.map(([, , text]) => text));
});
