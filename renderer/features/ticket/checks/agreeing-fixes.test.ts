import { describe, expect, it } from 'vitest';
import type { Policy } from '#shared/policy/policy.ts';
import type { DraftEdit } from '../model/ticket-draft.ts';
import { buildDraft, buildSpotFacts, openPolicy } from '../testing/build-ticket.ts';
import { summariseTicket } from './summary.ts';

const draft = buildDraft({ size: '1', price: '100' });
const factsUnder = (change: Partial<Policy>) =>
  buildSpotFacts({ policy: { ...openPolicy, policy: { ...openPolicy.policy, ...change } } });

/** The labels of the quick fixes of each error, and the errors that the first fix leaves. */
function fixesOf(edit: DraftEdit, change: Partial<Policy> = {}) {
  const facts = factsUnder(change);
  const typed = { ...draft, ...edit };
  const { validationErrors } = summariseTicket(typed, facts);
  const labels = validationErrors.map(({ fixes }) => fixes.map(({ label }) => label));
  const fix = validationErrors.flatMap(({ fixes }) => fixes)[0];
  const left = fix === undefined ? null : summariseTicket({ ...typed, ...fix.edit }, facts).validationErrors.length;
  return { labels, left };
}

describe('quick fixes of several errors in one field', () => {
  it('offer one size, the lower of two maximums', () => {
    // 1,000 by the market, 10 in the wallet
    expect(fixesOf({ side: 'sell', size: '5000' })).toEqual({ labels: [['Use 10'], []], left: 0 });
    expect(fixesOf({ side: 'sell', size: '11' }, { largestOrder: '200' })).toEqual({
      labels: [['Use 2'], []],
      left: 0,
    });
  });

  it('offer one size, the higher of two minimums', () => {
    expect(fixesOf({ size: '0.000004' })).toEqual({ labels: [['Use 0.01001'], []], left: 0 });
  });

  it('offer one price inside the limits of exchange and policy', () => {
    expect(fixesOf({ price: '120' }, { furthestPrice: '0.02' })).toEqual({ labels: [['Use 103.02'], []], left: 0 });
    expect(fixesOf({ price: '120', isPostOnly: true })).toEqual({
      labels: [['Post at 99.00'], ['Remove post-only']],
      left: 0,
    });
  });

  it('offer no size when the minimum is above the maximum', () => {
    expect(fixesOf({ size: '0.008' }, { largestOrder: '0.5' })).toEqual({ labels: [[], []], left: null });
  });

  it('keep the fixes of different fields', () => {
    const { labels } = fixesOf({ price: '120', size: '0.123456' });
    expect(labels).toEqual([['Use 110.00'], ['Use 0.12345']]);
  });
});
