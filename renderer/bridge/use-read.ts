import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../shared/contract.ts';
import type { DeskError } from '../../shared/errors.ts';
import { toDeskError } from './bridge-error.ts';
import { call } from './call.ts';
import { type ReadCost, type ReadName, type ReadPolicy, readPolicies, waitAfterFailureMs } from './polling.ts';
import { readKey } from './query-keys.ts';

/** One read as a panel draws it: the last good data, how old it is, and what went wrong since. */
export interface Reading<T> {
  readonly data: T | undefined;
  readonly error: DeskError | null;
  /** nothing has arrived yet and nothing has failed yet */
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  /** when `data` arrived; null before the first time */
  readonly updatedAtMs: number | null;
  /** when the next attempt comes after a failure; null when nothing failed */
  readonly nextAttemptAtMs: number | null;
  readonly intervalMs: number | null;
  readonly cost: ReadCost | null;
  readonly retry: () => void;
}

export interface ReadOptions<T> {
  /** false: shows what the cache holds, asks nothing */
  readonly isEnabled?: boolean;
  /** replaces the interval of the policy */
  readonly intervalMs?: number;
  /** decides what is kept when a newer answer arrives (for example: the older one, when the newer went backwards) */
  readonly accept?: (previous: T | undefined, next: T) => T;
}

/**
 * Reads one call of the contract through the cache and keeps it fresh while it is on screen. Reads pause when the window
 * is hidden. Failures are not retried here beyond the next interval: main has already done so.
 */
export function useRead<N extends ReadName>(
  name: N,
  input: CallInput<N>,
  options: ReadOptions<CallOutput<N>> = {},
): Reading<CallOutput<N>> {
  const client = useQueryClient();
  const policy: ReadPolicy = readPolicies[name];
  const intervalMs = options.intervalMs ?? policy.intervalMs;
  const queryKey = readKey(name, input);
  const { accept } = options;
  const query = useQuery<CallOutput<N>>({
    queryKey,
    queryFn: async () => {
      const next = await call(name, input);
      return accept === undefined ? next : accept(client.getQueryData<CallOutput<N>>(queryKey), next);
    },
    enabled: options.isEnabled ?? true,
    staleTime: intervalMs ?? Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => {
      if (state.status === 'error')
        return waitAfterFailureMs(toDeskError(state.error), intervalMs ?? 10_000, Date.now());
      return intervalMs ?? false;
    },
  });
  const error = query.error === null ? null : toDeskError(query.error);
  return {
    data: query.data,
    error,
    isLoading: query.data === undefined && error === null,
    isRefreshing: query.isFetching && query.data !== undefined,
    updatedAtMs: query.dataUpdatedAt === 0 ? null : query.dataUpdatedAt,
    nextAttemptAtMs:
      error === null
        ? null
        : query.errorUpdatedAt + waitAfterFailureMs(error, intervalMs ?? 10_000, query.errorUpdatedAt),
    intervalMs,
    cost: policy.cost,
    retry: () => void query.refetch(),
  };
}
