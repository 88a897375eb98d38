import type { Decimal } from '../../decimal.ts';
import { countLeading } from '../rows/count-leading.ts';

/** Where a price comes from. `mark`: a recorded mark price; `funding`: that of a funding row; `contract`: a contract's close. */
export type PriceSource = 'candle' | 'mark' | 'funding' | 'contract';

/** A price and the moment from which it was known. */
export interface PricePoint {
  readonly knownAtMs: number;
  readonly price: Decimal;
  readonly source: PriceSource;
}

/** `current`: of the last minute; `carried`: older; `stale`: older than an hour. */
export type PriceFreshness = 'current' | 'carried' | 'stale';

/** The last price that was known at a time. */
export interface AgedPrice extends PricePoint {
  readonly ageMs: number;
}

const minuteMs = 60_000;
const staleMs = 3_600_000;
/** An older price is none. */
const oldestMs = 86_400_000;

/** The close of a one-minute candle: known when its minute is over. */
export function candlePoint(startMs: number, close: Decimal): PricePoint {
  return { knownAtMs: startMs + minuteMs, price: close, source: 'candle' };
}

/** How current a price of this age is. */
export function freshnessOf(ageMs: number): PriceFreshness {
  if (ageMs > staleMs) return 'stale';
  return ageMs < minuteMs ? 'current' : 'carried';
}

/** Prices of one pair or contract by the time at which they were known. */
export function sortPoints(points: readonly PricePoint[]): readonly PricePoint[] {
  return points.toSorted((a, b) => a.knownAtMs - b.knownAtMs);
}

/** The last of the sorted points that was known at a time, never a later one; null: none within 24 hours. */
export function lastPrice(points: readonly PricePoint[], atMs: number): AgedPrice | null {
  const point = points[countLeading(points, ({ knownAtMs }) => knownAtMs <= atMs) - 1];
  if (point === undefined) return null;
  const ageMs = atMs - point.knownAtMs;
  return ageMs > oldestMs ? null : { ...point, ageMs };
}

/** Sorted prices of a contract from its sources. */
export interface MarkSeries {
  readonly recorded: readonly PricePoint[];
  readonly funding: readonly PricePoint[];
  readonly closes: readonly PricePoint[];
}

/** The mark price of a contract at a time: as recorded, else that of the funding row, else the contract's close. */
export function markAt({ recorded, funding, closes }: MarkSeries, atMs: number): AgedPrice | null {
  return lastPrice(recorded, atMs) ?? lastPrice(funding, atMs) ?? lastPrice(closes, atMs);
}
