import { countLeading } from '../rows/count-leading.ts';
import { wallClockMs } from './wall-clock.ts';

/** A day of an IANA zone: from the first instant that bears its date to the first of the next, excluded. */
export interface LocalDay {
  /** `2026-03-29` */
  readonly key: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** No clock differs from UTC by more: outside of it the date is certainly another. */
const reachMs = 27 * hourMs;
const sampleMs = 3 * hourMs;

/** The first second at which clocks have the offset of `to` and not that of `from`. */
function offsetChange(from: number, to: number, zone: string): number {
  const offset = wallClockMs(to, zone) - to;
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (wallClockMs(middle, zone) - middle === offset) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The first instant of a date (`2026-03-29`) in an IANA zone, epoch ms: midnight, or the moment at which clocks skip it. A
 * date that the zone leaves out starts with the next one. Throws a RangeError for a text that is no date and for a zone
 * that does not exist.
 */
export function startOfDay(key: string, zone: string): number {
  const midnight = Date.parse(`${key}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`not a date: ${key}`);
  const candidates: number[] = [];
  let before: number | null = null;
  for (let at = midnight - reachMs; at <= midnight + reachMs; at += sampleMs) {
    const offset = wallClockMs(at, zone) - at;
    if (offset !== before) candidates.push(midnight - offset);
    if (before !== null && offset !== before) candidates.push(offsetChange(at - sampleMs, at, zone));
    before = offset;
  }
  return Math.min(...candidates.filter(at => wallClockMs(at, zone) >= midnight));
}

function keyAfter(key: string): string {
  return new Date(Date.parse(`${key}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}

/** The day of a zone that an instant belongs to. */
export function dayAt(atMs: number, zone: string): LocalDay {
  let key = new Date(wallClockMs(atMs, zone)).toISOString().slice(0, 10);
  let toMs = startOfDay(keyAfter(key), zone);
  // clocks that go back over midnight show a date again that has ended
  while (toMs <= atMs) {
    key = keyAfter(key);
    toMs = startOfDay(keyAfter(key), zone);
  }
  return { key, fromMs: startOfDay(key, zone), toMs };
}

/** The days of a zone that a span touches, in order, without dates that the zone leaves out. */
export function daysBetween(fromMs: number, toMs: number, zone: string): readonly LocalDay[] {
  const days: LocalDay[] = [];
  for (let day = dayAt(fromMs, zone); day.fromMs < toMs; ) {
    days.push(day);
    day = dayAt(day.toMs, zone);
  }
  return days;
}

/** The day of a list, in order and without gaps, that an instant belongs to; null: none of them. */
export function findDay(days: readonly LocalDay[], atMs: number): LocalDay | null {
  const day = days[countLeading(days, ({ toMs }) => toMs <= atMs)];
  return day === undefined || day.fromMs > atMs ? null : day;
}
