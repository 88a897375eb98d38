import * as z from 'zod/mini';
import { CandleInterval } from '#shared/domain/candle.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { anyTime, decimal, epochMs, id } from '#client/wire/scalars.ts';
import type { CandleUpdate } from '../messages.ts';
import { type PushedFrame, type Reading, read, unreadable } from './reading.ts';

const candleData = z.object({
  symbol: id,
  candles: z.pipe(
    z.array(decimal).check(z.minLength(6)),
    // [time s, open, close, high, low, volume, …] on both venues: facts.md §5.4
    z.transform(([time = '0', open = '0', close = '0', high = '0', low = '0', ...volumes]) => {
      return { time, open, close, high, low, volumes };
    }),
  ),
  time: anyTime,
});

/** The interval behind the last underscore of the topic's suffix: `BTC-USDT_1hour`. */
function intervalOf(suffix: string): CandleInterval | null {
  const parsed = z.safeParse(CandleInterval, suffix.slice(suffix.lastIndexOf('_') + 1));
  return parsed.success ? parsed.data : null;
}

function readCandle(venue: Venue, { data, suffix }: PushedFrame): Reading<CandleUpdate> {
  const parsed = z.safeParse(candleData, data);
  const interval = intervalOf(suffix);
  if (!parsed.success) return unreadable((parsed.error.issues[0]?.path ?? []).map(String).join('.'));
  if (interval === null) return unreadable('topic');
  const { symbol, candles, time } = parsed.data;
  const { open, high, low, close, volumes } = candles;
  const openAt = z.safeParse(epochMs, candles.time);
  // futures send a wrong volume first and the right one after it: facts.md §5.4
  const volume = venue === 'spot' ? volumes[0] : (volumes[1] ?? volumes[0]);
  if (!openAt.success || volume === undefined) return unreadable('candles');
  const candle = { openAtMs: openAt.data * 1000, open, high, low, close, volume };
  return read({ venue, symbol, interval, candle, timeMs: time });
}

/** `/market/candles:SYM_1hour`. */
export function readSpotCandle(frame: PushedFrame): Reading<CandleUpdate> {
  return readCandle('spot', frame);
}

/** `/contractMarket/limitCandle:SYM_1min`. */
export function readFuturesCandle(frame: PushedFrame): Reading<CandleUpdate> {
  return readCandle('futures', frame);
}
