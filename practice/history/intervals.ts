import { dayMs, hourMs, minuteMs } from '../kernel/durations.ts';

/**
 * Candle intervals by their names on the wire (docs/exchange/records.md §6.4, docs/exchange/feeds.md §5); all of them
 * begin at UTC.
 */
const weekMs = 7 * dayMs;
/** The epoch was a Thursday; weeks begin on Monday. */
const firstMondayMs = 4 * dayMs;

const lengthsMs = {
  '1min': minuteMs,
  '3min': 3 * minuteMs,
  '5min': 5 * minuteMs,
  '15min': 15 * minuteMs,
  '30min': 30 * minuteMs,
  '1hour': hourMs,
  '2hour': 2 * hourMs,
  '4hour': 4 * hourMs,
  '6hour': 6 * hourMs,
  '8hour': 8 * hourMs,
  '12hour': 12 * hourMs,
  '1day': dayMs,
} as const;

export type Interval = keyof typeof lengthsMs | '1week' | '1month';

export const spotIntervals: readonly Interval[] = [
  '1min',
  '3min',
  '5min',
  '15min',
  '30min',
  '1hour',
  '2hour',
  '4hour',
  '6hour',
  '8hour',
  '12hour',
  '1day',
  '1week',
  '1month',
];

/** Granularities of the futures service in minutes (docs/exchange/records.md §6.4). */
const granularities: ReadonlyMap<number, Interval> = new Map([
  [1, '1min'],
  [5, '5min'],
  [15, '15min'],
  [30, '30min'],
  [60, '1hour'],
  [120, '2hour'],
  [240, '4hour'],
  [480, '8hour'],
  [720, '12hour'],
  [1440, '1day'],
  [10_080, '1week'],
]);

export const futuresIntervals: readonly Interval[] = [...granularities.values()];

/** The interval of a granularity in minutes, or null when the futures service does not know it. */
export function intervalOfGranularity(minutes: number): Interval | null {
  return granularities.get(minutes) ?? null;
}

/** When the candle that `timeMs` falls into begins; epoch ms. */
export function candleStartMs(interval: Interval, timeMs: number): number {
  if (interval === '1month') {
    const date = new Date(timeMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  }
  if (interval === '1week') return floorTo(weekMs, timeMs - firstMondayMs) + firstMondayMs;
  return floorTo(lengthsMs[interval], timeMs);
}

/** When the candle that begins at `startMs` ends; epoch ms. */
export function candleEndMs(interval: Interval, startMs: number): number {
  if (interval === '1month') {
    const date = new Date(startMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  }
  return startMs + (interval === '1week' ? weekMs : lengthsMs[interval]);
}

function floorTo(lengthMs: number, timeMs: number): number {
  return Math.floor(timeMs / lengthMs) * lengthMs;
}
