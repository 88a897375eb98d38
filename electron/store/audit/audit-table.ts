import type { KeyObject } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { statementOf } from '../journal/statement.ts';
import { type AuditEntry, type ChainEnd, type ChainLink, chainStart, linkAfter } from './chain.ts';

/** The newest part of the chain, in the journal's database: an action's step and its audit row are one commit. */

/** Where the table says that the chain ends, which is not before its last row. */
export function endOf(database: DatabaseSync): ChainEnd {
  const noted = statementOf(database, 'SELECT n, hash FROM audit_end').get();
  const last = statementOf(database, 'SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1').get();
  const ends = [noted, last].map(row =>
    row === undefined ? chainStart : { n: Number(row['n']), hash: String(row['hash']) },
  );
  return ends.reduce((end, other) => (other.n > end.n ? other : end), chainStart);
}

/** Within the caller's transaction. */
export function appendAudit(database: DatabaseSync, entry: AuditEntry, key: KeyObject | null): void {
  const link = linkAfter(endOf(database), entry, key);
  insertLink(database, link);
  setEnd(database, link);
}

export function insertLink(database: DatabaseSync, { n, row, hash, mac }: ChainLink): void {
  statementOf(database, 'INSERT OR IGNORE INTO audit (n, row, hash, mac) VALUES (?, ?, ?, ?)').run(n, row, hash, mac);
}

export function setEnd(database: DatabaseSync, { n, hash }: ChainEnd): void {
  statementOf(database, 'INSERT OR REPLACE INTO audit_end VALUES (1, ?, ?)').run(n, hash);
}

type Row = Readonly<Record<string, unknown>>;

/** Of a row of the table; tables of an earlier version have no MAC. */
export function linkOf(row: Row): ChainLink {
  const mac = row['mac'];
  return {
    n: Number(row['n']),
    row: String(row['row']),
    hash: String(row['hash']),
    mac: typeof mac === 'string' ? mac : null,
  };
}

/** oldest first */
export function* linksOf(database: DatabaseSync): Generator<ChainLink> {
  for (const row of database.prepare('SELECT * FROM audit ORDER BY n').iterate()) yield linkOf(row);
}

/** Null: that row is not here. */
export function hashAt(database: DatabaseSync, n: number): string | null {
  const row = database.prepare('SELECT hash FROM audit WHERE n = ?').get(n);
  return row === undefined ? null : String(row['hash']);
}

/** newest first */
export function newestLinks(database: DatabaseSync, limit: number): readonly ChainLink[] {
  return database.prepare('SELECT * FROM audit ORDER BY n DESC LIMIT ?').all(limit).map(linkOf);
}

export function countLinks(database: DatabaseSync): number {
  return Number(database.prepare('SELECT COUNT(*) AS rows FROM audit').get()?.['rows'] ?? 0);
}

/** Whether any row here was written with the key. */
export function hasKeyedLink(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM audit WHERE mac IS NOT NULL LIMIT 1').get() !== undefined;
}

/** Whether the newest row was written with the key; true when there is no row. */
export function isEndKeyed(database: DatabaseSync): boolean {
  const [last] = newestLinks(database, 1);
  return last === undefined || last.mac !== null;
}

export function dropLinks(database: DatabaseSync, upTo: number): void {
  database.prepare('DELETE FROM audit WHERE n <= ?').run(upTo);
}

/**
 * The random id of this journal, by which its items in the keychain are named. Null: an earlier version made the file.
 */
export function journalIdOf(database: DatabaseSync): string | null {
  try {
    const id = database.prepare('SELECT journal_id FROM audit_journal').get()?.['journal_id'];
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

export function setJournalId(database: DatabaseSync, id: string): void {
  database.prepare('UPDATE audit_journal SET journal_id = ?').run(id);
}
