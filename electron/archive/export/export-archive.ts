import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Interval } from '#shared/domain/archive/archive.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ArchivedAccount, ArchiveDatabase, CoverageLine } from '../archive-store.ts';
import { hashFile } from '../backup/age-file.ts';
import { archiveBytes, checkSpace, type FreeBytes } from '../backup/disk-space.ts';
import { type RecordName, recordNames } from '../records/columns.ts';
import { openArchiveForReading } from '../sqlite/open-database.ts';
import { createSqliteMethods } from '../sqlite/sqlite-archive.ts';
import { createTableFile, type ExportFormat } from './table-files.ts';
import { exportedKeys, exportedValues, readPages, type RowFilter } from './table-rows.ts';

export interface ExportOptions {
  readonly archivePath: string;
  /** is created, or is empty */
  readonly folder: string;
  readonly formats: readonly ExportFormat[];
  readonly filter: RowFilter;
  readonly nowMs: () => number;
  /** tests hand in another */
  readonly freeBytes?: FreeBytes | undefined;
}

interface ExportedFile {
  readonly file: string;
  readonly record: RecordName;
  readonly format: ExportFormat;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

type Methods = Pick<ArchiveDatabase, 'accounts' | 'lines' | 'rows'>;
type Account = ArchivedAccount & { readonly accountId: number };

const utc = (ms: number) => new Date(ms).toISOString();
const utcRanges = (set: readonly Interval[]) =>
  set.map(({ fromMs, toMs }) => ({ from_utc: utc(fromMs), to_utc: utc(toMs) }));

/** Which times are recorded, so that a reader of the files knows what may be missing. */
export function describeCoverage({ stream, symbol, coverage, lastReadAtMs, deleted }: CoverageLine) {
  return {
    stream,
    symbol: symbol === '' ? null : symbol,
    start_utc: utc(coverage.startMs),
    sealed: utcRanges(coverage.sealed),
    read_once: utcRanges(coverage.read),
    gaps: utcRanges(coverage.gaps),
    deleted: utcRanges(deleted === null ? [] : [deleted]),
    last_read_utc: lastReadAtMs === null ? null : utc(lastReadAtMs),
  };
}

/** Rows take more space as text than in the archive, and JSON repeats the names of all columns. */
const growth: Readonly<Record<ExportFormat, number>> = { csv: 1, json: 3, parquet: 1 };

function checkTarget({ archivePath, folder, formats, freeBytes }: ExportOptions): Result<null> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return fail('invalid-request', `${folder} is not empty. An export overwrites no file: choose another folder.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const factor = formats.reduce((sum, format) => sum + growth[format], 0);
  return checkSpace(join(folder, 'manifest.json'), factor * archiveBytes(archivePath), freeBytes);
}

type WrittenFile = Pick<ExportedFile, 'file' | 'record' | 'format'> & { readonly path: string };

async function describeFile({ file, record, format, path }: WrittenFile, rows: number): Promise<ExportedFile> {
  return { file, record, format, rows, bytes: statSync(path).size, sha256: await hashFile(path) };
}

async function exportRecord(
  archive: Methods,
  { folder, formats, filter }: ExportOptions,
  { accountId, record }: { readonly accountId: number; readonly record: RecordName },
): Promise<readonly ExportedFile[]> {
  const files = formats.map(format => {
    const file = `account-${accountId}/${record}.${format}`;
    return { file, record, format, path: join(folder, file) };
  });
  const tables = files.map(({ path, format }) => createTableFile(path, format, exportedKeys));
  let rows = 0;
  for (const page of readPages(archive, { accountId, record }, filter)) {
    rows += page.length;
    const lines = page.map(exportedValues);
    for (const table of tables) table.write(lines);
  }
  for (const table of tables) {
    table.end();
    table.close();
  }
  return await Promise.all(files.map(file => describeFile(file, rows)));
}

async function exportAccount(archive: Methods, account: Account, options: ExportOptions) {
  const { accountId, profileId, runId } = account;
  mkdirSync(join(options.folder, `account-${accountId}`), { mode: 0o700 });
  const files: ExportedFile[] = [];
  for (const record of recordNames) files.push(...(await exportRecord(archive, options, { accountId, record })));
  return { profile_id: profileId, run_id: runId, coverage: archive.lines({ accountId }).map(describeCoverage), files };
}

/**
 * Writes all rows within the filter as files, one for each account, record and format, and a manifest with the time, the
 * filter, the coverage of each stream, and the rows and the SHA-256 of each file. All of it is of one moment, while Fathom may
 * write to the archive. Returns how many files were written. Throws `ArchiveError`, or what the file system throws.
 */
export async function exportArchive(options: ExportOptions): Promise<Result<{ readonly files: number }>> {
  const { archivePath, folder, filter, nowMs } = options;
  const target = checkTarget(options);
  if (!target.ok) return target;
  const database = openArchiveForReading(archivePath);
  try {
    database.exec('BEGIN');
    const archive = createSqliteMethods(database, archivePath);
    // the first read fixes the moment of the transaction
    const all = archive.accounts({});
    const asOfMs = nowMs();
    const accounts = [];
    for (const account of all) accounts.push(await exportAccount(archive, account, options));
    const utcOrNull = (ms: number | null) => (ms === null ? null : utc(ms));
    const manifest = {
      program: 'Fathom',
      as_of_utc: utc(asOfMs),
      filter: { from_utc: utcOrNull(filter.fromMs), to_utc: utcOrNull(filter.toMs) },
      accounts,
    };
    const path = join(folder, 'manifest.json');
    writeFileSync(path, `${JSON.stringify(manifest, null, 1)}\n`, { flag: 'wx', mode: 0o600 });
    return succeed({ files: accounts.reduce((sum, { files }) => sum + files.length, 1) });
  } finally {
    database.close();
  }
}
