import { expect, it } from 'vitest';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { firstDraft } from './ladder-draft.ts';
import { contractForm, pairForm } from './ladder-orders.ts';
import { endPassed, reviewedEndMs, reviewEnd } from './review-end.ts';

const pair = buildSpotSymbol({});
const at = (life: string, nowMs: number) => reviewEnd({ ...firstDraft, life }, pairForm(firstDraft, pair), nowMs);
const now = Date.UTC(2026, 6, 1, 9, 0, 0);

it('a time of day stays that of the review: when it has passed, nothing is sent', () => {
  const end = at('17:30', now);
  if (typeof end !== 'number') throw new Error('a time of day is one moment');
  expect(end).toBeGreaterThan(now);
  expect(reviewedEndMs(end, now)).toBe(end);
  expect(endPassed(end, end - 1)).toBeNull();
  expect(endPassed(end, end)).toMatch(/has passed/);
});

it('a length counts from the sending', () => {
  const end = at('90m', now);
  expect(reviewedEndMs(end, now + 60_000)).toBe(now + 60_000 + 5_400_000);
  expect(endPassed(end, now + 100 * 3_600_000)).toBeNull();
});

it('what has no end stays, and nothing ends by itself on futures', () => {
  expect(at('', now)).toBeNull();
  expect(endPassed(null, now)).toBeNull();
  const draft = { ...firstDraft, life: '90m' };
  expect(reviewEnd(draft, contractForm(draft, buildFuturesContract()), now)).toBeNull();
});
