import { compare, multiply } from '../../../shared/decimal.ts';
import type { Fill } from '../../../shared/domain/fill.ts';
import type { OrderChange } from '../../client/feed/messages.ts';
import { createCompletion } from './completion.ts';
import type { OwnNeeds } from './own-orders.ts';

export interface OwnFills {
  readonly take: (change: OrderChange) => void;
  readonly stop: () => void;
}

interface Sighting {
  readonly price: string;
  readonly size: string;
  readonly timeMs: number;
  isPublished: boolean;
}

const mostSightings = 5_000;
/** The list of fills is dear (weight 20 of the document); one question a second tells of all of them. */
const gapMs = 1_000;
const theList = 'fills';

function isSame(a: { price: string; size: string }, b: { price: string; size: string }): boolean {
  return compare(a.price, b.price) === 0 && compare(a.size, b.size) === 0;
}

function prune(sightings: Map<string, Sighting>): void {
  for (const [tradeId, { isPublished }] of sightings) {
    if (sightings.size <= mostSightings) return;
    if (isPublished) sightings.delete(tradeId);
  }
}

/**
 * Own spot fills, each once by its trade id, whether frame or REST was first (faults.md §5, cases 19 and 20). A frame
 * tells neither fee nor funds, so the fill is told when REST has it. `missed` is called when REST never does.
 */
export function createOwnFills(
  { client, world, log }: OwnNeeds,
  publish: (fills: Fill[]) => void,
  missed: () => void,
): OwnFills {
  const sightings = new Map<string, Sighting>();
  const awaited = () => [...sightings.values()].filter(({ isPublished }) => !isPublished);

  /** the first word on a trade stands; null: it has been told already */
  const settle = (fill: Fill): Fill | null => {
    const first = sightings.get(fill.tradeId);
    if (first !== undefined && !isSame(first, fill)) {
      log.error('fill.contradicted', { tradeId: fill.tradeId, first: first.price, other: fill.price });
    }
    if (first?.isPublished === true) return null;
    const { price, size } = first ?? fill;
    sightings.set(fill.tradeId, { price, size, timeMs: fill.createdAtMs, isPublished: true });
    const isChanged = first !== undefined && !isSame(first, fill);
    return isChanged ? { ...fill, price, size, funds: multiply(price, size) } : fill;
  };

  const answered = (fills: readonly Fill[]): boolean => {
    const sinceMs = Math.min(...awaited().map(({ timeMs }) => timeMs));
    // a frame that was lost stands beside those that came
    const wanted = fills.filter(fill => sightings.has(fill.tradeId) || fill.createdAtMs >= sinceMs);
    const fresh = wanted.map(settle).filter(fill => fill !== null);
    if (fresh.length > 0) publish(fresh.toSorted((a, b) => a.createdAtMs - b.createdAtMs));
    prune(sightings);
    return awaited().length === 0;
  };

  const completion = createCompletion<readonly Fill[]>({
    world,
    gapMs,
    ask: (_key, signal) => client.spot.recentFills({}, { priority: 'visible', signal }),
    answered: (_key, fills) => answered(fills),
    failed: (_key, { error, isLast }) => {
      if (!isLast) return;
      log.warn('fills.not-completed', { kind: error?.kind ?? 'missing', count: awaited().length });
      for (const sighting of awaited()) sighting.isPublished = true;
      missed();
    },
  });

  return {
    take({ match, venue, timeMs }) {
      if (match === null || venue !== 'spot') return;
      const { tradeId, price, size } = match;
      const first = sightings.get(tradeId);
      if (first === undefined) sightings.set(tradeId, { price, size, timeMs, isPublished: false });
      else if (!isSame(first, match)) log.error('fill.contradicted', { tradeId, first: first.price, other: price });
      if (first === undefined) completion.want(theList);
    },
    stop: completion.stop,
  };
}
