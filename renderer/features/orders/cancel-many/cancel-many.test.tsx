import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Order } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { ActiveOrders } from '../active-orders.tsx';
import { CancelManySheet } from './cancel-many-sheet.tsx';

const sell = (id: string, change: Partial<Order> = {}) => buildOrder({ id, side: 'sell', price: '90', ...change });
const given = [buildOrder({ id: 'b1' }), sell('s1'), sell('s2'), sell('e1', { symbol: 'ETH-USDT' })];
const onMargin = sell('m1', { tradeType: 'cross' });
const future = sell('f1', { venue: 'futures', tradeType: 'futures', symbol: 'XBTUSDTM' });

afterEach(cleanup);

function open({ isReadOnly = false } = {}) {
  const desk = installFakeDesk({ 'symbols.list': always([]) });
  const account = serveAccount(desk, { 'spot.orders': given, 'margin.orders': [onMargin], 'futures.orders': [future] });
  desk.answer('account.refresh', always({}));
  desk.answer('orders.cancel', ({ orderId }) => succeed({ orderId, outcome: 'requested' }));
  desk.answer('margin.cancel', ({ orderId }) => succeed({ orderId, outcome: 'requested' }));
  const market = { venue: 'spot', symbol: 'BTC-USDT' } as const;
  renderPage(
    <>
      <ActiveOrders profile={buildProfile({ isReadOnly })} market={market} />
      <Toaster />
    </>,
  );
  const sent = (...names: readonly string[]) =>
    desk.calls.filter(({ name }) => names.includes(name)).map(({ input }) => input);
  return { desk, account, sent };
}

const button = (name: RegExp | string) => screen.findByRole('button', { name });
const status = () => within(screen.getByRole('dialog')).getByRole('status').textContent;

async function openSheet(scope: RegExp) {
  await userEvent.click(await button(/^Cancel orders…/));
  const which = await screen.findByRole('combobox', { name: 'Which' });
  const option = await screen.findByRole('option', { name: scope });
  await userEvent.selectOptions(which, option);
}

it('the listed sells are confirmed with the count, cancelled each by its own endpoint, and verified by the lists', async () => {
  const { account, sent } = open();
  await openSheet(/^Sells of shown: BTC-USDT \(3\)/);
  expect(screen.getByRole('option', { name: 'All venues: spot, margin and futures (6)' })).toBeTruthy();
  expect(screen.getByText('2 Spot, 1 Cross')).toBeTruthy();
  expect(sent('orders.cancel', 'margin.cancel')).toEqual([]);
  await userEvent.click(await button('Cancel 3 orders'));
  await waitFor(() => expect(status()).toContain('3 of 3 answered'));
  expect(sent('orders.cancel')).toEqual([
    { profileId: 'practice', venue: 'spot', symbol: 'BTC-USDT', orderId: 's1' },
    { profileId: 'practice', venue: 'spot', symbol: 'BTC-USDT', orderId: 's2' },
  ]);
  expect(sent('margin.cancel')).toEqual([{ profileId: 'practice', symbol: 'BTC-USDT', orderId: 'm1' }]);
  await waitFor(() => expect(sent('account.refresh')).toHaveLength(2));
  expect(status()).toContain('Not confirmed yet');
  act(() => account.publish('spot.orders', [buildOrder({ id: 'b1' })]));
  expect(status()).toContain('Not confirmed yet. margin orders: loading again.');
  act(() => account.publish('margin.orders', []));
  expect(status()).toContain('0 of 3 still open.');
  expect(screen.getAllByText('Requested, no longer open')).toHaveLength(3);
});

it('a rejected or lost cancel is shown row by row, never as done, and can be repeated', async () => {
  const { desk, account, sent } = open();
  desk.answer('orders.cancel', ({ orderId }) =>
    orderId === 's1'
      ? fail('exchange-rejected', 'The exchange rejected the request: no.')
      : fail('outcome-unknown', 'It was lost.'),
  );
  desk.answer('margin.cancel', ({ orderId }) => succeed({ orderId, outcome: 'already-done' }));
  await openSheet(/^Sells of shown/);
  await userEvent.click(await button('Cancel 3 orders'));
  await screen.findByText('Outcome unknown, checking: It was lost.');
  await screen.findByText('Rejected: The exchange rejected the request: no.');
  await screen.findByText(/^Nothing left to cancel/);
  act(() => {
    account.publish('spot.orders', [sell('s1')]);
    account.publish('margin.orders', []);
  });
  expect(status()).toContain('3 of 3 answered. 1 of 3 still open.');
  expect(screen.getByText('No response received. Checked: no longer open')).toBeTruthy();
  await userEvent.click(await button('Cancel 1 order again'));
  await waitFor(() => expect(status()).toContain('1 of 1 answered'));
  expect(sent('orders.cancel')).toHaveLength(3);
});

