import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import type { TopicStatus } from '#shared/domain/feed.ts';
import { shownLists } from '#bridge/account/account-lists.ts';
import { readFeed } from '#bridge/live/read-feed.ts';
import { isReadName, readPolicyOf, reconcileMs } from '#bridge/polling.ts';
import { readKey, scopeOfKey } from '#bridge/query-keys.ts';
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

/** The age of the oldest of them: drawn again when it is told in other words, not whenever one of them was read. */
export function useOldestAge(): AgeView {
  const cache = useQueryClient().getQueryCache();
  const told = useAtTick(nowMs => {
    const { freshness, text } = oldestAge(parseLines(linesOf(cache)), nowMs);
    return `${freshness}\n${text}`;
  });
  const [freshness, text = ''] = told.split('\n');
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
  return cache
    .getAll()
    .filter(query => query.isActive() && isPolled(query.queryKey[0]) && isAskedAgain(query))
    .map(query => `${String(query.queryKey[0])} ${query.state.dataUpdatedAt} ${intervalOf(query.queryKey, cache)}`);
}

/** Main says how old a list of the account is. */
function listLines(): readonly string[] {
  return shownLists().map(({ list, status }) => `${list} ${status.asOfMs ?? 0} ${status.intervalMs}`);
}

function isPolled(name: unknown): boolean {
  if (!isReadName(name)) return false;
  const policy = readPolicyOf(name);
  return !policy.isOwn && policy.intervalMs !== null && policy.intervalMs < slowMs;
}

/** Reference data stands under the same key as what moves in it: tick and lot of a contract do not age, its mark price does. Nor do weeks of candles that one number is made of, asked for at a slow pace of their own. */
function isAskedAgain({ observers }: Query): boolean {
  return observers.some(
    ({ options: { refetchInterval: pace } }) => typeof pace === 'function' || Number(pace) < slowMs,
  );
}

/** What a live feed pushes is only checked now and then. */
function intervalOf(key: readonly unknown[], cache: QueryCache): number {
  const [name] = key;
  if (!isReadName(name)) return 0;
  const scope = scopeOfKey(key);
  const feedsKey = readKey('feeds.read', { profileId: scope.profileId ?? '' });
  const topics = cache.find<readonly TopicStatus[]>({ queryKey: feedsKey, exact: true })?.state.data;
  const policy = readPolicyOf(name);
  return readFeed(name, scope, topics)?.state === 'live' ? reconcileMs : (policy.intervalMs ?? 0);
}

function parseLine(line: string): LiveRead {
  const [name = '', updatedAt = '0', interval = '0'] = line.split(' ');
  return { name, updatedAtMs: Number(updatedAt), intervalMs: Number(interval) };
}
