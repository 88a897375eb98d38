import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ArchiveStatus } from '#shared/domain/archive/archive.ts';
import type { ArchiveCount, ArchiveSearch, ExploredRow } from '#shared/domain/archive/explore.ts';
import { buildExploredRow } from '#shared/domain/archive/testing/build-explored-row.ts';
import { fail, succeed } from '#shared/errors.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setPrivacy } from '#lib/own/privacy.ts';
import { ExplorePanel } from './explore-panel.tsx';

afterEach(() => {
  cleanup();
  setPrivacy('off');
});

const now = Date.now();
const hourMs = 3_600_000;
const count: ArchiveCount = {
  rows: 12_480,
  fromMs: now - 48 * hourMs,
  toMs: now,
  gaps: [],
  gapCount: 0,
  feeAudit: null,
};
const status: ArchiveStatus = {
  state: 'idle',
  obstacle: null,
  detail: null,
  isPaused: false,
  sharePercent: 10,
  streams: [],
  records: [],
  sizeBytes: null,
  freeBytes: null,
  current: null,
  snapshot: null,
};
const fillAt = (ageMs: number, change: Partial<ExploredRow> = {}) =>
  buildExploredRow({ key: `fill ${ageMs}`, createdAtMs: now - ageMs, ...change });

// the choice is kept by profile
let profiles = 0;

/** Answers the rows in pages of two. */
function show(rows: readonly ExploredRow[], change: Partial<ArchiveStatus> = {}): FakeDesk {
  const desk = installFakeDesk({
    'archive.count': always(count),
    'archive.status': always({ ...status, ...change }),
    'archive.search': ({ cursor }) => {
      const from = Number(cursor ?? 0);
      return succeed({ rows: rows.slice(from, from + 2), next: rows.length > from + 2 ? String(from + 2) : null });
    },
  });
  profiles += 1;
  renderPage(<ExplorePanel profileId={`p${profiles}`} />);
  return desk;
}

const searches = ({ calls }: FakeDesk) =>
  calls
    .filter(({ name }) => name === 'archive.search')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the input of this very call
    .map(({ input }) => input as ArchiveSearch);

const table = () => screen.findByRole('table', { name: 'Archived Fills' });
const rowCount = async () => within(await table()).getAllByRole('row').length - 1;

it('archive explorer shows fills with their count and coverage', async () => {
  show([fillAt(0, { price: '60000.5', fee: '6.2' })]);
  const [, row] = within(await table()).getAllByRole('row');
  expect(row?.textContent).toMatch(/BTC-USDT.*Buy.*60,000\.5/);
  expect(await screen.findByText(/^12,480 rows, covered .+ to now, no gap$/)).toBeTruthy();
});

it('archive explorer names coverage gaps, and the time up to which all lists were read', async () => {
  const desk = show([fillAt(0)]);
  await table();
  const gaps = [{ fromMs: now - 30 * hourMs, toMs: now - 29 * hourMs }];
  desk.answer('archive.count', always({ ...count, rows: 1, toMs: now - 5 * hourMs, gaps, gapCount: 1 }));
  fireEvent.change(screen.getByRole('combobox', { name: 'List' }), { target: { value: 'ledger' } });
  const line = await screen.findByText(/^1 row, covered .+ to .+, 1 gap$/);
  expect(line.textContent).not.toContain('now');
  expect(line.title).toMatch(/^missing from .+ to .+$/);
});

it('archive explorer reads older rows behind the last one until there are none', async () => {
  const desk = show([fillAt(0), fillAt(1), fillAt(2)]);
  expect(await rowCount()).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Read older' }));
  await waitFor(async () => expect(await rowCount()).toBe(3));
  expect(searches(desk).map(({ cursor }) => cursor)).toEqual([null, '2']);
  expect(screen.getByText(/The archive has no older row in this list\./)).toBeTruthy();
});

