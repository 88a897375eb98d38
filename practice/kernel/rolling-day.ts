import { dayMs, minuteMs } from './durations.ts';

/** The trades of one minute. Prices, sizes and turnovers are whole units of their market. */
interface Minute {
  readonly startMs: number;
  readonly open: bigint;
  close: bigint;
  high: bigint;
  low: bigint;
  volume: bigint;
  turnover: bigint;
}

interface DayTrade {
  readonly price: bigint;
  readonly size: bigint;
  readonly turnover: bigint;
  readonly timeMs: number;
}

interface DayFigures {
  /** the price 24 hours ago, or the first one known */
  readonly open: bigint;
  readonly close: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly volume: bigint;
  readonly turnover: bigint;
}

/** The last 24 hours of a market's trades, in minutes: one counts as long as any of it lies in the window. */
export interface RollingDay {
  /** trades come in the order of their time */
  record(trade: DayTrade): void;
  /** flat at the last price after a day without trades; null when nothing was ever traded */
  view(nowMs: number): DayFigures | null;
}

export function createRollingDay(): RollingDay {
  const minutes: Minute[] = [];
  /** the last price before the window */
  let before: bigint | null = null;
  const prune = (nowMs: number): void => {
    const firstInside = minutes.findIndex(({ startMs }) => startMs + minuteMs > nowMs - dayMs);
    const gone = minutes.splice(0, firstInside < 0 ? minutes.length : firstInside);
    before = gone.at(-1)?.close ?? before;
  };
  return {
    record({ price, size, turnover, timeMs }) {
      const startMs = Math.floor(timeMs / minuteMs) * minuteMs;
      const last = minutes.at(-1);
      if (last === undefined || last.startMs < startMs) {
        minutes.push({ startMs, open: price, close: price, high: price, low: price, volume: size, turnover });
        prune(timeMs);
        return;
      }
      last.close = price;
      if (price > last.high) last.high = price;
      if (price < last.low) last.low = price;
      last.volume += size;
      last.turnover += turnover;
    },
    view(nowMs) {
      prune(nowMs);
      const open = before ?? minutes[0]?.open ?? null;
      return open === null ? null : sumUp(minutes, open);
    },
  };
}

/** High and low of the trades in the window; without trades, the price at its start. */
function sumUp(minutes: readonly Minute[], open: bigint): DayFigures {
  const close = minutes.at(-1)?.close ?? open;
  const day = { open, close, high: close, low: close, volume: 0n, turnover: 0n };
  for (const minute of minutes) {
    if (minute.high > day.high) day.high = minute.high;
    if (minute.low < day.low) day.low = minute.low;
    day.volume += minute.volume;
    day.turnover += minute.turnover;
  }
  return day;
}
