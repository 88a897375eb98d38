import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { whole } from '#shared/domain/completeness.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { noteCancel } from '#bridge/account/requested-cancels.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { useCancelOutcomes } from './use-cancel-outcomes.ts';

const order = buildOrder({ id: 'o1', symbol: 'BTC-USDT', filledSize: '0' });
const stop = buildStopOrder({ id: 's1', symbol: 'ETH-USDT' });
let desk: FakeDesk;
let account: FakeAccount;

function Page() {
  useCancelOutcomes('p');
  return <Toaster />;
}

beforeEach(async () => {
  desk = installFakeDesk();
  account = serveAccount(desk, {
    'spot.orders': [order],
    'margin.orders': [],
    'futures.orders': [],
    'spot.stops': [stop],
    'futures.stops': [],
  });
  render(<Page />);
  await act(() => new Promise(resolve => setTimeout(resolve, 50)));
});
afterEach(cleanup);

function endAs(end: Order | null): void {
  const items = end === null ? [] : [end];
  const page = { items, page: 1, pageSize: 50, totalPages: 1, totalItems: items.length };
  desk.answer('orders.done', () => succeed({ ...page, completeness: whole, asOfMs: 1 }));
}

function leave(): void {
  noteCancel({ kind: 'order', profileId: 'p', order });
  act(() => account.publish('spot.orders', []));
}

it('a cancelled order that leaves its list is reported as cancelled, with its filled part', async () => {
  endAs({ ...order, isActive: false, isCancelled: true, filledSize: '0.2' });
  leave();
  expect(await screen.findByText('BTC-USDT: cancelled; 0.2 was filled.')).toBeTruthy();
});

it('an order that left its list before the answer is reported at once', async () => {
  endAs({ ...order, isActive: false, isCancelled: true });
  act(() => account.publish('spot.orders', []));
  act(() => account.publish('spot.stops', []));
  act(() => noteCancel({ kind: 'order', profileId: 'p', order }));
  expect(await screen.findByText('BTC-USDT: cancelled.')).toBeTruthy();
  act(() => noteCancel({ kind: 'stop', profileId: 'p', stop }));
  expect(await screen.findByText('ETH-USDT: the stop is no longer pending.')).toBeTruthy();
});

it('an order that was filled first is not reported as cancelled', async () => {
  endAs({ ...order, isActive: false, isCancelled: false, filledSize: '1' });
  leave();
  expect(await screen.findByText('BTC-USDT: filled before the cancel.')).toBeTruthy();
});

it('an outcome missing in the order history is not guessed', async () => {
  endAs(null);
  leave();
  expect(await screen.findByText('BTC-USDT: the order is no longer open.')).toBeTruthy();
});

it('an outcome is not guessed when the order history cannot be requested', async () => {
  desk.answer('orders.done', () => fail('unreachable', 'No answer.'));
  leave();
  expect(await screen.findByText('BTC-USDT: the order is no longer open.')).toBeTruthy();
});

it('an order that is still open, or in an unknown list, is not reported as ended', async () => {
  noteCancel({ kind: 'order', profileId: 'p', order });
  act(() => account.publish('spot.orders', [order]));
  const { error } = fail('unreachable', 'No answer.');
  act(() => account.publish('margin.orders', [], { asOfMs: null, error }));
  act(() => account.publish('spot.orders', []));
  await act(() => new Promise(resolve => setTimeout(resolve, 50)));
  expect(desk.calls.filter(({ name }) => name === 'orders.done')).toEqual([]);
});

it('a stop that leaves its list is reported as no longer waiting, for any reason', async () => {
  noteCancel({ kind: 'stop', profileId: 'p', stop });
  act(() => account.publish('spot.stops', []));
  expect(await screen.findByText('ETH-USDT: the stop is no longer pending.')).toBeTruthy();
});
