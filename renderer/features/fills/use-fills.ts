import { useCallback, useMemo } from 'react';
import type { ArchivedPlace } from '#shared/domain/archive/archived-page.ts';
import { completenessOf, missingOf } from '#shared/domain/completeness.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Market } from '#shared/domain/market/market.ts';
import {
  useVenueLists,
  type VenueList,
  type VenueListsOptions,
  type VenuePart,
} from '#bridge/account/use-venue-lists.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import { call } from '#bridge/call.ts';
import type { PastScope } from '#bridge/query-keys.ts';
import type { PastHead } from '#bridge/history/past-rows.ts';
import { type PastState, unreadablePast, usePast } from '#bridge/history/use-past.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { mergeReads } from '#ui/panel/merge-reads.ts';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { listParts, mostFills, type PartFills } from './fill-coverage.ts';
import { t } from '#shared/words/t.ts';

export interface FillScope {
  readonly profileId: string;
  /** null = all markets */
  readonly market: Market | null;
  /** absent: as a panel that lists them */
  readonly pace?: VenueListsOptions['pace'];
  readonly reader?: PastScope['reader'];
}

export interface FillsRead {
  readonly read: PanelRead<readonly Fill[]>;
  /** of them those that the lists of the last day hold now, which the tab counts */
  readonly recent: readonly Fill[];
  /** what came of each place that was asked */
  readonly parts: readonly PartFills[];
  readonly past: PastState;
}

/** Newest first; of one moment the higher trade number is the newer. */
export function byTrade(a: Pick<Fill, 'createdAtMs' | 'tradeId'>, b: Pick<Fill, 'createdAtMs' | 'tradeId'>): number {
  if (a.createdAtMs !== b.createdAtMs) return newestFirst(a, b);
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

const parts: readonly VenuePart[] = ['spot', 'margin', 'futures'];
const dayMs = 24 * 3_600_000;
/** The clocks differ by less. */
const slackMs = 60_000;

/** How far back the newest fills of a place are all there. */
function wholeSince({ reading, count }: VenueList<Fill>, asOfMs: number): number {
  if (missingOf(reading.completeness).length > 0) return asOfMs;
  if ((count ?? 0) < mostFills) return asOfMs - dayMs + slackMs;
  const moments = reading.data?.flatMap(({ createdAtMs }) => createdAtMs ?? []) ?? [];
  return moments.reduce((oldest, each) => Math.min(oldest, each), asOfMs) + 1;
}

function headOf(from: VenueList<Fill>): PastHead<Fill> | null {
  const { data, updatedAtMs } = from.reading;
  if (data === undefined || updatedAtMs === null) return null;
  return { rows: data, sinceMs: wholeSince(from, updatedAtMs) };
}

/** The lists of fills, as far as the market has them, with their newest rows. */
function useHeads(asked: readonly VenueList<Fill>[]): readonly (PastHead<Fill> | null)[] {
  return useMemo(
    () => asked.map(headOf),
    // oxlint-disable-next-line react/exhaustive-deps -- these values change with the lists
    parts.flatMap(part => {
      const reading = asked.find(each => each.part === part)?.reading;
      return [reading?.data, reading?.updatedAtMs, reading?.completeness];
    }),
  );
}

/**
 * Fills of both venues and on margin, or of one market, newest first: those of the last day as they come, and older ones
 * from the archive as far as was scrolled.
 */
export function useFills({ profileId, market, pace, reader }: FillScope): FillsRead {
  const asked = useVenueLists(profileId, 'fills', { market, ...(pace && { pace }) });
  const heads = useHeads(asked);
  const venue = market?.venue ?? null;
  const symbol = market?.symbol ?? null;
  const readPage = useCallback(
    (after: ArchivedPlace | null) => call('history.fills', { profileId, venue, symbol, after }),
    [profileId, venue, symbol],
  );
  const { rows, state } = usePast<Fill>({
    scope: { profileId, of: 'fills', venue, symbol, reader },
    heads,
    keyOf: fillKey,
    readPage,
  });
  const sorted = useMemo(() => rows.toSorted(byTrade), [rows]);
  const read = mergeReads(named(asked), byTrade);
  return {
    read: {
      ...read,
      data: read.data === undefined ? undefined : sorted,
      completeness: completenessOf([...missingOf(read.completeness), ...unreadablePast(state)]),
    },
    recent: read.data ?? [],
    // what is cut is cut before the market narrows it
    parts: asked.map(({ part, count }) => ({ part, count })),
    past: state,
  };
}
