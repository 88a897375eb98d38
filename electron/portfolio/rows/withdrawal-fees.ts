import { add, type Decimal, subtract } from '#shared/decimal.ts';
import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { ArchivedRow } from '#archive/archive-store.ts';
import { decimalOf } from './past-row.ts';

/** A booking follows its withdrawal within this time. */
const bookedWithinMs = 7 * 24 * 3_600_000;

/** The fee inside a booking of this amount; 0 when no withdrawal has this amount with its fee. */
export type WithdrawalFees = (booking: {
  readonly coin: string;
  readonly amount: Decimal;
  readonly atMs: number;
}) => Decimal;

interface Withdrawal {
  readonly atMs: number;
  readonly fee: Decimal;
}

function keyOf(coin: string, amount: Decimal): string {
  // the same amount with other zeros is the same text
  return `${canonicalCoin(coin)} ${add(amount, '0')}`;
}

/** The ledger books a withdrawal with its fee in one amount; the list of withdrawals has both. Failed ones are left out. */
export function createWithdrawalFees(rows: readonly ArchivedRow[]): WithdrawalFees {
  const byAmount = new Map<string, Withdrawal[]>();
  for (const { columns, timeMs } of rows) {
    const [amount, fee] = [decimalOf(columns.amount), decimalOf(columns.fee)];
    if (amount === null || fee === null || columns.currency === null || columns.status === 'failure') continue;
    const key = keyOf(columns.currency, add(amount, fee));
    const known = byAmount.get(key) ?? [];
    byAmount.set(key, known);
    known.push({ atMs: timeMs, fee });
  }
  return ({ coin, amount, atMs }) => {
    const distance = (each: Withdrawal) => Math.abs(each.atMs - atMs);
    const candidates = (byAmount.get(keyOf(coin, amount)) ?? []).filter(each => distance(each) <= bookedWithinMs);
    const [nearest] = candidates.toSorted((a, b) => distance(a) - distance(b));
    return nearest === undefined ? '0' : subtract(nearest.fee, '0');
  };
}
