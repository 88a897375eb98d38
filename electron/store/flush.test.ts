import { fstatSync, fsyncSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { writePrivateFile } from './atomic-file.ts';
import { openDatabase } from './journal/database.ts';
import { createReserve } from './journal/reserve.ts';

vi.mock('node:fs', { spy: true });

/** What lies behind the files as they were flushed: only the system itself knows it of an open file. */
const flushed: string[] = [];
let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fathom-flush-')));
  flushed.length = 0;
  vi.mocked(fsyncSync).mockImplementation(file => {
    flushed.push(fstatSync(file).isDirectory() ? 'folder' : `file of ${fstatSync(file).size} bytes`);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  removeFolder(folder);
});

it.skipIf(process.platform === 'win32')(
  'flush: a settings file and its folder are flushed by the system itself',
  () => {
    writePrivateFile(join(folder, 'settings.json'), 'abcdef');
    expect(flushed).toEqual(['file of 6 bytes', 'folder']);
  },
);

it('flush: the space reserved for cancels is flushed, because a full disk could use it', () => {
  createReserve({ path: join(folder, 'reserve'), bytes: 100_000 }).take();
  expect(flushed).toEqual(['file of 100000 bytes']);
});

it('flush: the journal sets its own flush mode, whatever the build of SQLite', () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  const opened = openDatabase({ path: join(folder, 'journal.sqlite'), nowMs: () => 1, notice: () => {} });
  expect(exec.mock.calls.join(' ')).toContain('PRAGMA synchronous = FULL;');
  if (opened.state === 'open') opened.database.close();
});