it('an order that arrives while the sheet is open is not cancelled', async () => {
  const { account } = open();
  await openSheet(/^Buys of shown/);
  await button('Cancel 1 order');
  act(() => account.publish('spot.orders', [...given, buildOrder({ id: 'b2' })]));
  expect(await screen.findByText(/1 order placed since your selection/)).toBeTruthy();
  await userEvent.click(await button('Include'));
  await button('Cancel 2 orders');
});

it('the sheet shows 0 of 0 and disables sending without a matching order', async () => {
  const { account, sent } = open();
  await openSheet(/^Buys of shown/);
  act(() => account.publish('spot.orders', []));
  const confirm = await button('Cancel 0 orders');
  expect(confirm.getAttribute('title')).toContain('0 of 0');
  await userEvent.click(confirm);
  expect(sent('orders.cancel', 'margin.cancel')).toEqual([]);
});

it('Shift+Delete on a row opens it; Delete alone asks for the row', async () => {
  open();
  (await screen.findAllByText('BTC-USDT'))[0]?.closest('tr')?.focus();
  await userEvent.keyboard('{Shift>}{Delete}{/Shift}');
  expect(await screen.findByRole('dialog', { name: 'Cancel orders' })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Cancel this order?' })).toBeNull();
});

it('a read-only profile states why cancelling is disabled', async () => {
  open({ isReadOnly: true });
  (await screen.findAllByText('BTC-USDT'))[0]?.closest('tr')?.focus();
  await userEvent.keyboard('{Shift>}{Delete}{/Shift}');
  await screen.findByText('Orders cannot be cancelled now: This profile is read-only');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the sheet cannot be closed while it sends, and a stop sends nothing more', async () => {
  const { desk, account, sent } = open();
  const answers: (() => void)[] = [];
  desk.answer('orders.cancel', ({ orderId }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.push(resolve);
    return promise.then(() => succeed({ orderId, outcome: 'requested' }));
  });
  act(() => account.publish('spot.orders', [...given, sell('s3'), sell('s4')]));
  await openSheet(/^One market: BTC-USDT, spot and margin \(6\)/);
  await userEvent.click(await button('Cancel 6 orders'));
  await waitFor(() => expect(answers).toHaveLength(3));
  await userEvent.click(await button('Close'));
  expect(status()).toBe('0 of 6 answered.');
  await userEvent.click(await button('Stop sending'));
  await act(async () => {
    for (const answer of answers) answer();
    await Promise.resolve();
  });
  await waitFor(() => expect(status()).toContain('3 of 6 answered, 3 not sent. Not confirmed yet'));
  expect(screen.getAllByText('Not sent: stopped by you')).toHaveLength(3);
  expect(sent('orders.cancel', 'margin.cancel')).toHaveLength(3);
});

it('marked rows are the first choice, and Delete on one of several selects all of them', async () => {
  const { sent } = open();
  await screen.findAllByText('BTC-USDT');
  const boxes = screen.getAllByRole('checkbox', { name: /^Mark row/ });
  const [first, second] = boxes;
  if (first === undefined || second === undefined) throw new Error('there are rows');
  await userEvent.click(first);
  await userEvent.click(second);
  second.closest('tr')?.focus();
  await userEvent.keyboard('{Delete}');
  expect(await screen.findByRole('option', { name: 'Marked rows (2)', selected: true })).toBeTruthy();
  await userEvent.click(await button('Cancel 2 orders'));
  await waitFor(() => expect(status()).toContain('2 of 2 answered'));
  expect(sent('orders.cancel', 'margin.cancel')).toHaveLength(2);
});

it('stops use their own endpoint, and those of the margin system are excluded', async () => {
  const desk = installFakeDesk();
  const mine = buildStopOrder({ id: 's1', tradeType: 'cross' });
  const account = serveAccount(desk, {
    'spot.stops': [mine, buildStopOrder({ id: 's2', placedBy: 'margin-system' })],
    'futures.stops': [],
  });
  desk.answer('account.refresh', always({}));
  desk.answer('stops.cancel', ({ orderId }) => succeed({ orderId, outcome: 'requested' }));
  const sheet = {
    market: null,
    validationError: null,
    marked: new Set(['spot:s1', 'spot:s2']),
    onClose: () => undefined,
  };
  renderPage(<CancelManySheet kind="stops" profile={buildProfile()} {...sheet} />);
  await userEvent.click(await button('Cancel 1 stop'));
  await waitFor(() => expect(status()).toContain('1 of 1 answered'));
  expect(desk.calls.filter(({ name }) => name === 'stops.cancel').map(({ input }) => input)).toEqual([
    { profileId: 'practice', venue: 'spot', symbol: mine.symbol, orderId: 's1', isMargin: true },
  ]);
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'account.refresh')).toBe(true));
  act(() => account.publish('spot.stops', []));
  await waitFor(() => expect(status()).toContain('0 of 1 still open.'));
});
