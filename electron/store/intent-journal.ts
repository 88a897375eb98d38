import type { Intent } from '#shared/domain/account/intent.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { MovementKind } from '#shared/policy/movements.ts';
import {
  countOpen,
  insertRow,
  type JournalEntry,
  listRows,
  marksOf,
  nameUnreadable,
  openRows,
  rowsSince,
  type ReadRows,
  type UnreadableRow,
} from './journal/journal-rows.ts';
import { type JournalLoss, markChecked, uncheckedLoss } from './journal/losses.ts';
import type { AuditNote, StepExtra } from './audit/audit.ts';
import { attempt, reasonOf, valueOr } from './journal/attempt.ts';
import { createKeep, createWriter, type JournalOptions, mustUpdate, retryJournal } from './journal/journal-writer.ts';
import {
  createSpendingSums,
  deleteSpendings,
  type MovedSums,
  type SpentByCurrency,
  sumMoved,
} from './journal/spendings.ts';
import { createUnwrittenActs, type UnwrittenActs } from './journal/unwritten-acts.ts';

export type { JournalEntry } from './journal/journal-rows.ts';
export type { CountedOrder, MovedSums, SpentByCurrency } from './journal/spendings.ts';

/**
 * The log of acts. `append` returns only after the row is on the disk, so nothing is sent that a crash could forget.
 * Errors are of kind `storage`: then the caller must not send. A cancel is never refused: when the journal cannot be
 * written it is kept in memory, which its `detail` says, and written later. So is the outcome of whatever was sent.
 */
export interface IntentJournal {
  /** `next`: its next step, kept in the same write: both are on the disk, or neither is */
  append(entry: JournalEntry, extra?: StepExtra, next?: Intent): Result<Intent>;
  /** records the step; the row's key, kind and body never change */
  advance(intent: Intent, extra?: StepExtra): Result<Intent>;
  /** Into the audit alone: what is no step of an act. */
  note(note: AuditNote): void;
  /** newest first, at most `limit`; rows that cannot be read are left out and told */
  list(profileId: string, limit: number): Result<readonly Intent[]>;
  /** the acts of a profile whose fate is open: new, sent or unknown; oldest first */
  open(profileId: string): Result<readonly JournalEntry[]>;
  /** What may have reached the exchange for the same symbol since this act began; `storage` where some of it cannot be read. */
  since(intent: Intent): Result<readonly JournalEntry[]>;
  /** An entry that makes no sense stays where it is, is marked, and is told to the user once. */
  setAside(row: UnreadableRow): void;
  /** how many acts of each profile are open */
  countOpen(): Result<readonly { readonly profileId: string; readonly acts: number }[]>;
  /** a loss of entries that this profile's orders have not been compared with; null when there is none */
  uncheckedLoss(profileId: string): JournalLoss | null;
  markChecked(profileId: string): void;
  /** the client marks of the profile's orders; empty when the journal cannot be read */
  marks(profileId: string): ReadonlySet<string>;
  /** what the profile's orders since a moment come to, those that were refused left out */
  spent(profileId: string, sinceMs: number): Result<SpentByCurrency>;
  /** What the profile's actions of a kind come to that were not refused: in the last hour, today, and since one was typed. */
  moved(profileId: string, kind: MovementKind, nowMs: number): Result<MovedSums>;
  /** These orders of an act were refused: they count no more. What cannot be written goes on counting. */
  giveBack(intent: Intent, marks: readonly string[]): void;
}

const cancels: ReadonlySet<Intent['kind']> = new Set([
  'cancel-order',
  'cancel-stop',
  'cancel-futures-order',
  'cancel-margin-order',
  'cancel-margin-orders',
  'kill-switch',
]);

/** Before the first byte a journal that cannot be written refuses; after it, or for a cancel, it must not. */
function mustGo({ kind, state }: Intent): boolean {
  return cancels.has(kind) || (state !== 'new' && state !== 'sent');
}

export function createIntentJournal(options: JournalOptions): IntentJournal {
  const { database, health, audit } = options;
  const unwritten = createUnwrittenActs();
  const write = createWriter(options);
  const keep = createKeep(options, unwritten);
  const sums = createSpendingSums(database);
  health.onRetry('journal', () => {
    sums.forgetAll();
    return retryJournal(options, unwritten);
  });

  const { setAside, readable } = createReading(options);
  const stepTo = createStep(options);

  return {
    append: (entry, extra, next) => {
      const { intent } = entry;
      const last = next ?? intent;
      if (health.status().state === 'full' && !mustGo(intent)) return fullFailure;
      const cause = write(() => {
        insertRow(database(), entry);
        audit.step(database(), intent, extra);
        if (next !== undefined) stepTo(next);
      }, mustGo(intent));
      if (cause === null) {
        sums.add(intent.profileId, entry.spendings ?? []);
        return succeed(last);
      }
      return mustGo(intent) ? succeed(keep(last, { body: entry.body })) : writeFailure(cause);
    },
    advance: (intent, extra) => {
      if (intent.state === 'rejected' || intent.state === 'found-absent') sums.forget(intent.profileId);
      // the steps of one act are written in their order
      if (unwritten.has(intent.id)) return succeed(keep(intent, null));
      const cause = write(() => stepTo(intent, extra), mustGo(intent));
      if (cause === null) return succeed(intent);
      return mustGo(intent) ? succeed(keep(intent, null)) : writeFailure(cause);
    },
    note: audit.note,
    list: (profileId, limit) =>
      read(() => withUnwritten(readable(listRows(database(), profileId, limit)), unwritten, profileId).slice(0, limit)),
    open: profileId => read(() => openWithUnwritten(readable(openRows(database(), profileId)), unwritten, profileId)),
    since: intent => read(() => wholly(rowsSince(database(), intent))),
    setAside: row => setAside([row]),
    countOpen: () => read(() => countOpen(database())),
    uncheckedLoss: profileId =>
      valueOr(
        attempt(() => uncheckedLoss(database(), profileId)),
        null,
      ),
    markChecked: profileId => void attempt(() => markChecked(database(), profileId)),
    marks: profileId =>
      valueOr(
        attempt(() => marksOf(database(), profileId)),
        new Set<string>(),
      ),
    ...createCounts(options, sums),
    giveBack: (intent, marks) => {
      write(() => deleteSpendings(database(), intent.id, marks), false);
      sums.forget(intent.profileId);
    },
  };
}

