import { expect, it } from 'vitest';
import { readEnd } from './end-text.ts';
import { endPassed, reviewedEndMs, reviewedExpiryText, reviewEnd } from './reviewed-end.ts';

const at = (typed: string, nowMs: number) => reviewEnd(readEnd(typed), nowMs);
const now = Date.UTC(2026, 6, 1, 9, 0, 0);

it('a time of day stays that of the review: nothing is sent once it has passed', () => {
  const end = at('17:30', now);
  if (typeof end !== 'number') throw new Error('a time of day is one moment');
  expect(end).toBeGreaterThan(now);
  expect(reviewedEndMs(end, now)).toBe(end);
  expect(reviewedExpiryText(end, now)).toMatch(/^ends at /);
  expect(endPassed(end, end - 1)).toBeNull();
  expect(endPassed(end, end)).toMatch(/has passed/);
});

it('a duration counts from the sending', () => {
  const end = at('90m', now);
  expect(reviewedEndMs(end, now + 60_000)).toBe(now + 60_000 + 5_400_000);
  expect(reviewedExpiryText(end, now)).toMatch(/^sent now, it ends at /);
  expect(endPassed(end, now + 100 * 3_600_000)).toBeNull();
});

it('an order without an expiry stays unchanged', () => {
  expect(at('', now)).toBeNull();
  expect(reviewedExpiryText(null, now)).toBe('');
  expect(endPassed(null, now)).toBeNull();
});
