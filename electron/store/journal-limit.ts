import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fail } from '#shared/errors.ts';
import { attempt } from './journal/attempt.ts';
import { removeSettled } from './journal/journal-rows.ts';
import { statementOf } from './journal/statement.ts';

/**
 * Which rows are still written. `cancels`: new cancels, and results of actions that are journaled already; `none`: no new
 * action.
 */
export type JournalCapacity = 'all' | 'cancels' | 'none';

/** The limit of the order journal with its audit, so that a page that sends at its rate caps cannot fill the disk. */
export interface JournalLimit {
  readonly room: () => JournalCapacity;
  /** An action was written. Removes old settled actions while the database is large; their audit rows stay. */
  readonly written: () => void;
}

export interface JournalLimitOptions {
  readonly dataDir: string;
  /** throws while it cannot be opened */
  readonly database: () => DatabaseSync;
  readonly nowMs: () => number;
  /** of tests; absent: those of Fathom */
  readonly sizes?: { readonly databaseBytes: number; readonly auditBytes: number; readonly checkEvery: number };
}

const mebibyte = 1024 * 1024;
/** Each start checks the whole database, which takes seconds at this size. The audit is read by its check alone. */
const ownSizes = { databaseBytes: 512 * mebibyte, auditBytes: 4096 * mebibyte, checkEvery: 100 };
/** Room for cancels beyond the limit: at 500 bytes a row some 250,000 of them. */
const cancelShare = 1.25;
/** Settled actions are kept whole while the database is smaller than this share. */
const keptShare = 0.5;
const dayMs = 86_400_000;
/** Sums of the policy reach back 30 days. */
const keptMs = 35 * dayMs;
/** A few milliseconds of work. */
const removedAtOnce = 500;

/** The failure of an action that is no cancel. */
export const journalLimitFailure = fail(
  'storage',
  'The order journal has reached its limit of 512 MB, or its audit files 4 GB, so nothing was sent. Cancels still go through. End Fathom, move journal.sqlite, audit-end.json and the folder audit out of the data folder, and start it again: it begins a new journal.',
);

export function createJournalLimit(options: JournalLimitOptions): JournalLimit {
  const { database, nowMs, sizes = ownSizes } = options;
  let known: JournalCapacity | null = null;
  let writtenSince = 0;
  const share = (): { readonly ofDatabase: number; readonly largest: number } => {
    const ofDatabase = usedBytes(database()) / sizes.databaseBytes;
    return { ofDatabase, largest: Math.max(ofDatabase, auditBytes(options.dataDir) / sizes.auditBytes) };
  };
  const measure = (): JournalCapacity => {
    const tried = attempt(share);
    // a journal that cannot be read refuses by itself
    if (!tried.ok || tried.value.largest < 1) return 'all';
    return tried.value.largest < cancelShare ? 'cancels' : 'none';
  };
  const removeOld = (): void => {
    const tried = attempt(share);
    if (!tried.ok || tried.value.ofDatabase < keptShare) return;
    attempt(() => removeSettled(database(), { beforeMs: nowMs() - keptMs, most: removedAtOnce }));
  };
  return {
    // beyond the limit it is measured each time, so that actions continue as soon as there is room
    room: () => {
      if (known !== 'all') known = measure();
      return known;
    },
    written: () => {
      writtenSince += 1;
      if (writtenSince < sizes.checkEvery) return;
      writtenSince = 0;
      known = null;
      setImmediate(removeOld);
    },
  };
}

function usedBytes(database: DatabaseSync): number {
  const read = (name: 'page_size' | 'page_count' | 'freelist_count') =>
    Number(statementOf(database, `PRAGMA ${name}`).get()?.[name] ?? 0);
  return read('page_size') * (read('page_count') - read('freelist_count'));
}

function auditBytes(dataDir: string): number {
  const folder = join(dataDir, 'audit');
  const names = attempt(() => readdirSync(folder));
  if (!names.ok) return 0;
  return names.value.reduce((sum, name) => {
    const size = attempt(() => statSync(join(folder, name)).size);
    return sum + (size.ok ? size.value : 0);
  }, 0);
}
