import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail } from '#shared/errors.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildSpotSymbol, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useTicketStore } from '#state/ticket-store.ts';
import { useTracksStore } from './actions/tracks-store.ts';
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
    'orders.place': () => fail('exchange-rejected', 'no', { code: '200004', exchangeMessage: 'Balance insufficient!' }),
    'stops.place': always({ orderId: 's1', clientOid: null }),
  });
  serveAccount(desk, {
    balances: [
      buildBalance({ wallet: 'trade', currency: 'BTC', available: '10' }),
      buildBalance({ wallet: 'trade', currency: 'USDT', available: '1000' }),
    ],
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
  useTracksStore.setState(useTracksStore.getInitialState());
  useTicketMemory.setState(useTicketMemory.getInitialState());
});

async function openTicket(): Promise<HTMLElement> {
  useTicketStore.getState().open({ side: 'sell' });
  renderPage(<Ticket profile={profile} mode="PRACTICE" market={spotMarket()} />);
  const ticket = await screen.findByRole('region', { name: 'Order ticket' });
  await within(ticket).findByLabelText('Size');
  const book = buildLiveBook({ profileId: profile.id, bids: [['99', '2']], asks: [['101', '1']] });
  const last = { venue: 'spot', symbol: 'BTC-USDT', type: 'last', price: '100', asOfMs: 1, detail: null } as const;
  act(() => {
    desk.push('book.changed', wholeMessage(book));
    desk.push('prices.changed', { profileId: profile.id, prices: [last] });
  });
  await waitFor(() => expect(useTicketStore.getState().prefill).toBeNull());
  return ticket;
}

const change = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value;
const pressSend = (ticket: HTMLElement) => fireEvent.keyDown(ticket, { key: 'Enter', ctrlKey: true });
const sent = (name: string) => desk.calls.filter(each => each.name === name);

it('ticket keeps type, trigger and size after a stop was sent, and reviews an armed second click', async () => {
  const ticket = await openTicket();
  change('Order type', 'stop-market');
  change('Trigger', '90');
  change('Size', '1');
  fireEvent.click(screen.getByRole('button', { name: /^Arm/ }));
  pressSend(ticket);
  await waitFor(() => expect(sent('stops.place')).toHaveLength(1));
  expect([valueOf('Order type'), valueOf('Trigger'), valueOf('Size')]).toEqual(['stop-market', '90', '1']);
  // a press at once belongs to the first one
  pressSend(ticket);
  expect(within(ticket).queryByRole('region', { name: 'Review' })).toBeNull();
  await waitFor(
    () => {
      pressSend(ticket);
      expect(within(ticket).queryByRole('region', { name: 'Review' })).not.toBeNull();
    },
    { timeout: 20_000, interval: 100 },
  );
  const review = within(ticket).getByRole('region', { name: 'Review' });
  expect(review.textContent).toContain('Sell 1 BTC at market once the price is at or below 90.00');
  expect(sent('stops.place')).toHaveLength(1);
  expect(sent('orders.place')).toEqual([]);
});

it('ticket keeps price, time in force and post-only after a rejection', async () => {
  const ticket = await openTicket();
  change('Size', '1');
  change('Price', '102');
  change('Time in force', 'GTT');
  fireEvent.click(screen.getByRole('button', { name: 'post-only' }));
  pressSend(ticket);
  pressSend(ticket);
  await screen.findByText(/Balance insufficient/);
  expect([valueOf('Price'), valueOf('Time in force')]).toEqual(['102', 'GTT']);
  expect(screen.getByRole('button', { name: 'post-only' }).getAttribute('aria-pressed')).toBe('true');
});

it('ticket shows the iceberg that is set after a review', async () => {
  const ticket = await openTicket();
  fireEvent.click(screen.getByRole('button', { name: /^more/ }));
  change('Size', '1');
  change('Price', '102');
  change('Display quantity', '0.1');
  pressSend(ticket);
  expect(within(ticket).getByRole('region', { name: 'Review' }).textContent).toContain('iceberg of 0.1');
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(valueOf('Display quantity')).toBe('0.1');
});

it('ticket disarms when a click elsewhere changes the order type, and stays armed when it changes the price', async () => {
  const ticket = await openTicket();
  fireEvent.click(screen.getByRole('button', { name: /^Arm/ }));
  act(() => useTicketStore.getState().open({ price: '102' }));
  await waitFor(() => expect(valueOf('Price')).toBe('102'));
  expect(ticket.dataset['armed']).toBe('true');
  act(() => useTicketStore.getState().open({ kind: 'stop-market', price: '' }));
  await waitFor(() => expect(valueOf('Order type')).toBe('stop-market'));
  expect(ticket.dataset['armed']).toBe('false');
});

it('ticket reopens with account, type and time in force that were chosen and not sent', async () => {
  await openTicket();
  change('Trading account', 'isolated');
  change('Time in force', 'IOC');
  change('Size', '2');
  act(() => useTicketStore.getState().close());
  expect(screen.queryByLabelText('Size')).toBeNull();
  act(() => useTicketStore.getState().open({ side: 'sell' }));
  await screen.findByLabelText('Size');
  expect(valueOf('Trading account')).toBe('isolated');
  expect([valueOf('Time in force'), valueOf('Size')]).toEqual(['IOC', '2']);
});
