import { type Decimal, subtract } from '../../decimal.ts';
import { canonicalCoin } from '../rows/coin.ts';
import type { TransferLeg } from '../rows/transfer-leg.ts';

/** Both legs of a transfer between watched accounts, or between wallets of one. */
export interface TransferPair {
  readonly transferId: string;
  readonly out: TransferLeg;
  readonly into: TransferLeg;
}

/** The id of a transfer that is named after a leg: its out-leg, or the only one that is seen. */
export function transferIdOf({ account, stream, id }: TransferLeg): string {
  return `${account} ${stream} ${id}`;
}

/** What arrives of a leg: its amount without its fee. */
export function arrivingAmount({ amount, fee }: TransferLeg): Decimal {
  return subtract(amount, fee);
}

/** What both legs of a pair have in common. */
export function pairingKey(leg: TransferLeg): string {
  return `${canonicalCoin(leg.coin)} ${arrivingAmount(leg)}`;
}

interface Candidate {
  readonly out: TransferLeg;
  readonly into: TransferLeg;
  readonly distanceMs: number;
}

/** Legs that no pair has. */
interface Pairing {
  readonly pairs: readonly TransferPair[];
  readonly rest: readonly TransferLeg[];
}

function candidatesOf(legs: readonly TransferLeg[], mostDistantMs: number): readonly Candidate[] {
  const incoming = legs.filter(({ direction }) => direction === 'in');
  const nearOnes = (out: TransferLeg) => incoming.filter(into => Math.abs(into.atMs - out.atMs) <= mostDistantMs);
  return legs
    .filter(({ direction }) => direction === 'out')
    .flatMap(out => nearOnes(out).map(into => ({ out, into, distanceMs: Math.abs(into.atMs - out.atMs) })));
}

/** Pairs legs that have one key, nearest in time first; at equal distance the in-leg that does not precede its out-leg. */
export function pairNearest(legs: readonly TransferLeg[], mostDistantMs: number): Pairing {
  const candidates = candidatesOf(legs, mostDistantMs).toSorted(
    (a, b) =>
      a.distanceMs - b.distanceMs || b.into.atMs - b.out.atMs - (a.into.atMs - a.out.atMs) || a.out.atMs - b.out.atMs,
  );
  const paired = new Set<TransferLeg>();
  const pairs: TransferPair[] = [];
  for (const { out, into } of candidates) {
    if (paired.has(out) || paired.has(into)) continue;
    paired.add(out).add(into);
    pairs.push({ transferId: transferIdOf(out), out, into });
  }
  return { pairs, rest: legs.filter(leg => !paired.has(leg)) };
}
