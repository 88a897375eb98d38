import * as z from 'zod/mini';
import { CandleInterval } from '#shared/domain/market/candle.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { anyTime, decimal, epochMs, textOrNull } from '#client/wire/scalars.ts';
import type { CandleUpdate } from '../messages/prices.ts';
import { type PushedFrame, type Parsed, parsed, unreadable } from './parser.ts';

const candleData = z.object({
  symbol: textOrNull,
  candles: z.pipe(
    z.array(decimal).check(z.minLength(6)),
    // [time s, open, close, high, low, volume, …] on both venues: docs/exchange/feeds.md §5.4, §7.1
    z.transform(([time = '0', open = '0', close = '0', high = '0', low = '0', ...volumes]) => {
      return { time, open, close, high, low, volumes };
    }),
  ),
  time: anyTime,
});

/** The interval behind the last underscore of the topic's suffix: `BTC-USDT_1hour`. */
function intervalOf(suffix: string): CandleInterval | null {
  const checked = z.safeParse(CandleInterval, suffix.slice(suffix.lastIndexOf('_') + 1));
  return checked.success ? checked.data : null;
}

function readCandle(venue: Venue, { data, suffix }: PushedFrame): Parsed<CandleUpdate> {
  const checked = z.safeParse(candleData, data);
  const interval = intervalOf(suffix);
  if (!checked.success) return unreadable((checked.error.issues[0]?.path ?? []).map(String).join('.'));
  if (interval === null) return unreadable('topic');
  const { symbol: named, candles, time } = checked.data;
  const { open, high, low, close, volumes } = candles;
  const openAt = z.safeParse(epochMs, candles.time);
  // futures send a wrong volume first and the right one after it: docs/exchange/feeds.md §7.1
  const volume = venue === 'spot' ? volumes[0] : (volumes[1] ?? volumes[0]);
  if (!openAt.success || volume === undefined) return unreadable('candles');
  const symbol = named ?? suffix.slice(0, suffix.lastIndexOf('_'));
  const candle = { openAtMs: openAt.data * 1000, open, high, low, close, volume };
  return parsed({ venue, symbol, interval, candle, timeMs: time });
}

/** `/market/candles:SYM_1hour`. */
export function readSpotCandle(frame: PushedFrame): Parsed<CandleUpdate> {
  return readCandle('spot', frame);
}

/** `/contractMarket/limitCandle:SYM_1min`. */
export function readFuturesCandle(frame: PushedFrame): Parsed<CandleUpdate> {
  return readCandle('futures', frame);
}
