import { fromNumber } from '#shared/decimal.ts';
import type { HostStatus, LinkStatus, PoolStatus } from '#shared/domain/link.ts';
import { liveTitle } from './live-titles.ts';
import { formatDecimal, minusSign } from '#lib/format.ts';
import { type Freshness, formatAge, formatDataAge, freshnessOf } from '#lib/age.ts';
import { t } from '#shared/words/t.ts';

export type Light = 'good' | 'late' | 'bad' | 'off';

/** A host's light by when it last answered, not by whether a socket says it is open. */
export function hostLight(host: HostStatus, nowMs: number): Light {
  if (host.lastOkAtMs === null) return host.state === 'failing' ? 'bad' : 'off';
  if (host.state === 'failing') return 'bad';
  return nowMs - host.lastOkAtMs > 60_000 ? 'late' : 'good';
}

/** The whole story of a host in a few lines. */
export function describeHost(host: HostStatus, nowMs: number): string {
  const answered =
    host.lastOkAtMs === null ? t`has not answered yet` : t`last answer ${formatAge(nowMs - host.lastOkAtMs)} ago`;
  const trip = host.roundTripMs === null ? null : t`round trip ${Math.round(host.roundTripMs)} ms`;
  return [`${host.venue} ${host.host}`, answered, trip, host.lastError].filter(line => line !== null).join('\n');
}

export interface PoolView {
  readonly name: string;
  readonly letter: string;
  readonly tone: 'calm' | 'busy' | 'full';
  /** the state to show: waiting, frozen; null when all is well */
  readonly trouble: string | null;
}

const letters: Readonly<Record<PoolStatus['pool'], string>> = { spot: 'S', futures: 'F', management: 'M', public: 'P' };

/** When the window has ended, the usage is zero, whatever the last answer reported. */
function stateOf({ resetAtMs, remaining, limit }: PoolStatus, nowMs: number) {
  const resetInMs = resetAtMs === null ? 0 : Math.max(0, resetAtMs - nowMs);
  return { resetInMs, remaining: resetInMs > 0 ? remaining : limit };
}

/** The spent part of the window, 0..1. */
export function poolUse(pool: PoolStatus, nowMs: number): number {
  if (pool.limit <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - stateOf(pool, nowMs).remaining / pool.limit));
}

export function poolView(pool: PoolStatus, used: number): PoolView {
  return {
    name: pool.pool,
    letter: letters[pool.pool],
    tone: toneOf(pool, used),
    trouble: pool.isFrozen ? t`frozen` : pool.waiting > 0 ? t`${pool.waiting} waiting` : null,
  };
}

/** The whole story of a pool. */
export function describePool(pool: PoolStatus, nowMs: number): string {
  const { resetInMs, remaining } = stateOf(pool, nowMs);
  const reset = resetInMs > 0 ? t`resets in ${Math.ceil(resetInMs / 1000)} s` : t`no window open`;
  const frozen = pool.isFrozen
    ? t`
The exchange asked us to stop until then.`
    : '';
  return t`${pool.pool} pool: ${count(remaining)} of ${count(pool.limit)} left, ${reset}, ${pool.waiting} waiting${frozen}`;
}

function toneOf(pool: PoolStatus, used: number): PoolView['tone'] {
  if (pool.isFrozen || used > 0.9) return 'full';
  return used > 0.6 || pool.waiting > 0 ? 'busy' : 'calm';
}

function count(value: number): string {
  return formatDecimal(fromNumber(Math.max(0, Math.round(value))));
}

export interface ClockView {
  readonly text: string;
  readonly tone: 'calm' | 'busy' | 'full';
  readonly description: string;
}

/** The exchange refuses a request that is 5 s off; long before that the user should check the clock. */
export function clockView(clock: LinkStatus['clock']): ClockView {
  if (clock.offsetMs === null)
    return { text: '–', tone: 'busy', description: t`The exchange’s clock has not been measured yet.` };
  const offset = Math.round(clock.offsetMs);
  const sign = offset < 0 ? minusSign : '+';
  const size = Math.abs(offset);
  const text = `${sign}${size < 10_000 ? t`${size} ms` : formatAge(size)}`;
  const certainty = clock.uncertaintyMs === null ? '' : t` ± ${Math.round(clock.uncertaintyMs)} ms`;
  return {
    text,
    tone: size > 4000 ? 'full' : size > 1000 ? 'busy' : 'calm',
    description: t`The exchange’s clock minus ours: ${text}${certainty}. Requests are stamped with the exchange’s time.`,
  };
}

/** One kind of data that is on the screen now and is asked for again and again. */
export interface LiveRead {
  readonly name: string;
  /** when its last good answer or its last push came; 0 = never */
  readonly updatedAtMs: number;
  readonly intervalMs: number;
}

export interface AgeView {
  readonly text: string;
  readonly freshness: Freshness;
}

/** The age of the oldest data on the screen, with the worst freshness among all of it. */
export function oldestAge(reads: readonly LiveRead[], nowMs: number): AgeView {
  const oldest = reads.find(read => read.updatedAtMs > 0);
  if (oldest === undefined) return { text: '–', freshness: 'fresh' };
  const ranks = { fresh: 0, late: 1, stale: 2 } as const;
  let freshness: Freshness = 'fresh';
  for (const read of reads) {
    const next = freshnessOf(nowMs - read.updatedAtMs, Math.max(read.intervalMs, 1000));
    if (read.updatedAtMs > 0 && ranks[next] > ranks[freshness]) freshness = next;
  }
  return { text: formatDataAge({ asOfMs: oldest.updatedAtMs, nowMs }, freshness), freshness };
}

/** How old everything on the screen is, a line each. */
export function describeReads(reads: readonly LiveRead[], nowMs: number): string {
  if (!reads.some(read => read.updatedAtMs > 0)) return t`Nothing has been read yet`;
  const lines = reads.map(({ name, updatedAtMs, intervalMs }) =>
    updatedAtMs === 0
      ? t`${liveTitle(name)}: never`
      : t`${liveTitle(name)}: ${formatAge(nowMs - updatedAtMs)}, read every ${intervalMs / 1000} s`,
  );
  return lines.join('\n');
}
