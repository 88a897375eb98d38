import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { recordCrash, takeCrashNotice } from './crash-record.ts';

let dataDir = '';
const file = () => join(dataDir, 'crash.json');
const clean = (text: string) => text.replaceAll('s3cret', '[hidden]');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-crash-'));
});
afterEach(() => removeFolder(dataDir));

const record = (cause: unknown) =>
  recordCrash('uncaughtException', cause, { dataDir, clean, nowMs: () => Date.UTC(2026, 0, 2, 3, 4) });

it('a crash is reported once by the next start, without secrets, and its record is kept', () => {
  expect(takeCrashNotice(dataDir)).toBeNull();
  record(new Error('the s3cret engine stopped'));
  expectMode(file(), 0o600);
  expect(readFileSync(file(), 'utf8')).not.toContain('s3cret');
  expect(takeCrashNotice(dataDir)).toContain('on 2026-01-02 03:04 UTC: the [hidden] engine stopped. Fathom looks');
  expect(takeCrashNotice(dataDir)).toBeNull();
  expect(readFileSync(join(dataDir, 'last-crash.json'), 'utf8')).toContain('crash-record.test.ts');
});

it.each([undefined, null, 'words', { an: 'object' }])('a crash record stores any thrown value: %o', cause => {
  record(cause);
  expect(takeCrashNotice(dataDir)).toContain('ended by a fault');
});

it('an unreadable crash record is reported without an exception', () => {
  writeFileSync(file(), '{"torn');
  expect(takeCrashNotice(dataDir)).toContain('Fathom ended by a fault the last time');
  removeFolder(dataDir);
  writeFileSync(dataDir, '');
  expect(() => record(new Error('x'))).not.toThrow();
  expect(takeCrashNotice(dataDir)).toBeNull();
  expect(existsSync(file())).toBe(false);
});
