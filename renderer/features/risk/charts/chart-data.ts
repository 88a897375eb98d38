import { compare, type Decimal, isZero, multiply, toNumber } from '#shared/decimal.ts';
import type { CoinExposure } from '#shared/risk/exposure.ts';
import type { DistanceSample } from '#state/distance-history.ts';
import type { RiskRow } from '../model/risk-rows.ts';

/** More lines cannot be distinguished. */
const mostLines = 6;
/** Bars below this share of the largest are too thin to see. */
const mostCoins = 8;

/** What is further away would press the lines that matter to the ground. */
const furthestDrawn: Decimal = '0.4';

/** The rows that are drawn: the nearest to liquidation, as far as a picture helps. */
export function drawnRows(rows: readonly RiskRow[]): readonly RiskRow[] {
  return rows.filter(({ distance }) => distance !== null && compare(distance, furthestDrawn) < 0).slice(0, mostLines);
}

export function sampleOf(rows: readonly RiskRow[], atMs: number): DistanceSample {
  return {
    atMs,
    distances: Object.fromEntries(
      rows.flatMap(({ id, distance }) => (distance === null ? [] : [[id, toNumber(distance)]])),
    ),
  };
}

export const exposureParts = ['spot', 'margin', 'debt', 'futures', 'collateral'] as const;
type Part = (typeof exposureParts)[number];

/** One bar, in the value currency, for drawing. */
export type ExposureBar = Readonly<Record<Part, number>> & { readonly coin: string };

/** The coins with the largest exposure that have a price. */
export function exposureBars(coins: readonly CoinExposure[]): readonly ExposureBar[] {
  return coins.slice(0, mostCoins).flatMap(each => {
    const { coin, price } = each;
    if (price === null) return [];
    const valued = (part: Part) => (isZero(each[part]) ? 0 : toNumber(multiply(each[part], price)));
    return [
      {
        coin,
        spot: valued('spot'),
        margin: valued('margin'),
        debt: valued('debt'),
        futures: valued('futures'),
        collateral: valued('collateral'),
      },
    ];
  });
}

/** `12 345` → `12k`: for an axis. */
export function shortAmount(amount: number): string {
  const size = Math.abs(amount);
  const sign = amount < 0 ? '−' : '';
  if (size >= 1e6) return `${sign}${+(size / 1e6).toFixed(1)}M`;
  return size >= 1000 ? `${sign}${Math.round(size / 1000)}k` : `${sign}${Math.round(size)}`;
}

/** The axis reaches the next full twentieth above the furthest point that is drawn. */
export function topOf(samples: readonly DistanceSample[], ids: readonly string[]): number {
  const drawn = samples.flatMap(({ distances }) => ids.map(id => distances[id] ?? 0));
  return Math.max(1, Math.ceil(Math.max(0, ...drawn) * 20)) / 20;
}

/** Every 5 %, and every 10 % on a long axis. */
export function ticksTo(top: number): number[] {
  const [count, step] = top <= 0.25 ? [Math.round(top * 20), 0.05] : [Math.floor(Math.round(top * 20) / 2), 0.1];
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
