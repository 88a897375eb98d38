import type { UTCTimestamp } from 'lightweight-charts';
import { add, type Decimal } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { candleAt, chartTime } from './chart-bars.ts';
import type { PriceMark } from './price-marks.ts';

/** Own fills of one side within one candle. */
export interface FillMark {
  readonly time: UTCTimestamp;
  readonly side: 'buy' | 'sell';
  readonly text: string;
}

/** Own fills at their candles, added up by side; those before the first candle wait for its page. */
export function fillMarks(fills: readonly Fill[], candles: readonly Candle[], symbol: string): readonly FillMark[] {
  const sums = new Map<string, { readonly openAtMs: number; readonly side: Fill['side']; readonly size: Decimal }>();
  for (const fill of fills) {
    const { createdAtMs } = fill;
    const candle = fill.symbol === symbol && createdAtMs !== null ? candleAt(candles, createdAtMs) : null;
    if (candle === null) continue;
    const key = `${candle.openAtMs} ${fill.side}`;
    const size = add(sums.get(key)?.size ?? '0', fill.size);
    sums.set(key, { openAtMs: candle.openAtMs, side: fill.side, size });
  }
  return [...sums.values()]
    .toSorted((a, b) => a.openAtMs - b.openAtMs)
    .map(({ openAtMs, side, size }) => ({
      time: chartTime(openAtMs),
      side,
      text: formatOwn(size, { maximumDecimals: 6 }),
    }));
}

/** More labels than this would hide the axis. */
const mostLabels = 8;
/** less than this apart they would be written over each other */
const labelHeight = 14;

export interface ChartScale {
  /** where a price is drawn now, in pixels from the top; null: not known */
  readonly heightOf: (price: number) => number | null;
  /** of the picture, in pixels */
  readonly lowest: number;
}

/** Rungs less than this apart on the whole would be one block of colour. */
const rungGap = 5;

/** Whether the planned rungs are too close to each other to be distinguished. */
export function areRungsCrowded(lines: readonly PriceMark[], heightOf: ChartScale['heightOf']): boolean {
  const heights = lines.flatMap(({ kind, price }) => (kind === 'ghost' ? (heightOf(price) ?? []) : []));
  return heights.length > 2 && Math.max(...heights) - Math.min(...heights) < rungGap * (heights.length - 1);
}

/**
 * Which lines say what they are: the nearest to the price, none over another or over the label of the price itself, and
 * none that the edge would cut. Of rungs that are crowded only those at the two ends, or the next ones that have the
 * room. Answers places in `lines`.
 */
export function labelledLines(
  lines: readonly PriceMark[],
  price: number,
  { heightOf, lowest }: ChartScale,
): ReadonlySet<number> {
  const isWhole = (height: number) => height >= labelHeight / 2 && height <= lowest - labelHeight / 2;
  const nearest = lines
    .map((line, index) => ({ line, index, away: Math.abs(line.price - price), height: heightOf(line.price) }))
    .toSorted((a, b) => a.away - b.away);
  const taken = [heightOf(price)];
  const labelled = new Set<number>();
  const label = ({ index, height }: (typeof nearest)[number]): boolean => {
    const isFree = height === null || (isWhole(height) && taken.every(other => isApart(other, height)));
    if (!isFree || labelled.size === mostLabels) return false;
    taken.push(height);
    labelled.add(index);
    return true;
  };
  const isCrowded = areRungsCrowded(lines, heightOf);
  const isRung = ({ line }: (typeof nearest)[number]) => isCrowded && line.kind === 'ghost';
  const rungs = nearest.filter(isRung).toSorted((a, b) => b.line.price - a.line.price);
  rungs.some(label);
  rungs.toReversed().some(label);
  for (const each of nearest) if (!isRung(each)) label(each);
  return labelled;
}

function isApart(other: number | null, height: number): boolean {
  return other === null || Math.abs(other - height) >= labelHeight;
}