/** What the profile's actions come to. */
function createCounts(
  { database }: JournalOptions,
  sums: ReturnType<typeof createSpendingSums>,
): Pick<IntentJournal, 'spent' | 'moved'> {
  return {
    spent: (profileId, sinceMs) => read(() => sums.of(profileId, sinceMs)),
    moved: (profileId, kind, nowMs) => read(() => sumMoved(database(), { profileId, kind, nowMs })),
  };
}

/** Within a transaction: the entry's next step, in the journal and in the audit. */
function createStep({ database, audit }: JournalOptions) {
  return (intent: Intent, extra?: StepExtra): void => {
    mustUpdate(database(), intent);
    audit.step(database(), intent, extra);
  };
}

/** Rows that cannot be read are left out, marked, and told once. */
function createReading({ database, log, nowMs, notice }: JournalOptions) {
  const told = new Set<string>();
  const isNews = (row: UnreadableRow): boolean => {
    if (told.has(row.id)) return false;
    told.add(row.id);
    log.error('journal.row-unreadable', { intentId: row.id, reason: row.reason });
    return valueOr(
      attempt(() => nameUnreadable(database(), row, nowMs())),
      true,
    );
  };
  const setAside = (rows: readonly UnreadableRow[]) => {
    const news = rows.filter(isNews);
    if (news.length > 0) notice(unreadableSentence(news));
  };
  const readable = <T>({ rows, unreadable }: ReadRows<T>): readonly T[] => {
    setAside(unreadable);
    return rows;
  };
  return { setAside, readable };
}

/** Where a row that is left out would be a lie; throws. */
function wholly<T>({ rows, unreadable }: ReadRows<T>): readonly T[] {
  if (unreadable[0] !== undefined) throw new Error(unreadable[0].reason);
  return rows;
}

const mostNamed = 5;

function unreadableSentence(rows: readonly UnreadableRow[]): string {
  const named = rows.slice(0, mostNamed).map(({ summary }) => summary);
  const more = rows.length - mostNamed;
  const list = (more > 0 ? [...named, `and ${more} more`] : named).join('; ');
  const what = rows.length === 1 ? 'An entry' : `${rows.length} entries`;
  return `${what} of the order journal cannot be read (${list}). All others are used, and nothing was deleted. Look at the exchange for what became of it.`;
}

function withUnwritten(rows: readonly Intent[], unwritten: UnwrittenActs, profileId: string): readonly Intent[] {
  const newest = unwritten.all().flatMap(({ intent }) => (intent.profileId === profileId ? [intent] : []));
  if (newest.length === 0) return rows;
  const rest = rows.filter(row => !unwritten.has(row.id));
  return [...newest, ...rest].toSorted((a, b) => b.createdAtMs - a.createdAtMs);
}

function openWithUnwritten(
  rows: readonly JournalEntry[],
  unwritten: UnwrittenActs,
  profileId: string,
): readonly JournalEntry[] {
  const inMemory = unwritten.all().filter(({ intent }) => intent.profileId === profileId);
  const bodies = new Map(rows.map(({ intent, body }) => [intent.id, body]));
  const newest = inMemory
    .filter(({ intent }) => isOpen(intent))
    .map(({ intent, first }) => ({ intent, body: first === null ? bodies.get(intent.id) : first.body }));
  return [...rows.filter(({ intent }) => !unwritten.has(intent.id)), ...newest];
}

function isOpen({ state }: Intent): boolean {
  return state === 'new' || state === 'sent' || state === 'unknown';
}

const fullFailure = fail(
  'storage',
  'The disk is full, so nothing was sent. Free some space and try again; cancels still go through.',
);

function writeFailure(cause: unknown): Result<never> {
  return fail(
    'storage',
    `The order journal cannot be written (${reasonOf(cause)}), so nothing was sent. Free disk space or check the data folder.`,
  );
}

function read<T>(what: () => T): Result<T> {
  const tried = attempt(what);
  if (tried.ok) return succeed(tried.value);
  return fail('storage', `The order journal cannot be read (${reasonOf(tried.cause)}).`);
}
