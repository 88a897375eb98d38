import { type Decimal, isDecimal } from '#shared/decimal.ts';
import type { ExploredRow } from '#shared/domain/archive/explore.ts';
import type { FeeAudit } from '#shared/portfolio/checks/fee-audit.ts';
import type { ArchivedRow } from '../archive-store.ts';
import type { RecordName } from '../records/columns.ts';

function amountOf(text: string | null): Decimal | null {
  return text !== null && isDecimal(text) ? text : null;
}

/** A row as the page shows it. `feeAudit` null: it was not asked for. */
export function toExploredRow(record: RecordName, row: ArchivedRow, feeAudit: FeeAudit | null = null): ExploredRow {
  const { price, size, amount, fee, balance, ...texts } = row.columns;
  return {
    record,
    key: row.key,
    stream: row.stream,
    version: row.version,
    createdAtMs: row.timeMs,
    changedAtMs: row.changedMs,
    ...texts,
    price: amountOf(price),
    size: amountOf(size),
    amount: amountOf(amount),
    fee: amountOf(fee),
    balance: amountOf(balance),
    rest: { ...row.rest },
    feeAudit,
  };
}
