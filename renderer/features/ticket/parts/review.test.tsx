import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { summariseTicket } from '../checks/summary.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { ReviewPart } from './review.tsx';

afterEach(cleanup);

/** What the review of a draft shows under a label. */
function reviewed(draft: TicketDraft, facts: TicketFacts, label: string): string | null {
  const summary = summariseTicket(draft, facts);
  const review = { summary, facts, end: null };
  render(<ReviewPart profile={buildProfile()} mode="PRACTICE" review={review} now={null} />);
  const text = screen.queryByText(label)?.nextSibling?.textContent ?? null;
  cleanup();
  return text;
}

it('shows the exits of an order and the price that they are measured from', () => {
  const draft = buildFuturesDraft({ kind: 'market', size: '20', stopLoss: '2%', takeProfit: '2%' });
  expect(reviewed(draft, buildFuturesFacts(), 'Exits')).toBe('SL 99.5, TP 103.5; active after fill');
  expect(reviewed(draft, buildFuturesFacts(), 'Exits measured from')).toBe('the est. fill 101.5');
  const pair = buildDraft({ kind: 'pair', side: 'sell', size: '1', stopLoss: '5%', takeProfit: '5%', price: '94' });
  expect(reviewed(pair, buildSpotFacts(), 'Exits measured from')).toBe('the last price 100.00');
  expect(reviewed(buildDraft({ size: '1', price: '99' }), buildSpotFacts(), 'Exits measured from')).toBeNull();
});
