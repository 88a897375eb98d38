import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildArchiveFilter } from '#shared/domain/archive/testing/build-archive-filter.ts';
import { fail, succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { archiveFile } from '../archive-file.ts';
import type { ArchiveStore } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';
import { commitOf, hourMs, row, t0 } from '../testing/commits.ts';
import { openLocalStore } from '../testing/local-store.ts';
import { exactAmount } from '../testing/recorded-archive.ts';
import { createExplorer, type Explorer } from './explorer.ts';

let folder: string;
let store: ArchiveStore;
let explorer: Explorer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-explore-'));
  store = openLocalStore(join(folder, archiveFile));
  const account = await store.openAccount({ profileId: 'p1', runId: 'run-1' });
  if (!account.ok) throw new Error(account.detail);
  const line = { accountId: account.value, stream: 'spot-fills', symbol: '' } as const;
  await store.openLine({ ...line, startMs: t0 });
  const rows = Array.from({ length: 1200 }, (_, index) =>
    row(`r${index}`, {
      timeMs: t0 + index,
      columns: { ...noColumns, amount: exactAmount, symbol: index % 2 === 0 ? 'BTC-USDT' : 'ETH-USDT' },
    }),
  );
  const read = { window: { fromMs: t0, toMs: t0 + hourMs }, provenFromMs: t0, readAtMs: t0 + hourMs, addedAtMs: [] };
  await store.commitPage(commitOf(line, rows, { record: 'spot-fills', read }));
  explorer = createExplorer({
    archive: store,
    reader: store,
    archiveVersion: () => 0,
    isPresent: () => true,
    nowMs: () => t0 + hourMs,
  });
});
afterEach(async () => {
  await explorer.close();
  removeFolder(folder);
});

const path = (name: string) => join(folder, name);
const target =
  (allowedBytes = 1e9) =>
  () =>
    succeed({ file: path('fills.csv'), manifest: path('fills.manifest.json'), allowedBytes });
const bitcoin = buildArchiveFilter({ market: 'BTC-USDT' });
const Rows = z.array(z.record(z.string(), z.nullable(z.string())));

it('row export writes all rows of the filter with exact amounts, newest first', async () => {
  const written = await explorer.export({ ...bitcoin, format: 'csv' }, target());
  expect(written).toMatchObject({ ok: true, value: { rows: 600, file: path('fills.csv') } });
  const text = readFileSync(path('fills.csv'), 'utf8').replace('\uFEFF', '');
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(data.map(({ key }) => key)).toEqual(Array.from({ length: 600 }, (_, index) => `r${1198 - 2 * index}`));
  expect(new Set(data.map(({ amount, symbol }) => `${amount} ${symbol}`))).toEqual(
    new Set([`${exactAmount} BTC-USDT`]),
  );
  expect(statSync(path('fills.csv')).mode & 0o777).toBe(0o600);
});

it('row export writes the same rows as JSON', async () => {
  await explorer.export({ ...bitcoin, format: 'json' }, target());
  expect(Rows.parse(JSON.parse(readFileSync(path('fills.csv'), 'utf8')))).toHaveLength(600);
});

it('row export states time, filter, coverage and hash in the manifest', async () => {
  await explorer.export({ ...bitcoin, format: 'csv' }, target());
  const manifest: unknown = JSON.parse(readFileSync(path('fills.manifest.json'), 'utf8'));
  const file = readFileSync(path('fills.csv'));
  expect(manifest).toMatchObject({
    as_of_utc: new Date(t0 + hourMs).toISOString(),
    profile_id: 'p1',
    run_id: 'run-1',
    filter: { list: 'fills', from_utc: null, market: 'BTC-USDT', side: null },
    coverage: [{ stream: 'spot-fills', start_utc: new Date(t0).toISOString() }],
    files: [
      {
        file: 'fills.csv',
        format: 'csv',
        rows: 600,
        bytes: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
      },
    ],
  });
});

it('row export leaves no file when the rows take more than is allowed', async () => {
  const written = await explorer.export({ ...bitcoin, format: 'csv' }, target(1000));
  expect(written).toMatchObject({ ok: false, error: { kind: 'over-quota' } });
  expect(readdirSync(folder).filter(name => name.startsWith('fills'))).toEqual([]);
});

const openFiles = () => readdirSync('/proc/self/fd').length;

it.runIf(existsSync('/proc/self/fd'))('releases the file when the rows take more than is allowed', async () => {
  const before = openFiles();
  for (let count = 0; count < 5; count += 1)
    // oxlint-disable-next-line no-await-in-loop -- one export at a time
    await explorer.export({ ...bitcoin, format: count % 2 === 0 ? 'csv' : 'json' }, target(1000));
  expect(openFiles()).toBe(before);
});

it('row export leaves neither file when the manifest cannot be written', async () => {
  const manifest = join(folder, 'absent', 'fills.manifest.json');
  const written = await explorer.export({ ...bitcoin, format: 'csv' }, () =>
    succeed({ file: path('fills.csv'), manifest, allowedBytes: 1e9 }),
  );
  expect(written).toMatchObject({ ok: false, error: { kind: 'storage' } });
  expect(readdirSync(folder).filter(name => name.startsWith('fills'))).toEqual([]);
});

it('row export writes nothing when there is no room for a file', async () => {
  const full = fail('over-quota', 'full');
  expect(await explorer.export({ ...bitcoin, format: 'csv' }, () => full)).toEqual(full);
});

it('row export writes one file at a time', async () => {
  const first = explorer.export({ ...bitcoin, format: 'csv' }, target());
  expect(await explorer.export({ ...bitcoin, format: 'csv' }, target())).toMatchObject({ ok: false });
  expect(await first).toMatchObject({ ok: true });
  expect(existsSync(path('fills.csv.part'))).toBe(false);
});
