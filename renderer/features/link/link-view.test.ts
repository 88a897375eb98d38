import { expect, it } from 'vitest';
import type { HostStatus, PoolStatus } from '#shared/domain/link.ts';
import {
  clockView,
  describeHost,
  describePool,
  describeReads,
  hostLight,
  oldestAge,
  poolUse,
  poolView,
} from './link-view.ts';

const host: HostStatus = {
  venue: 'spot',
  host: 'api.example',
  state: 'reachable',
  lastOkAtMs: 90_000,
  roundTripMs: 12.4,
  lastError: null,
};
const pool: PoolStatus = { pool: 'spot', limit: 4000, remaining: 1000, resetAtMs: 12_500, waiting: 0, isFrozen: false };

it('a light follows the last answer', () => {
  expect(hostLight(host, 100_000)).toBe('good');
  expect(hostLight(host, 200_000)).toBe('late');
  expect(hostLight({ ...host, state: 'failing' }, 100_000)).toBe('bad');
  expect(hostLight({ ...host, lastOkAtMs: null, state: 'failing' }, 100_000)).toBe('bad');
  expect(hostLight({ ...host, lastOkAtMs: null, state: 'unknown' }, 100_000)).toBe('off');
});

it('a host shows its history', () => {
  expect(describeHost(host, 100_000)).toBe('spot api.example\nlast answer 10 s ago\nround trip 12 ms');
  const silent: HostStatus = { ...host, lastOkAtMs: null, roundTripMs: null, lastError: 'connection refused' };
  expect(describeHost(silent, 100_000)).toBe('spot api.example\nhas not answered yet\nconnection refused');
});

it('a pool shows the spent weight of the open window', () => {
  expect(poolUse(pool, 10_000)).toBe(0.75);
  expect(poolView(pool, 0.75)).toEqual({ name: 'spot', letter: 'S', tone: 'busy', trouble: null });
  expect(describePool(pool, 10_000)).toBe('spot pool: 1,000 of 4,000 left, resets in 3 s, 0 waiting');
});

it('a pool without an open window has spent nothing', () => {
  expect(poolUse(pool, 13_000)).toBe(0);
  expect(poolView(pool, 0).tone).toBe('calm');
  expect(describePool({ ...pool, resetAtMs: null }, 0)).toContain('no window open');
});

it('a pool states when it is waiting, frozen or full', () => {
  expect(poolView({ ...pool, waiting: 2 }, 0.025)).toMatchObject({ tone: 'busy', trouble: '2 waiting' });
  expect(poolView({ ...pool, isFrozen: true }, 0)).toMatchObject({ tone: 'full', trouble: 'frozen' });
  expect(describePool({ ...pool, isFrozen: true }, 0)).toContain('asked us to stop');
  expect(poolView(pool, 0.95).tone).toBe('full');
  expect(poolUse({ ...pool, remaining: -5 }, 0)).toBe(1);
  expect(poolUse({ ...pool, limit: 0, remaining: 0 }, 0)).toBe(0);
});

const clock = (offsetMs: number | null) =>
  clockView({ offsetMs, measuredAtMs: 1, uncertaintyMs: offsetMs === null ? null : 3 });

it('a clock offset has a sign, and a severity that grows with it', () => {
  expect(clock(12.4)).toMatchObject({ text: '+12 ms', tone: 'calm' });
  expect(clock(-1500)).toMatchObject({ text: '−1500 ms', tone: 'busy' });
  expect(clock(61_000)).toMatchObject({ text: '+1 min', tone: 'full' });
  expect(clock(null)).toMatchObject({ text: '–', tone: 'busy' });
  expect(clock(12.4).description).toContain('± 3 ms');
  expect(clockView({ offsetMs: 1, measuredAtMs: 1, uncertaintyMs: null }).description).not.toContain('±');
});

it('the oldest data counts, and the worst freshness', () => {
  const reads = [
    { name: 'accounts.subHoldings', updatedAtMs: 80_000, intervalMs: 30_000 },
    { name: 'book.read', updatedAtMs: 96_000, intervalMs: 500 },
  ];
  expect(oldestAge(reads, 100_000)).toMatchObject({ text: '20 s', freshness: 'late' });
  expect(oldestAge(reads, 106_000)).toMatchObject({ text: '26 s', freshness: 'stale' });
  expect(describeReads(reads, 100_000)).toBe(
    'balances of sub-accounts: 20 s, read every 30 s\norder book: 4.0 s, read every 0.5 s',
  );
});

it('a read without an answer is named, and no read at all is a dash', () => {
  const never = { name: 'positions', updatedAtMs: 0, intervalMs: 2000 };
  expect(oldestAge([], 0).text).toBe('–');
  expect(oldestAge([never], 100_000)).toMatchObject({ text: '–', freshness: 'fresh' });
  const readNow = { name: 'book.read', updatedAtMs: 99_800, intervalMs: 500 };
  const both = oldestAge([never, readNow], 100_000);
  expect(both).toMatchObject({ text: '< 10 s', freshness: 'fresh' });
  expect(describeReads([never, readNow], 100_000)).toContain('positions: never');
});
