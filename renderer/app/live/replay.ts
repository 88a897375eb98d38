import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ReadName } from '#bridge/polling.ts';
import { anyReadKey } from '#bridge/query-keys.ts';

/** Puts one push into one cached answer. */
type Patch<T> = (data: T, key: QueryKey) => T;

export interface Pushes {
  /** into every cached answer of that read, and into the answers that were asked for before it came */
  readonly apply: <T>(name: ReadName, patch: Patch<T>) => void;
  readonly stop: () => void;
}

interface Logged {
  readonly atMs: number;
  readonly name: ReadName;
  readonly patchOne: (key: QueryKey) => void;
}

/** Longer than any read may take. */
const keptMs = 60_000;

/**
 * Pushes and answers meet as deltas and snapshot do in a book: an answer is a picture of some moment after it was asked
 * for, so every push that came since then is put into it again. Patches must bear being applied twice.
 */
export function createPushes(client: QueryClient): Pushes {
  let log: Logged[] = [];
  const askedAtMs = new WeakMap<object, number>();
  const patchOne = <T>(key: QueryKey, patch: Patch<T>) => {
    const data = client.getQueryData<T>(key);
    if (data === undefined) return;
    const next = patch(data, key);
    if (next !== data) client.setQueryData<T>(key, next);
  };

  const stop = client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'fetch') askedAtMs.set(query, Date.now());
    if (action.type !== 'success' || action.manual === true) return;
    const key: unknown = query.queryKey;
    if (!isKey(key)) return;
    const sinceMs = askedAtMs.get(query) ?? 0;
    for (const each of log) if (each.name === key[0] && each.atMs >= sinceMs) each.patchOne(key);
  });

  return {
    apply: (name, patch) => {
      const atMs = Date.now();
      log = log.filter(each => atMs - each.atMs < keptMs);
      log.push({ atMs, name, patchOne: key => patchOne(key, patch) });
      for (const [key] of client.getQueriesData({ queryKey: anyReadKey(name) })) patchOne(key, patch);
    },
    stop,
  };
}

/** The library types a query in general as keyed by anything. */
function isKey(key: unknown): key is QueryKey {
  return Array.isArray(key);
}
