import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Interval } from '#shared/domain/archive/archive.ts';
import type { ArchivedPage, ArchivedPlace, ListCoverage } from '#shared/domain/archive/archived-page.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import type { Failure } from '#shared/errors.ts';
import { t } from '#shared/words/t.ts';
import { toFailure } from '../bridge-error.ts';
import { afterDeferral } from '../reads/deferral.ts';
import { type PastScope, pastKey } from '../query-keys.ts';
import { gapsOf, loadedMs, mergeRows, type PastHead, type PastRow, reachedMs } from './past-rows.ts';

export interface PastOptions<Row> {
  readonly scope: PastScope;
  /** the live lists that are shown as one; null: the newest rows of that list are not known yet */
  readonly heads: readonly (PastHead<Row> | null)[];
  readonly keyOf: (row: Row) => string;
  /** the same function as long as the scope is the same */
  readonly readPage: (after: ArchivedPlace | null) => Promise<ArchivedPage<Row>>;
}

/** How far a list is known into the past. */
export interface PastState {
  /** down to this moment no row is missing, epoch ms; null: not even the newest are known */
  readonly reachedMs: number | null;
  /** archived rows from here on have been read, epoch ms; null: all of them */
  readonly loadedMs: number | null;
  /** null: the archive has not answered yet */
  readonly coverage: ListCoverage | null;
  /** the times since the archive began that it does not cover */
  readonly gaps: readonly Interval[];
  readonly isReading: boolean;
  /** the last read failed */
  readonly error: Failure | null;
  /** archived rows that cannot be read */
  readonly unreadableCount: number;
  /** reads the next page; always the same function */
  readonly more: () => void;
}

/** What a list lacks because archived rows of it cannot be read. */
export function unreadablePast({ unreadableCount }: PastState): readonly MissingPart[] {
  if (unreadableCount === 0) return [];
  return [{ part: t`archived rows`, reason: t`${unreadableCount} of them cannot be read.`, asOfMs: null }];
}

export interface Past<Row> {
  /** in no order */
  readonly rows: readonly Row[];
  readonly state: PastState;
}

type Pages<Row> = InfiniteData<ArchivedPage<Row>, ArchivedPlace | null>;

/** What the archive records is read again: often while it fills. */
const againMs = { whileFilling: 10_000, else: 30_000 } as const;
/** as long as a trader may look at something else */
const keptMs = 1_800_000;
const first: ArchivedPlace | null = null;
const none: readonly never[] = [];

function isFilling<Row>(pages: Pages<Row> | undefined): boolean {
  const coverage = pages?.pages[0]?.coverage;
  if (coverage === undefined || coverage.obstacle !== null) return false;
  return coverage.queuedWindows > 0 || coverage.startMs === null;
}

/** The live rows of a list and the archived pages that have been read, as one; further pages are read by request. */
export function usePast<Row extends PastRow>({ scope, heads, keyOf, readPage }: PastOptions<Row>): Past<Row> {
  const text = JSON.stringify(scope);
  // oxlint-disable-next-line react/exhaustive-deps -- the text is the scope, and equal where the object is another
  const queryKey = useMemo(() => pastKey(scope), [text]);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }: { readonly pageParam: ArchivedPlace | null }) => {
      await afterDeferral();
      return readPage(pageParam);
    },
    initialPageParam: first,
    getNextPageParam: (page: ArchivedPage<Row>) => page.next,
    refetchInterval: ({ state }) => (isFilling(state.data) ? againMs.whileFilling : againMs.else),
    staleTime: againMs.whileFilling,
    gcTime: keptMs,
  });
  const pages = query.data?.pages ?? none;
  const sources = useMemo(() => ({ heads, pages }), [heads, pages]);
  const rows = useMemo(() => mergeRows(sources, keyOf), [sources, keyOf]);
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return {
    rows,
    state: {
      reachedMs: reachedMs(sources),
      loadedMs: loadedMs(sources),
      coverage: pages[0]?.coverage ?? null,
      gaps: gapsOf(sources),
      isReading: query.isFetchingNextPage || (query.isFetching && pages.length === 0),
      error: query.error === null ? null : toFailure(query.error),
      unreadableCount: pages.reduce((sum, { unreadableCount }) => sum + unreadableCount, 0),
      more,
    },
  };
}
