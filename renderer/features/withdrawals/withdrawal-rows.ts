import { type Withdrawal, withdrawalKey } from '#shared/domain/money/withdrawal.ts';
import type { Currency, CurrencyChain } from '#shared/domain/market/currency.ts';

/** One withdrawal with what is known around it. */
export interface WithdrawalRow extends NamedWithdrawal {
  /** when something was first sent to its address, within what is known; epoch ms */
  readonly firstSeenAtMs: number;
  /** nothing that is known was sent to its address before */
  readonly isFirst: boolean;
  /** null: within the exchange, or a chain that nobody named */
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

/** Where something goes: an address alone is not it where a memo tells the payees apart. */
function payeeKey({ address, memo, isInner }: Withdrawal): string {
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

/** Newest first, each with the first time its address was seen and with the terms of its chain. */
export function withdrawalRows(
  withdrawals: readonly NamedWithdrawal[],
  currencies: readonly Currency[],
): readonly WithdrawalRow[] {
  const firstSeen = new Map<string, Withdrawal>();
  const newestFirst = withdrawals.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
  for (const each of newestFirst) firstSeen.set(payeeKey(each), each);
  const rows: WithdrawalRow[] = [];
  for (const each of newestFirst) {
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
