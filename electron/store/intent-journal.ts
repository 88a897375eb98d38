import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { Intent } from '#shared/domain/intent.ts';
import type { Log } from '#log/log.ts';

/** An intent with what is needed to look it up again after a crash: the request in its domain form, never a secret. */
export interface JournalEntry {
  readonly intent: Intent;
  readonly body: unknown;
}

/**
 * The log of acts. `append` returns only after the row is on the disk, so nothing is sent that a crash could forget.
 * Errors are of kind `storage`: then the caller must not send.
 */
export interface IntentJournal {
  append(entry: JournalEntry): Result<Intent>;
  /** records the step; the row's key, kind and body never change */
  advance(intent: Intent): Result<Intent>;
  /** newest first, at most `limit` */
  list(profileId: string, limit: number): Result<readonly Intent[]>;
  /** the acts of a profile whose fate is open: new, sent or unknown; oldest first */
  open(profileId: string): Result<readonly JournalEntry[]>;
}

const select = `SELECT id, profile_id AS profileId, kind, key, symbol, summary, state, detail, body,
  created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs FROM intents`;

export function createIntentJournal(database: DatabaseSync, log: Log): IntentJournal {
  const write = (what: () => void): Result<null> => {
    try {
      database.exec('BEGIN IMMEDIATE');
      what();
      database.exec('COMMIT');
      return succeed(null);
    } catch (cause) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      log.error('journal.write-failed', { reason: reasonOf(cause) });
      return fail(
        'storage',
        `The order journal cannot be written (${reasonOf(cause)}), so nothing was sent. Free disk space or check the data folder.`,
      );
    }
  };
  return {
    append: ({ intent, body }) => {
      const done = write(() => {
        insert(database, intent, body);
        insertStep(database, intent);
      });
      return done.ok ? succeed(intent) : done;
    },
    advance: intent => {
      const done = write(() => {
        database
          .prepare('UPDATE intents SET state = ?, detail = ?, updated_at_ms = ? WHERE id = ?')
          .run(intent.state, intent.detail, intent.updatedAtMs, intent.id);
        insertStep(database, intent);
      });
      return done.ok ? succeed(intent) : done;
    },
    list: (profileId, limit) =>
      read(() => {
        const statement = database.prepare(
          `${select} WHERE profile_id = ? ORDER BY created_at_ms DESC, rowid DESC LIMIT ?`,
        );
        return statement.all(profileId, limit).map(row => Intent.parse(row));
      }),
    open: profileId =>
      read(() => {
        const statement = database.prepare(
          `${select} WHERE profile_id = ? AND state IN ('new', 'sent', 'unknown') ORDER BY created_at_ms, rowid`,
        );
        return statement.all(profileId).map(toEntry);
      }),
  };
}

function insert(database: DatabaseSync, intent: Intent, body: unknown): void {
  database
    .prepare('INSERT INTO intents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(
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
}

function insertStep(database: DatabaseSync, intent: Intent): void {
  database
    .prepare('INSERT INTO intent_steps VALUES (?, ?, ?, ?)')
    .run(intent.id, intent.state, intent.detail, intent.updatedAtMs);
}

function toEntry(row: Record<string, SQLOutputValue>): JournalEntry {
  const body: unknown = JSON.parse(String(row['body']));
  return { intent: Intent.parse(row), body };
}

function read<T>(what: () => T): Result<T> {
  try {
    return succeed(what());
  } catch (cause) {
    return fail('storage', `The order journal cannot be read (${reasonOf(cause)}).`);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'errstr' in cause && typeof cause.errstr === 'string' ? cause.errstr : String(cause);
}
