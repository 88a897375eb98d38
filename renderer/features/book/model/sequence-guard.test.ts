import { expect, it } from 'vitest';
import { buildBookSnapshot } from '#shared/testing/build-book.ts';
import { createSequenceGuard } from './sequence-guard.ts';

const book = (sequence: string, symbol = 'BTC-USDT') => buildBookSnapshot({ symbol, sequence, bids: [], asks: [] });

it('takes the first and every one that is not older', () => {
  const accept = createSequenceGuard();
  const first = book('9007199254740993');
  const second = book('9007199254740994');
  expect(accept(undefined, first)).toBe(first);
  expect(accept(first, second)).toBe(second);
  expect(accept(second, { ...second })).toEqual(second);
});

it('rejects an older one, told apart beyond 2^53', () => {
  const accept = createSequenceGuard();
  const shown = book('9007199254740993');
  expect(accept(shown, book('9007199254740992'))).toBe(shown);
});

it('a lagging answer now and then never wins', () => {
  const accept = createSequenceGuard();
  const shown = book('100');
  expect(accept(shown, book('90'))).toBe(shown);
  expect(accept(shown, book('91'))).toBe(shown);
  const next = book('101');
  expect(accept(shown, next)).toBe(next);
  expect(accept(next, book('92'))).toBe(next);
  expect(accept(next, book('93'))).toBe(next);
});

it('when the exchange began to count anew, the third in a row is taken', () => {
  const accept = createSequenceGuard();
  const shown = book('100');
  const third = book('7');
  expect(accept(shown, book('5'))).toBe(shown);
  expect(accept(shown, book('6'))).toBe(shown);
  expect(accept(shown, third)).toBe(third);
});

it('lower ones that go backwards among themselves start the count again', () => {
  const accept = createSequenceGuard();
  const shown = book('100');
  for (const sequence of ['50', '49', '48', '47']) expect(accept(shown, book(sequence))).toBe(shown);
});

it('another symbol has its own numbers, and what is no number is the lowest', () => {
  const accept = createSequenceGuard();
  const shown = book('100');
  const other = book('1', 'ETH-USDT');
  expect(accept(shown, other)).toBe(other);
  expect(accept(shown, book('x'))).toBe(shown);
});
