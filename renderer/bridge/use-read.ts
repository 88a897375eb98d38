import type { CallInput, CallOutput } from '#shared/contract.ts';
import type { FeedScope } from './live/read-feed.ts';
import { useReadFeed } from './live/use-feeds.ts';
import { type ReadName, readPolicyOf } from './polling.ts';
import { type Read, type ReadOptions, usePacedRead } from './reads/use-paced-read.ts';

export type { Read, ReadOptions } from './reads/use-paced-read.ts';

/** One call of the contract, read at the interval of its policy, or checked slowly where a live feed pushes its changes. */
export function useRead<N extends ReadName>(
  name: N,
  input: CallInput<N>,
  options: ReadOptions<CallOutput<N>> = {},
): Read<CallOutput<N>> {
  const scope: FeedScope = input;
  const feed = useReadFeed(name, scope);
  return usePacedRead({ name, input, policyMs: readPolicyOf(name).intervalMs, feed }, options);
}
