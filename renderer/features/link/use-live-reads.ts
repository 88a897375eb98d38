import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { type ReadName, type ReadPolicy, readPolicies } from '../../bridge/polling.ts';

/** One kind of data that is on the screen now and is asked for again and again. */
export interface LiveRead {
  readonly name: string;
  /** when its last good answer came; 0 = never */
  readonly updatedAtMs: number;
  readonly intervalMs: number;
}

const none: readonly LiveRead[] = [];

/** Every polled read that a panel on screen depends on, oldest first. The line to the exchange is not data. */
export function useLiveReads(): readonly LiveRead[] {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  // the snapshot must be a value that compares equal while nothing changed: text does
  const snapshot = useCallback(
    () =>
      cache
        .getAll()
        .filter(query => query.isActive() && isPolled(query.queryKey[0]))
        .map(query => `${String(query.queryKey[0])} ${query.state.dataUpdatedAt}`)
        .toSorted()
        .join('\n'),
    [cache],
  );
  const text = useSyncExternalStore(subscribe, snapshot);
  if (text === '') return none;
  return text
    .split('\n')
    .map(parseLine)
    .toSorted((a, b) => a.updatedAtMs - b.updatedAtMs);
}

function isReadName(name: unknown): name is ReadName {
  return typeof name === 'string' && name in readPolicies;
}

function isPolled(name: unknown): boolean {
  if (!isReadName(name)) return false;
  const policy: ReadPolicy = readPolicies[name];
  return policy.cost !== null && policy.intervalMs !== null && policy.intervalMs < 10 * 60_000;
}

function parseLine(line: string): LiveRead {
  const [name = '', updatedAt = '0'] = line.split(' ');
  const policy: ReadPolicy | undefined = isReadName(name) ? readPolicies[name] : undefined;
  return { name, updatedAtMs: Number(updatedAt), intervalMs: policy?.intervalMs ?? 0 };
}
