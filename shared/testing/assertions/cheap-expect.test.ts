import { expect, it } from 'vitest';
import { expectAtLeast, expectAtMost, expectSame } from './cheap-expect.ts';

it('cheap expect fails like an assertion of vitest when the check fails', () => {
  expect(() => expectSame('1', '2')).toThrow("expected '1' to be '2'");
  expect(() => expectAtMost(2, 1)).toThrow('expected 2 to be less than or equal to 1');
  expect(() => expectAtMost(Number.NaN, 1)).toThrow('less than or equal to 1');
  expect(() => expectAtLeast(1, 2)).toThrow('expected 1 to be greater than or equal to 2');
});

it('cheap expect passes when the check passes', () => {
  expectSame(Number.NaN, Number.NaN);
  expectAtMost(1, 1);
  expectAtLeast(1, 1);
});