it('archive explorer keeps the rows and offers another try when older ones could not be read', async () => {
  const desk = show([fillAt(0), fillAt(1), fillAt(2)]);
  await table();
  desk.answer('archive.search', () => fail('storage', 'The archive cannot be read.'));
  fireEvent.click(screen.getByRole('button', { name: 'Read older' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The archive cannot be read.');
  expect(await rowCount()).toBe(2);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('filters by chosen and typed conditions, and clears them', async () => {
  const desk = show([fillAt(0), fillAt(1, { side: 'sell' })]);
  await table();
  fireEvent.change(screen.getByRole('combobox', { name: 'Side' }), { target: { value: '=sell' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Symbol or currency' }), { target: { value: ' btc-usdt' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Until' }), { target: { value: '2026-03-05' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() =>
    expect(searches(desk).at(-1)).toMatchObject({ side: 'sell', market: 'BTC-USDT', fromMs: null, text: null }),
  );
  // the whole day is in the span
  expect(searches(desk).at(-1)?.toMs).toBe(new Date(2026, 2, 6).getTime());
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Until' })).toHaveProperty('value', '');
});

it('searches nothing while a typed time is none, and says so', async () => {
  const desk = show([fillAt(0)]);
  await table();
  fireEvent.change(screen.getByRole('textbox', { name: 'From' }), { target: { value: '31.12.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(screen.getByRole('alert').textContent).toMatch(/^Type a time such as/);
  expect(searches(desk)).toHaveLength(1);
});

it('archive explorer says that no row matches the filters, or that nothing is recorded', async () => {
  show([]);
  expect(await screen.findByText('This list has no recorded row.')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Contains text' }), { target: { value: 'x' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('No archived row matches the filters.')).toBeTruthy();
});

it.each([
  ['it is paused', { obstacle: 'paused' as const }, /^Paused\./],
  ['the disk is full', { obstacle: 'disk-full' as const, detail: 'ENOSPC' }, /The disk is full.*ENOSPC/],
])('says why nothing is recorded when %s, and shows the rows', async (_, change, text) => {
  show([fillAt(0)], change);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(await rowCount()).toBe(1);
});

it('offers another try when the archive cannot be read, and keeps the filters', async () => {
  const desk = show([]);
  desk.answer('archive.search', () => fail('storage', 'The archive cannot be read.'));
  fireEvent.change(await screen.findByRole('combobox', { name: 'List' }), { target: { value: 'orders' } });
  expect(await screen.findByText(/The archive cannot be read\./)).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'List' })).toBeTruthy();
});

it('archive explorer opens the stages of the order of a fill by its key I', async () => {
  const desk = show([fillAt(0, { orderId: 'o7' })]);
  const [, row] = within(await table()).getAllByRole('row');
  const order = buildExploredRow({
    record: 'spot-orders',
    key: 'o7',
    kind: 'limit',
    status: 'active',
    createdAtMs: now,
  });
  const cancelled = { ...order, version: 2, status: 'cancelled', rest: { updatedAtMs: String(now + 5000) } };
  const fill = fillAt(0, { createdAtMs: now + 1000, size: '0.1', price: '60000', fee: '6.2' });
  desk.answer('archive.order', always({ versions: [order, cancelled], fills: [fill], isCut: false }));
  fireEvent.keyDown(row ?? document.body, { key: 'i' });
  const stages = within(await screen.findByRole('list', { name: 'Stages of the order' })).getAllByRole('listitem');
  expect(stages.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Placed Buy 0\.1 at 60,000 limit$/),
    expect.stringMatching(/Fill 0\.1 at 60,000, fee 6\.2 USDT$/),
    expect.stringMatching(/Cancelled $/),
  ]);
  expect(desk.calls.find(({ name }) => name === 'archive.order')?.input).toMatchObject({
    venue: 'spot',
    orderId: 'o7',
  });
});

it('archive explorer writes all rows of the filter into a file, and says where it is', async () => {
  const desk = show([fillAt(0)]);
  await table();
  const written = {
    file: '/d/exports/archive-fills.parquet',
    manifest: '/d/exports/archive-fills.manifest.json',
    rows: 9,
  };
  desk.answer('archive.export', always(written));
  fireEvent.click(screen.getByRole('button', { name: 'Export…' }));
  expect(screen.queryByText('The file holds the figures that the screen hides.')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Write Parquet' }));
  expect(await screen.findByText(/9 rows were written to \/d\/exports\/archive-fills\.parquet/)).toBeTruthy();
  const input = desk.calls.find(({ name }) => name === 'archive.export')?.input;
  expect(input).toMatchObject({ view: 'fills', format: 'parquet', market: null });
});

it('archive explorer says before an export that the file holds hidden figures', async () => {
  setPrivacy('amounts');
  show([fillAt(0)]);
  await table();
  fireEvent.click(screen.getByRole('button', { name: 'Export…' }));
  expect(await screen.findByText('The file holds the figures that the screen hides.')).toBeTruthy();
});

const audited = {
  isAudited: true,
  rate: '0.001',
  due: '6',
  paid: '6.2',
  difference: '0.2',
} as const;

it('shows rate, fee due and difference of a fill, and why a fill is not audited', async () => {
  show([fillAt(0, { feeAudit: audited }), fillAt(1, { feeAudit: { isAudited: false, reason: 'other-coin' } })]);
  const [, different, other] = within(await table()).getAllByRole('row');
  expect(different?.textContent).toMatch(/6\s?USDT.*differs.*0\.2\s?USDT.*0\.10\s?%/);
  expect(other?.textContent).toContain('Not audited: the fee was paid in another coin');
  expect(other?.textContent).not.toContain('differs');
});

it('lists fills with a different fee only, and what is due and paid in all', async () => {
  const desk = show([fillAt(0, { feeAudit: audited })]);
  await table();
  const totals = [{ currency: 'USDT', due: '6', paid: '6.2', difference: '0.2' }] as const;
  const feeAudit = { audited: 480, different: 1, isCut: false, totals: [...totals], months: [] };
  desk.answer('archive.count', always({ ...count, feeAudit }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Fee audit' }), { target: { value: 'different' } });
  await waitFor(() => expect(searches(desk).at(-1)).toMatchObject({ fees: 'different' }));
  const line = 'fee audit of 480 fills, 1 with a different fee; USDT: due 6, paid 6.2';
  expect(await screen.findByText(line)).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'List' }), { target: { value: 'ledger' } });
  await waitFor(() => expect(searches(desk).at(-1)).toMatchObject({ view: 'ledger', fees: null }));
  expect(screen.queryByRole('combobox', { name: 'Fee audit' })).toBeNull();
});

it('says that no fill has a rate that was held on its day', async () => {
  const desk = show([fillAt(0)]);
  await table();
  const feeAudit = { audited: 0, different: 0, isCut: false, totals: [], months: [] };
  desk.answer('archive.count', always({ ...count, feeAudit }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Fee audit' }), { target: { value: 'not-audited' } });
  expect(await screen.findByText('fee audit: no fill has a rate that was held on its day')).toBeTruthy();
});

it('lists the fees by month, with the days that have no rate, and no sum of a month without an audited fill', async () => {
  const desk = show([fillAt(0, { feeAudit: audited })]);
  await table();
  const march = { month: '2026-03', currency: 'USDT', due: '12.4', paid: '12.5', difference: '0.1' } as const;
  const none = { month: '2026-02', currency: 'USDT', due: null, paid: null, difference: null, audited: 0 } as const;
  const months = [
    { ...march, audited: 2, unaudited: 1, daysWithoutRate: ['2026-03-15'] },
    { ...none, unaudited: 3, daysWithoutRate: ['2026-02-01', '2026-02-02'] },
  ];
  desk.answer(
    'archive.count',
    always({ ...count, feeAudit: { audited: 2, different: 1, isCut: true, totals: [], months } }),
  );
  fireEvent.change(screen.getByRole('combobox', { name: 'Fee audit' }), { target: { value: 'different' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Fees by month…' }));
  const [, first, second] = within(await screen.findByRole('table', { name: 'Fees by month' })).getAllByRole('row');
  expect(first?.textContent).toMatch(/2026-03USDT12\.4\s?USDT12\.5\s?USDT0\.1\s?USDT21\s?1 d without a rate/);
  expect(second?.textContent).toContain('No fill of this month is audited.');
  expect(second?.textContent).toContain('2 d without a rate');
  expect(screen.getByText(/the oldest month is incomplete/)).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Fees by month' }), { key: 'Escape' });
  fireEvent.change(screen.getByRole('combobox', { name: 'List' }), { target: { value: 'ledger' } });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Fees by month…' })).toBeNull());
});
