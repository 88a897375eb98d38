import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Withdrawal } from '#shared/domain/money/withdrawal.ts';
import { whole } from '#shared/domain/completeness.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildArchivedPage, buildListCoverage } from '#shared/testing/archive/build-archived-page.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildChain, buildCurrency, buildWithdrawal } from '#shared/testing/build-balance.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { formatMoment } from '#lib/time.ts';
import { useUiStore } from '#state/ui-store.ts';
import { WithdrawalsPanel } from './withdrawals-panel.tsx';

afterEach(() => {
  cleanup();
  useUiStore.setState(useUiStore.getInitialState());
});

const minute = 60_000;
const answer = (items: readonly Withdrawal[]) =>
  succeed({ items: [...items], completeness: whole, asOfMs: Date.now() });

function open(recent: readonly Withdrawal[], past: readonly Withdrawal[] = []): FakeDesk {
  const closed = buildCurrency({ chains: [buildChain({ isWithdrawEnabled: false })] });
  const desk = installFakeDesk({
    'withdrawals.list': ({ toMs }) => answer(toMs === null ? recent : past),
    'currencies.list': always([closed]),
    'history.withdrawals': always(buildArchivedPage<Withdrawal>([])),
  });
  renderPage(<WithdrawalsPanel profile={buildProfile()} />);
  return desk;
}

const rows = async () => (await screen.findAllByRole('row')).slice(1).map(row => row.textContent ?? '');
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('a withdrawal under way shows its age, and is pending too long after the limit of the user', async () => {
  const createdAtMs = Date.now() - 20.5 * minute;
  open([buildWithdrawal({ status: 'processing', createdAtMs, updatedAtMs: createdAtMs })]);
  const table = await screen.findByRole('table', { name: 'Withdrawals' });
  expect(within(table).getByText('for 20 min')).toBeTruthy();
  expect(within(table).queryByText('overdue')).toBeNull();
  choose('Overdue after', '10');
  expect(within(table).getByText('overdue')).toBeTruthy();
  expect(useUiStore.getState().stuckAfterMin).toBe(10);
});

it('foreign text is shown without hidden or reversing characters, and shortened when long', async () => {
  const hostile = `\u202e${'x'.repeat(10_000)}\u0007`;
  open([
    buildWithdrawal({
      currency: 'US\u200bDT',
      chain: 'gone\u202e',
      address: hostile,
      memo: 'm\u2066',
      walletTxId: hostile,
    }),
  ]);
  const table = await screen.findByRole('table', { name: 'Withdrawals' });
  expect(table.textContent).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(table.textContent).toContain('US\ufffdDT');
  expect(within(table).getByText('gone\ufffd')).toBeTruthy();
  const shown = within(table).getAllByText('\ufffdxxxx…xxxx\ufffd');
  expect(shown).toHaveLength(2);
  expect(shown[0]?.title).toMatch(/^\ufffdx+\ufffd memo m\ufffd\nFirst seen /u);
});

it('older withdrawals decide whether an address is new', async () => {
  const now = Date.now();
  open(
    [
      buildWithdrawal({ address: 'known', createdAtMs: now - minute }),
      buildWithdrawal({ address: 'never', createdAtMs: now - 2 * minute }),
    ],
    [buildWithdrawal({ address: 'known', createdAtMs: now - 100 * 1440 * minute })],
  );
  await screen.findByText(/^3 since/);
  const shown = await rows();
  expect(shown.map(text => text.includes('new'))).toEqual([false, true, true]);
  // its chain: closed, its least fee and amount beside what was paid
  expect(await screen.findAllByText('closed')).toHaveLength(3);
  expect(shown[0]).toContain('1.5');
  expect(screen.getAllByText('1.5 / 3')).toHaveLength(3);
  expect(screen.getByText(/^3 since .* · fees 4.5 USDT$/)).toBeTruthy();
  expect(screen.getByText(/^done 300 USDT · under way nothing$/)).toBeTruthy();
});

it('a status filter narrows the list and its totals, and an empty one states why', async () => {
  open([buildWithdrawal({ amount: '5' }), buildWithdrawal({ amount: '7', status: 'failure' })]);
  await screen.findByText(/^2 since/);
  choose('Which withdrawals', 'failed');
  expect(await rows()).toHaveLength(1);
  expect(screen.getByText(/done nothing/)).toBeTruthy();
  choose('Which withdrawals', 'under-way');
  expect(screen.getByText(/^No withdrawal is under way since/)).toBeTruthy();
});

it('withdrawals are partial when earlier months fail, with the missing part (fault 38)', async () => {
  installFakeDesk({
    'withdrawals.list': ({ toMs }) =>
      toMs === null ? answer([buildWithdrawal()]) : fail('exchange-failed', 'The exchange is busy.'),
    'currencies.list': always([]),
  });
  renderPage(<WithdrawalsPanel profile={buildProfile()} />);
  const mark = await screen.findByTitle(/The exchange is busy\./);
  expect(mark.textContent).toContain('partial');
  expect(screen.getByText(/^1\+ since .* \(without withdrawals before/)).toBeTruthy();
});

it('withdrawals panel reads withdrawals older than half a year from the archive, and says what the archive covers', async () => {
  const desk = open([buildWithdrawal({ createdAtMs: Date.now() - minute })]);
  const longAgoMs = Date.now() - 400 * 1440 * minute;
  const alike = buildWithdrawal({ createdAtMs: longAgoMs, address: 'long ago' });
  const next = { timeMs: Date.now() - minute, key: 'k' };
  const coverage = buildListCoverage({ startMs: longAgoMs, covered: [{ fromMs: longAgoMs, toMs: Date.now() }] });
  desk.answer('history.withdrawals', ({ after }) =>
    succeed(after === null ? buildArchivedPage<Withdrawal>([], { next, coverage }) : buildArchivedPage([alike, alike])),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Read older' }));
  await screen.findByText(/^The archive covers since .* It has no older rows\.$/);
  expect(await rows()).toHaveLength(3);
  expect(screen.getByText(new RegExp(`^3 since ${formatMoment(longAgoMs, Date.now())}`))).toBeTruthy();
  const { input } = desk.calls.findLast(({ name }) => name === 'history.withdrawals') ?? {};
  expect(input).toMatchObject({ after: next });
});

it('a list with a gap offers no older rows beyond the gap (fault 38)', async () => {
  installFakeDesk({
    'withdrawals.list': ({ toMs }) => (toMs === null ? answer([buildWithdrawal()]) : fail('exchange-failed', 'Busy.')),
    'currencies.list': always([]),
  });
  renderPage(<WithdrawalsPanel profile={buildProfile()} />);
  await screen.findByTitle(/Busy\./);
  expect(screen.queryByRole('button', { name: 'Read older' })).toBeNull();
});

const sent = (address: string, currency: string, amount: `${number}`) =>
  buildWithdrawal({ address, currency, amount, fee: '1', createdAtMs: Date.now() });

it('withdrawals sum the marked ones, each currency by itself', async () => {
  open([sent('a', 'USDT', '10'), sent('b', 'USDT', '20'), sent('c', 'BTC', '0.5')]);
  const boxes = await screen.findAllByRole('checkbox', { name: /^Mark row/ });
  expect(boxes).toHaveLength(3);
  for (const box of boxes) fireEvent.click(box);
  const { textContent } = screen.getByRole('status', { name: 'Totals of the marked rows' });
  expect(textContent).toContain('Amount 30 USDT, average 15');
  expect(textContent).toContain('Amount 0.5 BTC');
  expect(textContent).toContain('Fee 2 USDT');
});
