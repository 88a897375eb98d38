import { compare, multiply } from '#shared/decimal.ts';
import { type Fill, fillKey } from '#shared/domain/fill.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { OrderChange } from '#client/feed/messages.ts';
import { createCompletion } from '../completion.ts';
import type { OwnNeeds } from './orders.ts';

export interface OwnFills {
  readonly take: (change: OrderChange) => void;
  readonly stop: () => void;
}

interface FillNews {
  readonly fills: (fills: Fill[]) => void;
  /** REST never told of a match that the feed has told of */
  readonly missed: () => void;
}

interface Sighting {
  readonly price: string;
  readonly size: string;
  readonly timeMs: number;
  isPublished: boolean;
}

const mostSightings = 5_000;
/** The list of fills is dear (weight 20 of the document on spot); one question a second tells of all of them. */
const gapMs = 1_000;
const theList = 'fills';

function isSame(a: { price: string; size: string }, b: { price: string; size: string }): boolean {
  return compare(a.price, b.price) === 0 && compare(a.size, b.size) === 0;
}

/** A fill at the figures of the first word on it. What a contract is worth hangs on its multiplier: then nobody said it. */
function atFirstWord(fill: Fill, { price, size }: Sighting): Fill {
  return { ...fill, price, size, funds: fill.venue === 'spot' ? multiply(price, size) : null };
}

function prune(sightings: Map<string, Sighting>): void {
  for (const [key, { isPublished }] of sightings) {
    if (sightings.size <= mostSightings) return;
    if (isPublished) sightings.delete(key);
  }
}

/**
 * Own fills of one venue, each once, whether frame or REST was first (faults.md §5, cases 19 and 20). A frame tells
 * neither fee nor funds, so the fill is told when REST has it.
 */
export function createOwnFills({ client, world, log }: OwnNeeds, venue: Venue, news: FillNews): OwnFills {
  const sightings = new Map<string, Sighting>();
  const awaited = () => [...sightings.values()].filter(({ isPublished }) => !isPublished);

  const contradict = (symbol: string, tradeId: string, prices: { first: string; other: string }): void =>
    log.error('fill.contradicted', { venue, symbol, tradeId, ...prices });

  /** the first word on a trade stands; null: it has been told already */
  const settle = (fill: Fill): Fill | null => {
    const key = fillKey(fill);
    const first = sightings.get(key);
    const isContradicted = first !== undefined && !isSame(first, fill);
    if (isContradicted) contradict(fill.symbol, fill.tradeId, { first: first.price, other: fill.price });
    if (first?.isPublished === true) return null;
    const { price, size } = first ?? fill;
    sightings.set(key, { price, size, timeMs: fill.createdAtMs, isPublished: true });
    return isContradicted ? atFirstWord(fill, first) : fill;
  };

  const answered = (fills: readonly Fill[]): boolean => {
    const sinceMs = Math.min(...awaited().map(({ timeMs }) => timeMs));
    // a frame that was lost stands beside those that came
    const wanted = fills.filter(fill => sightings.has(fillKey(fill)) || fill.createdAtMs >= sinceMs);
    const fresh = wanted.map(settle).filter(fill => fill !== null);
    if (fresh.length > 0) news.fills(fresh.toSorted((a, b) => a.createdAtMs - b.createdAtMs));
    prune(sightings);
    return awaited().length === 0;
  };

  const completion = createCompletion<readonly Fill[]>({
    world,
    gapMs,
    ask: (_key, signal) => client[venue].recentFills({}, { priority: 'visible', signal }),
    answered: (_key, fills) => answered(fills),
    failed: (_key, { error, isLast }) => {
      if (!isLast) return;
      log.warn('fills.not-completed', { venue, kind: error?.kind ?? 'missing', count: awaited().length });
      for (const sighting of awaited()) sighting.isPublished = true;
      news.missed();
    },
  });

  return {
    take({ match, symbol, orderId, timeMs }) {
      if (match === null) return;
      const { tradeId, price, size } = match;
      const key = fillKey({ venue, symbol, tradeId, orderId });
      const first = sightings.get(key);
      if (first === undefined) sightings.set(key, { price, size, timeMs, isPublished: false });
      else if (!isSame(first, match)) contradict(symbol, tradeId, { first: first.price, other: price });
      if (first === undefined) completion.want(theList);
    },
    stop: completion.stop,
  };
}
