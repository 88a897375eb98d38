import { add, type Decimal, isZero, subtract } from '#shared/decimal.ts';
import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { BalanceSnapshot, SnapshotBalance } from '#archive/archive-store.ts';
import { decimalOf } from '../rows/past-row.ts';
import { missingParts, partOf, type SnapshotPart } from './scope.ts';

/** What accounts hold at one time, by coin. */
export interface Holdings {
  readonly atMs: number;
  /** held − owed, without unrealised results */
  readonly quantities: ReadonlyMap<string, Decimal>;
  /** unrealised results of contracts, in the settle currency */
  readonly unrealised: ReadonlyMap<string, Decimal>;
  /** parts in question that are unknown */
  readonly missing: readonly SnapshotPart[];
}

export interface HoldingsScope {
  /** empty: the account of the key; null: all accounts */
  readonly owner: string | null;
  readonly leftOut: ReadonlySet<SnapshotPart>;
}

/** Adds an amount of a coin; the same coin has one name. */
export function addTo(amounts: Map<string, Decimal>, coin: string, amount: Decimal): void {
  const name = canonicalCoin(coin);
  const next = add(amounts.get(name) ?? '0', amount);
  if (isZero(next)) amounts.delete(name);
  else amounts.set(name, next);
}

/** What a wallet holds less what it owes, without unrealised results, which no row books; null: unknown. */
export function netOf({ total, owed, unrealised }: SnapshotBalance): Decimal | null {
  const held = decimalOf(total);
  if (held === null) return null;
  return subtract(subtract(held, decimalOf(owed) ?? '0'), decimalOf(unrealised) ?? '0');
}

/** The balances of a snapshot, summed by coin. What is left out or unknown is in no sum. */
export function holdingsOf(snapshot: BalanceSnapshot, { owner, leftOut }: HoldingsScope): Holdings {
  const quantities = new Map<string, Decimal>();
  const unrealised = new Map<string, Decimal>();
  for (const row of snapshot.rows) {
    if ((owner !== null && row.owner !== owner) || leftOut.has(partOf(row))) continue;
    const net = netOf(row);
    if (net === null) continue;
    addTo(quantities, row.currency, net);
    addTo(unrealised, row.currency, decimalOf(row.unrealised) ?? '0');
  }
  const missing = missingParts(snapshot, owner).filter(part => !leftOut.has(part));
  return { atMs: snapshot.atMs, quantities, unrealised, missing };
}
