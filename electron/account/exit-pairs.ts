import { compare } from '#shared/decimal.ts';
import { exitPairId, type StopOrder } from '#shared/domain/account/stop-order.ts';
import { isSamePosition } from '#shared/domain/market/position-key.ts';
import { isMadeTogether, mayBeExit } from '#shared/rules/order-exits.ts';
import type { Pairs } from './pairs.ts';

function isTwin(one: StopOrder, other: StopOrder): boolean {
  const isSame = isSamePosition(one, other) && one.side === other.side && one.stopPriceType === other.stopPriceType;
  if (!isSame || one.stop === other.stop || one.size === null || other.size === null) return false;
  return compare(one.size, other.size) === 0 && isMadeTogether(one, other);
}

/**
 * Which two stops of a contract are the exits of one order (docs/exchange/endpoints.md §8.6). No record names them:
 * they are matched by the pattern of one request, and two that could belong to several orders stay unmatched.
 */
function joinExits(stops: readonly StopOrder[]): readonly StopOrder[] {
  const exits = stops.filter(mayBeExit);
  const onlyTwin = (stop: StopOrder): StopOrder | undefined => {
    const [twin, ...more] = exits.filter(other => isTwin(stop, other));
    return more.length === 0 ? twin : undefined;
  };
  return stops.map(stop => {
    const twin = exits.includes(stop) ? onlyTwin(stop) : undefined;
    return twin === undefined || onlyTwin(twin) !== stop ? stop : { ...stop, pairId: exitPairId(stop.id, twin.id) };
  });
}

/** They are matched without a request. */
export const exitPairs: Pairs = { join: stops => Promise.resolve(joinExits(stops)) };
