import { absolute, add, type Decimal, multiply, subtract, sum } from '#shared/decimal.ts';
import type { EquityPoint, PortfolioDay, PortfolioFlow } from '#shared/domain/portfolio/portfolio.ts';
import type { LocalDay } from '#shared/portfolio/days/local-day.ts';
import type { PriceLookup } from '#shared/portfolio/pools/trade-legs.ts';
import { moneyWeightedReturn } from '#shared/portfolio/returns/money-weighted.ts';
import type { ReturnPoint } from '#shared/portfolio/returns/return-point.ts';
import { timeWeightedReturn } from '#shared/portfolio/returns/time-weighted.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { DerivedHoldings } from '../balances/derive.ts';
import { heldCoins, type SpanPoints } from './span-points.ts';

export interface CurveValuation {
  readonly currency: string;
  readonly priceOf: PriceLookup;
  /** coins that count at neither end of the span */
  readonly leftOut: ReadonlySet<string>;
}

/** A value, and whether a coin that counts elsewhere is missing in it. */
export interface ValuedPoint extends EquityPoint {
  readonly isWhole: boolean;
}

const dayEndMs = 20 * 60_000;
const mostFlows = 1000;
const mostDays = 400;

/** The value of balances at the prices of their time. Coins without a price and unknown parts are named. */
export function valuePoint(held: DerivedHoldings, { currency, priceOf, leftOut }: CurveValuation): ValuedPoint {
  const missing: string[] = [...held.missing];
  const values: Decimal[] = [];
  let isWhole = held.missing.length === 0;
  for (const [coin, quantity] of heldCoins(held)) {
    const price = coin === currency ? '1' : priceOf(coin, held.atMs);
    if (price === null || leftOut.has(coin)) {
      missing.push(coin);
      isWhole &&= leftOut.has(coin);
    } else values.push(multiply(add(quantity, held.unrealised.get(coin) ?? '0'), price));
  }
  const hasValue = held.missing.length === 0 && (values.length > 0 || missing.length === 0);
  return { atMs: held.atMs, value: hasValue ? sum(values) : null, source: held.source, missing, isWhole };
}

/** Movements from and to outside at the price of their time. */
export function flowsOf(
  movements: readonly ValueMovement[],
  { currency, priceOf }: CurveValuation,
): readonly PortfolioFlow[] {
  return movements.flatMap(({ part, atMs, account, coin, amount }) => {
    if (part !== 'in' && part !== 'out') return [];
    const price = coin === currency ? '1' : priceOf(coin, atMs);
    const value = price === null ? null : multiply(amount, price);
    return [{ atMs, direction: part, owner: account, coin, amount, value }];
  });
}

/** What the page shows of flows: the newest thousand, as amounts above zero. */
export function shownFlows(flows: readonly PortfolioFlow[]): PortfolioFlow[] {
  return flows.slice(-mostFlows).map(({ atMs, direction, owner, coin, amount, value }) => ({
    atMs,
    direction,
    owner,
    coin,
    amount: absolute(amount),
    value: value === null ? null : absolute(value),
  }));
}

function flowIn(flows: readonly PortfolioFlow[], fromMs: number, toMs: number): Decimal {
  return sum(flows.filter(({ atMs }) => atMs > fromMs && atMs <= toMs).map(({ value }) => value ?? '0'));
}

function lastBefore(points: readonly ValuedPoint[], toMs: number): ValuedPoint | null {
  const point = points.findLast(({ atMs }) => atMs <= toMs);
  return point === undefined || point.atMs <= toMs - dayEndMs ? null : point;
}

function whole({ value, isWhole }: ValuedPoint): Decimal | null {
  return isWhole ? value : null;
}

/** What was gained between two values, and the flows between; null: one of them is not known or not whole. */
function changeBetween(
  before: ValuedPoint | null,
  end: ValuedPoint | null,
  flows: readonly PortfolioFlow[],
): Pick<PortfolioDay, 'pnl' | 'flow'> {
  if (before === null || end === null) return { pnl: null, flow: null };
  const [from, to] = [whole(before), whole(end)];
  if (from === null || to === null) return { pnl: null, flow: null };
  const flow = flowIn(flows, before.atMs, end.atMs);
  return { pnl: subtract(subtract(to, from), flow), flow };
}

/** Days with what was gained in each: from the last value of the day before to its own last value. */
export function daysOf(
  days: readonly LocalDay[],
  points: readonly ValuedPoint[],
  flows: readonly PortfolioFlow[],
): PortfolioDay[] {
  const lastMs = points.at(-1)?.atMs ?? 0;
  let before: ValuedPoint | null = points[0] ?? null;
  const all = days.map(({ key, fromMs, toMs }): PortfolioDay => {
    const end = lastBefore(points, Math.min(toMs, lastMs));
    const change = changeBetween(before, end, flows);
    before = end;
    return { day: key, startMs: fromMs, endMs: toMs, endValue: end?.value ?? null, ...change };
  });
  return all.slice(-mostDays);
}

/** Values right before flows, with the flows; a balance that is not known then has no value. */
function flowPoints(
  flows: readonly PortfolioFlow[],
  beforeFlows: SpanPoints['beforeFlows'],
  valuation: CurveValuation,
): readonly ReturnPoint[] {
  return flows
    .filter(({ coin }) => !valuation.leftOut.has(coin))
    .map(({ atMs, value }) => {
      const held = beforeFlows.get(atMs) ?? null;
      const valued = held === null ? null : whole(valuePoint(held, valuation));
      return { atMs, value: valued, flow: value ?? '0' };
    });
}

/** Both ends and the flows between; what came in at the very end has no time to earn anything. */
function weightedPoints(points: readonly ReturnPoint[], flows: readonly ReturnPoint[]): readonly ReturnPoint[] {
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined) return [];
  const late = sum(flows.filter(({ atMs }) => atMs === end.atMs).map(({ flow }) => flow));
  const earlier = flows
    .filter(({ atMs }) => atMs < end.atMs)
    .map(({ atMs, flow, value }) => ({ atMs, flow, value: value ?? ('0' as const) }));
  return [start, ...earlier, { ...end, value: end.value === null ? null : subtract(end.value, late) }];
}

export interface ReturnsOptions {
  readonly spanPoints: SpanPoints;
  readonly valued: readonly ValuedPoint[];
  readonly flows: readonly PortfolioFlow[];
  readonly valuation: CurveValuation;
}

/** Both returns of a span. */
export function returnsOf({ spanPoints, valued, flows, valuation }: ReturnsOptions) {
  const ofFlows = flowPoints(flows, spanPoints.beforeFlows, valuation);
  const ofPoints = valued.map((point): ReturnPoint => ({ atMs: point.atMs, value: whole(point), flow: '0' }));
  // of one instant the value before the flow comes first
  const { rate, fromMs } = timeWeightedReturn([...ofFlows, ...ofPoints], spanPoints.gaps);
  const weighted = moneyWeightedReturn(weightedPoints(ofPoints, ofFlows));
  return {
    timeWeighted: { rate, fromMs },
    moneyWeighted: weighted.isDefined ? { rate: weighted.rate, reason: null } : { rate: null, reason: weighted.reason },
  };
}
