import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { ArchivedRow } from '#archive/archive-store.ts';
import type { RecordName } from '#archive/records/columns.ts';
import type { SnapshotPart } from '../balances/scope.ts';
import type { RecordedRows } from '../rows/past-row.ts';

function walletPart(wallet: string): SnapshotPart {
  if (wallet.startsWith('ISOLATED')) return 'isolated-margin';
  return wallet.startsWith('MARGIN') ? 'cross-margin' : 'wallets';
}

function partOfRow(record: RecordName, { columns }: ArchivedRow): SnapshotPart | null {
  if (record === 'ledger') return walletPart(columns.wallet ?? '');
  if (record === 'interest' || record === 'loans')
    return columns.wallet === 'isolated' ? 'isolated-margin' : 'cross-margin';
  if (record === 'futures-ledger' || record === 'futures-fills' || record === 'funding')
    return `futures:${columns.currency ?? ''}`;
  return null;
}

function isLeftOut(part: SnapshotPart | null, leftOut: ReadonlySet<SnapshotPart>): boolean {
  if (part === null) return false;
  if (leftOut.has(part)) return true;
  if (!part.startsWith('futures:')) return false;
  if (leftOut.has('futures')) return true;
  const coin = canonicalCoin(part.slice('futures:'.length));
  return [...leftOut].some(
    each => each.startsWith('futures:') && canonicalCoin(each.slice('futures:'.length)) === coin,
  );
}

/** The rows without those of wallets that count at neither end of the span. */
export function rowsWithin(past: RecordedRows, leftOut: ReadonlySet<SnapshotPart>): RecordedRows {
  if (leftOut.size === 0) return past;
  const of = (record: RecordName) => (past[record] ?? []).filter(row => !isLeftOut(partOfRow(record, row), leftOut));
  return {
    ...past,
    ledger: of('ledger'),
    interest: of('interest'),
    loans: of('loans'),
    'futures-ledger': of('futures-ledger'),
    'futures-fills': of('futures-fills'),
    funding: of('funding'),
  };
}
