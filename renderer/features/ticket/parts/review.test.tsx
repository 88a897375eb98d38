import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { sentFingerprints } from '../checks/warnings.ts';
import { summariseTicket, type TicketSummary } from '../checks/summary.ts';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { ReviewPart } from './review.tsx';

afterEach(cleanup);

function showReview(draft: TicketDraft, facts: TicketFacts): TicketSummary {
  const summary = summariseTicket(draft, facts);
  const review = { summary, facts, end: null };
  render(<ReviewPart profile={buildProfile()} mode="PRACTICE" review={review} now={null} />);
  return summary;
}

/** What the review of a draft shows under a label. */
function reviewed(draft: TicketDraft, facts: TicketFacts, label: string): string | null {
  showReview(draft, facts);
  const text = screen.queryByText(label)?.nextSibling?.textContent ?? null;
  cleanup();
  return text;
}

it('review shows the exits of an order and their reference price', () => {
  const draft = buildFuturesDraft({ kind: 'market', size: '20', stopLoss: '2%', takeProfit: '2%' });
  expect(reviewed(draft, buildFuturesFacts(), 'Exits')).toBe('SL 99.5, TP 103.5; active after fill');
  expect(reviewed(draft, buildFuturesFacts(), 'Exits measured from')).toBe('the est. fill 101.5');
  const pair = buildDraft({ kind: 'pair', side: 'sell', size: '1', stopLoss: '5%', takeProfit: '5%', price: '94' });
  expect(reviewed(pair, buildSpotFacts(), 'Exits measured from')).toBe('the last price 100.00');
  expect(reviewed(buildDraft({ size: '1', price: '99' }), buildSpotFacts(), 'Exits measured from')).toBeNull();
});

it('review lists every warning of the form', () => {
  const draft = buildDraft({ size: '3', price: '109', stopLoss: '95', timeInForce: 'FOK' });
  const own = buildOrder({ side: 'sell', price: '100', size: '1', isActive: true });
  const facts = buildSpotFacts({
    ownOrders: [own],
    book: {
      state: 'live',
      bids: [],
      asks: [
        ['101', '1'],
        ['110', '9'],
      ],
    },
  });
  const { request } = summariseTicket(draft, facts);
  const { validationWarnings } = showReview(draft, {
    ...facts,
    recent: request === null ? [] : sentFingerprints(request, draft),
  });
  expect(validationWarnings.map(({ title }) => title)).toEqual([
    'Duplicate order?',
    'Crosses your own order.',
    'FOK would not fill.',
    'The SL is not placed.',
  ]);
  const warnings = screen.getByRole('group', { name: 'Warnings' });
  expect([...warnings.children].map(({ textContent }) => textContent)).toEqual(
    validationWarnings.map(({ title, text }) => `${title} ${text}`),
  );
  expect(within(warnings).queryAllByRole('button')).toEqual([]);
});

it('review of a market order names the move of its estimated fill, and of a limit order that its price stays', () => {
  const moved = buildSpotFacts({
    book: { state: 'live', bids: [['99', '5']], asks: [['103', '9']] },
  });
  const shown = (draft: TicketDraft) => {
    const facts = buildSpotFacts();
    const review = { summary: summariseTicket(draft, facts), facts, end: null };
    render(<ReviewPart profile={buildProfile()} mode="PRACTICE" review={review} now={summariseTicket(draft, moved)} />);
    const text = screen.getByText(/since the review/).textContent;
    cleanup();
    return text;
  };
  expect(shown(buildDraft({ kind: 'market', size: '1' }))).toBe(
    'The estimated fill price has moved +2 since the review; the size is unchanged.',
  );
  expect(shown(buildDraft({ size: '1', price: '100' }))).toMatch(
    /^The market has moved \+\d.* since the review; the order price is unchanged\.$/,
  );
});
