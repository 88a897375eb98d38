import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildSpotSymbol, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useTicketStore } from '#state/ticket-store.ts';
import { useTicketMemory } from './model/last-ticket.ts';
import { openPolicy } from './testing/build-ticket.ts';
import { Ticket } from './ticket.tsx';

const profile = buildProfile();
let desk: FakeDesk;

beforeEach(() => {
  desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol({ isMarginEnabled: true })]),
    'accounts.marketFee': always({ takerFeeRate: '0.001', makerFeeRate: '0.0005' }),
    'policy.read': always(openPolicy),
    'intents.list': always([]),
  });
  serveAccount(desk, {
    balances: [buildBalance({ wallet: 'trade', currency: 'USDT', available: '1000' })],
    'spot.orders': [],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [],
    'futures.stops': [],
  });
});

afterEach(() => {
  cleanup();
  useTicketStore.setState(useTicketStore.getInitialState());
  useTicketMemory.setState(useTicketMemory.getInitialState());
});

/** A click asked for a review; what the ticket needs arrives more than 3 s later. */
async function openLate(): Promise<HTMLElement> {
  useTicketStore.getState().open({ side: 'buy', price: '98', size: '1', kind: 'limit', isReview: true });
  useTicketStore.setState({ prefilledAtMs: Number.NEGATIVE_INFINITY });
  renderPage(<Ticket profile={profile} mode="PRACTICE" market={spotMarket()} />);
  const ticket = await screen.findByRole('region', { name: 'Order ticket' });
  const last = { venue: 'spot', symbol: 'BTC-USDT', type: 'last', price: '100', asOfMs: 1, detail: null } as const;
  act(() => {
    desk.push(
      'book.changed',
      wholeMessage(buildLiveBook({ profileId: profile.id, bids: [['99', '2']], asks: [['101', '1']] })),
    );
    desk.push('prices.changed', { profileId: profile.id, prices: [last] });
  });
  await waitFor(() => expect(useTicketStore.getState().prefill).toBeNull());
  return ticket;
}

it('a ticket that loads late opens the requested review, and leaves the focus to the field in which the user types', async () => {
  render(<input aria-label="elsewhere" />);
  const field = screen.getByLabelText('elsewhere');
  field.focus();
  const ticket = await openLate();
  expect((await within(ticket).findByRole('region', { name: 'Review' })).textContent).toContain('Buy 1 BTC at 98.00');
  expect(document.activeElement).toBe(field);
});

it('a ticket that loads late opens the requested review with the focus after a click on a button elsewhere', async () => {
  render(<button type="button">elsewhere</button>);
  screen.getByRole('button', { name: 'elsewhere' }).focus();
  const ticket = await openLate();
  await within(ticket).findByRole('region', { name: 'Review' });
  expect(document.activeElement).toBe(ticket);
});
