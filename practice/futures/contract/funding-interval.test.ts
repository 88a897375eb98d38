import { expect, it } from 'vitest';
import { fundingTimeMs, nextFundingAtMs } from './funding-interval.ts';

function at(hour: number, minute = 0): number {
  return Date.UTC(2026, 2, 3, hour, minute);
}

it('funding intervals are 00:00, 08:00 and 16:00 UTC, and the next one follows the given time', () => {
  expect(fundingTimeMs(at(8))).toBe(at(8));
  expect(fundingTimeMs(at(15, 59))).toBe(at(8));
  expect(nextFundingAtMs(at(7, 59))).toBe(at(8));
  expect(nextFundingAtMs(at(8))).toBe(at(16));
  expect(nextFundingAtMs(at(23))).toBe(at(24));
});
