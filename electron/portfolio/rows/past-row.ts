import { type Decimal, toDecimal } from '#shared/decimal.ts';
import type { RowStamp } from '#shared/portfolio/rows/row-stamp.ts';
import type { ArchivedRow } from '#archive/archive-store.ts';
import type { RecordName } from '#archive/records/columns.ts';

/** The owner of what belongs to the account of the key; sub-accounts have their user id. */
export const keyOwner = '';

/** Rows of the archive, by record. */
export type RecordedRows = Readonly<Partial<Record<RecordName, readonly ArchivedRow[]>>>;

/** What identifies a row in `shared/portfolio`: the stream is the record, the id its key there. */
export function stampOf(record: RecordName, { timeMs, key }: ArchivedRow): RowStamp {
  return { account: keyOwner, atMs: timeMs, stream: record, id: key };
}

/** An archived figure; null: the row does not have it. */
export function decimalOf(text: string | null | undefined): Decimal | null {
  return text === null || text === undefined ? null : toDecimal(text);
}

/** Names a row among all records. */
export function rowName({ stream, id }: Pick<RowStamp, 'stream' | 'id'>): string {
  return `${stream} ${id}`;
}
