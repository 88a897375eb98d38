import type { DatabaseSync } from 'node:sqlite';
import { statementOf } from '../journal/statement.ts';
import { type AuditEntry, type ChainEnd, type ChainLink, chainStart, linkAfter } from './chain.ts';

/** The newest part of the chain, in the journal's database: an act's step and its audit row are one commit. */

export function endOf(database: DatabaseSync): ChainEnd {
  const row = statementOf(database, 'SELECT n, hash FROM audit_end').get();
  return row === undefined ? chainStart : { n: Number(row['n']), hash: String(row['hash']) };
}

/** Within the caller's transaction. */
export function appendAudit(database: DatabaseSync, entry: AuditEntry): void {
  const link = linkAfter(endOf(database), entry);
  insertLink(database, link);
  setEnd(database, link);
}

export function insertLink(database: DatabaseSync, { n, row, hash }: ChainLink): void {
  statementOf(database, 'INSERT OR IGNORE INTO audit VALUES (?, ?, ?)').run(n, row, hash);
}

export function setEnd(database: DatabaseSync, { n, hash }: ChainEnd): void {
  statementOf(database, 'INSERT OR REPLACE INTO audit_end VALUES (1, ?, ?)').run(n, hash);
}

type Row = Readonly<Record<string, unknown>>;

function linkOf(row: Row): ChainLink {
  return { n: Number(row['n']), row: String(row['row']), hash: String(row['hash']) };
}

/** oldest first */
export function* linksOf(database: DatabaseSync): Generator<ChainLink> {
  for (const row of database.prepare('SELECT n, row, hash FROM audit ORDER BY n').iterate()) yield linkOf(row);
}

/** Null: that row is not here. */
export function hashAt(database: DatabaseSync, n: number): string | null {
  const row = database.prepare('SELECT hash FROM audit WHERE n = ?').get(n);
  return row === undefined ? null : String(row['hash']);
}

/** newest first */
export function newestLinks(database: DatabaseSync, limit: number): readonly ChainLink[] {
  return database.prepare('SELECT n, row, hash FROM audit ORDER BY n DESC LIMIT ?').all(limit).map(linkOf);
}

export function countLinks(database: DatabaseSync): number {
  return Number(database.prepare('SELECT COUNT(*) AS rows FROM audit').get()?.['rows'] ?? 0);
}

export function dropLinks(database: DatabaseSync, upTo: number): void {
  database.prepare('DELETE FROM audit WHERE n <= ?').run(upTo);
}
