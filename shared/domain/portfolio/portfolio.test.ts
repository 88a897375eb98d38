import { expect, it } from 'vitest';
import { ComparisonQuestion, PortfolioQuestion } from './portfolio.ts';

const question = {
  profileId: 'p',
  owner: null,
  fromMs: null,
  toMs: null,
  currency: 'USDT',
  timeZone: 'Europe/Berlin',
  method: 'average',
};

it.each([
  [{}, true],
  [{ timeZone: 'UTC', fromMs: 0, toMs: 1_700_000_000_000 }, true],
  [{ timeZone: 'Europe/Nowhere' }, false],
  [{ timeZone: '__proto__' }, false],
  [{ fromMs: -1 }, false],
  [{ toMs: 8_640_000_000_000_001 }, false],
])('portfolio question reads %j: %s', (change, isValid) => {
  expect(PortfolioQuestion.safeParse({ ...question, ...change }).success).toBe(isValid);
});

it('portfolio question rejects a comparison of a time before 1970', () => {
  const moments = { profileId: 'p', firstMs: -1, secondMs: null, currency: 'USDT' };
  expect(ComparisonQuestion.safeParse(moments).success).toBe(false);
  expect(ComparisonQuestion.safeParse({ ...moments, firstMs: 0 }).success).toBe(true);
});
