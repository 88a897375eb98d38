import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { whole } from '#shared/domain/completeness.ts';
import type { Order } from '#shared/domain/account/order.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildArchivedPage, buildListCoverage } from '#shared/testing/archive/build-archived-page.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { createQueryClient } from '#bridge/query-client.ts';
import { anyReadKey } from '#bridge/query-keys.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { useUiStore } from '#state/ui-store.ts';
import { DoneOrders } from './done-orders.tsx';

const dayMs = 86_400_000;
const nowMs = Date.now();
const done = (id: string, ageDays: number, change: Partial<Order> = {}) =>
  buildOrder({ id, isActive: false, isCancelled: true, createdAtMs: nowMs - ageDays * dayMs, ...change });

function open(newest: readonly Order[], sinceMs: number) {
  const desk = installFakeDesk({ 'symbols.list': always([]) });
  serveAccount(desk, {});
  desk.answer('orders.done', ({ margin }) => {
    const items = margin === undefined ? [...newest] : [];
    const page = { page: 1, pageSize: 100, totalItems: items.length, totalPages: 1 };
    return succeed({ ...page, items, completeness: whole, asOfMs: Date.now(), sinceMs });
  });
  desk.answer('history.orders', always(buildArchivedPage<Order>([])));
  const client = createQueryClient();
  renderPage(<DoneOrders profile={buildProfile()} market={spotMarket()} />, client);
  return { desk, client };
}
afterEach(() => {
  cleanup();
  useUiStore.setState({ openCard: null });
});

const ends = () => screen.findByRole('group', { name: 'End of the list' });
const rows = async () => (await screen.findAllByRole('row')).slice(1).length;

it('order history reads older orders from the archive page by page, each once, and says what the archive covers', async () => {
  const { desk } = open([done('a', 1), done('b', 2)], nowMs - 2 * dayMs);
  const next = { timeMs: nowMs - 8 * dayMs, key: 'c' };
  desk.answer('history.orders', ({ after }) =>
    succeed(
      after === null ? buildArchivedPage([done('b', 2), done('c', 8)], { next }) : buildArchivedPage([done('d', 30)]),
    ),
  );
  const read = await within(await ends()).findByText('Read older');
  expect(await rows()).toBe(3);
  fireEvent.click(read);
  expect(await screen.findByText(/^The archive covers since .*\. It has no older rows\.$/)).toBeTruthy();
  expect(await rows()).toBe(4);
  const asked = desk.calls.filter(({ name }) => name === 'history.orders').map(({ input }) => input);
  expect(asked.at(-1)).toMatchObject({ venue: 'spot', symbol: 'BTC-USDT', after: next });
});

it('order history shows the newest orders, and that older ones may be missing, before the archive has read them', async () => {
  const { desk } = open([done('a', 1)], nowMs - 2 * dayMs);
  desk.answer('history.orders', () =>
    succeed(buildArchivedPage<Order>([], { coverage: buildListCoverage({ startMs: null, covered: [] }) })),
  );
  expect(
    await screen.findByText(/^The archive has not read this list yet\. Rows before .* may be missing\./),
  ).toBeTruthy();
  expect(await rows()).toBe(1);
});

it('order history shows the newest orders and why older ones are missing when the archive fails', async () => {
  const { desk } = open([done('a', 1)], nowMs - 2 * dayMs);
  desk.answer('history.orders', () => fail('storage', 'The archive cannot be read.'));
  expect((await screen.findByRole('alert')).textContent).toContain('The archive cannot be read.');
  expect(await rows()).toBe(1);
});

it('order history is partial when archived rows cannot be read', async () => {
  const { desk } = open([done('a', 1)], nowMs - 2 * dayMs);
  desk.answer('history.orders', () => succeed(buildArchivedPage<Order>([], { unreadableCount: 2 })));
  const mark = await screen.findByText('partial');
  expect(mark.title).toContain('archived rows. 2 of them cannot be read.');
});

it('order history opens the timeline of an order by I on its row', async () => {
  open([done('a', 1)], nowMs - 2 * dayMs);
  await rows();
  const row = document.querySelector<HTMLElement>('tr[data-row-key]');
  act(() => row?.focus());
  if (row !== null) fireEvent.keyDown(row, { key: 'i' });
  expect(useUiStore.getState().openCard).toMatchObject({ kind: 'timeline', of: { orderId: 'a' } });
});

it('order history is partial when pairs of the other spot family could not be asked', async () => {
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

it('order history adds up the marked ones, each unit for itself', async () => {
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
