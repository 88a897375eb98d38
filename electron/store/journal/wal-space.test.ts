import { copyFileSync, mkdtempSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { intent, journalOn } from '../testing/journal-fixture.ts';
import { openDatabase } from './database.ts';
import { preallocateWal } from './wal-space.ts';

vi.mock('node:fs', { spy: true });

let folder = '';
const open = (path: string) => {
  const opened = openDatabase({ path, nowMs: () => 1, notice: () => {} });
  if (opened.state !== 'open') throw new Error(opened.state);
  return opened.database;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-wal-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  removeFolder(folder);
});

it('WAL reaches its full size before the first action, and an action does not extend it', () => {
  const path = join(folder, 'journal.sqlite');
  const database = open(path);
  const { size } = statSync(`${path}-wal`);
  expect(size).toBeGreaterThan(4_000_000);
  const { journal } = journalOn(database);
  for (const id of ['a', 'b', 'c'])
    expect(journal.append({ intent: intent(id), body: {} })).toMatchObject({ ok: true });
  expect(statSync(`${path}-wal`).size).toBe(size);
  database.close();
});

it('WAL commits are read after a crash, and the zeros behind them end it', () => {
  const [path, copy] = [join(folder, 'journal.sqlite'), join(folder, 'after.sqlite')];
  const database = open(path);
  const { journal } = journalOn(database);
  for (const id of ['a', 'b', 'c']) journal.append({ intent: intent(id), body: { id } });
  // nothing was closed: these are the files as a power cut leaves them
  for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
  const again = journalOn(open(copy)).journal.open('p1');
  expect(again).toMatchObject({
    ok: true,
    value: [{ body: { id: 'a' } }, { body: { id: 'b' } }, { body: { id: 'c' } }],
  });
  database.close();
});

it('WAL stays unchanged on a disk without that space, and the journal works', () => {
  const path = join(folder, 'journal.sqlite');
  vi.mocked(writeSync).mockImplementation(() => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  });
  const database = open(path);
  const { size } = statSync(`${path}-wal`);
  expect(size).toBeLessThan(1_000_000);
  expect(() => preallocateWal(path)).toThrow('no space');
  expect(statSync(`${path}-wal`).size).toBe(size);
  expect(journalOn(database).journal.append({ intent: intent('a'), body: {} })).toMatchObject({ ok: true });
  database.close();
});

it('WAL reservation does nothing for a database without a WAL', () => {
  expect(() => preallocateWal(join(folder, 'none.sqlite'))).not.toThrow();
});
