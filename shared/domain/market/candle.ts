import * as z from 'zod/mini';
import { DecimalText, EpochMs } from '../scalars.ts';

/** The candle lengths that both venues offer. docs/exchange/records.md §6.4. */
export const CandleInterval = z.enum([
  '1min',
  '5min',
  '15min',
  '30min',
  '1hour',
  '2hour',
  '4hour',
  '8hour',
  '12hour',
  '1day',
  '1week',
]);
export type CandleInterval = z.infer<typeof CandleInterval>;

/** Minutes of each candle length. */
export const candleMinutes: Readonly<Record<CandleInterval, number>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '1hour': 60,
  '2hour': 120,
  '4hour': 240,
  '8hour': 480,
  '12hour': 720,
  '1day': 1440,
  '1week': 10_080,
};

/** One bucket of trades; buckets without a trade do not exist. `volume` is base currency on spot, lots on futures. */
export const Candle = z.object({
  openAtMs: EpochMs,
  open: DecimalText,
  high: DecimalText,
  low: DecimalText,
  close: DecimalText,
  volume: DecimalText,
});
export type Candle = z.infer<typeof Candle>;
