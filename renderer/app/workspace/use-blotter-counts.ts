import { useAccountList } from '#bridge/account/use-account-list.ts';

export interface BlotterCounts {
  /** null = not known yet */
  readonly active: number | null;
  readonly stops: number | null;
  readonly fills: number | null;
}

/** What the tabs count. Spot fills cost too much to be read for a number: it is known once somebody has read them. */
export function useBlotterCounts(profileId: string, symbol: string | null): BlotterCounts {
  const contracts = symbol === null ? 'glance' : null;
  const spot = useAccountList(profileId, 'spot.orders', 'glance').data;
  const futures = useAccountList(profileId, 'futures.orders', contracts).data;
  const spotStops = useAccountList(profileId, 'spot.stops', 'glance').data;
  const futuresStops = useAccountList(profileId, 'futures.stops', contracts).data;
  const spotFills = useAccountList(profileId, 'spot.fills', 'passive').data;
  const futuresFills = useAccountList(profileId, 'futures.fills', contracts).data;
  const isMine = (each: { readonly symbol: string }) => each.symbol === symbol;
  return {
    active: total(symbol === null ? [spot, futures] : [spot?.filter(isMine)]),
    stops: total(symbol === null ? [spotStops, futuresStops] : [spotStops?.filter(isMine)]),
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
