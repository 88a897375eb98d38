import { add, type Decimal, isNegative, isZero, toNumber } from '#shared/decimal.ts';
import { type PortfolioPart, type WaterfallPartName, waterfallParts } from '#shared/domain/portfolio/portfolio.ts';

/** What is shown only when it is not 0. */
const optional: ReadonlySet<WaterfallPartName> = new Set<WaterfallPartName>([
  'other',
  'unclassified',
  'unpricedTrades',
]);

export interface WaterfallBar {
  readonly part: PortfolioPart;
  readonly direction: 'up' | 'down' | 'none';
  /** where it begins and how long it is, in percent of the width */
  readonly left: number;
  readonly width: number;
}

export interface WaterfallBars {
  readonly bars: readonly WaterfallBar[];
  /** where the values of start and end are, in percent of the width */
  readonly startAt: number;
  readonly endAt: number;
}

function shownParts(parts: readonly PortfolioPart[]): readonly PortfolioPart[] {
  const known = new Map(parts.map(each => [each.part, each]));
  return waterfallParts
    .map((part): PortfolioPart => known.get(part) ?? { part, value: '0', coins: [], rows: 0 })
    .filter(({ part, value, rows }) => !optional.has(part) || !isZero(value) || rows > 0);
}

const directionOf = (value: Decimal) => (isZero(value) ? 'none' : isNegative(value) ? 'down' : 'up');

/**
 * The parts from start to end, each as a bar that begins where the one before it ends. The axis reaches from the lowest to
 * the highest level, not from 0. With an unknown start it begins at 0.
 */
export function waterfallOf(start: Decimal | null, parts: readonly PortfolioPart[]): WaterfallBars {
  const shown = shownParts(parts);
  const levels: Decimal[] = [start ?? '0'];
  for (const { value } of shown) levels.push(add(levels.at(-1) ?? '0', value));
  const places = levels.map(level => toNumber(level));
  const low = Math.min(...places);
  const high = Math.max(...places);
  // a flat waterfall is a line in the middle
  const at = (index: number) => (high === low ? 50 : (100 * ((places[index] ?? low) - low)) / (high - low));
  const bars = shown.map((part, index): WaterfallBar => {
    const [from, to] = [at(index), at(index + 1)];
    return { part, direction: directionOf(part.value), left: Math.min(from, to), width: Math.abs(to - from) };
  });
  return { bars, startAt: at(0), endAt: at(shown.length) };
}
