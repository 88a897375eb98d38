import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { BookLevel } from './book.ts';

it('a book level is a price and a size, both decimals as text, and nothing else', () => {
  expect(z.parse(BookLevel, ['96000.1', '0.5'])).toEqual(['96000.1', '0.5']);
  for (const wrong of [
    null,
    '96000.1',
    ['96000.1'],
    ['96000.1', '0.5', '1'],
    ['96000.1', 0.5],
    ['x', '0.5'],
    { 0: '1', 1: '2', length: 2 },
  ])
    expect(z.safeParse(BookLevel, wrong).success).toBe(false);
});
