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
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { letOthersGoOn } from '#bridge/opening/book-first.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { OverviewDesk } from '../overview-desk.tsx';

const hourMs = 3_600_000;
const nowMs = Date.now();
const ago = (hours: number) => nowMs - hours * hourMs;
const profile = buildProfile({ id: 'p', secretHome: 'keychain' });

beforeEach(letOthersGoOn);
afterEach(cleanup);

interface Given {
  readonly awayHours: number;
  readonly recent?: readonly Fill[];
  readonly past?: readonly Fill[];
  readonly done?: readonly Order[];
  readonly money?: readonly LedgerEntry[];
  readonly acts?: readonly Intent[];
  readonly oversight?: Partial<Oversight>;
}

const lateBy = <T extends { readonly createdAtMs: number }>(rows: readonly T[], fromMs: number, toMs: number) =>
  rows.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs <= toMs);

/** The overview of somebody who has been away for so long until a moment ago. */
function open({ awayHours, recent = [], past = [], done = [], money = [], acts = [], oversight }: Given) {
  const absence = { fromMs: ago(awayHours), toMs: ago(0.1) };
  const answer = { completeness: whole, asOfMs: nowMs };
  const step = { next: null, end: null, forgotten: [], asOfMs: nowMs };
  const page = { page: 1, pageSize: 100, totalItems: 0, totalPages: 1 };
  const desk = installFakeDesk({
    'presence.read': always({ openedAtMs: ago(0.1), absences: [absence] }),
    'oversight.read': always({ ...firstOversight, ...oversight }),
    'oversight.save': always({}),
    'intents.list': always([...acts]),
    'orders.done': ({ venue, margin }) => {
      const items = venue === 'spot' && margin === undefined ? [...done] : [];
      return succeed({ ...page, ...answer, items, sinceMs: ago(2) });
    },
    'history.orders': always({ ...step, items: [] }),
    'history.fills': ({ venue, margin, at }) => {
      const items = venue === 'spot' && margin === undefined ? lateBy(past, 0, at.toMs) : [];
      return succeed({ ...step, items: [...items] });
    },
    'ledger.list': ({ fromMs, toMs }) => succeed({ ...answer, items: [...lateBy(money, fromMs, toMs)] }),
  });
  serveAccount(desk, { 'spot.fills': [...recent], 'margin.fills': [], 'futures.fills': [] });
  renderPage(<OverviewDesk profile={profile} />);
  return {
    desk,
    panel: () => within(screen.getByRole('region', { name: 'While you were away' })),
    asked: <N extends 'history.fills' | 'ledger.list'>(name: N) =>
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

it('who never pressed anything finds what happened in the two days in which Fathom was shut', async () => {
  const { panel, asked } = open({
    awayHours: 48,
    recent: [fillAt('3', 1)],
    past: [fillAt('4', 40), fillAt('5', 60)],
    done: [buildOrder({ isActive: false, isCancelled: true, createdAtMs: ago(50), updatedAtMs: ago(20) })],
    money: [booking('700', 2), booking('800', 44), booking('900', 50)],
  });
  await vi.waitFor(() => expect(panel().getAllByRole('listitem')).toHaveLength(5), 5000);
  const told = panel()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(
    told.map(text => /Bought \d|\d00 USDT main → outside \(withdrawal\)|cancelled, not by you/u.exec(text)?.[0]),
  ).toEqual([
    'Bought 3',
    '700 USDT main → outside (withdrawal)',
    'cancelled, not by you',
    'Bought 4',
    '800 USDT main → outside (withdrawal)',
  ]);
  within(panel().getByLabelText('Since when')).getByText(/then away for 1 d/u);
  // what is older than was asked for is not read
  expect(Math.min(...asked('ledger.list').map(({ fromMs }) => fromMs))).toBe(ago(48));
});

it('of a longer absence a week is asked for, and that is said', async () => {
  const { panel, asked } = open({ awayHours: 24 * 30, recent: [fillAt('3', 1)] });
  await panel().findByText(/older than 7 days is not asked for/u);
  await vi.waitFor(() => expect(asked('ledger.list').length).toBeGreaterThan(1));
  expect(Math.min(...asked('ledger.list').map(({ fromMs }) => fromMs))).toBeGreaterThan(ago(24 * 8));
});

it('of very many the newest are listed, all are counted, and that is said', async () => {
  const many = Array.from({ length: 250 }, (_, index) => fillAt(`${index + 1}`, 1 + index / 1000));
  const { panel } = open({ awayHours: 12, recent: many });
  await panel().findByText('The newest 200 of 250 are listed.');
  expect(panel().getAllByRole('listitem')).toHaveLength(200);
  panel().getByText('250 fills');
});

it('what cannot be read is said, with why, and the rest is told', async () => {
  const { desk, panel } = open({ awayHours: 12, recent: [fillAt('3', 1)] });
  await panel().findByText(/Bought 3/u);
  desk.answer('ledger.list', () => fail('permission', 'this key may not see it'));
  cleanup();
  renderPage(<OverviewDesk profile={profile} />);
  await panel().findByText('Movements of money: this key may not see it');
  panel().getByText(/Sub-accounts: no answer for/u);
});

it('what was marked seen is not told again, but can be looked back to', async () => {
  const { panel } = open({
    awayHours: 12,
    recent: [fillAt('3', 5), fillAt('4', 1)],
    oversight: { overviewSeenAtMs: ago(3) },
  });
  await panel().findByText(/Bought 4/u);
  expect(panel().queryByText(/Bought 3/u)).toBeNull();
  const picker = panel().getByLabelText('Since when');
  const absence = within(picker).getByText(/then away for/u);
  fireEvent.change(picker, { target: { value: absence.getAttribute('value') } });
  await panel().findByText(/Bought 3/u);
  fireEvent.click(panel().getByRole('button', { name: 'Mark seen' }));
  await vi.waitFor(() => expect(panel().queryByText(/Bought/u)).toBeNull());
});

it('an order that went as the user cancelled many at once is not said to be of another’s doing', async () => {
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
  const { panel } = open({ awayHours: 12, done: [cancelled('1', 2.95), cancelled('2', 2)], acts: [killed] });
  expect(await panel().findAllByText(/as you cancelled many at once here/u)).toHaveLength(1);
  expect(panel().getAllByText(/not by you here/u)).toHaveLength(1);
});
