import type { Interval } from '#shared/domain/archive/archive.ts';
import { add, compare, type Decimal, isDecimal, negate, subtract } from '#shared/decimal.ts';
import type { BalanceSnapshot, FoundRow } from '../archive-store.ts';
import type { MissingRows } from './missing-rows.ts';
import type { WitnessedRows } from './witness.ts';

/** A snapshot takes some seconds: bookings so near to it may be in it or not. */
const nearMs = 60_000;

/** The wallet whose bookings are all in the account ledger, in the ledger's name and in that of a snapshot. */
const ledgerWallet = 'MAIN';
const snapshotWallet = 'main';

function totalOf({ rows }: BalanceSnapshot, currency: string): Decimal | null {
  const held = rows.find(row => row.owner === '' && row.wallet === snapshotWallet && row.currency === currency);
  if (held === undefined) return '0';
  return held.total !== null && isDecimal(held.total) ? held.total : null;
}

function currenciesOf(snapshot: BalanceSnapshot): readonly string[] {
  return snapshot.rows.flatMap(({ owner, wallet, currency }) =>
    owner === '' && wallet === snapshotWallet ? [currency] : [],
  );
}

const isWhole = ({ missing }: BalanceSnapshot) => missing.every(({ part }) => part !== 'wallets');

/** The sum of the bookings; null: one of them has no amount. */
function sumOf(bookings: readonly FoundRow[]): Decimal | null {
  let sum: Decimal = '0';
  for (const { columns } of bookings) {
    if (columns.amount === null || !isDecimal(columns.amount)) return null;
    sum = add(sum, columns.side === 'out' ? negate(columns.amount) : columns.amount);
  }
  return sum;
}

interface Between {
  readonly before: BalanceSnapshot;
  readonly after: BalanceSnapshot;
  readonly bookings: readonly FoundRow[];
}

function hasSum({ before, after, bookings }: Between, currency: string): boolean {
  const isNear = ({ timeMs }: FoundRow) => [before, after].some(({ atMs }) => Math.abs(atMs - timeMs) < nearMs);
  const own = bookings.filter(({ columns }) => columns.currency === currency);
  const [start, end, sum] = [totalOf(before, currency), totalOf(after, currency), sumOf(own)];
  if (start === null || end === null || sum === null || own.some(isNear)) return true;
  return compare(subtract(end, start), sum) === 0;
}

/**
 * Balance snapshots whose change since the snapshot before is not the sum of the bookings between both: bookings of the main
 * wallet are missing. `settled`: all its bookings are there; later ones may still come.
 */
export function findSumBreaks({ rows, witness }: WitnessedRows, settled: Interval): readonly MissingRows[] {
  const bookings = rows.filter(({ columns }) => columns.wallet === ledgerWallet);
  const isSettled = ({ atMs }: BalanceSnapshot) => settled.fromMs + nearMs <= atMs && atMs <= settled.toMs;
  const snapshots = witness.snapshots.filter(snapshot => isSettled(snapshot) && isWhole(snapshot));
  return snapshots.flatMap((after, index) => {
    const before = snapshots[index - 1];
    if (before === undefined) return [];
    // with a margin, so that a booking near to a snapshot is seen
    const near = bookings.filter(({ timeMs }) => before.atMs - nearMs < timeMs && timeMs < after.atMs + nearMs);
    const currencies = new Set([...currenciesOf(before), ...currenciesOf(after)]);
    return [...currencies]
      .filter(currency => !hasSum({ before, after, bookings: near }, currency))
      .map(currency => ({ key: '', timeMs: after.atMs, previousMs: before.atMs, currency }));
  });
}
