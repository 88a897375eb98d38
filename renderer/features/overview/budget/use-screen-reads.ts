import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReadCosts } from '#shared/domain/link.ts';
import { shownLists } from '#bridge/account/account-lists.ts';
import { scopeOfKey } from '#bridge/query-keys.ts';
import { useRead } from '#bridge/use-read.ts';
import { useNow } from '#ui/clock.ts';
import type { ScreenRead } from '../model/panel-costs.ts';

/** What use-read notes of each component that reads. */
interface Note {
  readonly panel: string | null;
  readonly intervalMs: number | null;
}

function noteOf(meta: Readonly<Record<string, unknown>> | undefined): Note {
  const { panel, intervalMs } = meta ?? {};
  return {
    panel: typeof panel === 'string' ? panel : null,
    intervalMs: typeof intervalMs === 'number' ? intervalMs : null,
  };
}

/** A query as a request; null: answered without the exchange, or not shown. */
function screenReadOf({ queryKey, observers }: Query, costs: ReadCosts): ScreenRead | null {
  const [name] = queryKey;
  const cost = typeof name === 'string' && Object.hasOwn(costs, name) ? costs[name] : undefined;
  const notes = observers.filter(({ options }) => options.enabled !== false).map(({ options }) => noteOf(options.meta));
  if (typeof name !== 'string' || cost === undefined || notes.length === 0) return null;
  const often = notes.flatMap(({ intervalMs }) => (intervalMs === null ? [] : [intervalMs]));
  return {
    kind: 'read',
    name,
    panels: new Set(notes.map(({ panel }) => panel)),
    cost: cost[scopeOfKey(queryKey).venue ?? 'spot'],
    intervalMs: often.length === 0 ? null : Math.min(...often),
  };
}

function currentReads(cache: QueryCache, costs: ReadCosts): readonly ScreenRead[] {
  const reads = cache.getAll().map(query => screenReadOf(query, costs));
  const lists = shownLists().map(
    ({ list, status, panels }): ScreenRead => ({
      kind: 'list',
      name: list,
      panels,
      cost: status.cost,
      intervalMs: status.intervalMs,
    }),
  );
  return [...reads.filter(each => each !== null), ...lists];
}

/** How often it is looked again at what the screen shows, ms. */
const refreshMs = 2000;

export interface ScreenReads {
  readonly reads: readonly ScreenRead[];
  /** empty until main has published them */
  readonly costs: ReadCosts;
}

const noCosts: ReadCosts = {};

/** Everything that the screen asks of the exchange now, each once with all panels that show it. */
export function useScreenReads(): ScreenReads {
  const cache = useQueryClient().getQueryCache();
  const costs = useRead('reads.costs', {}).data ?? noCosts;
  const nowMs = useNow(refreshMs);
  // oxlint-disable-next-line react/exhaustive-deps -- the cache changes far more often than anyone can read
  const reads = useMemo(() => currentReads(cache, costs), [cache, costs, nowMs]);
  return { reads, costs };
}
