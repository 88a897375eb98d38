import type { BalanceSnapshot } from '../archive-store.ts';

/** The part of a snapshot that is the list of sub-accounts. */
export const listPart = 'sub-accounts';

export function accountPart(userId: string): string {
  return `sub-account:${userId}`;
}

/** The reason of an account of which the exchange gave the main wallet alone. */
export const mainOnly = 'The exchange answered nothing of its other wallets.';

/** The wallets of a sub-account that a snapshot knows. */
export type KnownWallets = 'all' | 'main' | 'none';

/** Which wallets of each sub-account a snapshot knows. An account without rows may be empty, or not be listed. */
export function knownWalletsIn({ missing, rows }: BalanceSnapshot): (userId: string) => KnownWallets {
  const reasons = new Map(missing.map(({ part, reason }) => [part, reason]));
  const owners = new Set(rows.map(({ owner }) => owner));
  return userId => {
    const reason = reasons.get(accountPart(userId));
    if (reason !== undefined) return reason === mainOnly ? 'main' : 'none';
    return reasons.has(listPart) && !owners.has(userId) ? 'none' : 'all';
  };
}
