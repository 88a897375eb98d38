import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createExports } from './exports.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-exports-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const nowMs = () => Date.UTC(2026, 2, 5, 14, 3, 9);
const open = (mostBytes?: number) =>
  createExports({ dataDir, nowMs, ...(mostBytes === undefined ? {} : { mostBytes }) });
const begun = (exports: ReturnType<typeof open>) => {
  const answer = exports.begin('fills', 'csv');
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.exportId;
};

it('is written in parts, and has its name when it is whole', () => {
  const exports = open();
  const exportId = begun(exports);
  expect(exports.write(exportId, 'a,b\r\n').ok).toBe(true);
  expect(exports.write(exportId, '1,2\r\n').ok).toBe(true);
  expect(readdirSync(join(dataDir, 'exports'))).toEqual(['fills-2026-03-05T14-03-09-000Z.csv.part']);
  const file = join(dataDir, 'exports', 'fills-2026-03-05T14-03-09-000Z.csv');
  expect(exports.end(exportId)).toEqual({ ok: true, value: { file } });
  expect(readFileSync(file, 'utf8')).toBe('a,b\r\n1,2\r\n');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(exports.end(exportId)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
});

it('another begun drops the one before, and whoever writes to that hears it', () => {
  const exports = open();
  const first = begun(exports);
  const second = exports.begin('orders', 'json');
  expect(second.ok).toBe(true);
  expect(exports.write(first, 'x')).toMatchObject({ ok: false, error: { kind: 'not-found' } });
  expect(readdirSync(join(dataDir, 'exports'))).toEqual(['orders-2026-03-05T14-03-09-000Z.json.part']);
});

it('one that grows too large is dropped and says so', () => {
  const exports = open(8);
  const exportId = begun(exports);
  expect(exports.write(exportId, '123456789')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
  expect(readdirSync(join(dataDir, 'exports'))).toEqual([]);
});

it('a folder that cannot be written is told, and nothing is overwritten', () => {
  writeFileSync(join(dataDir, 'exports'), 'no folder');
  expect(open().begin('fills', 'csv')).toMatchObject({ ok: false, error: { kind: 'storage' } });
});
