import type { Fill } from '#shared/domain/account/fill.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { ofSymbol, useAccountList } from '#bridge/account/use-account-list.ts';
import { byCreation } from '#lib/sorting.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { listVenues, type VenueFills } from './fill-coverage.ts';

export interface FillScope {
  readonly profileId: string;
  /** null = all symbols */
  readonly symbol: string | null;
}

export interface FillsRead {
  readonly read: PanelRead<readonly Fill[]>;
  /** what came of each venue that was asked */
  readonly parts: readonly VenueFills[];
}

interface Asked {
  readonly venue: Venue;
  readonly reading: PanelRead<readonly Fill[]>;
}

/** Newest first; of one moment the higher trade number is the newer. */
export function byTrade(a: Pick<Fill, 'createdAtMs' | 'tradeId'>, b: Pick<Fill, 'createdAtMs' | 'tradeId'>): number {
  if (a.createdAtMs !== b.createdAtMs) return byCreation(a, b);
  return b.tradeId.length - a.tradeId.length || (a.tradeId < b.tradeId ? 1 : a.tradeId > b.tradeId ? -1 : 0);
}

/** A failure says whose fills it is about: the other venue's are shown all the same. */
function named(asked: readonly Asked[]): readonly PanelRead<readonly Fill[]>[] {
  const failed = listVenues(asked.filter(({ reading }) => reading.error !== null).map(({ venue }) => venue));
  return asked.map(({ reading }) =>
    reading.error === null
      ? reading
      : { ...reading, error: { ...reading.error, message: `${failed} fills: ${reading.error.message}` } },
  );
}

/** Recent fills of both venues, newest first. A symbol filter is a spot pair, so futures are left out of it. */
export function useFills({ profileId, symbol }: FillScope): FillsRead {
  const all = useAccountList(profileId, 'spot.fills');
  const futures = useAccountList(profileId, 'futures.fills', symbol === null ? 'panel' : null);
  const spot = ofSymbol(all, symbol);
  const asked: readonly Asked[] = [
    { venue: 'spot', reading: spot },
    ...(symbol === null ? [{ venue: 'futures', reading: futures } as const] : []),
  ];
  return {
    read: mergeReads(named(asked), byTrade),
    // what is cut is cut before the symbol narrows it
    parts: asked.map(({ venue, reading }) => ({
      venue,
      count: (venue === 'spot' ? all : reading).data?.length ?? null,
    })),
  };
}
