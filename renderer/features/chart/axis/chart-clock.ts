import { type CandleInterval, candleMinutes } from '#shared/domain/market/candle.ts';
import { formatDay, formatMoment, shownDate } from '#lib/time.ts';

/** By which clock the axis of a chart is written. */
export interface ChartClock {
  /** read the UTC parts of the answer */
  readonly dateOf: (epochMs: number) => Date;
  readonly momentText: (epochMs: number) => string;
}

/** The clock of the zone that times are shown in. */
function zoneClock(nowMs: () => number): ChartClock {
  return { dateOf: shownDate, momentText: epochMs => formatMoment(epochMs, nowMs()) };
}

/** Candles of a day or a week are those of UTC: west of it a zone's clock would name the day before. */
const dayClock: ChartClock = {
  dateOf: epochMs => new Date(epochMs),
  momentText: epochMs => formatDay(new Date(epochMs).toISOString(), true),
};

const dayMinutes = 1440;

/** `nowMs`: which day is today, and which year this one; labels of candles of a day do not depend on it. */
export function chartClockOf(interval: CandleInterval, nowMs: () => number = Date.now): ChartClock {
  return candleMinutes[interval] >= dayMinutes ? dayClock : zoneClock(nowMs);
}
