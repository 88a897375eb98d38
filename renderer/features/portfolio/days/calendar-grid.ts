import type { PortfolioDay } from '#shared/domain/portfolio/portfolio.ts';

/** A day of a month; `result` null: nothing is known of it. */
export interface CalendarCell {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly dayOfMonth: number;
  readonly result: PortfolioDay | null;
}

export interface CalendarMonth {
  /** YYYY-MM */
  readonly month: string;
  /** from Monday to Sunday; null: a day of another month */
  readonly weeks: readonly (readonly (CalendarCell | null)[])[];
}

const dayMs = 86_400_000;
const daysOfWeek = 7;
// dates are counted in UTC: the names of days have no zone
const dateOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** 0 is Monday. */
function weekday(day: string): number {
  return (new Date(dateOf(day)).getUTCDay() + 6) % daysOfWeek;
}

function monthOf(month: string, results: ReadonlyMap<string, PortfolioDay>): CalendarMonth {
  const cells: (CalendarCell | null)[] = Array.from({ length: weekday(`${month}-01`) }, () => null);
  for (let atMs = dateOf(`${month}-01`); dayOf(atMs).startsWith(month); atMs += dayMs) {
    const day = dayOf(atMs);
    cells.push({ day, dayOfMonth: Number(day.slice(8)), result: results.get(day) ?? null });
  }
  const weeks: (CalendarCell | null)[][] = [];
  for (let at = 0; at < cells.length; at += daysOfWeek) {
    const week = cells.slice(at, at + daysOfWeek);
    weeks.push([...week, ...Array.from({ length: daysOfWeek - week.length }, () => null)]);
  }
  return { month, weeks };
}

/** The months that have a day among these, the newest first, each with all of its days. */
export function calendarMonths(days: readonly PortfolioDay[]): readonly CalendarMonth[] {
  const results = new Map(days.map(each => [each.day, each]));
  const months = new Set(days.map(({ day }) => day.slice(0, 7)));
  return [...months].toSorted((a, b) => b.localeCompare(a)).map(month => monthOf(month, results));
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -daysOfWeek,
  ArrowDown: daysOfWeek,
};

/** The day that a key leads to, among the days with results in their order; null: the key leads to none. */
export function dayAfterKey(days: readonly PortfolioDay[], day: string, key: string): string | null {
  if (key === 'Home') return days[0]?.day ?? null;
  if (key === 'End') return days.at(-1)?.day ?? null;
  const step = steps[key];
  if (step === undefined) return null;
  const wanted = dayOf(dateOf(day) + step * dayMs);
  const found = step > 0 ? days.find(each => each.day >= wanted) : days.findLast(each => each.day <= wanted);
  return found?.day ?? null;
}
