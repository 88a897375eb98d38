import { t } from '#shared/words/t.ts';
import { decimalSign } from './format.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in one unit: `0.4 s`, `12 s`, `5 min`, `3 h`, `2 d`. A time in the future counts as now. */
export function formatAge(ageMs: number): string {
  const age = Math.max(0, ageMs);
  if (age < 10 * second) return `${(Math.floor(age / 100) / 10).toFixed(1).replace('.', decimalSign)} s`;
  if (age < minute) return `${Math.floor(age / second)} s`;
  if (age < hour) return t`${Math.floor(age / minute)} min`;
  if (age < day) return `${Math.floor(age / hour)} h`;
  return `${Math.floor(age / day)} d`;
}

/** Seconds in which an age of something fresh is told. */
const calmStepSeconds = 5;

/**
 * The age of what is shown, in whole units. What is as fresh as it should be is told in steps of five seconds: nobody counts
 * them, and each figure that changes moves the eye and costs the page a frame. What is late or stale counts each second.
 */
export function formatDataAge(ageMs: number, freshness: Freshness): string {
  const step = freshness === 'fresh' ? calmStepSeconds : 1;
  const seconds = Math.floor(Math.max(0, ageMs) / (step * second)) * step;
  if (seconds === 0) return `< ${step} s`;
  return seconds < 60 ? `${seconds} s` : formatAge(seconds * second);
}

export type Freshness = 'fresh' | 'late' | 'stale';

/** Late after three missed intervals, stale after ten. Age tells, never the state of a connection. */
export function freshnessOf(ageMs: number, intervalMs: number): Freshness {
  if (ageMs >= 10 * intervalMs) return 'stale';
  return ageMs >= 3 * intervalMs ? 'late' : 'fresh';
}
