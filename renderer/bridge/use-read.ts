import { type QueryState, useQuery, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useMemo } from 'react';
import type { CallInput, CallOutput } from '#shared/contract.ts';
import type { Completeness } from '#shared/domain/answers/missing-part.ts';
import type { ReadCost, ReadCosts } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from './bridge-error.ts';
import { call } from './call.ts';
import type { FeedScope, ReadFeed } from './live/read-feed.ts';
import { useReadFeed } from './live/use-feeds.ts';
import { afterFirstBook } from './opening/book-first.ts';
import { PanelScope } from './reference/panel-scope.ts';
import { type ReadName, readPolicyOf, reconcileMs, waitAfterFailureMs } from './polling.ts';
import { readKey } from './query-keys.ts';

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

/** What a window must read to show its first book, where that is not pushed. */
const beforeBook: ReadonlySet<ReadName> = new Set<ReadName>(['profiles.list', 'book.read']);

/** When each query was last answered by a read: what is pushed between two reads must not put the next read off. */
const answeredAtMs = new WeakMap<object, number>();

/**
 * Reads one call of the contract through the cache and keeps it fresh while it is on screen: by the interval of its
 * policy, or by pushes and a slow check where a live feed brings its changes. Reads pause when the window is hidden.
 * Failures are not retried here beyond the next interval: main has already done so.
 */
export function useRead<N extends ReadName>(
  name: N,
  input: CallInput<N>,
  options: ReadOptions<CallOutput<N>> = {},
): Read<CallOutput<N>> {
  const client = useQueryClient();
  const policy = readPolicyOf(name);
  const scope: FeedScope = input;
  const feed = useReadFeed(name, scope);
  const cost = useReadCost(name, scope.venue);
  const ownIntervalMs = options.intervalMs === undefined ? policy.intervalMs : options.intervalMs;
  // whoever asks for a pace of their own waits for something that no push has told
  const isPushed = feed?.state === 'live' && options.intervalMs === undefined;
  const intervalMs = ownIntervalMs !== null && isPushed ? reconcileMs : ownIntervalMs;
  const queryKey = useReadKey(name, input);
  const { accept } = options;
  // the same functions as before: for new ones the library tells every listener of the cache, at each drawing of a panel
  const queryFn = useCallback(async () => {
    if (!beforeBook.has(name)) await afterFirstBook();
    const next = await call(name, queryKey[1]);
    const asked = client.getQueryCache().find({ queryKey, exact: true });
    if (asked !== undefined) answeredAtMs.set(asked, Date.now());
    return accept === undefined ? next : accept(client.getQueryData<CallOutput<N>>(queryKey), next);
  }, [client, name, queryKey, accept]);
  const panel = use(PanelScope);
  const meta = useMemo(() => ({ panel, intervalMs }), [panel, intervalMs]);
  // what a read that failed would have told is not pushed a second time: it comes again at its ordinary pace
  const againMs = ownIntervalMs ?? 10_000;
  const refetchInterval = useCallback(
    (asked: Asked) => waitForNextMs(asked, { intervalMs, againMs, isPushed }),
    [intervalMs, againMs, isPushed],
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
  readonly isPushed: boolean;
}

/** When to ask again, in ms from now; false = never. */
function waitForNextMs(asked: Asked, { intervalMs, againMs, isPushed }: Pace) {
  const { state } = asked;
  if (state.status === 'error') return waitAfterFailureMs(toFailure(state.error), againMs, Date.now());
  if (intervalMs === null) return false;
  if (!isPushed) return intervalMs;
  const sinceMs = Date.now() - (answeredAtMs.get(asked) ?? state.dataUpdatedAt);
  return Math.max(intervalMs - sinceMs, shortestWaitMs);
}

type Trouble = Pick<Read<unknown>, 'error' | 'isLoading' | 'nextAttemptAtMs'>;
type Answered = Pick<UseQueryResult<unknown, unknown>, 'data' | 'error' | 'errorUpdatedAt'>;

function troubleOf({ data, error: thrown, errorUpdatedAt }: Answered, againMs: number): Trouble {
  if (thrown === null) return { error: null, isLoading: data === undefined, nextAttemptAtMs: null };
  const error = toFailure(thrown);
  const waitMs = waitAfterFailureMs(error, againMs, errorUpdatedAt);
  return { error, isLoading: false, nextAttemptAtMs: errorUpdatedAt + waitMs };
}
