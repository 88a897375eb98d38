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
  const reads = {
    spot: useAccountList(profileId, `spot.${kind}`, isOn('spot') ? pace.spot : null),
    futures: useAccountList(profileId, `futures.${kind}`, isOn('futures') ? pace.futures : null),
  };
  return (['spot', 'futures'] as const).filter(isOn).map(venue => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not join a name in parts to its row
    const whole = reads[venue] as Read<readonly VenueRows[K][]>;
    const reading = market === null ? whole : ofSymbol(whole, market.symbol);
    return { venue, reading, count: whole.data?.length ?? null };
  });
}
