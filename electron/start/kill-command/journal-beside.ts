import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '#log/log.ts';
import { createAudit } from '#store/audit/audit.ts';
import { reasonOf } from '#store/journal/attempt.ts';
import { createIntentJournal, type IntentJournal } from '#store/intent-journal.ts';
import { migrations } from '#store/journal/migrations.ts';
import { createReserve } from '#store/journal/reserve.ts';
import type { StorageHealth } from '#store/storage-health.ts';
import { userName } from '#store/store.ts';

export interface JournalBesideOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly nowMs: () => number;
  /** why the journal must not be opened, as a sentence; null or absent: it may */
  readonly problem?: string | null;
  /** removes secrets from durable text */
  readonly clean: (text: string) => string;
}

export interface JournalBeside {
  readonly journal: IntentJournal;
  /** Writes what waits and closes. Null: all of it is on the disk; else why it is not. */
  readonly close: () => string | null;
}

/** A main process that hangs may hold the database; cancels do not wait for it. */
const busyMs = 200;
const retryMs = 2_000;

type JournalHealth = Pick<StorageHealth, 'status' | 'report' | 'onRetry'>;

/**
 * The order journal of a data folder, beside a main process that may hang with it open. It is used as it is: it is
 * neither made, nor repaired, nor brought to a new version, which the next start does. What cannot be written waits in
 * memory.
 */
export function openJournalBeside({ dataDir, log, nowMs, clean, problem = null }: JournalBesideOptions): JournalBeside {
  const path = join(dataDir, 'journal.sqlite');
  let opened: DatabaseSync | null = null;
  const database = (): DatabaseSync => {
    if (problem !== null) throw new Error(problem);
    return (opened ??= openExisting(path));
  };
  const health = createRetries();
  const audit = createAudit({ dataDir, database, user: userName(), nowMs, clean });
  // a full disk gives its room free for the entry; the next start takes it again
  const { release } = createReserve({ path: join(dataDir, 'reserve'), bytes: 0 });
  const reserve = { take: () => {}, release };
  const notice = (message: string) => log.warn('kill-command.journal', { message });
  const journal = createIntentJournal({ database, log, health, reserve, audit, nowMs, notice });
  return {
    journal,
    close: () => {
      const trouble = health.close();
      opened?.close();
      return trouble === null ? null : reasonOf(trouble);
    },
  };
}

const neverFailed = () => null;

/** Tries what could not be written again, every two seconds and at the end. Its answer: what still fails, or null. */
function createRetries(): JournalHealth & { readonly close: () => unknown } {
  let trouble: unknown = null;
  let retry: () => unknown = neverFailed;
  const tryAgain = () => {
    if (trouble !== null) trouble = retry();
  };
  const timer = setInterval(tryAgain, retryMs);
  return {
    // the kill switch is written whatever the state is
    status: () => ({ state: 'ok', detail: '' }),
    report: (_, cause) => {
      trouble = cause;
    },
    onRetry: (_, what) => {
      retry = what;
    },
    close: () => {
      clearInterval(timer);
      tryAgain();
      return trouble;
    },
  };
}

function openExisting(path: string): DatabaseSync {
  if (!existsSync(path)) throw new Error('there is no order journal');
  const database = new DatabaseSync(path, { timeout: busyMs, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA synchronous = FULL');
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version !== migrations.length) throw new Error('the order journal is of another version');
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}
