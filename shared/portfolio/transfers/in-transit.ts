import { add, type Decimal, isZero, negate } from '../../decimal.ts';
import { canonicalCoin } from '../rows/coin.ts';
import type { TransferLeg } from '../rows/transfer-leg.ts';
import { arrivingAmount, type TransferPair } from './transfer-pair.ts';

/** The transfers of an account, a group or all accounts, at a time. */
export interface TransitScope {
  readonly accounts: ReadonlySet<string>;
  readonly atMs: number;
}

/** The transfers that may be under way. */
export interface Transfers {
  readonly pairs: readonly TransferPair[];
  /** one leg seen */
  readonly inTransit: readonly TransferLeg[];
}

function legShare(leg: TransferLeg, atMs: number): Decimal {
  if (leg.atMs > atMs) return '0';
  return leg.direction === 'out' ? arrivingAmount(leg) : negate(arrivingAmount(leg));
}

/**
 * What has left one of the accounts and not arrived at another, by coin: it counts as owned. Below zero where an in-leg
 * is recorded before its out-leg: then it is in two balances.
 */
export function amountsInTransit({ pairs, inTransit }: Transfers, scope: TransitScope): ReadonlyMap<string, Decimal> {
  const isWithin = ({ account }: TransferLeg) => scope.accounts.has(account);
  const both = pairs.filter(({ out, into }) => isWithin(out) && isWithin(into)).flatMap(({ out, into }) => [out, into]);
  const amounts = new Map<string, Decimal>();
  for (const leg of [...both, ...inTransit.filter(isWithin)]) {
    const coin = canonicalCoin(leg.coin);
    amounts.set(coin, add(amounts.get(coin) ?? '0', legShare(leg, scope.atMs)));
  }
  return new Map([...amounts].filter(([, amount]) => !isZero(amount)));
}
