import { expect, it } from 'vitest';
import { percentText, readMoves } from './moves-form.ts';

it('moves are read in per cent, as typed, and sorted', () => {
  expect(readMoves(['+5', '-10 %', '\u22127.5', '0.25'])).toEqual({
    moves: ['-0.1', '-0.075', '0.0025', '0.05'],
    errors: null,
  });
  expect((['-0.1', '0.0025', '0.05'] as const).map(percentText)).toEqual(['-10', '0.25', '5']);
});

it.each([
  ['', /^Enter a move/],
  ['ten', /^Enter a move/],
  ['0', /changes nothing/],
  ['-0.00', /changes nothing/],
  ['-99.01', /fall by 99 %/],
  ['1000.5', /at most 1000 %/],
  ['1.234', /2 decimals/],
  ['5.0', /is a duplicate/],
])('a move of %j is rejected: %s', (typed, words) => {
  const read = readMoves(['-3', typed, '5']);
  expect(read.moves).toBeNull();
  expect(read.errors?.[1]).toMatch(words);
  expect(read.errors?.[0]).toBeNull();
});

it('the deepest fall and the highest rise are accepted', () => {
  expect(readMoves(['-99', '1000']).moves).toEqual(['-0.99', '10']);
});
