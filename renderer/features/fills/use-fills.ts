import type { Fill } from '#shared/domain/account/fill.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useVenueLists, type VenueList } from '#bridge/account/use-venue-lists.ts';
import { byCreation } from '#lib/sorting.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { listParts, type PartFills } from './fill-coverage.ts';
import { t } from '#shared/words/t.ts';

export interface FillScope {
  readonly profileId: string;
  /** null = all markets */
  readonly market: Market | null;
}

export interface FillsRead {
  readonly read: PanelRead<readonly Fill[]>;
  /** what came of each place that was asked */
  readonly parts: readonly PartFills[];
}

/** Newest first; of one moment the higher trade number is the newer. */
export function byTrade(a: Pick<Fill, 'createdAtMs' | 'tradeId'>, b: Pick<Fill, 'createdAtMs' | 'tradeId'>): number {
  if (a.createdAtMs !== b.createdAtMs) return byCreation(a, b);
  return b.tradeId.length - a.tradeId.length || (a.tradeId < b.tradeId ? 1 : a.tradeId > b.tradeId ? -1 : 0);
}

/** A failure says whose fills it is about: the others are shown all the same. */
function named(asked: readonly VenueList<Fill>[]): readonly PanelRead<readonly Fill[]>[] {
  const failed = listParts(asked.filter(({ reading }) => reading.error !== null).map(({ part }) => part));
  return asked.map(({ reading }) =>
    reading.error === null
      ? reading
      : { ...reading, error: { ...reading.error, message: t`${failed} fills: ${reading.error.message}` } },
  );
}

/** Recent fills of both venues and on margin, or of one market, newest first. */
export function useFills({ profileId, market }: FillScope): FillsRead {
  const asked = useVenueLists(profileId, 'fills', { market });
  return {
    read: mergeReads(named(asked), byTrade),
    // what is cut is cut before the market narrows it
    parts: asked.map(({ part, count }) => ({ part, count })),
  };
}
