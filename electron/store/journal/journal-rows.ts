import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { Intent } from '#shared/domain/account/intent.ts';
import { statementOf } from './statement.ts';
import { insertSpendings, type CountedOrder } from './spendings.ts';

/** An intent with what is needed to look it up again after a crash: the request in its domain form, never a secret. */
export interface JournalEntry {
  readonly intent: Intent;
  readonly body: unknown;
  /** what it counts towards the day, each order for itself; kept by `append` alone */
  readonly spendings?: readonly CountedOrder[];
}

export interface UnreadableRow {
  readonly id: string;
  readonly reason: string;
  /** its readable words, for people */
  readonly summary: string;
}

/** What was read; rows that make no sense are apart, and stop nothing. */
export interface ReadRows<T> {
  readonly rows: readonly T[];
  readonly unreadable: readonly UnreadableRow[];
}

const select = `SELECT id, profile_id AS profileId, kind, key, symbol, summary, state, detail, body,
  created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs FROM intents WHERE rowid = ?`;
const isOpen = `state IN ('new', 'sent', 'unknown')`;

/** newest first */
export function listRows(database: DatabaseSync, profileId: string, limit: number): ReadRows<Intent> {
  const ids = database.prepare(
    'SELECT rowid FROM intents WHERE profile_id = ? ORDER BY created_at_ms DESC, rowid DESC LIMIT ?',
  );
  return readEach(database, ids.all(profileId, limit), row => Intent.parse(row));
}

/** oldest first */
export function openRows(database: DatabaseSync, profileId: string): ReadRows<JournalEntry> {
  const ids = database.prepare(
    `SELECT rowid FROM intents WHERE profile_id = ? AND ${isOpen} ORDER BY created_at_ms, rowid`,
  );
  return readEach(database, ids.all(profileId), toEntry);
}

/**
 * What may have reached the exchange for the same symbol since an action began, without that action itself: by the
 * order of the rows, as a clock may be set back, and older ones that were sent again.
 */
export function rowsSince(
  database: DatabaseSync,
  { id, profileId, symbol, createdAtMs }: Intent,
): ReadRows<JournalEntry> {
  const ids = database.prepare(
    `SELECT rowid FROM intents WHERE profile_id = ? AND symbol = ? AND id <> ?
      AND (updated_at_ms >= ? OR rowid > (SELECT rowid FROM intents WHERE id = ?))
      AND state NOT IN ('rejected', 'found-absent', 'dry') ORDER BY rowid`,
  );
  return readEach(database, ids.all(profileId, symbol, id, createdAtMs, id), toEntry);
}

function toEntry(row: Record<string, SQLOutputValue>): JournalEntry {
  const body: unknown = JSON.parse(String(row['body']));
  return { intent: Intent.parse(row), body };
}

function readEach<T>(
  database: DatabaseSync,
  ids: readonly Record<string, SQLOutputValue>[],
  toRow: (row: Record<string, SQLOutputValue>) => T,
): ReadRows<T> {
  const statement = database.prepare(select);
  const rows: T[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const { rowid } of ids) {
    try {
      const row = statement.get(rowid ?? null);
      if (row !== undefined) rows.push(toRow(row));
    } catch (cause) {
      unreadable.push(describe(database, Number(rowid), cause));
    }
  }
  return { rows, unreadable };
}

function describe(database: DatabaseSync, rowid: number, cause: unknown): UnreadableRow {
  const words = wordsOf(database, rowid);
  return {
    id: String(words['id'] ?? `row ${rowid}`),
    reason: (cause instanceof Error ? cause.message : String(cause)).slice(0, 500),
    summary: String(words['summary'] ?? `entry ${rowid}`),
  };
}

/** Those columns of a row that are text and may be readable although the rest is not. */
function wordsOf(database: DatabaseSync, rowid: number): Record<string, SQLOutputValue> {
  try {
    return database.prepare('SELECT id, summary FROM intents WHERE rowid = ?').get(rowid) ?? {};
  } catch {
    return {}; // then its number has to do
  }
}

