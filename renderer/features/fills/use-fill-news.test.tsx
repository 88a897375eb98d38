import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Fill } from '#shared/domain/account/fill.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { type FakeAccount, serveAccount } from '#bridge/testing/fake-account.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { useUiStore } from '#state/ui-store.ts';
import { dismissToast } from '#ui/feedback/toast-queue.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import { useNewFills } from './new-fills.ts';
import { useFillNews } from './use-fill-news.ts';

const old = buildFill({ tradeId: 'old', orderId: 'o0', createdAtMs: 100 });
const first = buildFill({ tradeId: '1', orderId: 'o1', size: '0.3', price: '96930.1', createdAtMs: 200 });
const last = buildFill({ ...first, tradeId: '2', size: '0.2' });
let account: FakeAccount;
/** a profile of its own for each test: the page keeps the lists of one */
let profileId = '';
let secretHome: 'practice' | 'keychain' = 'keychain';
let count = 0;

function Page() {
  useFillNews({ id: profileId, secretHome });
  return <Toaster />;
}

const toasts = () => screen.queryAllByText(/Bought|Sold/u).map(({ textContent }) => textContent);

async function open(fills: readonly Fill[]): Promise<void> {
  account = serveAccount(installFakeDesk(), {
    'spot.orders': [buildOrder({ id: 'o1', symbol: 'BTC-USDT', size: '0.5', filledSize: '0' })],
    'margin.orders': [],
    'futures.orders': [],
    'spot.fills': fills,
    'margin.fills': [],
    'futures.fills': [],
  });
  render(<Page />);
  await waitFor(() => {
    for (const part of ['spot', 'margin', 'futures'])
      expect(useUiStore.getState().fillsSeenMs).toHaveProperty(`${profileId}:${part}`);
  });
}

const seen = () =>
  Object.entries(useUiStore.getState().fillsSeenMs).map(([part, seenMs]) => [part.split(':')[1], seenMs]);

beforeEach(() => {
  useUiStore.setState(useUiStore.getInitialState());
  count += 1;
  secretHome = 'keychain';
  profileId = `p${count}`;
});
afterEach(() => {
  act(() => {
    for (let id = 1; id < 100; id += 1) dismissToast(id);
  });
  cleanup();
});

it('history is not reported; an order has one toast, updated with its parts', async () => {
  await open([old]);
  expect(toasts()).toEqual([]);
  expect(Object.fromEntries(seen())).toEqual({ spot: 100, margin: 0, futures: 0 });
  act(() => account.publish('spot.fills', [first, old]));
  await waitFor(() => expect(toasts()).toEqual(['Bought 0.3 of 0.5 BTC-USDT at 96,930.1']));
  act(() => account.publish('spot.fills', [last, first, old]));
  await waitFor(() => expect(toasts()).toEqual(['Bought 0.5 BTC-USDT at 96,930.1, filled']));
  expect(seen()).toContainEqual(['spot', 200]);
});

it('new rows are highlighted for a moment', async () => {
  const alone = buildFill({ ...first, tradeId: 'alone' });
  await open([old]);
  const lit = vi.fn<(keys: ReadonlySet<string>) => void>();
  const undo = useNewFills.subscribe(state => lit(state.keys));
  act(() => account.publish('spot.fills', [alone, old]));
  await waitFor(() => expect(lit.mock.calls.some(([keys]) => keys.has(fillKey(alone)))).toBe(true));
  await waitFor(() => expect(useNewFills.getState().keys.has(fillKey(alone))).toBe(false), { timeout: 20_000 });
  undo();
});

it('fills of many orders at once are one message, and actions of the exchange are separate', async () => {
  await open([]);
  const many = ['a', 'b', 'c', 'd'].map(orderId => buildFill({ orderId, createdAtMs: 300 }));
  const taken = buildFill({ orderId: 'l', side: 'sell', cause: 'liquidation', createdAtMs: 300 });
  act(() => account.publish('spot.fills', [...many, taken]));
  await waitFor(() => expect(toasts()).toHaveLength(2));
  expect(toasts()[0]).toBe('Liquidated: Sold 1 BTC-USDT at 100');
  expect(toasts()[1]).toMatch(/^4 orders were filled, in whole or in part: /u);
});

it('fills while away are reported once', async () => {
  useUiStore.setState({ fillsSeenMs: { [`${profileId}:spot`]: 100 } });
  await open([first, old]);
  const text =
    'Activity since your last session, at most 24 hours: 1 order was filled, in whole or in part: Bought 0.3 BTC-USDT.';
  await waitFor(() => expect(toasts()).toEqual([text]));
  expect(seen()).toContainEqual(['spot', 200]);
  cleanup();
  act(() => {
    for (let id = 1; id < 100; id += 1) dismissToast(id);
  });
  await open([first, old]);
  await act(() => new Promise(resolve => setTimeout(resolve, 100)));
  expect(toasts()).toEqual([]);
});

it('an exchange that restarts with Fathom has no fills while away', async () => {
  secretHome = 'practice';
  useUiStore.setState({ fillsSeenMs: { [`${profileId}:spot`]: 100, [`${profileId}:margin`]: 0 } });
  await open([first, old]);
  expect(toasts()).toEqual([]);
});
