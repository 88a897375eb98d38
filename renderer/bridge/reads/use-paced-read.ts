import { type QueryState, useQuery, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useMemo } from 'react';
import type { CallInput, CallOutput } from '#shared/contract.ts';
import type { Completeness } from '#shared/domain/answers/missing-part.ts';
import type { ReadCost, ReadCosts } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from '../bridge-error.ts';
import { call } from '../call.ts';
import type { FeedScope, ReadFeed } from '../live/read-feed.ts';
import { afterDeferral } from '../reads/deferral.ts';
import type { ReadName } from '../polling.ts';
import { readKey } from '../query-keys.ts';
import { PanelScope } from '../reference/panel-scope.ts';
import { reconcileMs, waitAfterFailureMs } from './pace.ts';
import { type PlainReadName, plainSecondsOf } from './plain-reads.ts';

/** One read as a panel draws it: the last good data, how old it is, and what went wrong since. */
export interface Read<T> {
  readonly data: T | undefined;
  readonly error: Failure | null;
  /** nothing has arrived yet and nothing has failed yet */
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  /** when `data` arrived; null before the first time */
  readonly updatedAtMs: number | null;
  /** when the next attempt comes after a failure; null when nothing failed */
  readonly nextAttemptAtMs: number | null;
  readonly intervalMs: number | null;
  /** whether its changes are pushed between two reads; null where no feed exists for it */
  readonly feed: ReadFeed | null;
  /** of a list of the account: whether it is all there is */
  readonly completeness?: Completeness | null;
  readonly part?: string;
  readonly cost: ReadCost | null;
  readonly retry: () => void;
}

export interface ReadOptions<T> {
  /** false: shows what the cache holds, asks nothing */
  readonly isEnabled?: boolean;
  /** replaces the interval of the policy, also where a feed pushes the changes; null = read once and keep */
  readonly intervalMs?: number | null;
  /** decides what is kept when a newer answer arrives (for example: the older one, when the newer went backwards) */
  readonly accept?: (previous: T | undefined, next: T) => T;
}

/** A check that is overdue comes soon, not at once: the answer to it may be on its way. */
const shortestWaitMs = 1000;

/** The reads that are not deferred: the first view needs them. */
const notDeferred: ReadonlySet<ReadName> = new Set<ReadName>(['profiles.list', 'book.read']);

/** When each query was last answered by a read: what is pushed between two reads must not put the next read off. */
const answeredAtMs = new WeakMap<object, number>();

/** One call that is read again and again, with its pace. */
interface PacedRead<N extends ReadName> {
  readonly name: N;
  readonly input: CallInput<N>;
  /** what the policy of the read says; null = read once and keep */
  readonly policyMs: number | null;
  /** whether its changes are pushed; null: no feed exists for it */
  readonly feed: ReadFeed | null;
}

/**
 * Reads one call of the contract through the cache and keeps it fresh while it is on screen: by its interval, or by pushes
 * and a slow check where a live feed brings its changes. Reads pause when the window is hidden. Failures are not retried
 * here beyond the next interval: main has already done so. Panels use `useRead`, which knows interval and feed.
 */
