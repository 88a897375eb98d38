import type { DepthPoint } from './depth-points.ts';

/** What the axes span. Numbers: this is only drawn. */
export interface DepthFrame {
  readonly low: number;
  readonly high: number;
  /** the largest size; the axis begins at 0 */
  readonly top: number;
}

/** Room beside the curve, as a part of its width: so far the price may move before the axes follow. */
const sideRoom = 0.02;
/** The curve fills at least this part of the axes, or they close in on it. */
const leastWidth = 0.9;
const leastHeight = 0.45;

/**
 * The axes for a curve. They are the dear part of the drawing, and an axis that trembles is hard to read: `held` stays
 * as long as the curve fits well into it.
 */
export function frameOf(points: readonly DepthPoint[], held: DepthFrame | null): DepthFrame {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return held ?? { low: 0, high: 1, top: 1 };
  const size = Math.max(first.bid ?? first.ask ?? 0, last.ask ?? last.bid ?? 0);
  if (held !== null && fits(held, { low: first.price, high: last.price, top: size })) return held;
  const room = Math.max((last.price - first.price) * sideRoom, Number.EPSILON * last.price * 4);
  return { low: first.price - room, high: last.price + room, top: roundUp(size) };
}

function fits(held: DepthFrame, { low, high, top }: DepthFrame): boolean {
  const isInside = low >= held.low && high <= held.high && top <= held.top;
  return isInside && high - low >= (held.high - held.low) * leastWidth && top >= held.top * leastHeight;
}

/** The next of 1.2, 1.6, 2, 3, 4, 6, 8, 12 … above: the ticks of an axis that ends there are round. */
function roundUp(size: number): number {
  if (size <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  const step = [1.2, 1.6, 2, 3, 4, 6, 8, 12].find(each => each * power > size) ?? 12;
  // 1.2 × 0.01 and the like leave a tail of binary digits
  return Number((step * power).toPrecision(2));
}

const mostTicks = 5;

/** Round prices within the frame, at most five, lowest first. */
export function priceTicks({ low, high }: DepthFrame): readonly number[] {
  const atLeast = (high - low) / mostTicks;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const step = power * ([1, 2, 5].find(each => each * power >= atLeast) ?? 10);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  // as in roundUp: no tail of binary digits
  return Array.from({ length: Math.min(count, mostTicks) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}
