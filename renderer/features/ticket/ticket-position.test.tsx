import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Decimal } from '#shared/decimal.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useTicketStore } from '#state/ticket-store.ts';
import { Ticket } from './ticket.tsx';

afterEach(() => {
  cleanup();
  useTicketStore.setState(useTicketStore.getInitialState());
});

const arm = () => fireEvent.click(screen.getByRole('button', { name: /^Arm:/ }));

it('ticket opens with margin mode and leverage of the position, and keeps the leverage that the user types', async () => {
  const contract = buildFuturesContract();
  const desk = installFakeDesk({ 'contracts.list': always([contract]), 'contracts.read': always(contract) });
  const { symbol } = contract;
  serveAccount(desk, { positions: [buildPosition({ symbol, positionCost: '100', initialMargin: '10' })] });
  useTicketStore.getState().open({ side: 'buy' });
  renderPage(<Ticket profile={buildProfile()} mode="PRACTICE" market={{ venue: 'futures', symbol }} />);
  const ticket = await screen.findByRole('region', { name: 'Order ticket' });
  const leverage = await within(ticket).findByLabelText<HTMLInputElement>('Leverage');
  await waitFor(() => expect(leverage.value).toBe('10'));
  fireEvent.change(leverage, { target: { value: '3' } });
  expect(leverage.value).toBe('3');
  expect(within(ticket).getByText('The position has 10×; this order sets it to 3×.')).toBeTruthy();
});

it('ticket disarms when another program changes the leverage of the position, and stays armed when the user does', async () => {
  const contract = buildFuturesContract();
  const desk = installFakeDesk({ 'contracts.list': always([contract]), 'contracts.read': always(contract) });
  const { symbol } = contract;
  const profile = buildProfile();
  const positionAt = (initialMargin: Decimal) => buildPosition({ symbol, positionCost: '100', initialMargin });
  const account = serveAccount(desk, { positions: [positionAt('10')] });
  useTicketStore.getState().open({ side: 'buy' });
  renderPage(<Ticket profile={profile} mode="PRACTICE" market={{ venue: 'futures', symbol }} />);
  const ticket = await screen.findByRole('region', { name: 'Order ticket' });
  const leverage = await within(ticket).findByLabelText<HTMLInputElement>('Leverage');
  await waitFor(() => expect(leverage.value).toBe('10'), { timeout: 20_000 });
  const book = buildLiveBook({ profileId: profile.id, venue: 'futures', symbol });
  act(() => desk.push('book.changed', wholeMessage(book)));
  arm();
  expect(ticket.dataset['armed']).toBe('true');
  act(() => account.publish('positions', [positionAt('20')]));
  expect(leverage.value).toBe('5');
  expect(ticket.dataset['armed']).toBe('false');
  arm();
  fireEvent.change(leverage, { target: { value: '3' } });
  expect(ticket.dataset['armed']).toBe('true');
});
