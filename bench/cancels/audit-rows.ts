import { join } from 'node:path';
import { rotateAudit } from '#store/audit/audit-archive.ts';
import { appendAudit } from '#store/audit/audit-table.ts';
import { openDatabase } from '#store/journal/database.ts';

/** A long audit journal for the bench, written before Fathom starts. */

const rowsOfFile = 20_000;
const user = 'bench';

/** Writes so many audit rows into the journal of the data folder: most in archive files, as a real journal has them. */
export function writeAuditRows(dataDir: string, rows: number): void {
  const options = { path: join(dataDir, 'journal.sqlite'), nowMs: Date.now, notice: () => {} };
  const opened = openDatabase(options);
  if (opened.state !== 'open') throw new Error(`the journal of the bench cannot be opened: ${opened.state}`);
  const { database } = opened;
  const entry = {
    atMs: Date.now(),
    user,
    profileId: 'practice',
    kind: 'place',
    key: '',
    symbol: 'BTC-USDT',
    summary: 'buy 0.0001 BTC at 20000 USDT',
    state: 'acknowledged',
    detail: null,
    verdict: null,
    weight: null,
  } as const;
  for (let written = 0; written < rows; written += rowsOfFile) {
    database.exec('BEGIN');
    for (let row = 0; row < Math.min(rowsOfFile, rows - written); row += 1) appendAudit(database, entry, null);
    rotateAudit(database, { dataDir, most: rowsOfFile / 2, keep: 1_000 });
    database.exec('COMMIT');
  }
  database.close();
}
