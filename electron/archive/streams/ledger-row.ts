import type { MarketLedgerEntry } from '#client/endpoints/past-pages/page-calls.ts';
import type { FoundRow } from '../archive-store.ts';
import { noColumns } from '../records/columns.ts';

/** Ids of bookings repeat between currencies and directions, and one booking may be in two ledgers. */
export function toLedgerRow(entry: MarketLedgerEntry): FoundRow {
  const { id, currency, accountType, bizType, direction, amount, fee, balance, createdAtMs, symbol } = entry;
  return {
    key: `${id} ${currency} ${direction}`,
    timeMs: createdAtMs,
    columns: {
      ...noColumns,
      symbol,
      currency,
      amount,
      fee,
      balance,
      wallet: accountType,
      kind: bizType,
      side: direction,
    },
    rest: {},
  };
}
