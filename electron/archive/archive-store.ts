import type { SubAccount } from '#shared/domain/account/account.ts';
import type { ArchiveObstacle, Interval, StreamName } from '#shared/domain/archive/archive.ts';
import type { PositionSide } from '#shared/domain/market/position-side.ts';
import type { Coverage, WindowRead } from './coverage/coverage.ts';
import type { ArchivedColumns, RecordName } from './records/columns.ts';

/**
 * The port of the archive's database. An adapter implements `ArchiveDatabase`; callers use it as `ArchiveStore`, where each
 * method is asynchronous and a failure is a value. `testing/contract/store-contract.ts` is the test of every adapter.
 */

/** Whose past it is. The practice exchange is a new one at each start, which its run id names; null: a real exchange. */
export interface ArchivedAccount {
  readonly profileId: string;
  readonly runId: string | null;
}

/** One stream of one account, by symbol where the exchange is asked by symbol; else `symbol` is empty. */
export interface LineKey {
  readonly accountId: number;
  readonly stream: StreamName;
  readonly symbol: string;
}

export interface CoverageLine extends LineKey {
  readonly coverage: Coverage;
  readonly lastReadAtMs: number | null;
  /** what was deleted of it; it ends where the coverage begins. null: nothing */
  readonly deleted: Interval | null;
}

/** Rows of one record that are older than a time. */
export interface OldRows {
  readonly accountId: number;
  readonly record: RecordName;
  readonly beforeMs: number;
}

/** Rows of one record that are to be deleted. */
export interface DeletedRows extends OldRows {
  /** all streams of the record: their coverage begins at `beforeMs` afterwards */
  readonly streams: readonly StreamName[];
}

/** One step of a deletion. */
export interface HistoryDeletion extends DeletedRows {
  /** the most rows of one step */
  readonly limit: number;
}

/** Current rows that one stream gave first. */
export interface OldRowCount {
  readonly stream: StreamName;
  readonly rows: number;
  /** time of the oldest row */
  readonly fromMs: number;
  /** time of the newest row */
  readonly toMs: number;
}

/** A row as the exchange gave it. */
export interface FoundRow {
  /** the exchange's id of the row within its record; without an id all fields that never change and the number among equals */
  readonly key: string;
  readonly timeMs: number;
  readonly columns: ArchivedColumns;
  /** fields without a column of their own, by name, as text */
  readonly rest: Readonly<Record<string, string>>;
}

export interface FoundPage {
  /** `METHOD path` */
  readonly endpoint: string;
  /** what was asked, as JSON text */
  readonly request: string;
  /** the body of the answer as it came */
  readonly text: string;
  /** when the exchange was asked for it */
  readonly askedAtMs: number;
  readonly receivedAtMs: number;
  readonly rows: readonly FoundRow[];
}

/** One page of a walk through a window, and with the last page what the walk proves. One transaction. */
export interface PageCommit {
  readonly line: LineKey;
  readonly record: RecordName;
  readonly page: FoundPage;
  /** null: the walk continues. `addedAtMs` holds what earlier pages of the walk added; this page adds its own */
  readonly read: WindowRead | null;
}

export interface PageCommitted {
  /** times of the rows that were new or had changed */
  readonly addedAtMs: readonly number[];
  /** after the walk; null: the walk continues, or the page is outdated */
  readonly coverage: Coverage | null;
  /** another Fathom has stored a newer version of a row since the page was asked for; nothing of the page was stored */
  readonly isOutdated: boolean;
}

/** A version of a row. Versions count from 1; the newest one is current. */
export interface ArchivedRow extends FoundRow {
  readonly version: number;
  /** the stream that gave the row first */
  readonly stream: StreamName;
  readonly firstSeenMs: number;
  readonly changedMs: number;
  readonly pageId: number;
}

/** Which rows, newest first. */
export interface RowSelection {
  readonly accountId: number;
  readonly record: RecordName;
  readonly limit: number;
  /** the last row of the page before */
  readonly after?: { readonly timeMs: number; readonly key: string } | undefined;
}

