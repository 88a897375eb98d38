import * as z from 'zod/mini';
import { DecimalText, EpochMs, Name, Venue } from '../scalars.ts';
import { Interval, StreamName } from './archive.ts';
import { FeeAuditCount, FeeCondition, RowFeeAudit } from './fee-audit.ts';

/** The lists of the Explore panel. Transfers are rows of the ledgers. */
export const archiveViews = [
  'fills',
  'orders',
  'ledger',
  'transfers',
  'funding',
  'interest',
  'loans',
  'deposits',
  'withdrawals',
  'closed-positions',
] as const;
export const ArchiveView = z.enum(archiveViews);
export type ArchiveView = z.infer<typeof ArchiveView>;

const Moment = z.nullable(EpochMs.check(z.gte(0), z.lte(8_640_000_000_000_000)));
const Condition = z.nullable(Name);

/** Which archived rows of the open account. null: any. */
export const ArchiveFilter = z.strictObject({
  profileId: z.string(),
  view: ArchiveView,
  fromMs: Moment,
  /** not included */
  toMs: Moment,
  /** a wallet of the account, as the archive has it */
  wallet: Condition,
  /** a symbol or a currency */
  market: Condition,
  side: Condition,
  /** type of an order or of a booking */
  kind: Condition,
  status: Condition,
  /** part of an id, a symbol, a type or another field */
  text: Condition,
  /** of the fee audit; of fills only */
  fees: FeeCondition,
});
export type ArchiveFilter = z.infer<typeof ArchiveFilter>;

/** One page of rows, newest first. */
export const ArchiveSearch = z.strictObject({
  ...ArchiveFilter.shape,
  /** `next` of the page before; null: the first page */
  cursor: z.nullable(z.string().check(z.maxLength(8_000))),
});
export type ArchiveSearch = z.infer<typeof ArchiveSearch>;

const Text = z.nullable(z.string());
const Amount = z.nullable(DecimalText);

/** A version of an archived row. What does not apply to its record is null. */
export const ExploredRow = z.object({
  /** the record of the archive, such as `spot-fills` */
  record: z.string(),
  /** its key there */
  key: z.string(),
  /** the list of the exchange that it came from */
  stream: StreamName,
  version: z.int(),
  createdAtMs: EpochMs,
  /** when this version was read */
  changedAtMs: EpochMs,
  symbol: Text,
  currency: Text,
  wallet: Text,
  kind: Text,
  side: Text,
  status: Text,
  price: Amount,
  size: Amount,
  amount: Amount,
  fee: Amount,
  balance: Amount,
  feeCurrency: Text,
  orderId: Text,
  tradeId: Text,
  /** fields without a column of their own */
  rest: z.record(z.string(), z.string()),
  /** null: it is no fill, or was not asked for */
  feeAudit: z.nullable(RowFeeAudit),
});
export type ExploredRow = z.infer<typeof ExploredRow>;

export const ArchiveSearchPage = z.object({
  rows: z.array(ExploredRow),
  /** null: there are no older rows */
  next: z.nullable(z.string()),
});
export type ArchiveSearchPage = z.infer<typeof ArchiveSearchPage>;

/** How many rows a filter finds, whatever its condition on the fee audit, and which times of their lists are recorded. */
export const ArchiveCount = z.object({
  rows: z.int(),
  /** where recording begins; null: none of the lists was read yet */
  fromMs: z.nullable(EpochMs),
  /** up to when all lists were read */
  toMs: z.nullable(EpochMs),
  /** times in between that are missing in one of the lists; the newest 20 */
  gaps: z.array(Interval),
  gapCount: z.int(),
  /** null: the rows are no fills */
  feeAudit: z.nullable(FeeAuditCount),
});
export type ArchiveCount = z.infer<typeof ArchiveCount>;

export const ArchivedOrderQuestion = z.strictObject({ profileId: z.string(), venue: Venue, orderId: Name });
export type ArchivedOrderQuestion = z.infer<typeof ArchivedOrderQuestion>;

/** All versions of an order, and its fills, oldest first. */
export const ArchivedOrder = z.object({
  versions: z.array(ExploredRow),
  fills: z.array(ExploredRow),
  /** it has more fills: these are the newest 500 */
  isCut: z.boolean(),
});
export type ArchivedOrder = z.infer<typeof ArchivedOrder>;

export const exportFormats = ['csv', 'json', 'parquet'] as const;
export const ArchiveExport = z.strictObject({ ...ArchiveFilter.shape, format: z.enum(exportFormats) });
export type ArchiveExport = z.infer<typeof ArchiveExport>;

/** The files that were written. */
export const ExportedRows = z.object({ file: z.string(), manifest: z.string(), rows: z.int() });
export type ExportedRows = z.infer<typeof ExportedRows>;

type PlacedRow = Pick<ExploredRow, 'createdAtMs' | 'record' | 'key'>;

/** The order of pages: newest first; of one time by record, and then by key from the last one. */
export function compareExplored(a: PlacedRow, b: PlacedRow): number {
  if (a.createdAtMs !== b.createdAtMs) return b.createdAtMs - a.createdAtMs;
  if (a.record !== b.record) return a.record < b.record ? -1 : 1;
  if (a.key === b.key) return 0;
  return a.key < b.key ? 1 : -1;
}
