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

/** The day at its begin in local time; null for the 30th of February. */
function readDay(text: string): Date | null {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : null;
}

function todayOf(nowMs: number): Date {
  const today = new Date(nowMs);
  today.setHours(0, 0, 0, 0);
  return today;
}

/** The minute of a day, or null. */
function withClock(day: Date, text: string): Span | null {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  if (hour > 23 || minute > 59) return null;
  const fromMs = new Date(day).setHours(hour, minute);
  return { fromMs, untilMs: fromMs + 60_000 };
}

/**
 * A moment as it is typed, in local time: `09:30` (today), `2026-03-05`, `2026-03-05 09:30`, `2h` (ago; m, h, d). Answers
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
  return { fromMs: day.getTime(), untilMs: new Date(day).setDate(day.getDate() + 1) };
}
