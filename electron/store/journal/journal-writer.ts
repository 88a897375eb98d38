import type { DatabaseSync } from 'node:sqlite';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Log } from '#log/log.ts';
import type { JournalLimit } from '../journal-limit.ts';
import type { StorageHealth } from '../storage-health.ts';
import type { Audit } from '../audit/audit.ts';
import { attempt, reasonOf } from './attempt.ts';
import { insertRow, updateRow } from './journal-rows.ts';
import type { Reserve } from './reserve.ts';
import { statementOf } from './statement.ts';
import type { UnwrittenActions } from './unwritten-actions.ts';

export interface JournalOptions {
  /** throws while it cannot be opened */
  readonly database: () => DatabaseSync;
  readonly log: Log;
  readonly health: Pick<StorageHealth, 'status' | 'report' | 'onRetry'>;
  readonly reserve: Reserve;
  /** absent: no limit */
  readonly limit?: JournalLimit;
  readonly audit: Pick<Audit, 'step' | 'note' | 'flush'>;
  readonly nowMs: () => number;
  readonly notice: (message: string) => void;
}

/** Null when it is on disk. */
function commit(database: () => DatabaseSync, what: () => void): unknown {
  try {
    statementOf(database(), 'BEGIN IMMEDIATE').run();
    what();
    statementOf(database(), 'COMMIT').run();
    return null;
  } catch (cause) {
    attempt(() => database().isTransaction && database().exec('ROLLBACK'));
    return cause;
  }
}

/** Writes one step; what must go may use the reserve, which is given free when the disk is full. */
export function createWriter({ database, health, reserve, log }: JournalOptions) {
  return (what: () => void, mayUseReserve: boolean): unknown => {
    const cause = commit(database, what);
    if (cause === null) return null;
    log.error('journal.write-failed', { reason: reasonOf(cause) });
    if (!isMistake(cause)) health.report('journal', cause);
    if (!mayUseReserve || !reserve.release()) return cause;
    // from now on each commit reuses the room of the one before, so that the reserve lasts for many
    attempt(() => database().exec('PRAGMA wal_autocheckpoint = 8; PRAGMA wal_checkpoint(RESTART);'));
    return commit(database, what);
  };
}

const ordinaryCheckpointPages = 1000;
const sqliteConstraint = 19;

class NoSuchEntryError extends Error {}

/** The same id twice, or one that is not there, is a bug of ours and says nothing about the disk. */
function isMistake(cause: unknown): boolean {
  if (cause instanceof NoSuchEntryError) return true;
  if (!(cause instanceof Error) || !('errcode' in cause) || typeof cause.errcode !== 'number') return false;
  return cause.errcode % 256 === sqliteConstraint;
}

export function mustUpdate(database: DatabaseSync, intent: Intent): void {
  if (!updateRow(database, intent)) throw new NoSuchEntryError('there is no such entry');
}

export function createKeep({ notice, log }: JournalOptions, unwritten: UnwrittenActions) {
  return (intent: Intent, first: { readonly body: unknown } | null): Intent => {
    if (unwritten.all().length === 0)
      notice(
        'An action could not be written to the order journal and is in memory only. If Fathom ends before it is written, check its outcome at the exchange.',
      );
    log.warn('journal.kept-in-memory', { intentId: intent.id, kind: intent.kind, state: intent.state });
    return unwritten.keep(intent, first);
  };
}

/** Writes what waits and takes the reserve again. Null when the journal works as it should. */
export function retryJournal({ database, reserve, audit }: JournalOptions, unwritten: UnwrittenActions): unknown {
  // what waits comes first: it has already happened
  for (const { intent, first } of unwritten.all()) {
    const cause = commit(database, () => {
      const isThere = updateRow(database(), intent);
      if (!isThere && first !== null) insertRow(database(), { intent, body: first.body });
      audit.step(database(), intent);
    });
    if (cause !== null) return cause;
    unwritten.written(intent.id);
  }
  const noted = commit(database, () => audit.flush(database()));
  if (noted !== null) return noted;
  const tried = attempt(() => {
    database().exec(`PRAGMA wal_autocheckpoint = ${ordinaryCheckpointPages}`);
    reserve.take();
  });
  if (!tried.ok) return tried.cause;
  // writing the stored number again already shows whether anything can be written
  return commit(database, () => {
    const version = Number(database().prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    database().exec(`PRAGMA user_version = ${version}`);
  });
}
