import { add, compare, type Decimal, divide, isPositive, multiply, round, subtract } from '#shared/decimal.ts';
import type { EquityPoint, PortfolioFlow } from '#shared/domain/portfolio/portfolio.ts';
import { isInterrupted, type PlotPoint, type Span } from './curve-segments.ts';

const scale = 18;
const exact = { scale, rounding: 'half-even' } as const;

/** The flows after one time up to another, in − out; null: one of them has no value. */
export function flowBetween(flows: readonly PortfolioFlow[], fromMs: number, toMs: number): Decimal | null {
  let total: Decimal | null = '0';
  for (const { atMs, direction, value } of flows) {
    if (atMs <= fromMs || atMs > toMs) continue;
    if (value === null || total === null) total = null;
    else total = direction === 'in' ? add(total, value) : subtract(total, value);
  }
  return total;
}

interface DrawdownOptions {
  readonly curve: readonly EquityPoint[];
  readonly gaps: readonly Span[];
  readonly flows: readonly PortfolioFlow[];
}

/** The growth between two points without flows, as a factor; null: unknown, or a value that is not above zero. */
function growthBetween({ gaps, flows }: DrawdownOptions, from: EquityPoint, to: EquityPoint): Decimal | null {
  if (from.value === null || to.value === null || isInterrupted(gaps, from.atMs, to.atMs)) return null;
  const flow = flowBetween(flows, from.atMs, to.atMs);
  if (flow === null || !isPositive(from.value)) return null;
  const before = subtract(to.value, flow);
  return isPositive(before) ? divide(before, from.value, exact) : null;
}

/**
 * The fall from the highest value so far as a fraction (-0.05 is 5 % below), with flows left out. After a gap, an unknown
 * value or a flow without a price it begins again at 0.
 */
export function drawdownPoints(options: DrawdownOptions): readonly PlotPoint[] {
  let index: Decimal = '1';
  let peak: Decimal = '1';
  return options.curve.map((point, at): PlotPoint => {
    const { atMs, value, source } = point;
    const isDerived = source === 'ledger';
    if (value === null) return { atMs, y: null, isDerived };
    const previous = options.curve[at - 1];
    const growth = previous === undefined ? null : growthBetween(options, previous, point);
    index = growth === null ? '1' : round(multiply(index, growth), scale, 'half-even');
    peak = growth === null || compare(index, peak) > 0 ? index : peak;
    return { atMs, y: subtract(divide(index, peak, exact), '1'), isDerived };
  });
}
