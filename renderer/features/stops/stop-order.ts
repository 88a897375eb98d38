import { compare } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { isSamePosition } from '#shared/domain/market/position-key.ts';
import { effectOf } from '#lib/orders/stop-text.ts';
import { distanceToTrigger } from '#lib/orders/stop-distance.ts';
import { priceOf, type WatchedPrices } from './trigger-price.ts';
import { t } from '#shared/words/t.ts';

/**
 * The next to fire first; then those with an unknown distance; those of the margin system, which cannot be changed,
 * last.
 */
export function byDistance(prices: WatchedPrices): (a: StopOrder, b: StopOrder) => number {
  const distanceOf = (stop: StopOrder) => distanceToTrigger(stop, priceOf(stop, prices)?.price ?? null);
  const rankOf = (stop: StopOrder) => (stop.placedBy === 'margin-system' ? 2 : distanceOf(stop) === null ? 1 : 0);
  return (a, b) => {
    const rank = rankOf(a) - rankOf(b);
    return rank === 0 ? compare(distanceOf(a) ?? '0', distanceOf(b) ?? '0') : rank;
  };
}

/** The legs of a pair adjacent, at the place of the one that is nearer to fire. */
export function legsTogether(stops: readonly StopOrder[]): readonly StopOrder[] {
  const twins = Map.groupBy(
    stops.filter(({ pairId }) => pairId !== undefined),
    ({ pairId }) => pairId,
  );
  return stops.flatMap(stop => {
    const legs = twins.get(stop.pairId) ?? [stop];
    return legs[0] === stop ? legs : [];
  });
}

/** The other leg of its pair, while it waits. */
export function twinOf(stop: StopOrder, stops: readonly StopOrder[]): StopOrder | undefined {
  if (stop.pairId === undefined) return undefined;
  return stops.find(other => other.pairId === stop.pairId && other.id !== stop.id);
}

/** Whether it is on a margin account, and so may pay back what is owed. */
export function isOnMargin({ tradeType }: Pick<StopOrder, 'tradeType'>): boolean {
  return tradeType === 'cross' || tradeType === 'isolated';
}

/** `undefined` while positions are not known; null: none is open. */
export function positionOf(
  stop: Pick<StopOrder, 'venue' | 'symbol' | 'positionSide'>,
  positions: readonly Position[] | undefined,
): Position | null | undefined {
  if (stop.venue === 'spot' || positions === undefined) return undefined;
  return positions.find(position => position.isOpen && isSamePosition(position, stop)) ?? null;
}

/** Reduce-only stops of closed positions: they stay open for the next position. */
export function orphansOf(
  stops: readonly StopOrder[],
  positions: readonly Position[] | undefined,
): readonly StopOrder[] {
  return stops.filter(stop => effectOf(stop, positionOf(stop, positions)).kind === 'orphan');
}

type Orphan = Pick<StopOrder, 'symbol' | 'side'>;

/**
 * `The position of XBTUSDTM is gone, and 2 stops still wait.` `Stop of the closed short of XBTUSDTM remains.` where the
 * contract has a position of the other side; one sentence for each. Empty without any.
 */
export function orphanText(orphans: readonly Orphan[], positions: readonly Position[] | undefined): string {
  const open = new Set(positions?.filter(({ isOpen }) => isOpen).map(({ symbol }) => symbol));
  const gone = orphans.filter(({ symbol }) => !open.has(symbol));
  const reversed = Map.groupBy(
    orphans.filter(({ symbol }) => open.has(symbol)),
    ({ symbol }) => symbol,
  );
  const sentences = [...reversed].map(([symbol, stops]) => reversedText(symbol, stops));
  return [...closedPositionText(gone), ...sentences].join(' ');
}

function closedPositionText(orphans: readonly Orphan[]): readonly string[] {
  const [first, ...others] = new Set(orphans.map(({ symbol }) => symbol));
  if (first === undefined) return [];
  const gone =
    others.length === 0
      ? t`The position of ${first} is closed`
      : t`Positions of ${[first, ...others].join(', ')} are closed`;
  return [
    t`${gone}, and ${orphans.length === 1 ? t`its stop is still open` : t`${orphans.length} stops are still open`}.`,
  ];
}

/** A stop that can only reduce sells a long position and buys back a short one. */
function reversedText(symbol: string, orphans: readonly Orphan[]): string {
  const isOfLong = orphans.every(({ side }) => side === 'sell');
  if (orphans.length === 1)
    return isOfLong
      ? t`Stop of the closed long of ${symbol} remains.`
      : t`Stop of the closed short of ${symbol} remains.`;
  return isOfLong
    ? t`${orphans.length} stops of the closed long of ${symbol} remain.`
    : t`${orphans.length} stops of the closed short of ${symbol} remain.`;
}
