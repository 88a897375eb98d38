import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { whole } from '#shared/domain/completeness.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { anyReadKey } from '#bridge/query-keys.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { DoneOrders } from './done-orders.tsx';

const dayMs = 86_400_000;
const nowMs = Date.now();
const done = (id: string, ageDays: number, change: Partial<Order> = {}) =>
  buildOrder({ id, isActive: false, isCancelled: true, createdAtMs: nowMs - ageDays * dayMs, ...change });
const none = { items: [], next: null, end: 'It keeps six months.', forgotten: [], asOfMs: nowMs };

function open(newest: readonly Order[], sinceMs: number) {
  const desk = installFakeDesk({ 'symbols.list': always([]) });
  const account = serveAccount(desk, { 'spot.orders': [done('open', 40, { isActive: true })], 'margin.orders': [] });
  desk.answer('orders.done', ({ margin }) => {
    const items = margin === undefined ? [...newest] : [];
    const page = { page: 1, pageSize: 100, totalItems: items.length, totalPages: 1 };
    return succeed({ ...page, items, completeness: whole, asOfMs: Date.now(), sinceMs });
  });
  desk.answer('history.orders', always(none));
  const client = createQueryClient();
  renderPage(<DoneOrders profile={buildProfile()} market={spotMarket()} />, client);
  return { desk, account, client };
}
afterEach(cleanup);

const ends = () => screen.findByRole('group', { name: 'End of the list' });
const rows = async () => (await screen.findAllByRole('row')).slice(1).length;

it('older orders come window by window, each once, and the end says what the exchange has forgotten', async () => {
  const { desk } = open([done('a', 1), done('b', 2)], nowMs - 2 * dayMs);
  desk.answer('history.orders', ({ margin, at }) => {
    if (margin !== undefined) return succeed(none);
    if (at.toMs > nowMs - 5 * dayMs) {
      const next = { toMs: nowMs - 9 * dayMs, after: null };
      // what was told as one of the newest is told again
      return succeed({ ...none, items: [done('b', 2), done('c', 8)], next, end: null });
    }
    const reason = 'The exchange keeps cancelled orders for one month.';
    return succeed({ ...none, forgotten: [{ part: 'cancelled orders before May', reason, asOfMs: null }] });
  });
  expect(await rows()).toBe(2);
  fireEvent.click(within(await ends()).getByText('Read older'));
  expect(
    await screen.findByText(
      'It keeps six months. No cancelled orders before May: The exchange keeps cancelled orders for one month. Nothing older can be had.',
    ),
  ).toBeTruthy();
  expect(await rows()).toBe(3);
});

it('are partial when pairs of the other spot family could not be asked', async () => {
  const { desk, client } = open([done('a', 1)], nowMs - 2 * dayMs);
  const coverage = {
    account: 'high-frequency',
    pairs: ['BTC-USDT'],
    otherPairs: 'Fathom knows no other pair.',
    classicFailure: null,
    highFrequencyFailure: null,
  } as const;
  desk.answer('orders.done', () =>
    succeed({
      page: 1,
      pageSize: 100,
      totalItems: 1,
      totalPages: 1,
      items: [done('a', 1)],
      completeness: whole,
      coverage: { ...coverage, pairs: [...coverage.pairs] },
      asOfMs: Date.now(),
      sinceMs: nowMs - 2 * dayMs,
    }),
  );
  await act(() => client.invalidateQueries({ queryKey: anyReadKey('orders.done') }));
  const mark = await screen.findByText('partial');
  expect(mark.title).toContain('high-frequency orders of pairs other than BTC-USDT. Fathom knows no other pair.');
});

it('an order of long ago that ends while nobody hears of it is looked for where it was made', async () => {
  const { desk, account, client } = open([done('a', 1)], nowMs - 2 * dayMs);
  await ends();
  const late = done('open', 40);
  desk.answer('history.orders', ({ fromMs, at }) =>
    succeed({ ...none, items: fromMs === late.createdAtMs && at.toMs === fromMs + 1 ? [late] : [], end: null }),
  );
  act(() => account.tell('spot.orders', []));
  const page = { page: 1, pageSize: 100, totalItems: 1, totalPages: 1, items: [done('a', 1)], completeness: whole };
  // the newest are told again, and it is not among them: it was made long before
  desk.answer('orders.done', () => succeed({ ...page, asOfMs: Date.now() + 120_000, sinceMs: nowMs - 2 * dayMs }));
  await act(() => client.invalidateQueries({ queryKey: anyReadKey('orders.done') }));
  const asked = await waitFor(() => {
    const input = desk.calls.find(({ name }) => name === 'history.orders')?.input;
    expect(input).toBeDefined();
    return input;
  });
  expect(asked).toMatchObject({ fromMs: late.createdAtMs, at: { toMs: late.createdAtMs + 1 } });
  // it stands where it was made, and shows once the list is known down to there
  desk.answer('history.orders', always(none));
  fireEvent.click(await within(await ends()).findByText('Read older'));
  await screen.findByText(/Nothing older can be had/);
  expect(await rows()).toBe(2);
});

it('a key that may not read one list is told at the end, and the others go on', async () => {
  const { desk } = open([done('a', 1)], nowMs - 2 * dayMs);
  desk.answer('history.orders', ({ margin }) =>
    margin === 'cross' ? fail('permission', 'The key may not read margin.') : succeed(none),
  );
  fireEvent.click(within(await ends()).getByText('Read older'));
  expect(await screen.findByText(/done cross margin orders: The key may not read margin\./)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('adds up the marked ones, each unit for itself', async () => {
  open(
    [
      done('a', 1, { filledSize: '0.1', filledFunds: '100', size: '0.5' }),
      done('b', 2, { filledSize: '0.2', filledFunds: '220', size: '0.5' }),
    ],
    0,
  );
  for (const box of await screen.findAllByRole('checkbox', { name: /^Mark row/ })) fireEvent.click(box);
  const totals = screen.getByRole('status', { name: 'Totals of the marked rows' });
  expect(totals.textContent).toContain('2 marked');
  expect(totals.textContent).toMatch(/Size 1 BTC, average 0\.5/);
  // prices are not added up
  expect(totals.textContent).not.toContain('Average');
});
