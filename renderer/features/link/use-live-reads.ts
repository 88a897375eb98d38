import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { shownLists } from '#bridge/account/account-lists.ts';
import { isReadName, readPolicyOf } from '#bridge/polling.ts';
import { useAtTick } from '#ui/clock.ts';
import { type AgeView, type LiveRead, oldestAge } from './link-view.ts';

const none: readonly LiveRead[] = [];

/**
 * Every repeated read and list that a panel on screen depends on, oldest first. The line to the exchange is not data.
 * Looked at with the clock, which makes ages grow anyway: each of the many changes of the cache by itself costs too much.
 */
export function useLiveReads(): readonly LiveRead[] {
  const cache = useQueryClient().getQueryCache();
  // a text compares equal while nothing changed
  return parseLines(useAtTick(() => linesOf(cache)));
}

/** The age of the oldest of them: drawn again when its text changes, not whenever one of them was read. */
export function useOldestAge(): AgeView {
  const cache = useQueryClient().getQueryCache();
  const stateText = useAtTick(nowMs => {
    const { freshness, text } = oldestAge(parseLines(linesOf(cache)), nowMs);
    return `${freshness}\n${text}`;
  });
  const [freshness, text = ''] = stateText.split('\n');
  return { freshness: freshness === 'late' || freshness === 'stale' ? freshness : 'fresh', text };
}

/** what is asked for no oftener than this is no live data */
const slowMs = 600_000;

const linesOf = (cache: QueryCache): string => [...readLines(cache), ...listLines()].toSorted().join('\n');

function parseLines(text: string): readonly LiveRead[] {
  if (text === '') return none;
  return text
    .split('\n')
    .map(parseLine)
    .toSorted((a, b) => a.updatedAtMs - b.updatedAtMs);
}

function readLines(cache: QueryCache): readonly string[] {
  return cache.getAll().flatMap(query => {
    const paceMs = query.isActive() && isOfExchange(query.queryKey[0]) ? paceOf(query) : null;
    if (paceMs === null || paceMs >= slowMs) return [];
    return [`${String(query.queryKey[0])} ${query.state.dataUpdatedAt} ${paceMs}`];
  });
}

/** Main says how old a list of the account is. */
function listLines(): readonly string[] {
  return shownLists().map(({ list, status }) => `${list} ${status.asOfMs ?? 0} ${status.intervalMs}`);
}

function isOfExchange(name: unknown): boolean {
  return isReadName(name) && !readPolicyOf(name).isOwn;
}

/**
 * How often a read is asked for on the screen, by the pace that its panels chose: one of half an hour is not late after three
 * minutes. Null: not again, as the terms of a contract, which share a key with its mark price.
 */
function paceOf({ observers }: Query): number | null {
  const paces = observers.flatMap(({ options: { enabled, meta, refetchInterval } }) => {
    const paceMs: unknown = meta === undefined ? refetchInterval : meta['intervalMs'];
    return enabled !== false && typeof paceMs === 'number' ? [paceMs] : [];
  });
  return paces.length === 0 ? null : Math.min(...paces);
}

function parseLine(line: string): LiveRead {
  const [name = '', updatedAt = '0', interval = '0'] = line.split(' ');
  return { name, updatedAtMs: Number(updatedAt), intervalMs: Number(interval) };
}
