import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { archiveFile } from '../archive-file.ts';
import { recordNames } from '../records/columns.ts';
import { hourMs, t0 } from '../testing/commits.ts';
import { exactAmount, formulaText, openRecordedArchive } from '../testing/recorded-archive.ts';
import { exportArchive, type ExportOptions } from './export-archive.ts';
import { exportedKeys } from './table-rows.ts';

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-export-'));
  target = join(folder, 'export');
});
afterEach(() => removeFolder(folder));

const all = { fromMs: null, toMs: null };
async function exportAll(change: Partial<ExportOptions> = {}) {
  const archive = openRecordedArchive(folder);
  try {
    const archivePath = join(folder, archiveFile);
    const formats = ['csv', 'json', 'parquet'] as const;
    return await exportArchive({
      archivePath,
      folder: target,
      formats,
      filter: all,
      nowMs: () => t0 + hourMs,
      ...change,
    });
  } finally {
    archive.close();
  }
}

const read = (name: string) => readFileSync(join(target, 'account-1', name));
const Rows = z.array(z.record(z.string(), z.nullable(z.string())));
const readJson = () => Rows.parse(JSON.parse(read('ledger.json').toString()));

it('archive export writes the same rows in each format, with every digit of an amount', async () => {
  expect(await exportAll()).toEqual({ ok: true, value: { files: 3 * recordNames.length + 1 } });
  const json = readJson();
  expect(json.map(({ key, amount, time_utc }) => [key, amount, time_utc])).toEqual([
    ['b', '-2', '2023-11-14T22:13:20.001Z'],
    ['a', exactAmount, '2023-11-14T22:13:20.000Z'],
  ]);
  const { buffer } = new Uint8Array(read('ledger.parquet'));
  expect(await parquetReadObjects({ file: buffer })).toEqual(json);
  const text = read('ledger.csv').toString().replace('\uFEFF', '');
  const csv = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(csv.meta.fields).toEqual(exportedKeys);
  const asCsv = json.map(row => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? ''])));
  for (const row of csv.data) row['kind'] = row['kind']?.replace(/^'/, '') ?? '';
  expect(csv.data).toEqual(asCsv);
});

it('archive export begins a CSV cell with an apostrophe when a spreadsheet would run it, and no number', async () => {
  await exportAll();
  const text = read('ledger.csv').toString();
  expect(text).toContain(`"'${formulaText.replaceAll('"', '""')}"`);
  expect(text).toContain(',-2,');
});

it('archive export states time, filter, coverage and hash of each file in the manifest', async () => {
  await exportAll({ filter: { fromMs: null, toMs: t0 + 1 } });
  const manifest: unknown = JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8'));
  const csv = read('ledger.csv');
  expect(manifest).toMatchObject({
    as_of_utc: '2023-11-14T23:13:20.000Z',
    filter: { from_utc: null, to_utc: '2023-11-14T22:13:20.001Z' },
    accounts: [
      {
        profile_id: 'practice',
        run_id: 'run-1',
        coverage: [
          {
            stream: 'hf-fills',
            symbol: 'BTC-USDT',
            sealed: [{ from_utc: '2023-11-14T22:14:20.000Z', to_utc: '2023-11-14T23:03:20.000Z' }],
            gaps: [{ from_utc: '2023-11-14T22:13:20.000Z', to_utc: '2023-11-14T22:14:20.000Z' }],
          },
        ],
        files: expect.arrayContaining([
          {
            file: 'account-1/ledger.csv',
            record: 'ledger',
            format: 'csv',
            rows: 1,
            bytes: csv.length,
            sha256: createHash('sha256').update(csv).digest('hex'),
          },
        ]),
      },
    ],
  });
});

it.each([
  [{ fromMs: t0 + 1, toMs: null }, ['b']],
  [{ fromMs: null, toMs: t0 + 1 }, ['a']],
  [{ fromMs: t0 + 2, toMs: null }, []],
])('archive export writes the rows of %j', async (filter, keys) => {
  await exportAll({ filter, formats: ['json'] });
  expect(readJson().map(({ key }) => key)).toEqual(keys);
});

it('archive export writes files readable by their owner only, and overwrites none', async () => {
  await exportAll({ formats: ['csv', 'parquet'] });
  expect(statSync(target).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(join(target, 'account-1')))
    expect(statSync(join(target, 'account-1', name)).mode & 0o777).toBe(0o600);
  const before = read('ledger.csv');
  expect(await exportAll()).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
  expect(read('ledger.csv')).toEqual(before);
});

it('archive export writes nothing when the disk is too full (12)', async () => {
  expect(await exportAll({ freeBytes: () => 1000 })).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(readdirSync(target)).toEqual([]);
  writeFileSync(join(target, 'mine'), '');
  expect(await exportAll({ formats: ['csv'] })).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
});
