import type { AccountListName, ListPace } from '#shared/domain/account/list-name.ts';
import type { ReadCost } from '#shared/domain/link.ts';
import { catalogue, type EndpointName } from '#client/catalogue.ts';

export interface ListPolicy {
  /** between two reads while nothing is pushed and a panel shows it */
  readonly panelMs: number;
  /** the same while only a number or a mark shows it */
  readonly glanceMs: number;
  /** least time between two reads that frames ask for */
  readonly gapMs: number;
  readonly cost: ReadCost;
}

const second = 1_000;

/** How often a list is checked against the exchange while its changes are pushed. */
export const reconcileMs = 60 * second;

function policy(endpoint: EndpointName, { panelMs, glanceMs, gapMs }: Omit<ListPolicy, 'cost'>): ListPolicy {
  const { pool, weight } = catalogue[endpoint];
  return { panelMs, glanceMs, gapMs, cost: { pool, weight } };
}

/**
 * How often each list is read where no feed brings its changes. All of them together, everything visible, stay under a
 * tenth of each 30 s pool of the lowest tier, so that the user's own actions always have room.
 */
export const listPolicies: Readonly<Record<AccountListName, ListPolicy>> = {
  // the book marks the user's own prices with them
  'spot.orders': policy('spot.orders', { panelMs: 3 * second, glanceMs: 3 * second, gapMs: 300 }),
  'futures.orders': policy('futures.orders', { panelMs: 3 * second, glanceMs: 20 * second, gapMs: 300 }),
  'spot.stops': policy('stops.list', { panelMs: 5 * second, glanceMs: 20 * second, gapMs: 300 }),
  'futures.stops': policy('futures.stopOrders', { panelMs: 5 * second, glanceMs: 20 * second, gapMs: 300 }),
  // expensive: one request a second covers all fills of that second
  'spot.fills': policy('spot.fills', { panelMs: 10 * second, glanceMs: 60 * second, gapMs: second }),
  'futures.fills': policy('futures.recentFills', { panelMs: 10 * second, glanceMs: 20 * second, gapMs: second }),
  positions: policy('futures.positions', { panelMs: 2 * second, glanceMs: 2 * second, gapMs: 2 * second }),
  // a question for each pair that has orders, and two for which pairs those are
  'margin.orders': policy('margin.activeOrders', { panelMs: 10 * second, glanceMs: 60 * second, gapMs: 2 * second }),
  // a question for each pair, and two for which pairs those are: frames ask for it only after a match on isolated
  // margin
  'margin.fills': policy('margin.fills', { panelMs: 15 * second, glanceMs: 60 * second, gapMs: 2 * second }),
  'margin.accounts': policy('margin.crossAccount', { panelMs: 15 * second, glanceMs: 60 * second, gapMs: 2 * second }),
  balances: policy('accounts.balances', { panelMs: 15 * second, glanceMs: 15 * second, gapMs: 2 * second }),
};

const paces: readonly ListPace[] = ['panel', 'glance', 'passive'];

/** The shortest interval of all readers of a list; null without a reader. */
export function quickest(wanted: Iterable<ListPace>): ListPace | null {
  const known = new Set(wanted);
  return paces.find(pace => known.has(pace)) ?? null;
}
