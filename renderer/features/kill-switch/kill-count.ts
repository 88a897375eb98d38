import { missingOf } from '#shared/domain/completeness.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { isProtectiveStop } from '#shared/domain/safety/protective-stop.ts';
import { useVenueLists, type VenueList } from '#bridge/account/use-venue-lists.ts';

const asGlance = { market: null, pace: { spot: 'glance', futures: 'glance' } } as const;

/** What the kill switch would cancel and keep, as the lists of the account have it. */
export interface KillCount {
  /** `27`, `27+`, or null while none is known */
  readonly cancelled: string | null;
  /** protective stops */
  readonly kept: number;
}

export function useKillCount(profileId: string, isKeepingStops: boolean): KillCount {
  const orders = useVenueLists(profileId, 'orders', asGlance);
  const stops = useVenueLists(profileId, 'stops', asGlance);
  return killCountOf(
    orders.map(countedOf),
    stops.map(list => Object.assign(countedOf(list), { stops: list.reading.data ?? [] })),
    isKeepingStops,
  );
}

function countedOf({ count, reading }: Pick<VenueList<unknown>, 'count' | 'reading'>): Counted {
  return { count, isWhole: missingOf(reading.completeness).length === 0 };
}

interface CountedStops extends Counted {
  readonly stops: readonly StopOrder[];
}

/** What is cancelled of these lists, and how many protective stops are kept. */
export function killCountOf(
  orders: readonly Counted[],
  stops: readonly CountedStops[],
  isKeepingStops: boolean,
): KillCount {
  const keptOf = (rows: readonly StopOrder[]) => (isKeepingStops ? rows.filter(isProtectiveStop).length : 0);
  const left = stops.map(({ count, isWhole, stops: rows }) => ({
    count: count === null ? null : count - keptOf(rows),
    isWhole,
  }));
  return {
    cancelled: countText([...orders, ...left]),
    kept: stops.reduce((sum, { stops: rows }) => sum + keptOf(rows), 0),
  };
}

interface Counted {
  /** null: not known yet */
  readonly count: number | null;
  readonly isWhole: boolean;
}

export function countText(lists: readonly Counted[]): string | null {
  const known = lists.filter(({ count }) => count !== null);
  if (known.length === 0) return null;
  const sum = known.reduce((total, { count }) => total + (count ?? 0), 0);
  const isWhole = known.length === lists.length && known.every(list => list.isWhole);
  return isWhole ? `${sum}` : `${sum}+`;
}
