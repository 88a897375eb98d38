import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calls } from '#shared/contract.ts';
import { whole } from '#shared/domain/completeness.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildSpotSymbol, spotMarket } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { formatClock, setTimeView } from '#lib/time.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { useTracksStore } from './actions/tracks-store.ts';
import { useTicketMemory } from './model/last-ticket.ts';
import { openPolicy } from './testing/build-ticket.ts';
import { Ticket } from './ticket.tsx';

const profile = buildProfile();
let desk: FakeDesk;
let account: FakeAccount;

const pushBook = (change: Parameters<typeof buildLiveBook>[0] = {}) => {
  const book = buildLiveBook({ profileId: profile.id, bids: [['99', '2']], asks: [['101', '1']], ...change });
  act(() => desk.push('book.changed', wholeMessage(book)));
};

beforeEach(() => {
  desk = installFakeDesk({
    'symbols.list': always([buildSpotSymbol()]),
    'accounts.marketFee': always({ takerFeeRate: '0.001', makerFeeRate: '0.0005' }),
    'policy.read': always(openPolicy),
    'intents.list': always([]),
    'orders.done': always({
      items: [],
      page: 1,
      pageSize: 50,
      totalItems: 0,
      totalPages: 0,
      completeness: whole,
      asOfMs: 1,
    }),
    'orders.place': always({ orderId: 'o1', clientOid: null }),
  });
  account = serveAccount(desk, {
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
  setTimeView(null, false);
  useTicketStore.setState(useTicketStore.getInitialState());
  useTracksStore.setState(useTracksStore.getInitialState());
  useTicketMemory.setState(useTicketMemory.getInitialState());
  vi.useRealTimers();
});

async function openTicket(): Promise<HTMLElement> {
  useTicketStore.getState().open({ side: 'buy' });
  renderPage(<Ticket profile={profile} mode="PRACTICE" market={spotMarket()} />);
  const ticket = await screen.findByRole('region', { name: 'Order ticket' });
  await within(ticket).findByLabelText('Size');
  pushBook();
  await waitFor(() => expect(ticket.textContent).toContain('1,000 USDT'));
  return ticket;
}

function type(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

const submit = (ticket: HTMLElement) => fireEvent.keyDown(ticket, { key: 'Enter', ctrlKey: true });
const placed = () =>
  desk.calls.filter(({ name }) => name === 'orders.place').map(({ input }) => calls['orders.place'].input.parse(input));
const sizeField = () => screen.queryByLabelText<HTMLInputElement>('Size');
const lastOrder = () => screen.getByRole('list', { name: 'Last orders' }).textContent ?? '';

it('an order is typed, reviewed in another form, sent once, and tracked to its end', async () => {
  const ticket = await openTicket();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Size')));
  type('Size', '1');
  type('Price', '101');
  await waitFor(() => expect(ticket.textContent).toContain('est. fill 1 BTC at 101.00 (100 bps)'));
  expect(ticket.textContent).toContain('0.10 USDT');
  // 1000 − 101 − 0.101
  expect(ticket.textContent).toContain('898.90');
  submit(ticket);
  const review = within(ticket).getByRole('region', { name: 'Review' });
  expect(review.textContent).toContain('Buy 1 BTC at 101.00 on spot of');
  expect(review.textContent).toContain('PRACTICE');
  expect(review.querySelector('.ticket-other')?.textContent).toBe('101.00 USDT');
  expect(review.textContent).toContain('ok: 101 USDT of 1,000,000 USDT');
  expect(placed()).toEqual([]);
  submit(ticket);
  submit(ticket);
  await waitFor(() => expect(placed()).toHaveLength(1));
  expect(placed()[0]).toMatchObject({ confirmed: 'summary', order: { side: 'buy', price: '101', size: '1' } });
  await waitFor(() => expect(lastOrder()).toContain('acknowledged'));
  const clientOid = placed()[0]?.order.clientOid ?? '';
  const order = buildOrder({ id: 'o1', clientOid, size: '1', filledSize: '0', isActive: true });
  act(() => account.publish('spot.orders', [order]));
  await waitFor(() => expect(lastOrder()).toContain('open'));
  act(() => account.publish('spot.orders', [{ ...order, filledSize: '0.4' }]));
  await waitFor(() => expect(lastOrder()).toContain('filled 0.4 of 1'));
  expect(['Size', 'Price'].map(label => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(['1', '101']);
});

it('an error is shown on the button, and fixed by one click', async () => {
  const ticket = await openTicket();
  type('Price', '100');
  type('Size', '0.000004');
  expect(within(ticket).getByText('Size 0.000004 is below 0.00001.', { selector: 'span' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Size 0\.000004 is below/ }).getAttribute('aria-disabled')).toBe('true');
  submit(ticket);
  expect(within(ticket).queryByRole('region', { name: 'Review' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Use 0\.00/ }));
  expect(ticket.querySelector('.ticket-finding-error')).toBeNull();
});

it('a long reason is shown in full above the button, and on it the required change', async () => {
  const tight = { ...openPolicy, policy: { ...openPolicy.policy, largestOrder: '50' } } as const;
  desk.answer('policy.read', always(tight));
  const ticket = await openTicket();
  type('Price', '100');
  type('Size', '1');
  const validationError = await within(ticket).findByText(/100 USDT/, { selector: '.ticket-finding span' });
  const button = screen.getByRole('button', { name: /^Lower the size\./ });
  expect(validationError.textContent?.length).toBeGreaterThan(60);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.title).toContain('100 USDT');
});

it('a rejection shows the message of the exchange', async () => {
  desk.answer('orders.place', () =>
    fail('exchange-rejected', 'no', { code: '200004', exchangeMessage: 'Balance insufficient!' }),
  );
  const ticket = await openTicket();
  type('Size', '1');
  type('Price', 'b');
  submit(ticket);
  submit(ticket);
  await waitFor(() => expect(lastOrder()).toContain('rejected: Balance insufficient! (200004)'));
});

it('a lost answer is unknown until it is resolved', async () => {
  desk.answer('orders.place', () => fail('outcome-unknown', 'lost'));
  const ticket = await openTicket();
  type('Size', '1');
  type('Price', 'b');
  submit(ticket);
  submit(ticket);
  await waitFor(() => expect(lastOrder()).toContain('unknown: checking'));
  const key = placed()[0]?.order.clientOid ?? '';
  // no answer came, so none is timed
  expect(lastOrder()).not.toMatch(/\d m?s$/);
  desk.answer('intents.list', () => succeed([buildIntent({ key, state: 'found-absent' })]));
  await waitFor(() => expect(lastOrder()).toContain('not placed: the exchange does not have it'), { timeout: 20_000 });
  expect(lastOrder()).toMatch(/does not have it$/);
  expect(placed()).toHaveLength(1);
});

it('an order found after a lost answer says so', async () => {
  desk.answer('orders.place', () => fail('outcome-unknown', 'lost'));
  const ticket = await openTicket();
  type('Size', '1');
  type('Price', 'b');
  submit(ticket);
  submit(ticket);
  await waitFor(() => expect(lastOrder()).toContain('unknown: checking'));
  const clientOid = placed()[0]?.order.clientOid ?? '';
  act(() => account.publish('spot.orders', [buildOrder({ clientOid, isActive: true, filledSize: '0' })]));
  await waitFor(() => expect(lastOrder()).toMatch(/openno response$/));
});

it('the reviewed price stays while the market moves, and a post-only price that would execute is blocked', async () => {
  const ticket = await openTicket();
  type('Size', '1');
  type('Price', 'b+1');
  await waitFor(() => expect(ticket.textContent).toContain('99.01 limit, post-only'));
  submit(ticket);
  pushBook({ bids: [['99.5', '1']], asks: [['100.5', '1']], sequence: '2' });
  await waitFor(() => expect(ticket.textContent).toContain('The market has not moved since the review.'));
  pushBook({ bids: [['98', '1']], asks: [['99', '1']], sequence: '3' });
  await waitFor(() => expect(ticket.textContent).toContain('The market has moved −1.5 since'));
  const send = screen.getByRole('button', { name: /^Buy 1 BTC at 99\.01/ });
  expect(send.getAttribute('aria-disabled')).toBe('true');
  submit(ticket);
  expect(placed()).toEqual([]);
  fireEvent.keyDown(ticket, { key: 'Escape' });
  expect(within(ticket).queryByRole('region', { name: 'Review' })).toBeNull();
  fireEvent.keyDown(ticket, { key: 'Escape' });
  expect(screen.queryByRole('region', { name: 'Order ticket' })).toBeNull();
});

it('an armed click sends; arming ends when the book is not live or the window loses focus', async () => {
  const ticket = await openTicket();
  type('Size', '1');
  type('Price', '99');
  const arm = screen.getByRole('button', { name: /^Arm/ });
  fireEvent.click(arm);
  expect(ticket.dataset['armed']).toBe('true');
  pushBook({ state: 'stale', detail: 'silent', sequence: '2' });
  await waitFor(() => expect(ticket.dataset['armed']).toBe('false'));
  pushBook({ sequence: '3' });
  await waitFor(() => expect(arm.getAttribute('aria-disabled')).toBe('false'));
  expect(ticket.dataset['armed']).toBe('false');
  fireEvent.click(arm);
  act(() => void window.dispatchEvent(new Event('blur')));
  expect(ticket.dataset['armed']).toBe('false');
  fireEvent.click(arm);
  fireEvent.click(screen.getByRole('button', { name: /^Buy 1 BTC at 99\.00/ }));
  await waitFor(() => expect(placed()).toHaveLength(1));
  expect(placed()[0]).toMatchObject({ confirmed: 'none' });
});

it('an order with a warning is reviewed, armed or not', async () => {
  const ticket = await openTicket();
  fireEvent.click(screen.getByRole('button', { name: /^Arm/ }));
  type('Size', '1');
  type('Price', '99');
  type('SL', '95');
  submit(ticket);
  expect(within(ticket).getByRole('region', { name: 'Review' })).toBeTruthy();
  expect(placed()).toEqual([]);
});

it('Ctrl-Backspace cancels the newest open order, without a question', async () => {
  desk.answer('orders.cancel', always({ orderId: 'o1', outcome: 'requested' }));
  const ticket = await openTicket();
  fireEvent.keyDown(document.body, { key: 'Backspace', ctrlKey: true });
  expect(desk.calls.some(({ name }) => name === 'orders.cancel')).toBe(false);
  type('Size', '1');
  type('Price', 'b');
  submit(ticket);
  submit(ticket);
  await waitFor(() => expect(placed()).toHaveLength(1));
  const clientOid = placed()[0]?.order.clientOid ?? '';
  act(() => account.publish('spot.orders', [buildOrder({ id: 'o1', clientOid, isActive: true, symbol: 'BTC-USDT' })]));
  await waitFor(() => expect(lastOrder()).toContain('open'));
  fireEvent.keyDown(document.body, { key: 'Backspace', ctrlKey: true });
  await waitFor(() => expect(desk.calls.filter(({ name }) => name === 'orders.cancel')).toHaveLength(1));
});

it('Ctrl-Enter submits with any focus, except in another field or a sheet', async () => {
  const ticket = await openTicket();
  type('Size', '1');
  type('Price', 'b');
  const elsewhere = document.createElement('input');
  document.body.append(elsewhere);
  fireEvent.keyDown(elsewhere, { key: 'Enter', ctrlKey: true });
  expect(within(ticket).queryByRole('region', { name: 'Review' })).toBeNull();
  elsewhere.remove();
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(within(ticket).getByRole('region', { name: 'Review' })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(placed()).toHaveLength(1));
});

it.each([
  ['today', 12],
  ['after midnight', 23.5],
])('an order that expires at %s, which passes during the review, is not sent', async (_day, hour) => {
  // a zone in which it is that hour now, whenever the test runs
  const offsetMs = hour * 3_600_000 - ((Math.floor(Date.now() / 1000) * 1000) % 86_400_000);
  setTimeView(() => offsetMs, false);
  const ticket = await openTicket();
  type('Size', '1');
  type('Price', 'b');
  fireEvent.change(screen.getByLabelText('Time in force'), { target: { value: 'GTT' } });
  vi.useFakeTimers({ toFake: ['Date'] });
  const soon = formatClock(Date.now() + 3_600_000);
  type('Expiry', soon);
  submit(ticket);
  const review = within(ticket).getByRole('region', { name: 'Review' });
  expect(review.textContent).toContain('GTT: ends at ');
  expect(review.textContent).toContain(soon);
  const send = screen.getByRole('button', { name: /^Buy 1 BTC at 99/ });
  expect(send.getAttribute('aria-disabled')).toBe('false');
  vi.setSystemTime(Date.now() + 3_600_000);
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('true'), { timeout: 20_000 });
  submit(ticket);
  expect(placed()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  type('Expiry', '90m');
  submit(ticket);
  submit(ticket);
  await waitFor(() => expect(placed()).toMatchObject([{ order: { timeInForce: 'GTT', cancelAfterS: 5400 } }]));
});

it('a key between a drawing and its effects is not lost', async () => {
  const { open: prefillTicket } = useTicketStore.getState();
  let isPressed = false;
  const onDrawn = () => {
    if (isPressed || sizeField()?.value !== '.0') return;
    isPressed = true;
    prefillTicket({ side: 'buy', size: '.05' });
  };
  prefillTicket({ side: 'buy', size: '.0' });
  renderPage(
    <Profiler id="ticket" onRender={onDrawn}>
      <Ticket profile={profile} mode="PRACTICE" market={spotMarket()} />
    </Profiler>,
  );
  await waitFor(() => expect(document.activeElement).toBe(sizeField()), { timeout: 20_000 });
  expect(isPressed).toBe(true);
  expect(sizeField()?.value).toBe('.05');
  expect(useTicketStore.getState().prefill).toBeNull();
});

it('arrow keys move price and size by tick and lot', async () => {
  await openTicket();
  type('Price', '100');
  fireEvent.keyDown(screen.getByLabelText('Price'), { key: 'ArrowUp', shiftKey: true });
  expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('100.1');
  type('Size', '');
  fireEvent.keyDown(screen.getByLabelText('Size'), { key: 'ArrowUp', altKey: true });
  expect(screen.getByLabelText<HTMLInputElement>('Size').value).toBe('0.001');
  for (const [typed, moved] of Object.entries({ '25%+10%': '36%', '5000q': '5001q', '1+1': '2.00001' })) {
    type('Size', typed);
    fireEvent.keyDown(screen.getByLabelText('Size'), { key: 'ArrowUp' });
    expect(screen.getByLabelText<HTMLInputElement>('Size').value).toBe(moved);
  }
  type('SL', '2%');
  fireEvent.keyDown(screen.getByLabelText('SL'), { key: 'ArrowUp' });
  expect(screen.getByLabelText<HTMLInputElement>('SL').value).toBe('2.1%');
});

it('closing by its key returns the focus to its earlier place, and takes none from another field', async () => {
  const opener = document.body.appendChild(document.createElement('button'));
  const other = document.body.appendChild(document.createElement('input'));
  opener.focus();
  await openTicket();
  await waitFor(() => expect(document.activeElement).toBe(sizeField()));
  fireEvent.keyDown(screen.getByLabelText('Size'), { key: 'Escape' });
  await waitFor(() => expect(sizeField()).toBeNull());
  expect(document.activeElement).toBe(opener);
  act(() => useTicketStore.getState().open({ side: 'buy' }));
  await waitFor(() => expect(document.activeElement).toBe(sizeField()));
  other.focus();
  act(() => useTicketStore.getState().close());
  expect(document.activeElement).toBe(other);
  // nor does one that was asked for long ago and comes only now
  act(() => useTicketStore.setState({ isOpen: true, prefill: { side: 'sell' }, prefilledAtMs: -4000 }));
  await waitFor(() => expect(useTicketStore.getState().prefill).toBeNull());
  expect(sizeField()).not.toBeNull();
  expect(document.activeElement).toBe(other);
  opener.remove();
  other.remove();
});

it('a field that another excludes states why and accepts nothing', async () => {
  const ticket = await openTicket();
  expect(screen.getByLabelText<HTMLInputElement>('TP').readOnly).toBe(true);
  expect(ticket.textContent).toContain('on spot nothing is held yet');
  fireEvent.change(screen.getByLabelText('Time in force'), { target: { value: 'IOC' } });
  expect(screen.getByRole('button', { name: 'post-only' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: 'post-only' }).title).toContain('IOC never rests');
});

it('an order type that the account does not have stays in the list, and states why', async () => {
  desk.answer('symbols.list', always([buildSpotSymbol({ isMarginEnabled: true })]));
  await openTicket();
  fireEvent.change(screen.getByLabelText('Trading account'), { target: { value: 'cross' } });
  const kinds = screen.getByLabelText('Order type');
  expect(within(kinds).getByRole<HTMLOptionElement>('option', { name: /plain spot only/ }).disabled).toBe(true);
  const reason = document.getElementById(kinds.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toMatch(/^TP \+ SL pair: The exchange takes pairs on plain spot only/);
});

it('a complete prefilled order is shown for review at once, armed or not, and sent by the next click', async () => {
  const ticket = await openTicket();
  fireEvent.click(within(ticket).getByRole('button', { name: /^Arm/ }));
  act(() => useTicketStore.getState().open({ side: 'sell', price: '102', size: '1', kind: 'limit', isReview: true }));
  const review = await within(ticket).findByRole('region', { name: 'Review' });
  expect(review.textContent).toContain('Sell 1 BTC at 102.00');
  expect(placed()).toEqual([]);
  submit(ticket);
  await waitFor(() => expect(placed()).toMatchObject([{ order: { side: 'sell', price: '102', size: '1' } }]));
});

it('a complete prefilled order with an error is fixed, not reviewed', async () => {
  const ticket = await openTicket();
  act(() => useTicketStore.getState().open({ side: 'buy', price: '98', size: '1000', kind: 'limit', isReview: true }));
  await waitFor(() => expect(document.activeElement).toBe(within(ticket).getByLabelText('Size')));
  expect(within(ticket).queryByRole('region', { name: 'Review' })).toBeNull();
});
