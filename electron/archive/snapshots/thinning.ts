import { wallClockMs } from '#shared/portfolio/days/wall-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long balance snapshots are kept: all of them, then the last one of each hour, then the last one of each day. */
export const snapshotRetention = { allMs: 7 * dayMs, hourlyMs: 90 * dayMs } as const;

export interface StoredTime {
  readonly id: number;
  readonly atMs: number;
}

interface Thinning {
  readonly nowMs: number;
  /** IANA zones whose days keep their last snapshot */
  readonly zones: readonly string[];
}

function dayIn(zone: string, atMs: number): string {
  return `${zone} ${Math.floor(wallClockMs(atMs, zone) / dayMs)}`;
}

/** The periods that keep their last snapshot. A day may end within an hour of UTC, so both count. */
function periodsOf(atMs: number, { nowMs, zones }: Thinning): readonly string[] {
  const days = zones.map(zone => dayIn(zone, atMs));
  return nowMs - atMs < snapshotRetention.hourlyMs ? [...days, `hour-${Math.floor(atMs / hourMs)}`] : days;
}

/** The snapshots that are not kept any more. The last one of a period is never among them. */
export function selectThinned(snapshots: readonly StoredTime[], thinning: Thinning): readonly number[] {
  const old = snapshots.filter(({ atMs }) => thinning.nowMs - atMs >= snapshotRetention.allMs);
  const lastOf = new Map<string, number>();
  for (const { id, atMs } of old.toSorted((a, b) => a.atMs - b.atMs || a.id - b.id))
    for (const period of periodsOf(atMs, thinning)) lastOf.set(period, id);
  const kept = new Set(lastOf.values());
  return old.map(({ id }) => id).filter(id => !kept.has(id));
}
