import { t } from '#shared/words/t.ts';
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in one unit: `0.4 s`, `12 s`, `5 min`, `3 h`, `2 d`. A time in the future counts as now. */
export function formatAge(ageMs: number): string {
  const age = Math.max(0, ageMs);
  if (age < 10 * second) return `${(Math.floor(age / 100) / 10).toFixed(1)} s`;
  if (age < minute) return `${Math.floor(age / second)} s`;
  if (age < hour) return t`${Math.floor(age / minute)} min`;
  if (age < day) return `${Math.floor(age / hour)} h`;
  return `${Math.floor(age / day)} d`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Local time of day, `14:03:09`. */
export function formatClock(epochMs: number): string {
  const at = new Date(epochMs);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Local time; with its day when that is not today: `14:03:09` or `03-28 14:03`. */
export function formatMoment(epochMs: number, nowMs: number): string {
  const at = new Date(epochMs);
  if (at.toDateString() === new Date(nowMs).toDateString()) return formatClock(epochMs);
  const monthDay = `${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const year = at.getFullYear() === new Date(nowMs).getFullYear() ? '' : `${at.getFullYear()}-`;
  return `${year}${monthDay} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The same moment in UTC, for the hover. */
export function formatUtc(epochMs: number): string {
  return t`${new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

export type Freshness = 'fresh' | 'late' | 'stale';

/** Late after three missed intervals, stale after ten. Age tells, never the state of a connection. */
export function freshnessOf(ageMs: number, intervalMs: number): Freshness {
  if (ageMs >= 10 * intervalMs) return 'stale';
  return ageMs >= 3 * intervalMs ? 'late' : 'fresh';
}
