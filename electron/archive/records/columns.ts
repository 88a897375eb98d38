import { type HistoryRecord, historyRecords } from '#shared/domain/archive/history.ts';

export const recordNames = historyRecords;
export type RecordName = HistoryRecord;

/**
 * Columns that can be filtered and sorted. A decimal is kept as exact text; the database derives a sort key beside it, which
 * arithmetic never uses. What does not apply to a record is null.
 */
const decimalColumns = ['price', 'size', 'amount', 'fee', 'balance'] as const;
const textColumns = [
  'symbol',
  'currency',
  'wallet',
  'kind',
  'side',
  'status',
  'feeCurrency',
  'orderId',
  'tradeId',
] as const;
export const archivedColumns = [...decimalColumns, ...textColumns] as const;
type ColumnName = (typeof archivedColumns)[number];

/** `feeCurrency` is stored and exported as `fee_currency`. */
export function columnName(column: string): string {
  return column.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

export type ArchivedColumns = { readonly [C in ColumnName]: string | null };

export const noColumns: ArchivedColumns = {
  price: null,
  size: null,
  amount: null,
  fee: null,
  balance: null,
  symbol: null,
  currency: null,
  wallet: null,
  kind: null,
  side: null,
  status: null,
  feeCurrency: null,
  orderId: null,
  tradeId: null,
};
