import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { whole } from '#shared/domain/completeness.ts';
import type { Position } from '#shared/domain/market/futures.ts';
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

async function open(mode: ExitMode, positions: readonly Position[] = [long]): Promise<void> {
  const contract = buildFuturesContract();
  desk = installFakeDesk({
    'contracts.list': always([contract]),
    'contracts.read': always(contract),
    'contracts.riskLevels': always([]),
    'intents.list': always([]),
  });
  desk.answer('policy.read', () => fail('unreachable', 'no policy here'));
  account = serveAccount(desk, { positions });
  renderPage(
    <ExitSheet profile={profile} position={positions[0] ?? long} mode={mode} size="100%" onClose={() => {}} />,
  );
  await waitFor(() => {
    pushBook('94000', '94001');
    expect(screen.getByText(/^est\. fill \d+ at 94,000/)).toBeTruthy();
  });
}

const submit = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter', ctrlKey: true });
const text = () => screen.getByRole('dialog').textContent;

it('exit sheet reports the sent order, whatever the book does', async () => {
  await open('reduce');
  desk.answer('orders.placeFutures', () => fail('outcome-unknown', 'The answer was lost.'));
  submit();
  submit();
  await screen.findByText(/^Outcome unknown/);
  pushBook('93000', '93001');
  await act(() => new Promise(resolve => setTimeout(resolve, 250)));
  expect(screen.getByText('Sell 5 lots at market, at worst 93,530, reduce-only')).toBeTruthy();
  expect(text()).not.toContain('92,535');
});

it('exit sheet reviews with Enter in a field and never sends with it', async () => {
  await open('reduce');
  fireEvent.keyDown(screen.getByLabelText('Size'), { key: 'Enter' });
  expect(await screen.findByRole('button', { name: /^Sell 5 lots at market/ })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter' });
  expect(desk.calls.map(({ name }) => name)).not.toContain('orders.placeFutures');
});

it('exit sheet groups the digits of the size on its button', async () => {
  await open('reduce', [buildPosition({ quantity: '2400' })]);
  fireEvent.keyDown(screen.getByLabelText('Size'), { key: 'Enter' });
  expect(await screen.findByRole('button', { name: /^Sell 2,400 lots at market/ })).toBeTruthy();
});

it('exit sheet neither reviews nor sends with the Enter of an input method', async () => {
  await open('reduce');
  const composed = { key: 'Enter', isComposing: true } as const;
  fireEvent.keyDown(screen.getByLabelText('Size'), composed);
  fireEvent.keyDown(screen.getByLabelText('Size'), { ...composed, ctrlKey: true });
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy();
  fireEvent.keyDown(screen.getByLabelText('Size'), { key: 'Enter' });
  await screen.findByRole('button', { name: /^Sell 5 lots at market/ });
  fireEvent.keyDown(screen.getByRole('dialog'), { ...composed, ctrlKey: true });
  expect(desk.calls.map(({ name }) => name)).not.toContain('orders.placeFutures');
});

it('exit sheet shows why the contract cannot be read, and opens after a retry', async () => {
  desk = installFakeDesk({ 'intents.list': always([]) });
  desk.answer('contracts.read', () => fail('unreachable', 'The exchange did not answer.'));
  account = serveAccount(desk, { positions: [long] });
  renderPage(<ExitSheet profile={profile} position={long} mode="reduce" size="100%" onClose={() => {}} />);
  expect(await screen.findByText('The exchange did not answer.')).toBeTruthy();
  desk.answer('contracts.read', always(buildFuturesContract()));
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText('Size')).toBeTruthy();
});

it('exit sheet closes the whole position at market when the exchange states no tick size', async () => {
  desk = installFakeDesk({
    'contracts.list': always([]),
    'contracts.read': always({ ...buildFuturesContract(), tickSize: null }),
    'contracts.riskLevels': always([]),
    'intents.list': always([]),
    'orders.placeFutures': always({ orderId: 'f1', clientOid: null }),
  });
  account = serveAccount(desk, { positions: [long] });
  renderPage(<ExitSheet profile={profile} position={long} mode="reduce" size="50%" onClose={() => {}} />);
  expect(await screen.findByText(/^The exchange does not state tickSize of XBTUSDTM, so no new order/)).toBeTruthy();
  submit();
  fireEvent.click(await screen.findByRole('button', { name: 'Sell 5 lots at market, reduce-only' }));
  await screen.findByText('Accepted by the exchange as f1.');
  const order = { side: 'sell', type: 'market', size: '5', isReduceOnly: true };
  expect(desk.calls.find(({ name }) => name === 'orders.placeFutures')?.input).toMatchObject({ order });
});

