import { useRead } from '#bridge/use-read.ts';

export interface BlotterCounts {
  /** null = not known yet */
  readonly active: number | null;
  readonly stops: number | null;
  readonly fills: number | null;
}

/** A count needs no fresher answer than this; the open tab asks at its own pace. */
const countIntervalMs = 20_000;

/** What the tabs count. Spot fills cost too much to be read for a number: it is known once somebody has read them. */
export function useBlotterCounts(profileId: string, symbol: string | null): BlotterCounts {
  const all = { profileId, symbol: null };
  const spot = useRead('orders.active', { ...all, venue: 'spot', symbol });
  const futures = useRead(
    'orders.active',
    { ...all, venue: 'futures' },
    { isEnabled: symbol === null, intervalMs: countIntervalMs },
  );
  const spotStops = useRead('stops.list', { ...all, venue: 'spot', symbol }, { intervalMs: countIntervalMs });
  const futuresStops = useRead(
    'stops.list',
    { ...all, venue: 'futures' },
    { isEnabled: symbol === null, intervalMs: countIntervalMs },
  );
  const spotFills = useRead('fills.recent', { profileId, venue: 'spot' }, { isEnabled: false }).data;
  const futuresFills = useRead(
    'fills.recent',
    { profileId, venue: 'futures' },
    { isEnabled: symbol === null, intervalMs: countIntervalMs },
  ).data;
  const isMine = (each: { readonly symbol: string }) => each.symbol === symbol;
  return {
    active: total(symbol === null ? [spot.data, futures.data] : [spot.data]),
    stops: total(symbol === null ? [spotStops.data, futuresStops.data] : [spotStops.data]),
    fills: wholeTotal(symbol === null ? [spotFills, futuresFills] : [spotFills?.filter(isMine)]),
  };
}

function total(lists: readonly (readonly unknown[] | undefined)[]): number | null {
  const known = lists.filter(list => list !== undefined);
  return known.length === 0 ? null : known.reduce((count, list) => count + list.length, 0);
}

/** Half of a number would be taken for all of it: the chart reads the fills of spot alone. */
function wholeTotal(lists: readonly (readonly unknown[] | undefined)[]): number | null {
  return lists.includes(undefined) ? null : total(lists);
}
