import type { KeyObject } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditRow } from '#shared/domain/safety/audit.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { attempt, reasonOf } from '../journal/attempt.ts';
import { readAnchor, writeAnchor } from './anchor-file.ts';
import { archivedHash, rotateAudit, setAsideForeignArchives } from './audit-archive.ts';
import { appendAudit, endOf, hashAt, hasKeyedLink, isEndKeyed, journalIdOf, newestLinks } from './audit-table.ts';
import { type AuditEntry, type ChainEnd, readRow } from './chain.ts';

/** What is known of a step beyond the intent. */
export interface StepExtra {
  /** the policy result of the action */
  readonly verdict?: string | null;
  /** what it took of the exchange's limits so far */
  readonly weight?: number | null;
}

/** Something that is no step of an intent: a failure before anything was journalled, a release, a mode. */
export type AuditNote = Pick<AuditRow, 'profileId' | 'kind' | 'summary' | 'state' | 'detail'> &
  Partial<Pick<AuditRow, 'key' | 'symbol' | 'verdict'>>;

/**
 * What the seal needs to know of the chain, and what it changes. All of it throws while the database cannot be read.
 */
export interface SealedChain {
  readonly dataDir: string;
  readonly journalId: () => string | null;
  readonly end: () => ChainEnd;
  readonly isOnChain: (end: ChainEnd) => boolean;
  /** whether a row in the database was written with the key */
  readonly hasKeyedRow: () => boolean;
  readonly isEndKeyed: () => boolean;
  /** From now on rows are written with this key. */
  readonly setKey: (key: KeyObject) => void;
  readonly onAppended: (listener: () => void) => void;
  /** Writes the anchor file over any previous content, and sets archives of another journal aside. */
  readonly resetAnchor: () => void;
}

/** The hash-chained record of all that was done, by whom and with what outcome. docs/faults.md §4. */
export interface Audit {
  /** Within the journal's own transaction: a step is in both or in neither. */
  readonly step: (database: DatabaseSync, intent: Intent, extra?: StepExtra) => void;
  /** Written at once; kept in memory and written later when the disk does not take it. */
  readonly note: (note: AuditNote) => void;
  /** Writes the waiting rows. Called when the journal can be written again. */
  readonly flush: (database: DatabaseSync) => void;
  /** newest first, of all profiles */
  readonly list: (limit: number) => Result<readonly AuditRow[]>;
  /**
   * Notes beside the database how far the chain reaches. Where the chain does not hold what was noted before, or the note
   * is missing, nothing is written, so that each later check finds it too. Returns a sentence for the user; null: all
   * is right.
   */
  readonly anchor: () => string | null;
  readonly sealed: SealedChain;
}

export interface AuditOptions {
  readonly dataDir: string;
  /** throws while it cannot be opened */
  readonly database: () => DatabaseSync;
  readonly user: string;
  readonly nowMs: () => number;
  /** takes secrets out of a text, should one have got there */
  readonly clean: (text: string) => string;
  readonly mostRows?: number;
  /** false: the journal has reached its limit, so notes are dropped; absent: true */
  readonly takesNotes?: () => boolean;
}

/** Some megabytes; a busy day is a tenth of it. */
const mostRows = 20_000;
const keptShare = 10;
/** Rows appended between two counts of all rows: a count is slow. */
const countEvery = 500;
const mostWaiting = 1_000;

export function createAudit(options: AuditOptions): Audit {
  const { dataDir, database, nowMs } = options;
  const most = options.mostRows ?? mostRows;
  const waiting: AuditEntry[] = [];
  const listeners: (() => void)[] = [];
  let appended = 0;
  let key: KeyObject | null = null;
  const append = (on: DatabaseSync, entry: AuditEntry): void => {
    appendAudit(on, cleaned(entry, options.clean), key);
    appended += 1;
    if (appended % countEvery === 0) rotateAudit(on, { dataDir, most, keep: Math.ceil(most / keptShare) });
    for (const listener of listeners) listener();
  };
  const flush = (on: DatabaseSync): void => {
    while (waiting[0] !== undefined) {
      append(on, waiting[0]);
      waiting.shift();
    }
  };
  return {
    step: (on, intent, extra = {}) => append(on, entryOf(options, intent, extra)),
    note: note => {
      if (options.takesNotes?.() === false) return;
      const entry: AuditEntry = {
        key: '',
        symbol: '',
        verdict: null,
        ...note,
        atMs: nowMs(),
        user: options.user,
        weight: null,
      };
      waiting.push(entry);
      if (waiting.length > mostWaiting) waiting.shift();
      attempt(() => transact(database(), () => flush(database())));
    },
    flush,
    list: limit => reading(() => newestLinks(database(), limit).flatMap(link => readRow(link.row) ?? [])),
    anchor: () => anchorChain(options),
    sealed: {
      dataDir,
      journalId: () => journalIdOf(database()),
      end: () => endOf(database()),
      isOnChain: end => isOnChain(options, end),
      hasKeyedRow: () => hasKeyedLink(database()),
      isEndKeyed: () => isEndKeyed(database()),
      setKey: next => {
        key = next;
      },
      onAppended: listener => void listeners.push(listener),
      resetAnchor: () => {
        setAsideForeignArchives(dataDir, database(), nowMs());
        writeAnchor(dataDir, endOf(database()));
      },
    },
  };
}

const chainCut =
  'The audit journal does not hold what it held before: rows were removed, or an older copy was put in its place. Safety, Check the chain names them.';
const anchorMissing =
  'The file audit-end.json, which notes how far the audit journal goes, is missing or cannot be read. Somebody removed it, or only a part of the data folder was restored. Safety, Check the chain says more.';

function anchorChain(options: AuditOptions): string | null {
  const { dataDir, database } = options;
  // what cannot be read now says nothing
  const tried = attempt(() => {
    const known = readAnchor(dataDir);
    if (known === null) return endOf(database()).n === 0 ? null : anchorMissing;
    return isOnChain(options, known) ? null : chainCut;
  });
  if (!tried.ok) return null;
  if (tried.value === null) attempt(() => writeAnchor(dataDir, endOf(database())));
  return tried.value;
}

function entryOf({ user }: AuditOptions, intent: Intent, { verdict = null, weight = null }: StepExtra): AuditEntry {
  const { updatedAtMs: atMs, profileId, kind, key, symbol, summary, state, detail } = intent;
  return { atMs, user, profileId, kind, key, symbol, summary, state, detail, verdict, weight };
}

function cleaned(entry: AuditEntry, clean: (text: string) => string): AuditEntry {
  const orNull = (text: string | null) => (text === null ? null : clean(text));
  return {
    ...entry,
    key: clean(entry.key),
    symbol: clean(entry.symbol),
    summary: clean(entry.summary),
    detail: orNull(entry.detail),
    verdict: orNull(entry.verdict),
  };
}

function transact(database: DatabaseSync, what: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    what();
    database.exec('COMMIT');
  } catch (cause) {
    attempt(() => database.isTransaction && database.exec('ROLLBACK'));
    throw cause;
  }
}

function isOnChain({ dataDir, database }: AuditOptions, { n, hash }: ChainEnd): boolean {
  return n === 0 || (hashAt(database(), n) ?? archivedHash(dataDir, n)) === hash;
}

function reading<T>(what: () => T): Result<T> {
  const tried = attempt(what);
  if (tried.ok) return succeed(tried.value);
  return fail('storage', `The audit journal cannot be read or written (${reasonOf(tried.cause)}).`);
}
