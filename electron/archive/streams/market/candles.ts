import type { ListStream } from '#shared/domain/archive/archive.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import { succeed } from '#shared/errors.ts';
import type { FoundRow } from '../../archive-store.ts';
import { noColumns } from '../../records/columns.ts';
import { costOf, dayMs, minuteMs, type Stream, toFoundPage, toRest } from '../stream.ts';

const hourMs = 60 * minuteMs;

/** The exchange answers so many candles at most. docs/exchange/records.md §6.4 */
const mostCandles = 1500;

interface CandleKind {
  readonly symbol: string;
  readonly interval: '1hour' | '1day';
  readonly intervalMs: number;
}

/** A candle belongs to the time of its close: its price is not known earlier. */
export function toCandleRow(candle: Candle, { symbol, interval, intervalMs }: CandleKind): FoundRow {
  const { openAtMs, open, high, low, close, volume } = candle;
  return {
    key: `${symbol} ${interval} ${openAtMs}`,
    timeMs: openAtMs + intervalMs,
    columns: { ...noColumns, symbol, kind: interval, price: close, size: volume },
    rest: toRest({ openAtMs, open, high, low }),
  };
}

/** Prices of the coins that the account holds or held, against USDT. Intervals without a trade have no candle. */
function candles(
  name: Extract<ListStream, `${string}-candles`>,
  { interval, intervalMs }: Omit<CandleKind, 'symbol'>,
  part: Pick<Stream, 'rules' | 'backfillMs'>,
): Stream {
  return {
    name,
    record: 'candles',
    ...part,
    cost: costOf('spot.candles'),
    symbolsFrom: 'held-coins',
    isOfPositions: false,
    proof: mostCandles,
    isWithoutId: false,
    async readPage(calls, { symbol, fromMs, toMs }, options) {
      const opened = { fromMs: fromMs - intervalMs, toMs: toMs - intervalMs };
      const read = await calls.candles({ ...opened, symbol, interval }, options);
      if (!read.ok) return read;
      // the exchange takes whole seconds, and lists the candle that is not closed yet
      const closed = read.value.rows.filter(({ openAtMs }) => opened.fromMs <= openAtMs && openAtMs <= opened.toMs);
      const page = succeed({ ...read.value, rows: closed });
      return toFoundPage(page, candle => toCandleRow(candle, { symbol, interval, intervalMs }));
    },
  };
}

export const hourCandles = candles(
  'hour-candles',
  { interval: '1hour', intervalMs: hourMs },
  { rules: { windowMs: 60 * dayMs, keptMs: null, pollMs: 60 * minuteMs }, backfillMs: 180 * dayMs },
);

export const dayCandles = candles(
  'day-candles',
  { interval: '1day', intervalMs: dayMs },
  { rules: { windowMs: 365 * dayMs, keptMs: null, pollMs: 360 * minuteMs }, backfillMs: 365 * dayMs },
);
