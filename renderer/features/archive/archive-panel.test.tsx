import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ArchiveStatus, StreamStatus } from '#shared/domain/archive/archive.ts';
import { fail, succeed } from '#shared/errors.ts';
import { always, type FakeDesk, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { ArchivePanel } from './archive-panel.tsx';

afterEach(cleanup);

const sent = (desk: FakeDesk, name: string) => desk.calls.filter(each => each.name === name).map(each => each.input);
const dayMs = 86_400_000;
const now = Date.now();

const stream: StreamStatus = {
  stream: 'account-ledger',
  symbol: null,
  state: 'working',
  reason: null,
  startMs: now - 10.5 * dayMs,
  sealed: [{ fromMs: now - 5.2 * dayMs, toMs: now + dayMs }],
  read: [],
  gaps: [],
  lost: [],
  deleted: null,
  unproven: [],
  breaks: [],
  lastReadAtMs: now,
  closesAtMs: null,
  queuedWindows: 4,
};
const status: ArchiveStatus = {
  state: 'idle',
  obstacle: null,
  detail: null,
  isPaused: false,
  sharePercent: 10,
  streams: [stream],
  records: [{ record: 'fill', rows: 12_480 }],
  sizeBytes: 1024 * 1024,
  freeBytes: null,
  current: null,
  snapshot: null,
};

function show(change: Partial<ArchiveStatus> = {}) {
  const desk = installFakeDesk({
    'archive.status': always({ ...status, ...change }),
    'archive.backupStatus': always({ state: 'none' }),
    'archive.lastBackup': always({ state: 'done', finishedAtMs: now - 2.5 * dayMs }),
  });
  renderPage(<ArchivePanel profileId="p" />);
  return desk;
}

it('archive panel shows the coverage of each stream as a strip and as a share', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Streams of the archive' });
  const row = within(table).getByRole('row', { name: /Account ledger/ });
  expect(within(row).getByRole('img', { name: 'sealed 5 d, not read 5 d' })).toBeTruthy();
  expect(row.textContent).toMatch(/49\.5\s?%/);
  expect(screen.getByText('No coverage gap and nothing lost.')).toBeTruthy();
  expect(screen.getByText(/up to date · 12,480 rows · 1 MB · no balance snapshot yet/)).toBeTruthy();
  expect((await screen.findByText(/· last backup 2 d ago$/)).title).toContain('by the command');
});

it('archive panel ends its time axis at the time of the exchange while the clock of the computer is behind', async () => {
  const aheadMs = 5 * dayMs;
  const desk = show({
    streams: [
      { ...stream, lost: [{ fromMs: now + dayMs, toMs: now + 3 * dayMs }], closesAtMs: now + aheadMs + 5_400_000 },
    ],
  });
  const row = await screen.findByRole('row', { name: /Account ledger/ });
  const clock = { offsetMs: aheadMs, measuredAtMs: now, uncertaintyMs: 2 };
  act(() => desk.push('link.changed', { profileId: 'p', hosts: [], pools: [], clock }));
  expect(await within(row).findByRole('img', { name: 'sealed 6 d, lost 2 d, not read 7 d' })).toBeTruthy();
  expect(within(row).getByText('1 h')).toBeTruthy();
});

it('archive panel makes main ask for the password of its database, and says what is not recorded until then', async () => {
  const desk = show({ obstacle: 'database-password', detail: 'db.example:5432/desk', state: 'stopped' });
  desk.answer('archive.connect', () => succeed({}));
  expect((await screen.findByText(/Nothing is recorded/)).textContent).toContain('(db.example:5432/desk)');
  fireEvent.click(screen.getByRole('button', { name: 'Connect…' }));
  await waitFor(() => expect(sent(desk, 'archive.connect')).toEqual([{}]));
});

it('offers no connection while its file is in use', async () => {
  show({ obstacle: 'disk-full' });
  await screen.findByText(/The disk is full/);
  expect(screen.queryByRole('button', { name: 'Connect…' })).toBeNull();
});

