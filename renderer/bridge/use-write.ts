import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallName, CallOutput } from '#shared/contract.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from './bridge-error.ts';
import { call } from './call.ts';
import type { ReadName } from './polling.ts';
import { anyReadKey } from './query-keys.ts';

/**
 * Calls that write. `profiles.connect` is missing on purpose: its input holds secrets, and a mutation would keep them.
 */
export type WriteName = Exclude<CallName, ReadName | 'profiles.connect'>;

type WriteOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export interface Write<N extends WriteName> {
  readonly isPending: boolean;
  readonly error: Failure | null;
  readonly value: CallOutput<N> | undefined;
  /** sends once; never throws */
  readonly send: (input: CallInput<N>) => Promise<WriteOutcome<CallOutput<N>>>;
  readonly reset: () => void;
}

export interface WriteOptions<N extends WriteName> {
  /** reads to ask again afterwards, also after a failure: the truth may have changed either way */
  readonly refreshes?: readonly ReadName[];
  readonly onSuccess?: (value: CallOutput<N>, client: QueryClient) => void;
}

/** One action of the user: sent once, never repeated by the page, its outcome kept for the component that asked. */
export function useWrite<N extends WriteName>(name: N, options: WriteOptions<N> = {}): Write<N> {
  const client = useQueryClient();
  const mutation = useMutation<CallOutput<N>, unknown, CallInput<N>>({
    mutationFn: input => call(name, input),
    onSuccess: value => options.onSuccess?.(value, client),
    onSettled: () => {
      for (const read of options.refreshes ?? []) void client.invalidateQueries({ queryKey: anyReadKey(read) });
    },
  });
  return {
    isPending: mutation.isPending,
    error: mutation.error === null ? null : toFailure(mutation.error),
    value: mutation.data,
    send: async input => {
      try {
        return { ok: true, value: await mutation.mutateAsync(input) };
      } catch (thrown) {
        return { ok: false, error: toFailure(thrown) };
      }
    },
    reset: mutation.reset,
  };
}