export function usePacedRead<N extends ReadName>(
  { name, input, policyMs, feed }: PacedRead<N>,
  options: ReadOptions<CallOutput<N>>,
): Read<CallOutput<N>> {
  const client = useQueryClient();
  const scope: FeedScope = input;
  const cost = useReadCost(name, scope.venue);
  const ownIntervalMs = options.intervalMs === undefined ? policyMs : options.intervalMs;
  // a caller with an interval of its own waits for something that was not pushed
  const isPushed = feed?.state === 'live' && options.intervalMs === undefined;
  const intervalMs = ownIntervalMs !== null && isPushed ? reconcileMs : ownIntervalMs;
  const queryKey = useReadKey(name, input);
  const { accept } = options;
  // the same functions as before: with new ones the library notifies every listener of the cache, at each drawing of a
  // panel
  const queryFn = useCallback(async () => {
    if (!notDeferred.has(name)) await afterDeferral();
    const next = await call(name, queryKey[1]);
    const asked = client.getQueryCache().find({ queryKey, exact: true });
    if (asked !== undefined) answeredAtMs.set(asked, Date.now());
    return accept === undefined ? next : accept(client.getQueryData<CallOutput<N>>(queryKey), next);
  }, [client, name, queryKey, accept]);
  const panel = use(PanelScope);
  const meta = useMemo(() => ({ panel, intervalMs }), [panel, intervalMs]);
  // the content of a failed read is not pushed a second time: it repeats at its ordinary interval
  const againMs = ownIntervalMs ?? 10_000;
  const hasFeed = feed !== null;
  const refetchInterval = useCallback(
    (asked: Asked) => waitForNextMs(asked, { intervalMs, againMs, hasFeed }),
    [intervalMs, againMs, hasFeed],
  );
  const query = useQuery<CallOutput<N>>({
    queryKey,
    queryFn,
    enabled: options.isEnabled ?? true,
    staleTime: intervalMs ?? Number.POSITIVE_INFINITY,
    refetchInterval,
    meta,
  });
  return {
    data: query.data,
    ...troubleOf(query, againMs),
    isRefreshing: query.isFetching && query.data !== undefined,
    updatedAtMs: query.dataUpdatedAt === 0 ? null : query.dataUpdatedAt,
    intervalMs,
    feed,
    cost,
    retry: () => void query.refetch(),
  };
}

/** `useRead` for the reads of `plain-reads.ts`, which no feed pushes: it loads neither the table of all reads nor the feeds. */
export function usePlainRead<N extends PlainReadName>(
  name: N,
  input: CallInput<N>,
  options: ReadOptions<CallOutput<N>> = {},
): Read<CallOutput<N>> {
  const seconds = plainSecondsOf(name);
  return usePacedRead({ name, input, policyMs: seconds === null ? null : seconds * 1000, feed: null }, options);
}

/** The same key as long as the input says the same. */
function useReadKey<N extends ReadName>(name: N, input: CallInput<N>): readonly [N, CallInput<N>] {
  const text = JSON.stringify(input);
  // oxlint-disable-next-line react/exhaustive-deps -- the text is the input, and equal where the object is another
  return useMemo(() => readKey(name, input), [name, text]);
}

const costsKey = readKey('reads.costs', {});
const readCosts = () => call('reads.costs', {});

/** What one answer of a read costs at a venue, out of the cache: the status bar asks once. Null: nothing, or not known yet. */
function useReadCost(name: ReadName, venue: Venue = 'spot'): ReadCost | null {
  const select = useCallback((costs: ReadCosts) => costs[name]?.[venue] ?? null, [name, venue]);
  const { data = null } = useQuery({
    queryKey: costsKey,
    queryFn: readCosts,
    enabled: false,
    select,
  });
  return data;
}

interface Asked {
  readonly state: QueryState<unknown, unknown>;
}

interface Pace {
  readonly intervalMs: number | null;
  readonly againMs: number;
  readonly hasFeed: boolean;
}

/**
 * When to ask again, in ms from now; false = never. The interval counts from the last answer, also when the feed has just
 * stopped: then a read is overdue, as it is for the lists of the account, and its failure marks the data as stale.
 */
function waitForNextMs(asked: Asked, { intervalMs, againMs, hasFeed }: Pace) {
  const { state } = asked;
  if (state.status === 'error') return waitAfterFailureMs(toFailure(state.error), againMs, Date.now());
  if (intervalMs === null) return false;
  if (!hasFeed) return intervalMs;
  const sinceMs = Date.now() - (answeredAtMs.get(asked) ?? state.dataUpdatedAt);
  return Math.min(Math.max(intervalMs - sinceMs, shortestWaitMs), intervalMs);
}

type Trouble = Pick<Read<unknown>, 'error' | 'isLoading' | 'nextAttemptAtMs'>;
type Answered = Pick<UseQueryResult<unknown, unknown>, 'data' | 'error' | 'errorUpdatedAt'>;

function troubleOf({ data, error: thrown, errorUpdatedAt }: Answered, againMs: number): Trouble {
  if (thrown === null) return { error: null, isLoading: data === undefined, nextAttemptAtMs: null };
  const error = toFailure(thrown);
  const waitMs = waitAfterFailureMs(error, againMs, errorUpdatedAt);
  return { error, isLoading: false, nextAttemptAtMs: errorUpdatedAt + waitMs };
}
