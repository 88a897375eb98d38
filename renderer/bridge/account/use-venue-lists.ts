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

/** Where rows of a kind come from: each venue, and what of spot is on margin and read apart. */
export type VenuePart = Venue | 'margin';

export interface VenueList<T> {
  readonly part: VenuePart;
  /** narrowed to the market that was asked for */
  readonly reading: Read<readonly T[]>;
  /** rows of all markets of the part; null = not known */
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
  // what is on margin trades in the books of spot and is read by endpoints of its own; stops are all in one list
  const hasMargin = kind !== 'stops' && isOn('spot');
  const margin = useAccountList(
    profileId,
    kind === 'fills' ? 'margin.fills' : 'margin.orders',
    hasMargin ? pace.spot : null,
  );
  const lists = [
    ...(isOn('spot') ? [{ part: 'spot', read: spot } as const] : []),
    ...(hasMargin ? [{ part: 'margin', read: margin } as const] : []),
    ...(isOn('futures') ? [{ part: 'futures', read: futures } as const] : []),
  ];
  return lists.map(({ part, read }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not join a name in parts to its row
    const whole = read as Read<readonly VenueRows[K][]>;
    const reading = market === null ? whole : ofSymbol(whole, market.symbol);
    return { part, reading, count: whole.data?.length ?? null };
  });
}

export interface VenueRowsOptions extends VenueListsOptions {
  /** nothing unless all of the lists are known: what is not known has not ended */
  readonly isWhole?: boolean;
}

/** The rows of all these lists together, the same array for as long as none changes; undefined before the first answer. */
export function useVenueRows<K extends keyof VenueRows>(
  profileId: string,
  kind: K,
  { isWhole = false, ...options }: VenueRowsOptions,
): readonly VenueRows[K][] | undefined {
  const lists = useVenueLists(profileId, kind, options).map(({ reading }) => reading.data);
  const isEnough = isWhole ? lists.every(rows => rows !== undefined) : lists.some(rows => rows !== undefined);
  const [first = none, second = none, third = none] = lists;
  return useMemo(() => (isEnough ? [...first, ...second, ...third] : undefined), [isEnough, first, second, third]);
}

const none: readonly never[] = [];
