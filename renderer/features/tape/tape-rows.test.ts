import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PublicTrade } from '#shared/domain/market/trade.ts';
import { buildPublicTrade } from '#shared/testing/build-trade.ts';
import { joinTape, largestSize, newestFirst, sizeShare } from './tape-rows.ts';

const trade = (sequence: string, change: Partial<PublicTrade> = {}) =>
  buildPublicTrade({ sequence, price: '1', ...change });
const sequences = (trades: readonly PublicTrade[]) => trades.map(each => each.sequence);
const many = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => trade(String(from + index)));

it('the newest trade is on top, in any direction of the answer', () => {
  expect(sequences(newestFirst([trade('9'), trade('10'), trade('8')]))).toEqual(['10', '9', '8']);
});

it('sequences beyond the range of a number are distinct', () => {
  expect(sequences(newestFirst([trade('9007199254740992'), trade('9007199254740993')]))).toEqual([
    '9007199254740993',
    '9007199254740992',
  ]);
});

it('an invalid sequence is last, sorted by its time', () => {
  const trades = [trade('a', { timeMs: 5 }), trade('b', { timeMs: 9 }), trade('0'), trade('-3', { timeMs: 7 })];
  expect(sequences(newestFirst(trades))).toEqual(['0', 'b', '-3', 'a']);
});

it('the tape has at most two hundred rows, the newest', () => {
  const rows = sequences(newestFirst(many(0, 500)));
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([200, '499', '300']);
});

it('adjacent answers become one tape, each trade once in its newer form', () => {
  const joined = joinTape([trade('2'), trade('1')], [trade('3'), trade('2', { price: '9' })]);
  expect(joined.map(each => [each.sequence, each.price])).toEqual([
    ['3', '1'],
    ['2', '9'],
    ['1', '1'],
  ]);
});

it('separate answers have missing trades between them: only the newer one counts', () => {
  expect(sequences(joinTape([trade('2'), trade('1')], [trade('9'), trade('8')]))).toEqual(['9', '8']);
  expect(sequences(joinTape(undefined, [trade('9')]))).toEqual(['9']);
  expect(joinTape([trade('1')], [])).toEqual([]);
});

it('overlapping answers give a bounded tape, each trade once, newest first, without dropping a newer trade than it keeps', () => {
  const part = fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 300 })).map(([from, length]) => many(from, from + length));
  fc.assert(
    fc.property(part, part, (previous, next) => {
      const tape = newestFirst(joinTape(previous, next));
      const shown = tape.map(each => Number(each.sequence));
      expect(shown.length).toBeLessThanOrEqual(200);
      expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => b - a));
      // no hole: the sequences of one tape follow each other
      if (shown.length > 0) expect((shown[0] ?? 0) - (shown.at(-1) ?? 0)).toBe(shown.length - 1);
    }),
  );
});

it('bars are relative to the largest size, compared exactly', () => {
  const sizes = (['0.1', '10', '9.99'] as const).map(size => trade('1', { size }));
  expect(largestSize(sizes)).toBe('10');
  expect(largestSize([])).toBe('0');
});

it('a bar grows with the root of its size, so that one giant does not flatten the others', () => {
  expect((['100', '25', '1', '0'] as const).map(size => sizeShare(size, '100'))).toEqual([1, 0.5, 0.1, 0]);
  expect(sizeShare('0.333', '1')).toBe(0.58);
  expect(sizeShare('1', '0')).toBe(0);
});
