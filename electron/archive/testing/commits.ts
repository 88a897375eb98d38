import type { FoundRow, LineKey, PageCommit } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';

export const hourMs = 3_600_000;
/** a round time */
export const t0 = 1_700_000_000_000;

export function row(key: string, change: Partial<FoundRow> = {}): FoundRow {
  return { key, timeMs: t0, columns: { ...noColumns, amount: '1.50' }, rest: {}, ...change };
}

export function commitOf(line: LineKey, rows: readonly FoundRow[], change: Partial<PageCommit> = {}): PageCommit {
  const text = JSON.stringify(rows);
  const page = { endpoint: 'GET /rows', request: '{}', text, askedAtMs: t0 + hourMs, receivedAtMs: t0 + hourMs, rows };
  return { line, record: 'ledger', page, read: null, ...change };
}