export function insertRow(database: DatabaseSync, { intent, body, spendings = [] }: JournalEntry): void {
  statementOf(database, 'INSERT INTO intents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
    intent.id,
    intent.profileId,
    intent.kind,
    intent.key,
    intent.symbol,
    intent.summary,
    JSON.stringify(body),
    intent.state,
    intent.detail,
    intent.createdAtMs,
    intent.updatedAtMs,
  );
  insertSpendings(database, intent.id, spendings);
  insertStep(database, intent);
}

/** False when there is no such row. */
export function updateRow(database: DatabaseSync, intent: Intent): boolean {
  const update = statementOf(database, 'UPDATE intents SET state = ?, detail = ?, updated_at_ms = ? WHERE id = ?');
  const { changes } = update.run(intent.state, intent.detail, intent.updatedAtMs, intent.id);
  if (changes === 0) return false;
  insertStep(database, intent);
  return true;
}

function insertStep(database: DatabaseSync, intent: Intent): void {
  const insert = statementOf(database, 'INSERT INTO intent_steps VALUES (?, ?, ?, ?)');
  insert.run(intent.id, intent.state, intent.detail, intent.updatedAtMs);
}

/** How many actions of each profile are open, also of removed profiles. */
export function countOpen(database: DatabaseSync): readonly { readonly profileId: string; readonly actions: number }[] {
  const query = `SELECT profile_id AS profileId, COUNT(*) AS actions FROM intents WHERE ${isOpen} GROUP BY profile_id`;
  return database
    .prepare(query)
    .all()
    .map(row => ({ profileId: String(row['profileId']), actions: Number(row['actions']) }));
}

/** The client marks of every order that the journal knows, also those inside a batch. */
export function marksOf(database: DatabaseSync, profileId: string): ReadonlySet<string> {
  const rows = database.prepare('SELECT key, body FROM intents WHERE profile_id = ?').all(profileId);
  const inBodies = rows.flatMap(row =>
    [...String(row['body']).matchAll(/"clientOid":"([^"]+)"/g)].map(found => found[1] ?? ''),
  );
  return new Set([...rows.map(row => String(row['key'])), ...inBodies]);
}

/** True when the row was not named before. */
export function nameUnreadable(database: DatabaseSync, { id, reason }: UnreadableRow, nowMs: number): boolean {
  return (
    database.prepare('INSERT OR IGNORE INTO unreadable_intents VALUES (?, ?, ?)').run(id, reason, nowMs).changes > 0
  );
}

/**
 * Removes the oldest actions, at most so many, up to the first one that is open or not old enough: what came after an
 * open action is needed to look it up. Throws what SQLite throws.
 */
export function removeSettled(
  database: DatabaseSync,
  { beforeMs, most }: { readonly beforeMs: number; readonly most: number },
): void {
  const oldest = statementOf(
    database,
    `SELECT id, ${isOpen} AS open, MAX(created_at_ms, updated_at_ms) AS at FROM intents ORDER BY rowid LIMIT ?`,
  ).all(most);
  const end = oldest.findIndex(row => row['open'] === 1 || Number(row['at']) >= beforeMs);
  const ids = oldest.slice(0, end === -1 ? undefined : end).map(row => String(row['id']));
  if (ids.length === 0) return;
  // checked, each removed action would have all steps read: they have no index, whose pages each cancel on a full disk
  // writes
  database.exec('PRAGMA foreign_keys = OFF');
  try {
    database.exec('BEGIN IMMEDIATE');
    for (const id of ids) {
      statementOf(database, 'DELETE FROM spendings WHERE intent_id = ?').run(id);
      statementOf(database, 'DELETE FROM intents WHERE id = ?').run(id);
    }
    statementOf(database, removeOldestSteps).run(most * stepsOfAction);
    database.exec('COMMIT');
  } catch (cause) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw cause;
  } finally {
    database.exec('PRAGMA foreign_keys = ON');
  }
}

/** More than most actions have. Steps that are left are removed with later ones. */
const stepsOfAction = 8;
/** Of the oldest steps, those whose action was removed. */
const removeOldestSteps = `DELETE FROM intent_steps
  WHERE rowid IN (SELECT rowid FROM intent_steps ORDER BY rowid LIMIT ?)
    AND NOT EXISTS (SELECT 1 FROM intents WHERE id = intent_id)`;
