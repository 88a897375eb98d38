import * as z from 'zod/mini';
import { EpochMs } from '../scalars.ts';
import { StreamName } from './archive.ts';

/** What the archive keeps, by kind. Lists of the exchange that show the same rows share a record. `sub-account-changes` is computed by Fathom. */
export const historyRecords = [
  'ledger',
  'spot-fills',
  'futures-fills',
  'funding',
  'futures-ledger',
  'closed-positions',
  'interest',
  'deposits',
  'withdrawals',
  'spot-orders',
  'futures-orders',
  'stop-orders',
  'loans',
  'candles',
  'sub-account-changes',
  'fee-rates',
] as const;
export const HistoryRecord = z.enum(historyRecords);
export type HistoryRecord = z.infer<typeof HistoryRecord>;

/** Recorded rows of some records that are older than a time. */
export const HistorySelection = z.strictObject({
  /** null: all accounts of the archive */
  profileId: z.nullable(z.string()),
  records: z.array(HistoryRecord).check(z.minLength(1), z.maxLength(historyRecords.length)),
  beforeMs: EpochMs.check(z.gte(1), z.lte(8_640_000_000_000_000)),
});
export type HistorySelection = z.infer<typeof HistorySelection>;

/** What a selection has of one stream. */
export const HistoryPart = z.object({
  stream: StreamName,
  /** rows that this stream gave first; their earlier versions are not counted */
  rows: z.int(),
  /** times of the oldest and newest row; null: there is none */
  fromMs: z.nullable(EpochMs),
  toMs: z.nullable(EpochMs),
  /** how much of the selected time is read, all symbols together */
  coveredMs: z.number(),
});
export type HistoryPart = z.infer<typeof HistoryPart>;

/** What would be deleted. */
export const HistoryCount = z.object({ accounts: z.int(), rows: z.int(), parts: z.array(HistoryPart) });
export type HistoryCount = z.infer<typeof HistoryCount>;

export const DeletedHistory = z.object({ rows: z.int() });
export type DeletedHistory = z.infer<typeof DeletedHistory>;

const KeptDays = z.int().check(z.gte(1), z.lte(36_500));

/** For how many days rows of a record are kept; a record without a number is kept for ever. It holds for all accounts. */
export const Retention = z.partialRecord(HistoryRecord, KeptDays);
export type Retention = z.infer<typeof Retention>;

/** The records that are kept for a shorter time than before. */
export function recordsKeptShorter(before: Retention, after: Retention): readonly HistoryRecord[] {
  return historyRecords.filter(record => (after[record] ?? Infinity) < (before[record] ?? Infinity));
}
