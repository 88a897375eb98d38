import type { BalanceSnapshot, SnapshotBalance } from '../archive-store.ts';

/** For tests: a balance of a sub-account, `USDT` in its main wallet. */
export function buildSubBalance(owner: string, total: string, change: Partial<SnapshotBalance> = {}): SnapshotBalance {
  const known = { wallet: 'main', currency: 'USDT', available: total, held: '0', owed: null, unrealised: null };
  return { owner, total, ...known, ...change };
}

/** For tests: a snapshot that knows all its parts. */
export function buildSnapshot(
  atMs: number,
  rows: readonly SnapshotBalance[],
  change: Partial<BalanceSnapshot> = {},
): BalanceSnapshot {
  return { accountId: 1, atMs, rows, positions: [], missing: [], ...change };
}
