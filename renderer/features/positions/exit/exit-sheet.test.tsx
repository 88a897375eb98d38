import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { whole } from '#shared/domain/completeness.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildLiveBook } from '#shared/testing/build-book.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { wholeMessage } from '#bridge/testing/book-messages.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { ExitSheet } from './exit-sheet.tsx';
import type { ExitMode } from './exit-draft.ts';

const profile = buildProfile();
const long = buildPosition({ quantity: '5' });
let desk: FakeDesk;
let account: FakeAccount;

afterEach(cleanup);

function pushBook(bid: Decimal, ask: Decimal): void {
  const market = { profileId: profile.id, venue: 'futures', symbol: long.symbol } as const;
  const book = buildLiveBook({ ...market, bids: [[bid, '50']], asks: [[ask, '50']] });
  act(() => desk.push('book.changed', wholeMessage(book)));
}

async function open(mode: ExitMode): Promise<void> {
  const contract = buildFuturesContract();
  desk = installFakeDesk({
    'contracts.list': always([contract]),
    'contracts.read': always(contract),
    'contracts.riskLevels': always([]),
    'intents.list': always([]),
  });
  desk.answer('policy.read', () => fail('unreachable', 'no policy here'));
  account = serveAccount(desk, { positions: [long] });
  renderPage(<ExitSheet profile={profile} position={long} mode={mode} size="100%" onClose={() => {}} />);
  await waitFor(() => {
    pushBook('94000', '94001');
    expect(screen.getByText(/^takes 5 at 94,000/)).toBeTruthy();
  });
}

const goOn = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter', ctrlKey: true });
const text = () => screen.getByRole('dialog').textContent;

it('what is told of an exit on its way is what was sent, wherever the book goes', async () => {
  await open('reduce');
  desk.answer('orders.placeFutures', () => fail('outcome-unknown', 'The answer was lost.'));
  goOn();
  goOn();
  await screen.findByText(/may or may not have been done/);
  pushBook('93000', '93001');
  await act(() => new Promise(resolve => setTimeout(resolve, 250)));
  expect(screen.getByText('Sell 5 lots at market, at worst 93,530, reduce-only')).toBeTruthy();
  expect(text()).not.toContain('92,535');
});

it('shows why the contract cannot be read, and opens after a retry', async () => {
  desk = installFakeDesk({ 'intents.list': always([]) });
  desk.answer('contracts.read', () => fail('unreachable', 'The exchange did not answer.'));
  account = serveAccount(desk, { positions: [long] });
  renderPage(<ExitSheet profile={profile} position={long} mode="reduce" size="100%" onClose={() => {}} />);
  expect(await screen.findByText('The exchange did not answer.')).toBeTruthy();
  desk.answer('contracts.read', always(buildFuturesContract()));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText('Size')).toBeTruthy();
});

it('shows filled of asked, average price and the cancelled rest when a close was filled in part', async () => {
  await open('reduce');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f1', clientOid: null }));
  const order = {
    ...buildOrder(),
    venue: 'futures',
    tradeType: 'futures',
    symbol: long.symbol,
    id: 'f1',
    size: '5',
  } as const;
  const filled = { ...order, isActive: false, isCancelled: true, filledSize: '2', filledFunds: '188' } as const;
  desk.answer(
    'orders.done',
    always({ items: [filled], page: 1, pageSize: 50, totalItems: 1, totalPages: 1, completeness: whole, asOfMs: 1 }),
  );
  goOn();
  goOn();
  const result = await screen.findByText(/^Filled 2 of 5 lots at average 94,000.*3 lots were cancelled/);
  expect(result.className).toContain('notice-warning');
});

const factOf = (label: string) => screen.getByText(label).nextSibling?.textContent;

it('shows both steps of a reversal before it is sent, with the position and the liquidation price after', async () => {
  await open('reverse');
  expect(factOf('Step 1')).toMatch(/^Sell 5 lots, at worst [\d,.]+, reduce-only$/);
  expect(factOf('Step 2')).toMatch(/^Sell 5 lots, at worst [\d,.]+, \d+×$/);
  expect(factOf('Position after')).toMatch(/^5.*−5/);
  expect(factOf('Liquidation')).toMatch(/≈ [\d,.]+/);
  expect(factOf('Order cost of step 2')).toMatch(/[\d,.]+ USDT/);
});

it('reversed: the second step is offered when the first is proven gone, and its end stays when there is a position again', async () => {
  await open('reverse');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f1', clientOid: null }));
  goOn();
  goOn();
  await screen.findByText('The exchange took it as f1.');
  expect(text()).toContain('Position now: Long 5 lots');
  expect(text()).toContain('If something is left, close it first.');
  act(() => account.tell('positions', []));
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f2', clientOid: null }));
  fireEvent.click(await screen.findByRole('button', { name: /^Sell 5 lots, at worst/ }));
  await screen.findByText('The exchange took it as f2.');
  act(() => account.tell('positions', [buildPosition({ quantity: '-5' })]));
  await waitFor(() => expect(text()).toContain('Position now: Short 5 lots'));
  expect(text()).toContain('Second step: Sell 5 lots, at worst');
  expect(text()).toContain('The exchange took it as f2.');
  expect(text()).not.toContain('close it first');
});

it('reversed by keys alone: Ctrl-Enter opens the other side too, but not by a press that came too early to have read it', async () => {
  await open('reverse');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f1', clientOid: null }));
  goOn();
  goOn();
  await screen.findByText('The exchange took it as f1.');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f2', clientOid: null }));
  goOn();
  act(() => account.tell('positions', []));
  await screen.findByRole('button', { name: /^Sell 5 lots, at worst/ });
  goOn();
  expect(screen.queryByText('The exchange took it as f2.')).toBeNull();
  await waitFor(() => {
    goOn();
    expect(screen.getByText('The exchange took it as f2.')).toBeTruthy();
  });
  expect(desk.calls.filter(({ name }) => name === 'orders.placeFutures')).toHaveLength(2);
});

it('what is known of the position says how old that is once the exchange is silent', async () => {
  await open('reduce');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f1', clientOid: null }));
  goOn();
  goOn();
  const now = await screen.findByText(/^Position now: Long 5 lots/);
  act(() => account.tell('positions', [long], { feed: 'polled', asOfMs: Date.now() - 40_000 }));
  await waitFor(() => expect(now.textContent).toMatch(/polled.*40 s/));
});

it('what is typed most can be picked: how far a stop is from mark, and how much of the position', async () => {
  await open('reduce');
  fireEvent.change(screen.getByLabelText('Exit'), { target: { value: 'stop' } });
  fireEvent.click(screen.getByRole('button', { name: '-2% from mark' }));
  expect(screen.getByLabelText<HTMLInputElement>('Fires when mark is').value).toBe('-2%');
  fireEvent.click(screen.getByRole('button', { name: '50% of the position' }));
  expect(screen.getByLabelText<HTMLInputElement>('Size').value).toBe('50%');
  expect(screen.getByRole('button', { name: '50% of the position' }).getAttribute('aria-pressed')).toBe('true');
});
