import { expect, it } from 'vitest';
import { createMinuteSum } from './minute-sum.ts';

it('minute sum covers the last minute and forgets older values, with or without reads', () => {
  let now = 3_000;
  const minute = createMinuteSum(() => now);
  minute.add(2);
  now = 30_000;
  minute.add(5);
  expect(minute.sum()).toBe(7);
  now = 62_000;
  expect(minute.sum()).toBe(5);
  now = 500_000;
  expect(minute.sum()).toBe(0);
  minute.add(1);
  expect(minute.sum()).toBe(1);
});
