import type { Query, QueryClient } from '@tanstack/react-query';
import { createRecoveryWatch } from '#shared/domain/link.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import type { Failure } from '#shared/errors.ts';
import { toFailure } from '../bridge-error.ts';
import { isReadName, readPolicyOf } from '../polling.ts';
import { scopeOfKey } from '../query-keys.ts';
import { listen } from '../stream.ts';

/** Between two reads that are asked again, so that they do not spend the budget in one moment. */
const spreadMs = 200;
/** After a failure nothing is asked again before; twice as long after each further failure. */
const leastWaitMs = 2_000;

/** What the line to the exchange causes; any other failure stays when the line is back. */
const lineKinds: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  'unreachable',
  'timeout',
  'exchange-failed',
  'bad-reply',
  'rate-limited',
]);

interface Retries {
  /** when the query last had an answer as they were counted */
  readonly dataUpdatedAt: number;
  readonly count: number;
}

/** Whether a query on the screen failed because of a line that is back. A read that names no venue may need either. */
function isFailedRead(query: Query, recovered: Venue): boolean {
  const { queryKey, state } = query;
  const [name] = queryKey;
  if (state.status !== 'error' || !isReadName(name) || readPolicyOf(name).isOwn) return false;
  const { venue = recovered } = scopeOfKey(queryKey);
  return venue === recovered && lineKinds.has(toFailure(state.error).kind) && query.isActive();
}

/**
 * Reads again what failed on the screen as soon as a host of the exchange answers again, one query after the other, and
 * never before the exchange allows it. Returns its undo.
 */
export function retryAfterRecovery(client: QueryClient): () => void {
  const timers = new Map<Query, ReturnType<typeof setTimeout>>();
  const retries = new WeakMap<Query, Retries>();
  const countOf = (query: Query): number => {
    const known = retries.get(query);
    return known?.dataUpdatedAt === query.state.dataUpdatedAt ? known.count : 0;
  };
  const waitMsOf = (query: Query): number => {
    const { error, errorUpdatedAt } = query.state;
    const { retryAtMs = 0 } = toFailure(error);
    return Math.max(retryAtMs, errorUpdatedAt + leastWaitMs * 2 ** countOf(query)) - Date.now();
  };
  const retry = (query: Query): void => {
    timers.delete(query);
    if (query.state.status !== 'error' || !query.isActive()) return;
    retries.set(query, { dataUpdatedAt: query.state.dataUpdatedAt, count: countOf(query) + 1 });
    void client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' });
  };
  const watch = createRecoveryWatch(venue => {
    const failed = client.getQueryCache().getAll();
    const waiting = failed.filter(query => !timers.has(query) && isFailedRead(query, venue));
    for (const [index, query] of waiting.entries()) {
      const timer = setTimeout(() => retry(query), Math.max(index * spreadMs, waitMsOf(query)));
      timers.set(query, timer);
    }
  });
  const undo = listen('link.changed', ({ hosts }) => watch(hosts));
  return () => {
    undo();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
