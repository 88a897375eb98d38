import type { Decimal } from '#shared/decimal.ts';
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
import { journalLimitFailure } from './journal-limit.ts';
import { attempt, reasonOf, valueOr } from './journal/attempt.ts';
import { createKeep, createWriter, type JournalOptions, mustUpdate, retryJournal } from './journal/journal-writer.ts';
import {
  countFilledPart,
  createSpendingSums,
  deleteSpendings,
  type MovedSums,
  type SpentByCurrency,
  sumMoved,
} from './journal/spendings.ts';
import { createUnwrittenActions, type UnwrittenActions } from './journal/unwritten-actions.ts';

export type { JournalEntry } from './journal/journal-rows.ts';
export type { CountedOrder, MovedSums, SpentByCurrency } from './journal/spendings.ts';

/**
 * The log of actions. `append` returns only after the row is on the disk, so nothing is sent that a crash could forget.
 * Errors are of kind `storage`: then the caller must not send. A cancel is never refused: when the journal cannot be
 * written it is kept in memory, which its `detail` says, and written later. So is the outcome of whatever was sent.
 */
export interface IntentJournal {
  /** `next`: its next step, kept in the same write: both are on the disk, or neither is */
  append(entry: JournalEntry, extra?: StepExtra, next?: Intent): Result<Intent>;
  /** records the step; the row's key, kind and body never change */
  advance(intent: Intent, extra?: StepExtra): Result<Intent>;
  /** Into the audit alone: what is no step of an action. */
  note(note: AuditNote): void;
  /** newest first, at most `limit`; unreadable rows are omitted and reported */
  list(profileId: string, limit: number): Result<readonly Intent[]>;
  /** the actions of a profile whose fate is open: new, sent or unknown; oldest first */
  open(profileId: string): Result<readonly JournalEntry[]>;
  /**
   * What may have reached the exchange for the same symbol since this action began; `storage` where some of it cannot
   * be read.
   */
  since(intent: Intent): Result<readonly JournalEntry[]>;
  /** An invalid entry stays in place, is marked, and is reported to the user once. */
  setAside(row: UnreadableRow): void;
  /** how many actions of each profile are open */
  countOpen(): Result<readonly { readonly profileId: string; readonly actions: number }[]>;
  /** a loss of entries that this profile's orders have not been compared with; null when there is none */
  uncheckedLoss(profileId: string): JournalLoss | null;
  markChecked(profileId: string): void;
  /** the client marks of the profile's orders; empty when the journal cannot be read */
  marks(profileId: string): ReadonlySet<string>;
  /** what the profile's orders since a moment come to, those that were refused left out */
  spent(profileId: string, sinceMs: number): Result<SpentByCurrency>;
  /**
   * What the profile's actions of a kind come to that were not refused: in the last hour, today, and since one was
   * typed.
   */
  moved(profileId: string, kind: MovementKind, nowMs: number): Result<MovedSums>;
  /**
   * These orders of an action were refused: they count no more. A change that cannot be written leaves them counted.
   */
  release(intent: Intent, marks: readonly string[]): void;
  /**
   * Of the order with this mark only `part`, a fraction, was filled and the rest never rested: from now on its filled
   * part counts. A change that cannot be written leaves the whole counted.
   */
  countFilled(profileId: string, mark: string, part: Decimal): void;
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
  const limiting = createLimiting(options);
  const unwritten = createUnwrittenActions();
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
      const limited = limiting.begin(last);
      if (limited !== null) return limited;
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
      if (limiting.isUnlisted(intent)) return succeed(intent);
      // the steps of one action are written in their order
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
    ...createLossChecks(options),
    ...createCounts(options, sums),
    ...createCorrections(options, sums, write),
  };
}

/** An order that began earlier counts towards no day any more. */
const countedForMs = 2 * 86_400_000;

/** What counts less than it was expected to count. */
function createCorrections(
  { database, nowMs }: JournalOptions,
  sums: ReturnType<typeof createSpendingSums>,
  write: ReturnType<typeof createWriter>,
): Pick<IntentJournal, 'release' | 'countFilled'> {
  return {
    release: (intent, marks) => {
      write(() => deleteSpendings(database(), intent.id, marks), false);
      sums.forget(intent.profileId);
    },
    countFilled: (profileId, mark, part) => {
      const sinceMs = nowMs() - countedForMs;
      write(() => countFilledPart(database(), { profileId, mark, sinceMs, part }), false);
      sums.forget(profileId);
    },
  };
}

/**
 * What the limit keeps out of the journal: new actions beyond it, and far beyond it cancels, which are sent all the
 * same.
 */
function createLimiting({ limit }: JournalOptions) {
  const unlisted = new Set<string>();
  return {
    /** What the action comes to without being written; null: it is written. */
    begin(intent: Intent): Result<Intent> | null {
      const room = limit?.room() ?? 'all';
      limit?.written();
      if (room === 'all') return null;
      if (!cancels.has(intent.kind)) return journalLimitFailure;
      if (room === 'cancels') return null;
      unlisted.add(intent.id);
      return succeed({ ...intent, detail: intent.detail ?? unlistedDetail });
    },
    isUnlisted(intent: Intent): boolean {
      return isOpen(intent) ? unlisted.has(intent.id) : unlisted.delete(intent.id);
    },
  };
}

/** What entries that were lost are compared by. */
function createLossChecks({
  database,
}: JournalOptions): Pick<IntentJournal, 'uncheckedLoss' | 'markChecked' | 'marks'> {
  return {
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

/** Unreadable rows are omitted, marked, and reported once. */
function createReading({ database, log, nowMs, notice }: JournalOptions) {
  const seenIds = new Set<string>();
  const isNews = (row: UnreadableRow): boolean => {
    if (seenIds.has(row.id)) return false;
    seenIds.add(row.id);
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

function withUnwritten(rows: readonly Intent[], unwritten: UnwrittenActions, profileId: string): readonly Intent[] {
  const newest = unwritten.all().flatMap(({ intent }) => (intent.profileId === profileId ? [intent] : []));
  if (newest.length === 0) return rows;
  const rest = rows.filter(row => !unwritten.has(row.id));
  return [...newest, ...rest].toSorted((a, b) => b.createdAtMs - a.createdAtMs);
}

function openWithUnwritten(
  rows: readonly JournalEntry[],
  unwritten: UnwrittenActions,
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

const unlistedDetail = 'Not in the order journal, which has reached its limit.';

const fullFailure = fail(
  'storage',
  'The disk is full, so nothing was sent. Free space and try again. Cancels are still sent.',
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
