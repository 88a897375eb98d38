import { expect, it } from 'vitest';
import { buildBookSnapshot } from '#shared/testing/build-book.ts';
import { createSequenceGuard } from './sequence-guard.ts';

const book = (sequence: string, symbol = 'BTC-USDT') => buildBookSnapshot({ symbol, sequence, bids: [], asks: [] });

it('sequence guard accepts the first and every one that is not older', () => {
  const accept = createSequenceGuard();
  const first = book('9007199254740993');
  const second = book('9007199254740994');
  expect(accept(undefined, first)).toBe(first);
  expect(accept(first, second)).toBe(second);
  expect(accept(second, { ...second })).toEqual(second);
});

it('sequence guard rejects an older one, compared beyond 2^53', () => {
  const accept = createSequenceGuard();
  const shown = book('9007199254740993');
  expect(accept(shown, book('9007199254740992'))).toBe(shown);
});

it('sequence guard rejects occasional late answers', () => {
  const accept = createSequenceGuard();
  const shown = book('100');
  expect(accept(shown, book('90'))).toBe(shown);
  expect(accept(shown, book('91'))).toBe(shown);
  const next = book('101');
  expect(accept(shown, next)).toBe(next);
  expect(accept(next, book('92'))).toBe(next);
  expect(accept(next, book('93'))).toBe(next);
});

it('sequence guard accepts the third in a row after a restarted sequence', () => {
  const accept = createSequenceGuard();
  const shown = book('100');
  const third = book('7');
  expect(accept(shown, book('5'))).toBe(shown);
  expect(accept(shown, book('6'))).toBe(shown);
  expect(accept(shown, third)).toBe(third);
});

it('sequence guard restarts its count when lower ones run backwards', () => {
  const accept = createSequenceGuard();
  const shown = book('100');
  for (const sequence of ['50', '49', '48', '47']) expect(accept(shown, book(sequence))).toBe(shown);
});

it('sequence guard separates symbols, and an invalid number is the lowest', () => {
  const accept = createSequenceGuard();
  const shown = book('100');
  const other = book('1', 'ETH-USDT');
  expect(accept(shown, other)).toBe(other);
  expect(accept(shown, book('x'))).toBe(shown);
});