it('exit sheet rejects a stop when the exchange states no tick size', async () => {
  desk = installFakeDesk({
    'contracts.list': always([]),
    'contracts.read': always({ ...buildFuturesContract(), tickSize: null }),
    'contracts.riskLevels': always([]),
    'intents.list': always([]),
  });
  account = serveAccount(desk, { positions: [long] });
  renderPage(<ExitSheet profile={profile} position={long} mode="stop" size="100%" onClose={() => {}} />);
  expect(await screen.findByText(/^The exchange does not state tickSize of XBTUSDTM/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

it('exit sheet shows filled of requested size, average price and the cancelled rest of a partial close', async () => {
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
  submit();
  submit();
  const result = await screen.findByText(/^Filled 2 of 5 lots at average 94,000.*Cancelled: 3 lots/);
  expect(result.className).toContain('notice-warning');
});

const factOf = (label: string) => screen.getByText(label).nextSibling?.textContent;

it('exit sheet shows both steps of a reversal before it is sent, with the position and the liquidation price after', async () => {
  await open('reverse');
  expect(factOf('Step 1')).toMatch(/^Sell 5 lots, at worst [\d,.]+, reduce-only$/);
  expect(factOf('Step 2')).toMatch(/^Sell 5 lots, at worst [\d,.]+, \d+×$/);
  expect(factOf('Position after')).toMatch(/^5.*−5/);
  expect(factOf('Liquidation')).toMatch(/≈ [\d,.]+/);
  expect(factOf('Order cost of step 2')).toMatch(/[\d,.]+ USDT/);
  // there is no policy to read here
  expect(factOf('Policy, step 2')).toBe(factOf('Policy'));
});

it('reversal in hedge mode warns that the other side is open already, and shows the result of the second step', async () => {
  const hedged = { ...long, positionSide: 'long' } as const;
  const short = buildPosition({ quantity: '-7', positionSide: 'short', positionCost: '-659.57' });
  await open('reverse', [hedged, short]);
  expect(screen.getByRole('alert').textContent).toBe(
    'A short position of 7 lots is already open in this contract. Step 2 adds to it.',
  );
  expect(text()).toContain('Position after−7→ becomes −12 lots');
  cleanup();
  await open('reverse', [hedged]);
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  await open('reverse');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reversal offers the second step when the first is proven closed, and keeps its end for a new position', async () => {
  await open('reverse');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f1', clientOid: null }));
  submit();
  submit();
  await screen.findByText('Accepted by the exchange as f1.');
  expect(text()).toContain('Position now: Long 5 lots');
  expect(text()).toContain('Close the remainder first.');
  act(() => account.publish('positions', []));
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f2', clientOid: null }));
  fireEvent.click(await screen.findByRole('button', { name: /^Sell 5 lots, at worst/ }));
  await screen.findByText('Accepted by the exchange as f2.');
  act(() => account.publish('positions', [buildPosition({ quantity: '-5' })]));
  await waitFor(() => expect(text()).toContain('Position now: Short 5 lots'));
  expect(text()).toContain('Step 2: Sell 5 lots, at worst');
  expect(text()).toContain('Accepted by the exchange as f2.');
  expect(text()).not.toContain('close it first');
});

it('reversal by keys alone: Ctrl-Enter opens the other side too, but not by a press too early to have read it', async () => {
  await open('reverse');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f1', clientOid: null }));
  submit();
  submit();
  await screen.findByText('Accepted by the exchange as f1.');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f2', clientOid: null }));
  submit();
  act(() => account.publish('positions', []));
  await screen.findByRole('button', { name: /^Sell 5 lots, at worst/ });
  submit();
  expect(screen.queryByText('Accepted by the exchange as f2.')).toBeNull();
  await waitFor(() => {
    submit();
    expect(screen.getByText('Accepted by the exchange as f2.')).toBeTruthy();
  });
  expect(desk.calls.filter(({ name }) => name === 'orders.placeFutures')).toHaveLength(2);
});

it('exit sheet states the age of the position once the exchange is silent', async () => {
  await open('reduce');
  desk.answer('orders.placeFutures', () => succeed({ orderId: 'f1', clientOid: null }));
  submit();
  submit();
  const now = await screen.findByText(/^Position now: Long 5 lots/);
  act(() => account.publish('positions', [long], { feed: 'polled', asOfMs: Date.now() - 40_000 }));
  await waitFor(() => expect(now.textContent).toMatch(/polled.*40 s/));
});

it('exit sheet offers the most common values: the distance of a stop from mark, and the share of the position', async () => {
  await open('reduce');
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'stop' } });
  fireEvent.click(screen.getByRole('button', { name: '-2% from mark' }));
  expect(screen.getByLabelText<HTMLInputElement>('Trigger when mark is').value).toBe('-2%');
  fireEvent.click(screen.getByRole('button', { name: '50% of the position' }));
  expect(screen.getByLabelText<HTMLInputElement>('Size').value).toBe('50%');
  expect(screen.getByRole('button', { name: '50% of the position' }).getAttribute('aria-pressed')).toBe('true');
});
