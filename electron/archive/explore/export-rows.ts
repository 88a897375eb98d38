import { statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ArchiveExport, ArchiveFilter, ExportedRows } from '#shared/domain/archive/explore.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { isFeeDifferent } from '#shared/portfolio/checks/fee-audit.ts';
import { operatingSystem } from '#os/operating-system.ts';
import type { ArchivedAccount, CoverageLine } from '../archive-store.ts';
import { hashFile } from '../backup/age-file.ts';
import { describeCoverage } from '../export/export-archive.ts';
import { createTableFile } from '../export/table-files.ts';
import { exportedKeys, exportedValues } from '../export/table-rows.ts';
import { type AuditedPage, type AuditedRow, readAuditedPage } from './audit-fills.ts';
import { streamsOf } from './explored-views.ts';
import type { PagePlaces } from './page-cursor.ts';
import { type ExploredArchive, ExploreFailure, valueOf } from './read-pages.ts';

/** Where an export is written to. Neither of the files exists. */
export interface ExportTarget {
  readonly file: string;
  readonly manifest: string;
  /** what both may take together */
  readonly allowedBytes: number;
}

interface ExportQuestion extends ExportTarget {
  readonly account: ArchivedAccount & { readonly accountId: number };
  readonly filter: ArchiveFilter;
  readonly format: ArchiveExport['format'];
  readonly asOfMs: number;
}

/** Rows of one step; the thread that writes is free between two of them. */
const stepRows = 500;

const utc = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** What a file of fills has of the fee audit: `as-due`, `different`, or why the fill is not audited; rate and amounts. */
const auditKeys = ['fee_audit', 'fee_rate_held', 'fee_due', 'fee_difference'] as const;

/** The values of `auditKeys`. */
function auditValues({ audit }: AuditedRow): readonly (string | null)[] {
  if (audit === null) return [null, null, null, null];
  if (!audit.isAudited) return [audit.reason, null, null, null];
  return [isFeeDifferent(audit) ? 'different' : 'as-due', audit.rate, audit.due, audit.difference];
}

/** Writes the rows page by page. Returns how many; null: they take more than is allowed. */
async function writeRows(
  archive: Pick<ExploredArchive, 'searchRows' | 'rowsBetween'>,
  part: string,
  { account, filter, format, allowedBytes }: ExportQuestion,
): Promise<number | null> {
  const isAudited = filter.view === 'fills';
  const keys = isAudited ? [...exportedKeys, ...auditKeys] : exportedKeys;
  const table = createTableFile(part, format, keys);
  let count = 0;
  let places: PagePlaces | null = {};
  try {
    while (places !== null) {
      // oxlint-disable-next-line no-await-in-loop -- page after page
      const page: AuditedPage = await readAuditedPage(archive, { ...account, filter, places, limit: stepRows });
      const lines = page.rows.map(audited => [
        ...exportedValues(audited.row),
        ...(isAudited ? auditValues(audited) : []),
      ]);
      if (lines.length > 0) table.write(lines);
      count += page.rows.length;
      if (statSync(part).size > allowedBytes) return null;
      places = page.next;
    }
    table.end();
    return statSync(part).size > allowedBytes ? null : count;
  } finally {
    table.close();
  }
}

async function writeManifest(
  lines: readonly CoverageLine[],
  { account, filter, format, asOfMs, file, manifest }: ExportQuestion,
  rows: number,
): Promise<void> {
  const { profileId: _, view, fromMs, toMs, ...conditions } = filter;
  const streams = streamsOf(view);
  const described = {
    program: 'Fathom',
    as_of_utc: utc(asOfMs),
    profile_id: account.profileId,
    run_id: account.runId,
    filter: { list: view, from_utc: utc(fromMs), to_utc: utc(toMs), ...conditions },
    coverage: lines.filter(({ stream }) => streams.has(stream)).map(describeCoverage),
    files: [{ file: basename(file), format, rows, bytes: statSync(file).size, sha256: await hashFile(file) }],
  };
  writeFileSync(manifest, `${JSON.stringify(described, null, 1)}\n`, { flag: 'wx', mode: 0o600 });
}

const tooLarge = fail(
  'over-quota',
  'The file exceeds the space of the exports. Choose a shorter time, or move or delete files in the folder exports.',
);

/**
 * Writes the rows that meet a filter, newest first, with exact decimals, and a manifest with time, filter, coverage, rows and
 * SHA-256. Kinds `over-quota` and `storage`; then neither file is left. Throws `ExploreFailure`.
 */
export async function exportRows(
  archive: Pick<ExploredArchive, 'searchRows' | 'rowsBetween' | 'lines'>,
  question: ExportQuestion,
): Promise<Result<ExportedRows>> {
  const { file, manifest } = question;
  const part = `${file}.part`;
  try {
    // read before the rows: what is recorded meanwhile may be in the file, and is not claimed
    const lines = await valueOf(archive.lines({ accountId: question.account.accountId }));
    const rows = await writeRows(archive, part, question);
    if (rows === null) return tooLarge;
    operatingSystem.renameFile(part, file);
    await writeManifest(lines, question, rows);
    return succeed({ file, manifest, rows });
  } catch (cause) {
    operatingSystem.removeFile(file);
    operatingSystem.removeFile(manifest);
    if (cause instanceof ExploreFailure) throw cause;
    return fail('storage', `The file could not be written: ${cause instanceof Error ? cause.message : String(cause)}`);
  } finally {
    operatingSystem.removeFile(part);
  }
}
