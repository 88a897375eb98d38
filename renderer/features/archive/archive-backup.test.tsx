import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { BackupStatus } from '#shared/domain/archive/backup.ts';
import { fail, succeed } from '#shared/errors.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { ArchiveBackup, LastBackupTime } from './archive-backup.tsx';

afterEach(cleanup);

function show(status: BackupStatus) {
  const desk = installFakeDesk({ 'archive.backupStatus': always(status) });
  renderPage(<ArchiveBackup />);
  return desk;
}

const done: BackupStatus = {
  state: 'done',
  file: '/data/backups/archive-1.age',
  sizeBytes: 3 * 1024 * 1024,
  rows: 12_480,
  answers: 310,
  finishedAtMs: Date.now(),
  durationMs: 4_400,
};

it('backup shows its step and percentage while it runs, and can be cancelled', async () => {
  const desk = show({ state: 'running', step: 'encrypt', percent: 40 });
  expect((await screen.findByRole('status')).textContent).toContain('step 3 of 4');
  expect(screen.getByRole('progressbar', { name: 'Backup' }).getAttribute('value')).toBe('40');
  expect(screen.queryByRole('button', { name: 'Back up…' })).toBeNull();
  desk.answer('archive.cancelBackup', () => succeed({ state: 'cancelled' }));
  desk.answer('archive.backupStatus', () => succeed({ state: 'cancelled' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel backup' }));
  expect((await screen.findByText(/^The backup was cancelled/)).getAttribute('role')).toBe('status');
  expect(screen.getByRole('button', { name: 'Back up…' })).toBeTruthy();
});

it('backup shows its file, size, rows and duration when it is done', async () => {
  show(done);
  const text = (await screen.findByText(/^Backup of/)).textContent;
  expect(text).toContain('/data/backups/archive-1.age, 3 MB, 12,480 row versions and 310 stored answers');
  expect(text).toContain('in 4 s');
});

it('backup shows why it failed, and begins again by its button', async () => {
  const desk = show({ state: 'failed', reason: 'The disk is too full.' });
  expect((await screen.findByRole('alert')).textContent).toBe('The disk is too full.');
  desk.answer('archive.backUp', () => fail('declined', 'You closed the question.'));
  fireEvent.click(screen.getByRole('button', { name: 'Back up…' }));
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'archive.backUp')).toBe(true));
  expect(await screen.findByText('You closed the question.')).toBeTruthy();
});

it.each([
  [{ state: 'never' }, ' · never backed up'],
  [{ state: 'unknown' }, ' · time of the last backup unknown'],
  [{ state: 'done', finishedAtMs: Date.now() - 3 * 3_600_000 - 60_000 }, ' · last backup 3 h ago'],
] as const)('last backup %j is shown as %j', async (last, text) => {
  installFakeDesk({ 'archive.lastBackup': always(last) });
  renderPage(<LastBackupTime />);
  expect((await screen.findByText(text.trim())).textContent).toBe(text);
});

it('last backup of an archive in a database is not shown', async () => {
  const desk = installFakeDesk({ 'archive.lastBackup': always({ state: 'in-database' }) });
  const { container } = renderPage(<LastBackupTime />);
  await waitFor(() => expect(desk.calls.some(({ name }) => name === 'archive.lastBackup')).toBe(true));
  expect(container.textContent).not.toContain('backup');
});
