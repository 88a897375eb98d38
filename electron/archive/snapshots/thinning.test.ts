import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallClockMs } from '#shared/portfolio/days/wall-clock.ts';
import { selectThinned, snapshotRetention } from './thinning.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const nowMs = Date.UTC(2026, 10, 27);
const zones = ['UTC', 'Asia/Kolkata'];

const every15Minutes = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index, atMs: fromMs + index * 15 * minute }));

function keptOf(snapshots: readonly { readonly id: number; readonly atMs: number }[]): readonly number[] {
  const thinned = new Set(selectThinned(snapshots, { nowMs, zones }));
  return snapshots.filter(({ id }) => !thinned.has(id)).map(({ atMs }) => atMs);
}

/** The last one of each day of each zone. */
const lastOfDays = (snapshots: readonly number[]) =>
  zones.map(zone => {
    const last = new Map<number, number>();
    for (const atMs of snapshots) {
      const key = Math.floor(wallClockMs(atMs, zone) / day);
      last.set(key, Math.max(atMs, last.get(key) ?? 0));
    }
    return [...last.values()].toSorted((a, b) => a - b);
  });

describe('thinning of balance snapshots', () => {
  it('keeps all of the last 7 days', () => {
    const snapshots = every15Minutes(nowMs - 7 * day + 1, 4 * 24 * 7);
    expect(keptOf(snapshots)).toHaveLength(snapshots.length);
  });

  it('keeps the last one of each hour up to 90 days, and the last one of each local day', () => {
    const fromMs = nowMs - 30 * day;
    const kept = keptOf(every15Minutes(fromMs, 4 * 24));
    const hourly = Array.from({ length: 24 }, (_, index) => fromMs + index * hour + 45 * minute);
    // midnight in India is at 18:30 UTC
    expect(kept).toEqual([...hourly, fromMs + 18 * hour + 15 * minute].toSorted((a, b) => a - b));
  });

  it('keeps the last one of each day after that', () => {
    const fromMs = nowMs - 100 * day;
    expect(keptOf(every15Minutes(fromMs, 4 * 24))).toEqual([
      fromMs + 18 * hour + 15 * minute,
      fromMs + day - 15 * minute,
    ]);
  });

  it('keeps the last one of every day whatever the times are, also when it runs each day', () => {
    const times = fc.array(fc.integer({ min: nowMs - 120 * day, max: nowMs }), { maxLength: 200 });
    fc.assert(
      fc.property(times, all => {
        let left = all.map((atMs, id) => ({ id, atMs }));
        for (let runMs = nowMs; runMs < nowMs + 100 * day; runMs += 10 * day) {
          const thinned = new Set(selectThinned(left, { nowMs: runMs, zones }));
          left = left.filter(({ id }) => !thinned.has(id));
        }
        expect(lastOfDays(left.map(({ atMs }) => atMs))).toEqual(lastOfDays(all));
      }),
      { numRuns: 20 },
    );
    expect(snapshotRetention.hourlyMs).toBeGreaterThan(snapshotRetention.allMs);
  });
});
