import { compare, type Decimal, fromUnits, isPositive, multiply, toNumber } from '#shared/decimal.ts';

const pattern = ['1', '2', '5'] as const;

/** 1-2-5-10 multiples of the tick, finest first, up to where one step is about a per cent of the price. */
export function groupingSteps(tick: Decimal, price: Decimal | null): readonly Decimal[] {
  const steps: Decimal[] = [];
  for (let power = 0; power <= mostPowers; power += 1) {
    for (const digit of pattern) {
      const step = multiply(tick, multiply(digit, fromUnits(10n ** BigInt(power), 0)));
      if (price !== null && compare(multiply(step, '100'), price) > 0 && steps.length > 0) return steps;
      steps.push(step);
    }
  }
  return steps;
}

/** Without a price to measure by, a thousand ticks are enough. */
const mostPowers = 7;

/** One step coarser or finer; null is the book as it is, which is also the step of one tick. */
export function moveStep(steps: readonly Decimal[], step: Decimal | null, by: 1 | -1): Decimal | null {
  const index = step === null ? 0 : Math.max(0, steps.indexOf(step));
  const next = Math.min(Math.max(index + by, 0), steps.length - 1);
  return next <= 0 ? null : (steps[next] ?? null);
}

/** How far around the mid the depth curve and the imbalance look: a per cent and a little. */
const reach = 0.0105;
/** Levels a side that are asked for; the contract allows 100. */
export const wideRows = 100;

/** The finest step with which `wideRows` levels reach a per cent to both sides. The tick itself means no grouping. */
export function wideStep(tick: Decimal, price: Decimal): Decimal | null {
  if (!isPositive(tick) || !isPositive(price)) return null;
  const needed = (toNumber(price) * reach) / (wideRows - 2);
  const steps = groupingSteps(tick, price);
  const step = steps.find(each => toNumber(each) >= needed) ?? steps.at(-1) ?? null;
  return step === null || compare(step, tick) === 0 ? null : step;
}
