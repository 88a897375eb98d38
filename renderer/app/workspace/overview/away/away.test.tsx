import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallInput } from '#shared/contract.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import { firstOversight, type Oversight } from '#shared/domain/account/oversight.ts';
import { whole } from '#shared/domain/completeness.ts';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { ArchivedPage } from '#shared/domain/archive/archived-page.ts';
import { buildArchivedPage, buildListCoverage } from '#shared/testing/archive/build-archived-page.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { endDeferral } from '#bridge/reads/deferral.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { OverviewDesk } from '../overview-desk.tsx';

const hourMs = 3_600_000;
const nowMs = Date.now();
const ago = (hours: number) => nowMs - hours * hourMs;
const profile = buildProfile({ id: 'p', secretHome: 'keychain' });

beforeEach(endDeferral);
afterEach(cleanup);

interface Given {
  readonly awayHours: number;
  readonly recent?: readonly Fill[];
  readonly past?: readonly Fill[];
  readonly archive?: Partial<ArchivedPage<Fill>>;
  readonly done?: readonly Order[];
  readonly money?: readonly LedgerEntry[];
  readonly actions?: readonly Intent[];
  readonly oversight?: Partial<Oversight>;
}

const lateBy = <T extends { readonly createdAtMs: number | null }>(rows: readonly T[], fromMs: number, toMs: number) =>
  rows.filter(({ createdAtMs }) => (createdAtMs ?? 0) >= fromMs && (createdAtMs ?? 0) <= toMs);

/** The overview of a user who was away for this long until now. */
function open({ awayHours, recent = [], past = [], archive, done = [], money = [], actions = [], oversight }: Given) {
  const absence = { fromMs: ago(awayHours), toMs: ago(0.1) };
  const answer = { completeness: whole, asOfMs: nowMs };
  const page = { page: 1, pageSize: 100, totalItems: 0, totalPages: 1 };
  const desk = installFakeDesk({
    'presence.read': always({ openedAtMs: ago(0.1), absences: [absence] }),
    'oversight.read': always({ ...firstOversight, ...oversight }),
    'oversight.save': always({}),
    'intents.list': always([...actions]),
    'orders.done': ({ venue, margin }) => {
      const items = venue === 'spot' && margin === undefined ? [...done] : [];
      return succeed({ ...page, ...answer, items, sinceMs: ago(2) });
    },
    'history.orders': always(buildArchivedPage<Order>([])),
    'history.fills': always(buildArchivedPage(past, archive)),
    'ledger.list': ({ fromMs, toMs }) => succeed({ ...answer, items: [...lateBy(money, fromMs, toMs)] }),
  });
  serveAccount(desk, { 'spot.fills': [...recent], 'margin.fills': [], 'futures.fills': [] });
  renderPage(<OverviewDesk profile={profile} />);
  return {
    desk,
    panel: () => within(screen.getByRole('region', { name: 'Activity since' })),
    asked: <N extends 'ledger.list'>(name: N) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the input of this very name
      desk.calls.filter(call => call.name === name).map(({ input }) => input as CallInput<N>),
  };
}

const fillAt = (id: `${number}`, hours: number) =>
  buildFill({ tradeId: id, orderId: id, size: id, createdAtMs: ago(hours) });

const booking = (id: `${number}`, hours: number): LedgerEntry => ({
  id,
  currency: 'USDT',
  accountType: 'MAIN',
  bizType: 'WITHDRAWAL',
  direction: 'out',
  amount: id,
  fee: null,
  balance: null,
  createdAtMs: ago(hours),
});

it('activity lists the events of the two days in which Fathom was closed, without a click', async () => {
  const { panel, asked } = open({
    awayHours: 48,
    recent: [fillAt('3', 1)],
    past: [fillAt('4', 40), fillAt('5', 60)],
    done: [buildOrder({ isActive: false, isCancelled: true, createdAtMs: ago(50), updatedAtMs: ago(20) })],
    money: [booking('700', 2), booking('800', 44), booking('900', 50)],
  });
  await vi.waitFor(() => expect(panel().getAllByRole('listitem')).toHaveLength(5), 20_000);
  const cells = panel()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(
    cells.map(
      text => /Bought \d|\d00 USDT main → outside \(withdrawal\)|cancelled, not from this window/u.exec(text)?.[0],
    ),
  ).toEqual([
    'Bought 3',
    '700 USDT main → outside (withdrawal)',
    'cancelled, not from this window',
    'Bought 4',
    '800 USDT main → outside (withdrawal)',
  ]);
  within(panel().getByLabelText('Start time')).getByText(/then away for 1 d/u);
  // what is older than was asked for is not read
  expect(Math.min(...asked('ledger.list').map(({ fromMs }) => fromMs))).toBe(ago(48));
});

