import { useMemo } from 'react';
import { missingOf } from '#shared/domain/completeness.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Market } from '#shared/domain/market/market.ts';
import {
  useVenueLists,
  type VenueList,
  type VenueListsOptions,
  type VenuePart,
} from '#bridge/account/use-venue-lists.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { call } from '#bridge/call.ts';
import type { PastScope } from '#bridge/query-keys.ts';
import type { PastHead } from '#bridge/history/past-rows.ts';
import { type WalkedList, type PastState, usePast } from '#bridge/history/use-past.ts';
import { byCreation } from '#lib/sorting.ts';
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

interface FillList {
  readonly tradeType: Fill['tradeType'];
  /** where its newest come from */
  readonly part: VenuePart;
  readonly venue: Venue;
  readonly margin?: 'cross' | 'isolated';
}

/** Fills of cross margin are among the newest of spot (docs/exchange/endpoints.md §5.1). */
const fillLists: readonly FillList[] = [
  { tradeType: 'spot', part: 'spot', venue: 'spot' },
  { tradeType: 'cross', part: 'spot', venue: 'spot', margin: 'cross' },
  { tradeType: 'isolated', part: 'margin', venue: 'spot', margin: 'isolated' },
  { tradeType: 'futures', part: 'futures', venue: 'futures' },
];

const listWords: Readonly<Record<Fill['tradeType'], string>> = {
  spot: t`spot fills`,
  cross: t`cross margin fills`,
  isolated: t`isolated margin fills`,
  futures: t`futures fills`,
};

const parts: readonly VenuePart[] = ['spot', 'margin', 'futures'];
const dayMs = 24 * 3_600_000;
/** The clocks differ by less. */
const slackMs = 60_000;

/** How far back the newest fills of a place are all there. */
function wholeSince({ reading, count }: VenueList<Fill>, asOfMs: number): number {
  if (missingOf(reading.completeness).length > 0) return asOfMs;
  if ((count ?? 0) < mostFills) return asOfMs - dayMs + slackMs;
  const moments = reading.data?.map(({ createdAtMs }) => createdAtMs) ?? [];
  return moments.reduce((oldest, each) => Math.min(oldest, each), asOfMs) + 1;
}

function headOf(from: VenueList<Fill>, tradeType: Fill['tradeType']): PastHead<Fill> | null {
  const { data, updatedAtMs } = from.reading;
  if (data === undefined || updatedAtMs === null) return null;
  const rows = data.filter(fill => fill.tradeType === tradeType);
  return { rows, sinceMs: wholeSince(from, updatedAtMs), asOfMs: updatedAtMs };
}

/** The four lists of fills, as far as the market has them, each with its newest rows and the way into its past. */
function usePastLists(
  { profileId, market }: FillScope,
  asked: readonly VenueList<Fill>[],
): readonly WalkedList<Fill>[] {
  const symbol = market?.symbol ?? null;
  // made anew only when one of the lists tells something else
  const told = parts.flatMap(part => {
    const reading = asked.find(each => each.part === part)?.reading;
    return [reading?.data, reading?.updatedAtMs];
  });
  return useMemo(
    () =>
      fillLists.flatMap(({ tradeType, part, venue, margin }): WalkedList<Fill>[] => {
        const from = asked.find(each => each.part === part);
        if (from === undefined) return [];
        const scope = { profileId, venue, symbol, margin };
        const read: WalkedList<Fill>['read'] = walk => call('history.fills', { ...scope, ...walk });
        return [{ list: listWords[tradeType], head: headOf(from, tradeType), read }];
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- what is told of the lists stands for them
    [profileId, symbol, ...told],
  );
}

/**
 * Fills of both venues and on margin, or of one market, newest first: those of the last day as they come, and of the past
 * what has been scrolled to.
 */
export function useFills({ profileId, market, pace, reader }: FillScope): FillsRead {
  const asked = useVenueLists(profileId, 'fills', { market, ...(pace && { pace }) });
  const lists = usePastLists({ profileId, market }, asked);
  const { rows, state } = usePast<Fill>({
    scope: { profileId, of: 'fills', symbol: market?.symbol ?? null, reader },
    lists,
    keyOf: fillKey,
  });
  const sorted = useMemo(() => rows.toSorted(byTrade), [rows]);
  const read = mergeReads(named(asked), byTrade);
  return {
    read: { ...read, data: read.data === undefined ? undefined : sorted },
    recent: read.data ?? [],
    // what is cut is cut before the market narrows it
    parts: asked.map(({ part, count }) => ({ part, count })),
    past: state,
  };
}
