import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { insertLink, linkOf, setEnd, setJournalId } from '../audit/audit-table.ts';
import type { ChainLink } from '../audit/chain.ts';

export interface Salvaged {
  readonly entries: number;
  /** when the newest of them was made; null when there is none */
  readonly lastMs: number | null;
}

const columns = 'id, profile_id, kind, key, symbol, summary, body, state, detail, created_at_ms, updated_at_ms';

/**
 * Copies what can still be read of a damaged journal into a new one, from both ends up to the damage. The damaged file
 * itself is not changed. Never throws.
 */
export function salvage(damagedPath: string, into: DatabaseSync): Salvaged {
  let entries = 0;
  let lastMs: number | null = null;
  const insert = into.prepare(`INSERT OR IGNORE INTO intents (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const direction of ['ASC', 'DESC'] as const) {
    eachRow(damagedPath, `SELECT ${columns} FROM intents NOT INDEXED ORDER BY rowid ${direction}`, row => {
      if (insert.run(...Object.values(row)).changes === 0) return;
      entries += 1;
      lastMs = Math.max(lastMs ?? 0, Number(row['created_at_ms']));
    });
  }
  salvageAudit(damagedPath, into);
  // a journal of an earlier version has fewer columns
  const first = 'intent_id, mark, currency, amount';
  for (const names of [`${first}, rule, is_typed, filled_amount`, `${first}, rule, is_typed`, first]) {
    const places = names.split(', ').map(() => '?');
    const count = into.prepare(`INSERT OR IGNORE INTO spendings (${names}) VALUES (${places.join(', ')})`);
    eachRow(damagedPath, `SELECT ${names} FROM spendings`, row => void count.run(...Object.values(row)));
  }
  return { entries, lastMs };
}

/** The rows as they are: a missing one breaks the chain, and the check reports it. */
function salvageAudit(damagedPath: string, into: DatabaseSync): void {
  let last: ChainLink | null = null;
  for (const direction of ['ASC', 'DESC'] as const) {
    eachRow(damagedPath, `SELECT * FROM audit ORDER BY n ${direction}`, values => {
      const link = linkOf(values);
      insertLink(into, link);
      if (last === null || link.n > last.n) last = link;
    });
  }
  if (last !== null) setEnd(into, last);
  eachRow(damagedPath, 'SELECT journal_id FROM audit_journal', values => {
    const id = values['journal_id'];
    if (typeof id === 'string') setJournalId(into, id);
  });
}

function eachRow(path: string, query: string, take: (row: Record<string, SQLOutputValue>) => void): void {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    for (const row of database.prepare(query).iterate()) takeQuietly(row, take);
  } catch {
    // the unreadable part begins here; the caller states how much there was before it
  } finally {
    closeQuietly(database);
  }
}

function takeQuietly(row: Record<string, SQLOutputValue>, take: (row: Record<string, SQLOutputValue>) => void): void {
  try {
    take(row);
  } catch {
    // a row whose values are not of the kind that the journal keeps is part of the damage
  }
}

function closeQuietly(database: DatabaseSync | null): void {
  try {
    database?.close();
  } catch {
    // it was read only, so nothing is lost with it
  }
}
