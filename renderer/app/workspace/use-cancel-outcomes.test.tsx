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
  act(() => account.tell('spot.orders', []));
}

it('an order that leaves its list after the request was cancelled, and what had been filled of it is said', async () => {
  endAs({ ...order, isActive: false, isCancelled: true, filledSize: '0.2' });
  leave();
  expect(await screen.findByText('BTC-USDT: cancelled; 0.2 had been filled.')).toBeTruthy();
});

it('an order that has left its list before the answer to the request came is told at once', async () => {
  endAs({ ...order, isActive: false, isCancelled: true });
  act(() => account.tell('spot.orders', []));
  act(() => account.tell('spot.stops', []));
  act(() => noteCancel({ kind: 'order', profileId: 'p', order }));
  expect(await screen.findByText('BTC-USDT: cancelled.')).toBeTruthy();
  act(() => noteCancel({ kind: 'stop', profileId: 'p', stop }));
  expect(await screen.findByText('ETH-USDT: the stop does not wait any more.')).toBeTruthy();
});

it('one that was filled first is not called cancelled', async () => {
  endAs({ ...order, isActive: false, isCancelled: false, filledSize: '1' });
  leave();
  expect(await screen.findByText('BTC-USDT: filled before it could be cancelled.')).toBeTruthy();
});

it('what the done orders do not tell is not guessed', async () => {
  endAs(null);
  leave();
  expect(await screen.findByText('BTC-USDT: the order is not active any more.')).toBeTruthy();
});

it('nor what they cannot be asked for', async () => {
  desk.answer('orders.done', () => fail('unreachable', 'No answer.'));
  leave();
  expect(await screen.findByText('BTC-USDT: the order is not active any more.')).toBeTruthy();
});

it('an order that still rests, or a list that is not known, is not called ended', async () => {
  noteCancel({ kind: 'order', profileId: 'p', order });
  act(() => account.tell('spot.orders', [order]));
  const { error } = fail('unreachable', 'No answer.');
  act(() => account.tell('margin.orders', [], { asOfMs: null, error }));
  act(() => account.tell('spot.orders', []));
  await act(() => new Promise(resolve => setTimeout(resolve, 50)));
  expect(desk.calls.filter(({ name }) => name === 'orders.done')).toEqual([]);
});

it('a stop that leaves its list does not wait any more, whichever way it went', async () => {
  noteCancel({ kind: 'stop', profileId: 'p', stop });
  act(() => account.tell('spot.stops', []));
  expect(await screen.findByText('ETH-USDT: the stop does not wait any more.')).toBeTruthy();
});
