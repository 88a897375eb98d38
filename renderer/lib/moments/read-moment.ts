import { fromShown, shownDate } from '../time.ts';

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

interface Span {
  readonly fromMs: number;
  /** after its last moment */
  readonly untilMs: number;
}

/** `2h`: so long ago. */
function readAge(text: string, nowMs: number): Span | null {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count === undefined) return null;
  const atMs = nowMs - Number(count) * (unitMs[unit] ?? 0);
  return { fromMs: atMs, untilMs: atMs };
}

const dayMs = 86_400_000;

/** The day at its begin, as a clock in UTC would say it; null for the 30th of February. */
function readDay(text: string): number | null {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const dayAtMs = Date.UTC(year, month - 1, day);
  return new Date(dayAtMs).toISOString().startsWith(text) ? dayAtMs : null;
}

function todayOf(nowMs: number): number {
  return Math.floor(shownDate(nowMs).getTime() / dayMs) * dayMs;
}

/** The minute of a day, or null. */
function withClock(dayAtMs: number, text: string): Span | null {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  if (hour > 23 || minute > 59) return null;
  const fromMs = fromShown(dayAtMs + (hour * 60 + minute) * 60_000);
  return { fromMs, untilMs: fromMs + 60_000 };
}

/**
 * A moment as it is typed, in the zone that times are shown in: `09:30` (today), `2026-03-05`, `2026-03-05 09:30`, `2h` (ago; m, h, d). Answers
 * how long it lasts, a day or a minute; an age is one moment. Null: it is none.
 */
export function readMoment(typed: string, nowMs: number): Span | null {
  const text = typed.trim();
  const age = readAge(text, nowMs);
  if (age !== null) return age;
  const [whole, date, clock] = /^(\d{4}-\d\d-\d\d)?(?:(?:^|[ T])(\d\d:\d\d))?$/.exec(text) ?? [];
  if (whole === undefined || whole === '') return null;
  const day = date === undefined ? todayOf(nowMs) : readDay(date);
  if (day === null) return null;
  if (clock !== undefined) return withClock(day, clock);
  return { fromMs: fromShown(day), untilMs: fromShown(day + dayMs) };
}
