import { useMemo } from 'react';
import type { ListPace } from '#shared/domain/account/list-name.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Read } from '../use-read.ts';
import { ofSymbol, useAccountList } from './use-account-list.ts';

/** The lists that both venues have, and their rows. */
interface VenueRows {
  readonly orders: Order;
  readonly stops: StopOrder;
  readonly fills: Fill;
}

export interface VenueList<T> {
  readonly venue: Venue;
  /** narrowed to the market that was asked for */
  readonly reading: Read<readonly T[]>;
  /** rows of all markets of the venue; null = not known */
  readonly count: number | null;
}

export interface VenueListsOptions {
  /** null = all markets of both venues */
  readonly market: Market | null;
  readonly pace?: { readonly spot: ListPace; readonly futures: ListPace };
}

const asPanels = { spot: 'panel', futures: 'panel' } as const;

/** A list that both venues have: of both, or narrowed to one market and then of its venue alone. */
export function useVenueLists<K extends keyof VenueRows>(
  profileId: string,
  kind: K,
  { market, pace = asPanels }: VenueListsOptions,
): readonly VenueList<VenueRows[K]>[] {
  const isOn = (venue: Venue) => market === null || market.venue === venue;
  const spot = useAccountList(profileId, `spot.${kind}`, isOn('spot') ? pace.spot : null);
  const futures = useAccountList(profileId, `futures.${kind}`, isOn('futures') ? pace.futures : null);
  // orders on margin rest in the books of spot and are read by endpoints of their own
  const hasMargin = kind === 'orders' && isOn('spot');
  const margin = useAccountList(profileId, 'margin.orders', hasMargin ? pace.spot : null);
  const lists = [
    ...(isOn('spot') ? [{ venue: 'spot', read: spot } as const] : []),
    ...(hasMargin ? [{ venue: 'spot', read: margin } as const] : []),
    ...(isOn('futures') ? [{ venue: 'futures', read: futures } as const] : []),
  ];
  return lists.map(({ venue, read }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not join a name in parts to its row
    const whole = read as Read<readonly VenueRows[K][]>;
    const reading = market === null ? whole : ofSymbol(whole, market.symbol);
    return { venue, reading, count: whole.data?.length ?? null };
  });
}

/** The rows of all these lists together, the same array for as long as none changes; undefined before the first answer. */
export function useVenueRows<K extends keyof VenueRows>(
  profileId: string,
  kind: K,
  options: VenueListsOptions,
): readonly VenueRows[K][] | undefined {
  const [first, second, third] = useVenueLists(profileId, kind, options).map(({ reading }) => reading.data);
  return useMemo(() => {
    const known = [first, second, third].flatMap(rows => (rows === undefined ? [] : [rows]));
    return known.length === 0 ? undefined : known.flat();
  }, [first, second, third]);
}
