import type { Interval } from '#shared/domain/archive/archive.ts';
import { type Decimal, isZero } from '#shared/decimal.ts';
import type { ContractOptions } from '#shared/portfolio/contracts/run-contracts.ts';
import { daysBetween, type LocalDay } from '#shared/portfolio/days/local-day.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { SpanEnd } from '#shared/portfolio/waterfall/waterfall.ts';
import type { DerivedHoldings } from '../balances/derive.ts';
import type { Holdings } from '../balances/holdings.ts';
import type { PriceNeed } from '../prices/load-prices.ts';
import type { SpanData } from './read-span.ts';

type TermsOf = ContractOptions['termsOf'];

const minuteMs = 60_000;
/** A balance that is older at the end of a day is not that of its end. Snapshots are taken every 15 minutes. */
const dayEndMs = 20 * minuteMs;
/** Longer without a snapshot is a gap, unless the ledgers are complete. */
const gapMs = 40 * minuteMs;
/** A curve over this time or more is valued by hourly closes. */
const longCurveMs = 7 * 24 * 60 * minuteMs;

/** The times of a span with their balances, and its movements. */
export interface SpanPoints {
  readonly start: DerivedHoldings;
  readonly end: DerivedHoldings;
  /** by time, from start to end */
  readonly points: readonly DerivedHoldings[];
  readonly days: readonly LocalDay[];
  readonly gaps: readonly Interval[];
  /** after the start up to the end */
  readonly movements: readonly ValueMovement[];
  /** balances right before movements from and to outside, by time; null: not known */
  readonly beforeFlows: ReadonlyMap<number, DerivedHoldings | null>;
}

function readThen(held: Holdings): DerivedHoldings {
  return { ...held, source: 'snapshot', contracts: [] };
}

function nearestEnds({ derivation, holdings, wanted }: SpanData): Pick<SpanPoints, 'start' | 'end'> | null {
  const inside = holdings.filter(({ atMs }) => atMs >= wanted.fromMs && atMs <= wanted.toMs);
  const [first, last] = [inside[0], inside.at(-1)];
  const start = derivation.at(wanted.fromMs) ?? (first === undefined ? null : readThen(first));
  const end = derivation.at(wanted.toMs) ?? (last === undefined ? null : readThen(last));
  return start === null || end === null || end.atMs < start.atMs ? null : { start, end };
}

/** Balances at the end of each day that has no snapshot shortly before, where they can be derived. */
function dayEnds(data: SpanData, days: readonly LocalDay[], { start, end }: Pick<SpanPoints, 'start' | 'end'>) {
  return days.flatMap(({ toMs }) => {
    const isKnown = data.holdings.some(({ atMs }) => atMs > toMs - dayEndMs && atMs <= toMs);
    if (isKnown || toMs <= start.atMs || toMs >= end.atMs) return [];
    const derived = data.derivation.at(toMs);
    return derived === null ? [] : [derived];
  });
}

function gapsBetween({ snapshotTimes, derivation }: SpanData, span: Interval): readonly Interval[] {
  const times = [span.fromMs, ...snapshotTimes.filter(each => each > span.fromMs && each < span.toMs), span.toMs];
  return times.flatMap((toMs, index) => {
    const fromMs = times[index - 1];
    if (fromMs === undefined || toMs - fromMs <= gapMs || derivation.isKnown({ fromMs, toMs })) return [];
    return [{ fromMs, toMs }];
  });
}

function byTime(points: readonly DerivedHoldings[]): readonly DerivedHoldings[] {
  const byMoment = new Map(points.map(point => [point.atMs, point]));
  return [...byMoment.values()].toSorted((a, b) => a.atMs - b.atMs);
}

function isFlow({ part }: ValueMovement): boolean {
  return part === 'in' || part === 'out';
}

/** The points of a span; null: no balance is known in it. */
export function choosePoints(data: SpanData, timeZone: string): SpanPoints | null {
  const ends = nearestEnds(data);
  if (ends === null) return null;
  const { start, end } = ends;
  const days = daysBetween(start.atMs, Math.max(end.atMs, start.atMs + 1), timeZone);
  const snapshots = data.holdings.filter(({ atMs }) => atMs > start.atMs && atMs < end.atMs).map(readThen);
  const movements = data.rows.movements.filter(({ atMs }) => atMs > start.atMs && atMs <= end.atMs);
  const flowTimes = new Set(movements.filter(isFlow).map(({ atMs }) => atMs));
  return {
    start,
    end,
    points: byTime([...snapshots, ...dayEnds(data, days, ends), start, end]),
    days,
    gaps: gapsBetween(data, { fromMs: start.atMs, toMs: end.atMs }),
    movements,
    beforeFlows: new Map([...flowTimes].map(atMs => [atMs, data.derivation.at(atMs, true)])),
  };
}

function coinsOf({ quantities, unrealised }: DerivedHoldings): readonly string[] {
  return [...new Set([...quantities.keys(), ...unrealised.keys()])];
}

/** The settle currencies of positions that are valued by their marks. */
function settleCoins({ contracts }: DerivedHoldings, termsOf: TermsOf): readonly string[] {
  return contracts.map(({ symbol }) => termsOf(symbol)?.settleCoin).filter(coin => coin !== undefined);
}

/** Balances and the candles that value them. */
interface ValuedTime {
  readonly held: DerivedHoldings;
  readonly interval: PriceNeed['interval'];
}

/** Every time at which balances are valued. */
export function valuedTimes({ start, end, points, beforeFlows }: SpanPoints): readonly ValuedTime[] {
  const interval = end.atMs - start.atMs >= longCurveMs ? '1hour' : '1min';
  const known = [...beforeFlows.values()].filter(held => held !== null);
  return [
    ...points.map(held => ({ held, interval }) as const),
    ...[start, end, ...known].map(held => ({ held, interval: '1min' }) as const),
  ];
}

/** Every price that the figures of a span need. */
export function priceNeeds(
  points: SpanPoints,
  tradeTimes: readonly PriceNeed[],
  termsOf: TermsOf,
): readonly PriceNeed[] {
  const { end, movements } = points;
  // a coin that moves needs its price at both ends
  const moved = [...new Set(movements.map(({ coin }) => coin))];
  return [
    ...valuedTimes(points).flatMap(({ held, interval }) =>
      [...coinsOf(held), ...settleCoins(held, termsOf)].map(coin => ({ coin, atMs: held.atMs, interval })),
    ),
    ...moved.map(coin => ({ coin, atMs: end.atMs, interval: '1min' as const })),
    ...movements.map(({ coin, atMs }) => ({ coin, atMs, interval: '1min' as const })),
    ...tradeTimes,
  ];
}

/** One end of a span as `computeWaterfall` takes it. */
export function spanEnd({ atMs, quantities, unrealised }: DerivedHoldings): SpanEnd {
  return { atMs, quantities, unrealised };
}

/** The coins that are held, or owed, or have unrealised results. */
export function heldCoins(held: DerivedHoldings): readonly (readonly [string, Decimal])[] {
  return coinsOf(held)
    .map(coin => [coin, held.quantities.get(coin) ?? '0'] as const)
    .filter(([coin, quantity]) => !isZero(quantity) || !isZero(held.unrealised.get(coin) ?? '0'));
}
