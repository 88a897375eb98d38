import { join } from 'node:path';
import { archiveFile } from '../archive-file.ts';
import { noColumns } from '../records/columns.ts';
import { openSqliteArchive, type SqliteArchive } from '../sqlite/sqlite-archive.ts';
import { commitOf, hourMs, row, t0 } from './commits.ts';

/** Amounts that a number cannot hold, and a text that a spreadsheet would run. */
export const exactAmount = '0.100000000000000000000000000001';
export const formulaText = '=HYPERLINK("x"),"y"';

/** An archive in the folder with two bookings, the second of which is `formulaText`; it stays open. */
export function openRecordedArchive(folder: string): SqliteArchive {
  const archive = openSqliteArchive({ path: join(folder, archiveFile) });
  const accountId = archive.openAccount({ profileId: 'practice', runId: 'run-1' });
  const line = { accountId, stream: 'hf-fills', symbol: 'BTC-USDT' } as const;
  archive.openLine({ ...line, startMs: t0 });
  const window = { fromMs: t0, toMs: t0 + hourMs };
  const read = { window, provenFromMs: t0 + 60_000, readAtMs: window.toMs, addedAtMs: [] };
  const second = { timeMs: t0 + 1, columns: { ...noColumns, amount: '-2', kind: formulaText } };
  archive.commitPage(
    commitOf(line, [row('a', { columns: { ...noColumns, amount: exactAmount } }), row('b', second)], { read }),
  );
  return archive;
}
