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

/** The steps of a fresh age. */
export const calmStepMs = 5 * second;

/** When what is shown was right, and now. */
interface DataTimes {
  readonly asOfMs: number;
  readonly nowMs: number;
}

/**
 * The age of the shown data, in whole units. A delayed or stale age counts each second. A fresh age changes at the
 * marks of five seconds of the clock, within five seconds: its exact value does not matter, each changing figure
 * distracts, and all changes together cost the page one frame.
 */
export function formatDataAge({ asOfMs, nowMs }: DataTimes, freshness: Freshness): string {
  if (freshness !== 'fresh') return formatSeconds(Math.floor((nowMs - asOfMs) / second), 1);
  const markMs = nowMs - (nowMs % calmStepMs);
  const steps = Math.floor((markMs - asOfMs) / calmStepMs);
  return formatSeconds(steps <= 0 ? 0 : ((steps + 1) * calmStepMs) / second, (2 * calmStepMs) / second);
}

/** The text of new fresh data. */
export const freshest = `< ${(2 * calmStepMs) / second} s`;

function formatSeconds(seconds: number, least: number): string {
  if (seconds < least) return `< ${least} s`;
  return seconds < 60 ? `${seconds} s` : formatAge(seconds * second);
}

export type Freshness = 'fresh' | 'late' | 'stale';

/** Delayed after three missed intervals, stale after ten. The age decides, never the state of a connection. */
export function freshnessOf(ageMs: number, intervalMs: number): Freshness {
  if (ageMs >= 10 * intervalMs) return 'stale';
  return ageMs >= 3 * intervalMs ? 'late' : 'fresh';
}
