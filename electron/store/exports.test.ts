import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { exportLimits } from './documents/limits.ts';
import { createExports } from './exports.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-exports-'));
});
afterEach(() => removeFolder(dataDir));

const nowMs = () => Date.UTC(2026, 2, 5, 14, 3, 9);
const open = (limits: Partial<typeof exportLimits> = {}) =>
  createExports({ dataDir, nowMs, limits: { ...exportLimits, ...limits } });
const begun = (exports: ReturnType<typeof open>) => {
  const answer = exports.begin('fills', 'csv');
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.exportId;
};

it('an export is written in parts, and gets its name when it is complete', () => {
  const exports = open();
  const exportId = begun(exports);
  expect(exports.write(exportId, 'a,b\r\n').ok).toBe(true);
  expect(exports.write(exportId, '1,2\r\n').ok).toBe(true);
  expect(readdirSync(join(dataDir, 'exports'))).toEqual(['fills-2026-03-05T14-03-09-000Z.csv.part']);
  const file = join(dataDir, 'exports', 'fills-2026-03-05T14-03-09-000Z.csv');
  expect(exports.end(exportId)).toEqual({ ok: true, value: { file } });
  expect(readFileSync(file, 'utf8')).toBe('a,b\r\n1,2\r\n');
  expectMode(file, 0o600);
  expect(exports.end(exportId)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
});

it('an export drops the one before, and the writer of that gets an error', () => {
  const exports = open();
  const first = begun(exports);
  const second = exports.begin('orders', 'json');
  expect(second.ok).toBe(true);
  expect(exports.write(first, 'x')).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  expect(readdirSync(join(dataDir, 'exports'))).toEqual(['orders-2026-03-05T14-03-09-000Z.json.part']);
});

it('an export that grows too large is dropped and reported', () => {
  const exports = open({ oneBytes: 8 });
  const exportId = begun(exports);
  expect(exports.write(exportId, '123456789')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
  expect(readdirSync(join(dataDir, 'exports'))).toEqual([]);
});

/** A file of the user in the folder. */
function lay(name: string, bytes: number): void {
  mkdirSync(join(dataDir, 'exports'), { recursive: true });
  writeFileSync(join(dataDir, 'exports', name), 'x'.repeat(bytes));
}

it('an export beyond the limit of all exports is rejected with advice to free space, and no old one is deleted', () => {
  const exports = open({ allBytes: 100 });
  lay('old.csv', 90);
  const exportId = begun(exports);
  expect(exports.write(exportId, '1234567890').ok).toBe(true);
  const folder = join(dataDir, 'exports');
  const refused = {
    error: {
      kind: 'over-quota',
      message: expect.stringContaining(`Move or delete files in ${folder}, then try again.`),
    },
  };
  expect(exports.write(exportId, '1')).toMatchObject(refused);
  expect(readdirSync(folder)).toEqual(['old.csv']);
  lay('other.csv', 10);
  expect(exports.begin('fills', 'csv')).toMatchObject(refused);
  expect(exports.checkRoom()).toMatchObject(refused);
  expect(readdirSync(folder)).toEqual(['old.csv', 'other.csv']);
  rmSync(join(folder, 'old.csv'));
  expect([exports.checkRoom().ok, exports.begin('fills', 'csv').ok]).toEqual([true, true]);
});

it('an export is rejected when there are too many files', () => {
  const exports = open({ files: 2 });
  lay('one.csv', 0);
  expect(exports.begin('fills', 'csv').ok).toBe(true);
  lay('two.csv', 0);
  expect(exports.begin('fills', 'csv')).toMatchObject({ error: { kind: 'over-quota' } });
});

it('an export reports a folder that cannot be written, and overwrites nothing', () => {
  writeFileSync(join(dataDir, 'exports'), 'no folder');
  expect(open().begin('fills', 'csv')).toMatchObject({ ok: false, error: { kind: 'storage' } });
});
