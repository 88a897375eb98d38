import { type Withdrawal, withdrawalKey } from '#shared/domain/money/withdrawal.ts';
import type { Currency, CurrencyChain } from '#shared/domain/market/currency.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';

/** One withdrawal with what is known around it. */
export interface WithdrawalRow extends NamedWithdrawal {
  /** when something was first sent to its address, within what is known; epoch ms; null: no time is stated */
  readonly firstSeenAtMs: number | null;
  /** nothing that is known was sent to its address before */
  readonly isFirst: boolean;
  /** null: within the exchange, or an unnamed chain */
  readonly terms: CurrencyChain | null;
}

function isChain(chain: CurrencyChain, wanted: string): boolean {
  return chain.id === wanted || chain.name.toLowerCase() === wanted.toLowerCase();
}

function termsOf({ currency, chain }: Withdrawal, currencies: readonly Currency[]): CurrencyChain | null {
  const chains = currencies.find(each => each.currency === currency)?.chains ?? [];
  // the older list names no chain: where there is but one it is that
  if (chain === null) return chains.length === 1 ? (chains[0] ?? null) : null;
  return chains.find(each => isChain(each, chain)) ?? null;
}

/**
 * The payee: an address alone is not enough when a memo distinguishes the payees. Two unknown addresses are never the
 * same payee.
 */
function payeeKey(withdrawal: Withdrawal): string {
  const { address, memo, isInner } = withdrawal;
  if (address === null) return `unknown ${withdrawalKey(withdrawal)}`;
  return `${isInner ? 'inner' : 'outer'} ${address} ${memo ?? ''}`;
}

/** A withdrawal with a name of its own, also among those that are alike in everything: the exchange gives it none. */
export interface NamedWithdrawal extends Withdrawal {
  readonly name: string;
}

export function namedWithdrawals(withdrawals: readonly Withdrawal[]): readonly NamedWithdrawal[] {
  const alike = new Map<string, number>();
  return withdrawals.map(each => {
    const key = withdrawalKey(each);
    const count = (alike.get(key) ?? 0) + 1;
    alike.set(key, count);
    return { ...each, name: `${key} ${count}` };
  });
}

/** Newest first, those without a time last, each with the first time its address was seen and with the terms of its chain. */
export function withdrawalRows(
  withdrawals: readonly NamedWithdrawal[],
  currencies: readonly Currency[],
): readonly WithdrawalRow[] {
  const firstSeen = new Map<string, Withdrawal>();
  const sorted = withdrawals.toSorted(newestFirst);
  // one without a time comes last, and may be newer than the others
  for (const each of sorted)
    if (each.createdAtMs !== null || !firstSeen.has(payeeKey(each))) firstSeen.set(payeeKey(each), each);
  const rows: WithdrawalRow[] = [];
  for (const each of sorted) {
    const first = firstSeen.get(payeeKey(each)) ?? each;
    rows.push({
      ...each,
      firstSeenAtMs: first.createdAtMs,
      isFirst: first === each,
      terms: each.isInner ? null : termsOf(each, currencies),
    });
  }
  return rows;
}
