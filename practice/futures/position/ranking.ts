import { magnitudeOf } from '#practice/kernel/integers.ts';
import { rateOne, type Terms, valueOf } from '../contract/terms.ts';
import { equityAt, unrealisedAt } from './figures.ts';
import { marginOf, type PositionState } from './state.ts';

/**
 * Priority in the queue for auto-deleveraging: return times effective leverage while in profit, return divided by it
 * while in loss. In rate units.
 */
export function deleveragingScore(terms: Terms, state: PositionState, mark: bigint): bigint {
  const margin = marginOf(state);
  const equity = equityAt(terms, state, mark);
  if (margin <= 0n || equity <= 0n) return 0n;
  const worth = magnitudeOf(valueOf(terms, state.quantity, mark));
  const gain = unrealisedAt(terms, state, mark);
  const returned = (gain * rateOne) / margin;
  return gain > 0n ? (returned * worth) / equity : (returned * equity) / worth;
}

/** Percentile (rate units, 1 = first to go) of each open position among those of its side. */
export function rankPositions(
  terms: Terms,
  positions: ReadonlyMap<string, PositionState>,
  mark: bigint,
): ReadonlyMap<string, bigint> {
  const ranks = new Map<string, bigint>();
  for (const isLong of [true, false]) {
    const queue = [...positions]
      .filter(([, state]) => state.quantity !== 0n && state.quantity > 0n === isLong)
      .map(([accountId, state]) => ({ accountId, score: deleveragingScore(terms, state, mark) }))
      .toSorted((a, b) => (a.score < b.score ? -1 : a.score > b.score ? 1 : 0));
    for (const [index, { accountId }] of queue.entries()) {
      ranks.set(accountId, (BigInt(index + 1) * rateOne) / BigInt(queue.length));
    }
  }
  return ranks;
}

/** Open positions of the side opposite to `quantity`, first to be deleveraged first. */
export function deleveragingQueue(
  terms: Terms,
  positions: ReadonlyMap<string, PositionState>,
  { quantity, mark }: { readonly quantity: bigint; readonly mark: bigint },
): readonly string[] {
  return [...positions]
    .filter(([, state]) => state.quantity * quantity < 0n)
    .map(([accountId, state]) => ({ accountId, score: deleveragingScore(terms, state, mark) }))
    .toSorted((a, b) => (a.score < b.score ? 1 : a.score > b.score ? -1 : 0))
    .map(({ accountId }) => accountId);
}
