import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { AuditRow, AuditVerdict } from '#shared/domain/safety/audit.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../atomic-file.ts';
import { attempt, reasonOf } from '../journal/attempt.ts';
import { archivedLinks, rotateAudit } from './audit-archive.ts';
import { appendAudit, endOf, hashAt, linksOf, newestLinks } from './audit-table.ts';
import { type AuditEntry, type ChainEnd, type ChainLink, createChainCheck, readRow } from './chain.ts';
import { writeEnd, writeLink } from './chain-file.ts';

/** What is known of a step beyond the intent. */
export interface StepExtra {
  /** what the policy said of the act */
  readonly verdict?: string | null;
  /** what it took of the exchange's limits so far */
  readonly weight?: number | null;
}

/** Something that is no step of an intent: a refusal before anything was journalled, a release, a mode. */
export type AuditNote = Pick<AuditRow, 'profileId' | 'kind' | 'summary' | 'state' | 'detail'> &
  Partial<Pick<AuditRow, 'key' | 'symbol' | 'verdict'>>;

/** The hash-chained record of all that was done, by whom and with what outcome. docs/faults.md §4. */
export interface Audit {
  /** Within the journal's own transaction: a step is in both or in neither. */
  readonly step: (database: DatabaseSync, intent: Intent, extra?: StepExtra) => void;
  /** Written at once; kept in memory and written later when the disk does not take it. */
  readonly note: (note: AuditNote) => void;
  /** Writes what waits. Called by whoever found that the journal can be written again. */
  readonly flush: (database: DatabaseSync) => void;
  /** newest first, of all profiles */
  readonly list: (limit: number) => Result<readonly AuditRow[]>;
  readonly verify: () => Result<AuditVerdict>;
  /** Writes all of it into a file of its own in the data folder. */
  readonly export: () => Result<{ readonly file: string; readonly rows: number }>;
  /**
   * Notes outside the database how far the chain goes, so that an older copy of it is found out. Where the chain does not
   * hold what was noted before, that note stays, so that it is told for good. False: so it is.
   */
  readonly anchor: () => boolean;
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
}

/** Some megabytes; a busy day is a tenth of it. */
const mostRows = 20_000;
const keptShare = 10;
/** Looking whether there are too many costs a count of all of them. */
const lookEvery = 500;
const mostWaiting = 1_000;

export function createAudit(options: AuditOptions): Audit {
  const { dataDir, database, nowMs } = options;
  const most = options.mostRows ?? mostRows;
  const waiting: AuditEntry[] = [];
  let appended = 0;
  const append = (on: DatabaseSync, entry: AuditEntry): void => {
    appendAudit(on, cleaned(entry, options.clean));
    appended += 1;
    if (appended % lookEvery === 0) rotateAudit(on, { dataDir, most, keep: Math.ceil(most / keptShare) });
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
    verify: () => reading(() => verify(dataDir, database())),
    export: () => reading(() => exportAll(options)),
    anchor: () => {
      const known = readAnchor(dataDir);
      // what cannot be read now says nothing
      const tried = attempt(() => known === null || isOnChain(options, known));
      const isRight = !tried.ok || tried.value;
      if (tried.ok && isRight) attempt(() => writeAnchor(dataDir, endOf(database())));
      return isRight;
    },
  };
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

/** Archives first. A row that stands in both, because Fathom ended between the two, is taken once. */
function* allLinks(dataDir: string, database: DatabaseSync): Generator<ChainLink> {
  let last: ChainLink | null = null;
  for (const link of archivedLinks(dataDir)) {
    yield link;
    last = link;
  }
  for (const link of linksOf(database)) {
    const isSame = last !== null && link.n <= last.n;
    if (!isSame) yield link;
  }
}

const Anchor = z.object({ n: z.int(), hash: z.string() });
const anchorFile = (dataDir: string) => join(dataDir, 'audit-end.json');

function writeAnchor(dataDir: string, { n, hash }: ChainEnd): void {
  writePrivateFile(anchorFile(dataDir), JSON.stringify({ n, hash }));
}

/** Null when there is none, or none that can be read: then only the database tells where the chain ends. */
function readAnchor(dataDir: string): ChainEnd | null {
  const read = attempt(() => Anchor.parse(JSON.parse(readPrivateFile(anchorFile(dataDir)) ?? '')));
  return read.ok ? read.value : null;
}

function isOnChain({ dataDir, database }: AuditOptions, { n, hash }: ChainEnd): boolean {
  const here = hashAt(database(), n);
  if (n === 0 || here !== null) return n === 0 || here === hash;
  for (const link of archivedLinks(dataDir)) if (link.n === n) return link.hash === hash;
  return false;
}

/** Reads all of it; for a program of its own, too, beside a Fathom that runs. */
export function verify(dataDir: string, database: DatabaseSync): AuditVerdict {
  const check = createChainCheck();
  for (const link of allLinks(dataDir, database)) check.take(link);
  const anchor = readAnchor(dataDir);
  return check.finish([endOf(database), ...(anchor === null ? [] : [anchor])]);
}

export function exportAll({ dataDir, database, nowMs }: Pick<AuditOptions, 'dataDir' | 'database' | 'nowMs'>) {
  const folder = join(dataDir, 'exports');
  makePrivateFolder(folder);
  const stamp = new Date(nowMs()).toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `audit-${stamp}.txt`);
  let end: ChainEnd = { n: 0, hash: '0'.repeat(64) };
  let text = '';
  let rows = 0;
  for (const link of allLinks(dataDir, database())) {
    text += writeLink(link);
    end = link;
    rows += 1;
  }
  writePrivateFile(file, `${text}${writeEnd(end)}`);
  return { file, rows };
}

function reading<T>(what: () => T): Result<T> {
  const tried = attempt(what);
  if (tried.ok) return succeed(tried.value);
  return fail('storage', `The audit journal cannot be read or written (${reasonOf(tried.cause)}).`);
}