it('archive panel lists gaps and lost time, the newest first', async () => {
  show({
    streams: [
      {
        ...stream,
        lost: [{ fromMs: now - 9 * dayMs, toMs: now - 8 * dayMs }],
        gaps: [{ fromMs: now - 7 * dayMs, toMs: now - 6 * dayMs }],
      },
    ],
  });
  const issues = within(await screen.findByRole('region', { name: 'Data issues' })).getAllByRole('listitem');
  expect(issues.map(({ textContent }) => textContent?.replace(/ from .* \(/u, ' ('))).toEqual([
    'Account ledger: coverage gap (1 d)',
    'Account ledger: lost (1 d)',
  ]);
});

it('archive panel lists a symbol whose list cannot be read, with the reason, as an issue of its stream', async () => {
  const failing = { ...stream, stream: 'hf-fills', state: 'failing', reason: 'The exchange did not answer.' } as const;
  show({
    streams: [
      { ...failing, symbol: 'BTC-USDT' },
      { ...failing, symbol: 'ETH-USDT', state: 'working' },
      { ...failing, symbol: null },
    ],
  });
  const [issue, ...more] = within(await screen.findByRole('region', { name: 'Data issues' })).getAllByRole('listitem');
  expect(issue?.textContent).toMatch(/^HF fills BTC-USDT: cannot be read since .*\. The exchange did not answer\.$/u);
  expect(issue?.title).toContain('other symbols of the stream are read');
  expect(more).toEqual([]);
});

/** So many half days. */
function lost(count: number) {
  return Array.from({ length: count }, (_, day) => ({
    fromMs: now - (9 - day) * dayMs,
    toMs: now - (8.5 - day) * dayMs,
  }));
}

it('archive panel groups the issues of a stream with their count, and opens a group of up to three', async () => {
  show({
    streams: [
      { ...stream, lost: lost(4) },
      { ...stream, stream: 'hf-fills', symbol: 'BTC-USDT', lost: lost(1) },
      { ...stream, stream: 'hf-fills', symbol: 'ETH-USDT', lost: lost(2) },
      { ...stream, stream: 'deposits', lost: lost(1) },
    ],
  });
  const region = await screen.findByRole('region', { name: 'Data issues' });
  const groups = [...region.querySelectorAll('details')].map(group => [
    group.querySelector('summary')?.textContent,
    group.open,
    group.querySelectorAll('li').length,
  ]);
  expect(groups).toEqual([
    ['Account ledger: 4 issues', false, 4],
    ['HF fills: 3 issues', true, 3],
  ]);
  expect(region.querySelectorAll('li').length).toBe(8);
});

it('archive panel names the first booking whose balance does not follow from the one before', async () => {
  show({ streams: [{ ...stream, breaks: [{ key: '77 USDT in', atMs: now - dayMs, currency: 'USDT' }] }] });
  const [issue] = within(await screen.findByRole('region', { name: 'Data issues' })).getAllByRole('listitem');
  expect(issue?.textContent).toMatch(/^Account ledger: bookings in USDT are missing before .* \(77 USDT in\)$/);
});

it.each([
  ['count', 499, 500, '499 rows read, 500 announced'],
  ['unreadable', 499, 500, '499 of 500 rows are readable'],
  ['unfinished', 100, null, '100 rows read, the list did not end'],
] as const)('lists a window whose proof failed by its %s, with the numbers', async (fault, read, expected, text) => {
  const window = { fromMs: now - 2 * dayMs, toMs: now - dayMs };
  show({ streams: [{ ...stream, unproven: [{ ...window, fault, readCount: read, expectedCount: expected }] }] });
  const [issue] = within(await screen.findByRole('region', { name: 'Data issues' })).getAllByRole('listitem');
  expect(issue?.textContent).toMatch(new RegExp(`^Account ledger, .+ to .+: ${text}$`, 'u'));
  expect(issue?.title).toContain('not counted as read');
});

it('pauses the archive and keeps its share', async () => {
  const desk = show();
  desk.answer('archive.configure', choice => succeed(choice));
  fireEvent.click(await screen.findByRole('button', { name: 'Pause…' }));
  await waitFor(() => expect(sent(desk, 'archive.configure')).toEqual([{ isPaused: true, sharePercent: 10 }]));
});

it('archive panel names the window with the question while it is open, and states that nothing was changed', async () => {
  const desk = show();
  const answered = Promise.withResolvers<void>();
  desk.answer('archive.configure', async () => {
    await answered.promise;
    return fail('declined', 'You closed the question without an answer. Nothing was changed.');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pause…' }));
  expect((await screen.findByRole('status')).textContent).toBe('Answer in the window that asks.');
  answered.resolve();
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed.');
  expect(screen.queryByText('Answer in the window that asks.')).toBeNull();
});

it('archive panel sets the share of the rate limits', async () => {
  const desk = show({ sharePercent: 15 });
  desk.answer('archive.configure', choice => succeed(choice));
  const share = await screen.findByRole('combobox', { name: 'Share of the rate limits' });
  expect(
    within(share)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toContain('15 % of the limits');
  fireEvent.change(share, { target: { value: '20' } });
  await waitFor(() => expect(sent(desk, 'archive.configure')).toEqual([{ isPaused: false, sharePercent: 20 }]));
});

it('archive panel states why nothing is recorded, and keeps the coverage on the screen', async () => {
  show({ state: 'stopped', obstacle: 'disk-full', detail: 'ENOSPC' });
  expect((await screen.findByText(/The disk is full/)).textContent).toMatch(/The disk is full\..*\(ENOSPC\)/);
  expect(screen.getByRole('table', { name: 'Streams of the archive' })).toBeTruthy();
});

it('archive panel shows that the archive is starting while it has no stream', async () => {
  show({ state: 'starting', streams: [] });
  expect(await screen.findByText('The archive is starting.')).toBeTruthy();
});

it('archive check reports its counts, and lists the faults that it found', async () => {
  const desk = show();
  const found = { checkedAtMs: now, rows: 12_480, answers: 310, faultCount: 0, faults: [] };
  desk.answer('archive.verify', () => succeed(found));
  fireEvent.click(await screen.findByRole('button', { name: 'Check archive' }));
  expect((await screen.findByText(/^Checked 12,480 row versions and 310 stored answers/)).textContent).toMatch(
    /no faults\.$/,
  );
  const fault = 'Row k1 of fill lacks a version.';
  desk.answer('archive.verify', () => succeed({ ...found, faultCount: 2, faults: [fault] }));
  fireEvent.click(screen.getByRole('button', { name: 'Check archive' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(': 2 faults. Keep a copy');
  expect(within(alert).getByRole('listitem').textContent).toBe(fault);
  desk.answer('archive.verify', () => fail('storage', 'The archive cannot be read.'));
  fireEvent.click(screen.getByRole('button', { name: 'Check archive' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The archive cannot be read.'));
});
