import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';

/** The lists of the exchange that the archive records. One file each in `electron/archive/streams`. */
export const streamNames = [
  'account-ledger',
  'hf-ledger',
  'margin-ledger',
  'recent-spot-fills',
  'spot-fills',
  'hf-fills',
  'cross-margin-fills',
  'isolated-margin-fills',
  'all-cross-margin-fills',
  'all-isolated-margin-fills',
  'cross-interest',
  'isolated-interest',
  'futures-fills',
  'funding',
  'futures-ledger',
  'closed-positions',
  'deposits',
  'withdrawals',
  'spot-orders',
  'cross-margin-orders',
  'isolated-margin-orders',
  'hf-orders',
  'futures-orders',
  'spot-stops',
  'futures-stops',
  'cross-borrowings',
  'cross-repayments',
  'isolated-borrowings',
  'isolated-repayments',
  'hour-candles',
  'day-candles',
  'spot-fee-rates',
  'futures-fee-rates',
] as const;
/** A list of the exchange. */
const ListStream = z.enum(streamNames);
export type ListStream = z.infer<typeof ListStream>;

/** What Fathom records beside the lists of the exchange: changes between balance snapshots. */
export const changeStream = 'sub-account-changes';
export const StreamName = z.enum([...streamNames, changeStream]);
export type StreamName = z.infer<typeof StreamName>;

/** Half-open: `fromMs` belongs to it, `toMs` does not. Epoch ms of the exchange. */
export const Interval = z.object({ fromMs: EpochMs, toMs: EpochMs });
export type Interval = z.infer<typeof Interval>;

const Intervals = z.array(Interval);

/**
 * Why nothing, or not everything, is recorded now. `disk-full`: a write failed; `disk-low`: backfill waits for disk space;
 * `damaged`, `newer-version`, `unwritable`: the archive's file; `database-failed`: its PostgreSQL database;
 * `database-password`: the password of that database is to be entered; `locked`: Fathom is locked; `no-permission`: the key may not read; `paused`: by the user.
 */
export const ArchiveObstacle = z.enum([
  'paused',
  'locked',
  'no-permission',
  'disk-low',
  'disk-full',
  'damaged',
  'newer-version',
  'unwritable',
  'database-failed',
  'database-password',
]);
export type ArchiveObstacle = z.infer<typeof ArchiveObstacle>;

/**
 * A window whose last walk did not prove that it has all rows. `count`: the list announced another number of rows;
 * `unreadable`: rows cannot be read; `unfinished`: the list did not come to its end.
 */
export const UnprovenWindow = z.object({
  ...Interval.shape,
  fault: z.enum(['count', 'unreadable', 'unfinished']),
  readCount: z.int(),
  /** rows that the list announced or showed; null: it did not say */
  expectedCount: z.nullable(z.int()),
});
export type UnprovenWindow = z.infer<typeof UnprovenWindow>;

/** One stream of one account, by symbol where the exchange is asked by symbol. */
export const StreamStatus = z.object({
  stream: ListStream,
  /** null: the stream is asked for as a whole */
  symbol: z.nullable(z.string()),
  /** `failing`: the last read failed; `not-permitted`: the key may not read it; `not-offered`: this exchange has no such list */
  state: z.enum(['working', 'failing', 'not-permitted', 'not-offered']),
  /** the failure of the last read, as a sentence; null: it succeeded */
  reason: z.nullable(z.string()),
  /** where the archive begins: before it nothing was asked for */
  startMs: EpochMs,
  sealed: Intervals,
  /** read once; not yet confirmed by a second read */
  read: Intervals,
  /** coverage gaps: the exchange cut its answer */
  gaps: Intervals,
  /** the exchange no longer has it */
  lost: Intervals,
  /** what the user or a retention rule deleted; it ends at `startMs`. null: nothing */
  deleted: z.nullable(Interval),
  /** read without a proof of completeness; each is read again. Oldest first */
  unproven: z.array(UnprovenWindow),
  /**
   * rows that show that others are missing before them: the balance does not follow from the row before, or another list has
   * a row that this one has not. Oldest first
   */
  breaks: z.array(z.object({ key: z.string(), atMs: EpochMs, currency: z.string() })),
  lastReadAtMs: z.nullable(EpochMs),
  /** when the oldest unread part can no longer be read; null: nothing is unread, or no limit is known */
  closesAtMs: z.nullable(EpochMs),
  /** windows that are still to be read */
  queuedWindows: z.int(),
});
export type StreamStatus = z.infer<typeof StreamStatus>;

const RecordCount = z.object({ record: z.string(), rows: z.int() });

export const ArchiveStatus = z.object({
  /**
   * `starting`: the archive is not open yet; `reading`: a window is being read; `waiting`: the rate-limit pools are in use;
   * `idle`: nothing is due; `stopped`: see `obstacle`
   */
  state: z.enum(['starting', 'reading', 'waiting', 'idle', 'stopped']),
  obstacle: z.nullable(ArchiveObstacle),
  /** what the system said of a failure of the disk or the file; null: nothing */
  detail: z.nullable(z.string()),
  isPaused: z.boolean(),
  /** the most that the archive uses of each rate-limit pool, in percent */
  sharePercent: z.int(),
  streams: z.array(StreamStatus),
  records: z.array(RecordCount),
  /** size of the archive's file on disk */
  sizeBytes: z.nullable(z.number()),
  freeBytes: z.nullable(z.number()),
  /** the window that is being read now */
  current: z.nullable(z.object({ stream: ListStream, symbol: z.nullable(z.string()), window: Interval })),
  /**
   * the newest balance snapshot; `missing`: parts that are unknown in it, of `wallets`, `futures` or `futures:CURRENCY`,
   * `cross-margin`, `isolated-margin`, `sub-accounts` or `sub-account:USER-ID`
   */
  snapshot: z.nullable(z.object({ atMs: EpochMs, missing: z.array(z.string()) })),
});
export type ArchiveStatus = z.infer<typeof ArchiveStatus>;

/** What a check of the whole archive found: of all accounts, and of every version of a row. */
export const ArchiveCheck = z.object({
  checkedAtMs: EpochMs,
  rows: z.int(),
  /** answers of the exchange that were hashed again */
  answers: z.int(),
  faultCount: z.int(),
  /** the first of them, as the database names its rows and tables */
  faults: z.array(z.string()),
});
export type ArchiveCheck = z.infer<typeof ArchiveCheck>;

/** What the user chooses of the archive. */
export const ArchiveChoice = z.object({
  isPaused: z.boolean(),
  sharePercent: z.int().check(z.gte(1), z.lte(50)),
});
export type ArchiveChoice = z.infer<typeof ArchiveChoice>;

export const defaultArchiveChoice: ArchiveChoice = { isPaused: false, sharePercent: 10 };

/** Whether the archive records less after this change: it pauses, or its share of the rate limits is smaller. */
export function recordsLess(before: ArchiveChoice, after: ArchiveChoice): boolean {
  return (after.isPaused && !before.isPaused) || after.sharePercent < before.sharePercent;
}