it('requests one week of a longer absence, and shows the limit', async () => {
  const { panel, asked } = open({ awayHours: 24 * 30, recent: [fillAt('3', 1)] });
  await panel().findByText(/older than 7 days is not loaded/u);
  await vi.waitFor(() => expect(asked('ledger.list').length).toBeGreaterThan(1), { timeout: 20_000 });
  expect(Math.min(...asked('ledger.list').map(({ fromMs }) => fromMs))).toBeGreaterThan(ago(24 * 8));
});

it('activity with many rows lists the newest, counts all, and says so', async () => {
  const many = Array.from({ length: 250 }, (_, index) => fillAt(`${index + 1}`, 1 + index / 1000));
  const { panel } = open({ awayHours: 12, recent: many });
  await panel().findByText('The newest 200 of 250 are shown.');
  expect(panel().getAllByRole('listitem')).toHaveLength(200);
  panel().getByText('250 fills');
});

it('activity names unreadable parts with the reason, and lists the rest', async () => {
  const { desk, panel } = open({ awayHours: 12, recent: [fillAt('3', 1)] });
  await panel().findByText(/Bought 3/u);
  desk.answer('ledger.list', () => fail('permission', 'this key may not see it'));
  cleanup();
  renderPage(<OverviewDesk profile={profile} />);
  await panel().findByText('Transfers and ledger: this key may not see it');
  panel().getByText(/Sub-accounts: no answer for/u);
});

it('activity panel says since when fills may be missing because the archive does not cover them', async () => {
  const paused = { coverage: buildListCoverage({ obstacle: 'paused', covered: [] }) };
  const { panel } = open({ awayHours: 48, recent: [fillAt('3', 1)], archive: paused });
  expect(await panel().findByText(/^Fills before .* may be missing: they are not in the archive\.$/u)).toBeTruthy();
});

it('hides acknowledged activity, and shows it again for an earlier start time', async () => {
  const { panel } = open({
    awayHours: 12,
    recent: [fillAt('3', 5), fillAt('4', 1)],
    oversight: { overviewSeenAtMs: ago(3) },
  });
  await panel().findByText(/Bought 4/u);
  expect(panel().queryByText(/Bought 3/u)).toBeNull();
  const picker = panel().getByLabelText('Start time');
  const absence = within(picker).getByText(/then away for/u);
  fireEvent.change(picker, { target: { value: absence.getAttribute('value') } });
  await panel().findByText(/Bought 3/u);
  fireEvent.click(panel().getByRole('button', { name: 'Acknowledge' }));
  await vi.waitFor(() => expect(panel().queryByText(/Bought/u)).toBeNull(), { timeout: 20_000 });
});

it('activity does not attribute an order to another program when the user cancelled many at once', async () => {
  const killed: Intent = {
    id: 'i',
    profileId: 'p',
    kind: 'kill-switch',
    key: 'k',
    symbol: '',
    summary: 'Cancel all',
    state: 'acknowledged',
    detail: null,
    createdAtMs: ago(3),
    updatedAtMs: ago(2.9),
  };
  const cancelled = (id: string, hours: number) =>
    buildOrder({ id, isActive: false, isCancelled: true, createdAtMs: ago(5), updatedAtMs: ago(hours) });
  const { panel } = open({ awayHours: 12, done: [cancelled('1', 2.95), cancelled('2', 2)], actions: [killed] });
  expect(await panel().findAllByText(/by your bulk cancel/u)).toHaveLength(1);
  expect(panel().getAllByText(/not from this window/u)).toHaveLength(1);
});

const ended = (order: Partial<Order>) => buildOrder({ isActive: false, isCancelled: true, ...order });

it('activity names the time in force that ended an order', async () => {
  const done = [
    ended({ id: '1', timeInForce: 'IOC', createdAtMs: ago(4), updatedAtMs: ago(4) }),
    ended({ id: '2', timeInForce: 'GTT', cancelAfterS: 3600, createdAtMs: ago(3), updatedAtMs: ago(2) }),
    ended({ id: '3', timeInForce: 'GTT', cancelAfterS: 7200, createdAtMs: ago(3), updatedAtMs: ago(2) }),
  ];
  const { panel } = open({ awayHours: 12, done });
  expect(await panel().findAllByText(/was cancelled by its time in force \(IOC\)/u)).toHaveLength(1);
  expect(panel().getAllByText(/expired \(GTT\)/u)).toHaveLength(1);
  expect(panel().getAllByText(/not from this window/u)).toHaveLength(1);
});
