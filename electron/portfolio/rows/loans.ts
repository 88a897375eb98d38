import { compare, type Decimal, negate } from '#shared/decimal.ts';
import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { DebtChange } from '#shared/portfolio/rows/pool-row.ts';
import type { LedgerMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { ArchivedRow } from '#archive/archive-store.ts';
import { decimalOf, stampOf } from './past-row.ts';

/** A loan and its booking are recorded within this time of each other. */
const bookedWithinMs = 60_000;

/** Loans that were taken and paid back. Pending and failed ones are left out. */
export function mapLoans(rows: readonly ArchivedRow[]): readonly DebtChange[] {
  return rows.flatMap((row): readonly DebtChange[] => {
    const { amount: text, size, currency, kind, status } = row.columns;
    // the exchange states no other size of a repayment
    const amount = decimalOf(text) ?? decimalOf(size);
    if (amount === null || currency === null || status !== 'success') return [];
    return [
      { ...stampOf('loans', row), kind: kind === 'repay' ? 'repay' : 'borrow', coin: canonicalCoin(currency), amount },
    ];
  });
}

function bookedAmount({ kind, amount }: DebtChange): Decimal {
  return kind === 'borrow' ? amount : negate(amount);
}

function isBookingOf(movement: LedgerMovement, loan: DebtChange): boolean {
  if (movement.part !== 'unclassified' || movement.coin !== loan.coin) return false;
  if (Math.abs(movement.atMs - loan.atMs) > bookedWithinMs) return false;
  return compare(movement.amount, bookedAmount(loan)) === 0;
}

/**
 * The movements without the bookings of loans: what is held and what is owed change together, so held − owed stays. Each loan
 * has one booking at most.
 */
export function withoutLoans(
  movements: readonly LedgerMovement[],
  loans: readonly DebtChange[],
): readonly LedgerMovement[] {
  const booked = new Set<LedgerMovement>();
  const unclassified = movements.filter(({ part }) => part === 'unclassified');
  for (const loan of loans) {
    const booking = unclassified.find(movement => !booked.has(movement) && isBookingOf(movement, loan));
    if (booking !== undefined) booked.add(booking);
  }
  return movements.filter(movement => !booked.has(movement));
}