/** Which rows of a record, oldest first. `fromMs` belongs to the span, `toMs` does not. */
export interface RowSpan extends RowSelection {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Conditions of a search. null: any. Texts must be equal, except `text`. */
export interface RowConditions {
  readonly fromMs: number | null;
  /** not included */
  readonly toMs: number | null;
  readonly wallet: string | null;
  /** symbol or currency */
  readonly market: string | null;
  readonly side: string | null;
  /** one of these */
  readonly kinds: readonly string[] | null;
  readonly status: string | null;
  readonly orderId: string | null;
  /** is contained in one of the row's texts, in upper or lower case */
  readonly text: string | null;
}

export interface RowSearch extends RowSelection {
  readonly conditions: RowConditions;
}

export interface SnapshotBalance {
  /** empty: the account of the key; else the sub-account's user id */
  readonly owner: string;
  readonly wallet: string;
  readonly currency: string;
  /** decimal text; null: unknown */
  readonly total: string | null;
  readonly available: string | null;
  readonly held: string | null;
  readonly owed: string | null;
  /** only of a futures wallet: the unrealised result inside `total`; null: unknown, or no futures wallet */
  readonly unrealised: string | null;
}

/** An open futures position of the account of the key. Decimal text. */
export interface SnapshotPosition {
  readonly symbol: string;
  /** in hedge mode only, else null */
  readonly positionSide: PositionSide | null;
  /** signed lots: below zero is short */
  readonly lots: string;
  readonly entryPrice: string | null;
  readonly markPrice: string | null;
  readonly unrealised: string | null;
  readonly settleCurrency: string;
}

/** What all wallets held at one time. `missing` names the parts that are unknown; an unknown part is never zero. */
export interface BalanceSnapshot {
  readonly accountId: number;
  readonly atMs: number;
  readonly rows: readonly SnapshotBalance[];
  /** null: unknown */
  readonly positions: readonly SnapshotPosition[] | null;
  readonly missing: readonly { readonly part: string; readonly reason: string }[];
  /** the sub-accounts that the exchange listed. Not stored: a snapshot from the database does not know them */
  readonly listedAccounts?: readonly ListedAccount[] | undefined;
  /** names, status, permissions and remarks of the sub-accounts. Not stored with it; absent: they could not be read */
  readonly subAccountList?: SubAccountList | undefined;
}

/** The list of sub-accounts as it was read. */
export interface SubAccountList {
  readonly atMs: number;
  readonly items: readonly SubAccount[];
  /** false: the exchange lists more than Fathom reads at once */
  readonly isComplete: boolean;
}

export interface ListedAccount {
  readonly userId: string;
  /** when its trade and margin wallets were read; null: with its main wallet */
  readonly otherWalletsAsOfMs: number | null;
}

export interface SnapshotSpan {
  readonly accountId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface SnapshotMoments {
  readonly accountId: number;
  readonly times: readonly number[];
  /** whose balances; null: all */
  readonly owner: string | null;
}

export interface ArchiveFigures {
  readonly rowsByRecord: readonly { readonly record: string; readonly rows: number }[];
  readonly sizeBytes: number;
  /** null: the file system does not report it */
  readonly freeBytes: number | null;
}

/** What a check of the whole archive found. `faults` are sentences that say what is wrong and what to do. */
export interface ArchiveVerification {
  readonly pages: number;
  readonly rows: number;
  readonly faults: readonly string[];
}

/** What every adapter implements. Methods throw `ArchiveError`. */
export interface ArchiveDatabase {
  /** The id of the account. Opening a run of the practice exchange deletes what is kept of its earlier runs. */
  readonly openAccount: (account: ArchivedAccount) => number;
  /** The line's coverage; a line that is not known yet begins at `startMs`. */
  readonly openLine: (line: LineKey & { readonly startMs: number }) => CoverageLine;
  readonly lines: (account: { readonly accountId: number }) => readonly CoverageLine[];
  readonly commitPage: (commit: PageCommit) => PageCommitted;
  /** Symbols of the rows that this stream gave first, in their order. */
  readonly symbols: (account: Omit<LineKey, 'symbol'>) => readonly string[];
  /** Currencies of the rows that one of these streams gave first, in their order. */
  readonly currencies: (account: {
    readonly accountId: number;
    readonly streams: readonly StreamName[];
  }) => readonly string[];
  /** Current versions, newest first. */
  readonly rows: (selection: RowSelection) => readonly ArchivedRow[];
  /** Current versions of a span, oldest first. */
  readonly rowsBetween: (span: RowSpan) => readonly ArchivedRow[];
  /** Current versions that meet the conditions, newest first. */
  readonly searchRows: (search: RowSearch) => readonly ArchivedRow[];
  readonly countRows: (search: Omit<RowSearch, 'limit' | 'after'>) => number;
  /** All versions of one row, the oldest first. */
  readonly versions: (row: Omit<RowSelection, 'limit' | 'after'> & { readonly key: string }) => readonly ArchivedRow[];
  readonly countOldRows: (question: OldRows) => readonly OldRowCount[];
  /**
   * Moves the start of the coverage of all these streams to `beforeMs`, and deletes no row yet. One transaction: after it
   * the deletion is decided, and what is left of it can be found by the rows that are older than the start of their line.
   */
  readonly beginDeletion: (deletion: { readonly parts: readonly DeletedRows[] }) => null;
  /**
   * Deletes rows with all their versions, the oldest first, and empties the stored answers that had them. The coverage of
   * the streams never claims what is deleted, and rows older than `beforeMs` are not stored again. One transaction. Returns
   * how many rows were deleted; fewer than `limit`: none is left.
   */
  readonly deleteOldRows: (deletion: HistoryDeletion) => number;
  readonly saveSnapshot: (snapshot: BalanceSnapshot) => null;
  /**
   * Deletes balance snapshots by their age: `snapshots/thinning.ts`. `zones`: IANA names; each of their days keeps its last
   * one. Returns how many were deleted.
   */
  readonly thinSnapshots: (account: {
    readonly accountId: number;
    readonly nowMs: number;
    readonly zones: readonly string[];
  }) => number;
  /** The newest one; null: there is none. */
  readonly newestSnapshot: (account: { readonly accountId: number }) => BalanceSnapshot | null;
  /** When snapshots were taken from `fromMs` to `toMs`, both included, oldest first. */
  readonly snapshotTimes: (span: SnapshotSpan) => readonly number[];
  /** The snapshots of these times, oldest first; of one time the last one. `owner` null: of all accounts. */
  readonly snapshotsAt: (moments: SnapshotMoments) => readonly BalanceSnapshot[];
  readonly figures: (account: { readonly accountId: number }) => ArchiveFigures;
  readonly accounts: (all: Readonly<Record<string, never>>) => readonly (ArchivedAccount & { accountId: number })[];
  /** Recounts rows and hashes pages again. */
  readonly verify: (all: Readonly<Record<string, never>>) => ArchiveVerification;
}

export type ArchiveMethod = keyof ArchiveDatabase;
export type ArchiveQuestion<M extends ArchiveMethod> = Parameters<ArchiveDatabase[M]>[0];
export type ArchiveAnswer<M extends ArchiveMethod> = ReturnType<ArchiveDatabase[M]>;

/** What can be wrong with the archive itself. */
export const archiveFaults = [
  'disk-full',
  'damaged',
  'newer-version',
  'unwritable',
  'database-failed',
  'database-password',
] as const;
export type ArchiveFault = Extract<ArchiveObstacle, (typeof archiveFaults)[number]>;

/** `detail`: what the system or the database said. */
export interface ArchiveFailure {
  readonly fault: ArchiveFault;
  readonly detail: string;
}

export type ArchiveResult<T> = { readonly ok: true; readonly value: T } | ({ readonly ok: false } & ArchiveFailure);

/** Thrown by an adapter; callers of `ArchiveStore` get it as a value. */
export class ArchiveError extends Error {
  readonly fault: ArchiveFault;
  constructor(fault: ArchiveFault, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.fault = fault;
  }
}

export type ArchiveStore = {
  readonly [M in ArchiveMethod]: (question: ArchiveQuestion<M>) => Promise<ArchiveResult<ArchiveAnswer<M>>>;
} & {
  /** Writes the rest and closes. Resolves when nothing is open any more. */
  readonly close: () => Promise<void>;
};
