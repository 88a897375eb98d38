import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { AuditRow, AuditReport } from '#shared/domain/safety/audit.ts';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { reportText } from './audit-list.tsx';
import { SafetyMarks } from './safety-marks.tsx';
import { markOf, storyOf } from './timed-cancel-text.ts';

const profile = buildProfile({ isReadOnly: false });
const free: Safeguards = {
  profileId: profile.id,
  frozenSinceMs: null,
  isDryRun: false,
  timedCancelS: null,
  isKept: true,
};
const off: TimedCancel = {
  profileId: profile.id,
  state: 'off',
  timeoutS: null,
  triggersAtMs: null,
  renewedAtMs: null,
  reason: null,
};
const armed: TimedCancel = { ...off, state: 'armed', timeoutS: 60, triggersAtMs: 60_000, renewedAtMs: 0 };
const result: AuditReport = {
  rows: 7,
  lastRow: 7,
  firstAtMs: 1,
  lastAtMs: 2,
  problem: null,
  provenTo: 7,
  limits: [],
};
const row: AuditRow = {
  n: 7,
  prev: '0',
  atMs: 1_000,
  user: 'ada',
  profileId: profile.id,
  kind: 'place-order',
  key: 'oid-7',
  symbol: 'BTC-USDT',
  summary: 'Buy 1 BTC-USDT',
  state: 'acknowledged',
  detail: null,
  verdict: 'within all limits',
  weight: 1,
};

afterEach(cleanup);

async function open() {
  const desk = installFakeDesk({
    'safeguards.read': () => succeed(free),
    'timedCancel.read': () => succeed(off),
    'timedCancel.change': ({ timeoutS }) => (timeoutS === null ? succeed(off) : succeed({ ...armed, timeoutS })),
    'dryRun.change': ({ isDryRun }) =>
      isDryRun ? succeed({ ...free, isDryRun }) : fail('declined', 'You closed the question.'),
    'profiles.list': () => succeed({ profiles: [profile], activeId: profile.id }),
    'audit.list': () => succeed([row]),
    'audit.verify': () => succeed({ ...result, problem: 'Row 3 was changed: its text does not fit its hash.' }),
    'audit.accept': () => succeed(result),
    'audit.export': () => succeed({ file: '/d/exports/audit.txt', rows: 7 }),
  });
  renderPage(<SafetyMarks profile={profile} />);
  fireEvent.click(screen.getByRole('button', { name: 'Safety…' }));
  await screen.findByText('Off: actions are sent.');
  const sent = (name: string) => desk.calls.filter(call => call.name === name).map(({ input }) => input);
  return { desk, sent };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('a dry run starts by one click and is shown clearly; main asks before it ends', async () => {
  const { desk, sent } = await open();
  expect(screen.queryByText('DRY RUN')).toBeNull();
  press('Begin a dry run');
  await waitFor(() => expect(sent('dryRun.change')).toEqual([{ profileId: profile.id, isDryRun: true }]));
  act(() => desk.push('safeguards.changed', { ...free, isDryRun: true }));
  expect(screen.getByText('DRY RUN')).toBeTruthy();
  press('End the dry run…');
  await screen.findByText('You closed the question.');
  expect(screen.getByText('DRY RUN')).toBeTruthy();
});

it('the timed cancel is armed with valid seconds, and removed', async () => {
  const { desk, sent } = await open();
  const field = screen.getByLabelText('Seconds without Fathom');
  fireEvent.change(field, { target: { value: '10' } });
  press('Arm');
  expect(sent('timedCancel.change')).toEqual([]);
  fireEvent.change(field, { target: { value: '90' } });
  press('Arm');
  await waitFor(() => expect(sent('timedCancel.change')).toEqual([{ profileId: profile.id, timeoutS: 90 }]));
  act(() => desk.push('timedCancel.changed', armed));
  expect(screen.getByText('timed cancel armed')).toBeTruthy();
  press('Take it off');
  await waitFor(() => expect(sent('timedCancel.change').at(-1)).toEqual({ profileId: profile.id, timeoutS: null }));
});

it('a failed renewal is an alarm, and not shown as armed', async () => {
  const { desk } = await open();
  act(() => desk.push('timedCancel.changed', { ...armed, state: 'failing', reason: 'No line.' }));
  expect(screen.getByRole('alert').textContent).toContain('NOT RENEWED');
  expect(screen.queryByText(/timed cancel armed/)).toBeNull();
  expect(screen.getByText(/The last try failed: No line\./)).toBeTruthy();
});

it.each(['failing', 'due', 'lapsed', 'foreign'] as const)('%s is never shown as armed', state => {
  expect(markOf({ ...armed, state })).toMatchObject({ isAlarm: true });
  expect(markOf({ ...armed, state })?.text).not.toContain('armed');
});

it('off states its meaning, and armed the time and the interval', () => {
  expect(markOf(off)).toBeNull();
  expect(storyOf(off)).toContain('orders stay open at the exchange');
  expect(storyOf(armed)).toMatch(/^Armed until \d\d:\d\d:\d\d\. Last renewal \d\d:\d\d:\d\d\. Renewed every 20 s\.$/);
});

it('the audit journal names user and action, is checked, and exported', async () => {
  const { desk } = await open();
  const table = await screen.findByRole('table', { name: 'Audit' });
  await within(table).findByText('place order: Buy 1 BTC-USDT');
  expect(within(table).getByText(`ada as ${profile.name}`)).toBeTruthy();
  expect(within(table).getByText('within all limits')).toBeTruthy();
  for (const head of within(table).getAllByRole<HTMLTableCellElement>('columnheader')) expect(head.title).not.toBe('');
  const listed = () => desk.calls.filter(({ name }) => name === 'audit.list').length;
  const before = listed();
  press('Check the chain');
  // the counted rows are below: they are read with the count, without waiting for their turn
  await waitFor(() => expect(listed()).toBe(before + 1), { timeout: 20_000 });
  await screen.findByText(/NOT WHOLE, of 7 rows: Row 3 was changed/);
  press('Export');
  await screen.findByText(/7 rows written to \/d\/exports\/audit\.txt/);
});

it('the audit journal updates while it is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { desk } = await open();
  await screen.findByText('place order: Buy 1 BTC-USDT');
  desk.answer('audit.list', () => succeed([{ ...row, n: 8, summary: 'Sell 2 BTC-USDT' }, row]));
  await act(() => vi.advanceTimersByTimeAsync(6000));
  await screen.findByText('place order: Sell 2 BTC-USDT');
});

it('the audit journal offers a new start only after a check found a fault, and main asks for it', async () => {
  const { sent } = await open();
  expect(screen.queryByRole('button', { name: /Accept as a new beginning/ })).toBeNull();
  press('Check the chain');
  await screen.findByText(/NOT WHOLE/);
  press('Accept as a new beginning…');
  await screen.findByText('7 rows, and the chain is whole.');
  expect(sent('audit.accept')).toEqual([{ profileId: profile.id }]);
  expect(screen.queryByRole('button', { name: /Accept as a new beginning/ })).toBeNull();
});

it.each([
  [{}, '7 rows, and the chain is whole.'],
  [{ provenTo: 5, limits: ['Rows 6 to 7 wait.'] }, '7 rows, and the chain is whole up to row 5. Rows 6 to 7 wait.'],
  [{ provenTo: null }, '7 rows: no damage was found, as far as can be checked without a key.'],
  [{ rows: 0, lastRow: 0, provenTo: null }, 'There is nothing to check yet.'],
])('the audit journal is shown as complete only as far as the keychain proves it', (change, text) => {
  expect(reportText({ ...result, ...change })).toBe(text);
});
