import type { DepthFrame } from './depth-frame.ts';

/** The box of the chart, CSS px. */
export interface ChartSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Where prices and sizes lie in a chart of that size; px from the chart's upper left corner. */
export interface DepthScale {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
  readonly toX: (price: number) => number;
  readonly toY: (size: number) => number;
  readonly toPrice: (xPx: number) => number;
}

/** Room around the curves: prices stand below, sizes on the right, and the first price reaches out on the left. */
const margin = { topPx: 10, rightPx: 56, bottomPx: 22, leftPx: 28 };

/** Null where the box is too small for a curve. */
export function depthScale({ low, high, top }: DepthFrame, { widthPx, heightPx }: ChartSize): DepthScale | null {
  const [leftPx, rightPx] = [margin.leftPx, widthPx - margin.rightPx];
  const [topPx, bottomPx] = [margin.topPx, heightPx - margin.bottomPx];
  if (rightPx <= leftPx || bottomPx <= topPx) return null;
  const pxPerPrice = (rightPx - leftPx) / (high - low);
  const pxPerSize = (bottomPx - topPx) / top;
  return {
    leftPx,
    rightPx,
    topPx,
    bottomPx,
    toX: price => leftPx + (price - low) * pxPerPrice,
    toY: size => bottomPx - size * pxPerSize,
    toPrice: xPx => low + (xPx - leftPx) / pxPerPrice,
  };
}

/** A price at the axis and the position of its middle. */
export interface PriceTick {
  readonly price: number;
  readonly xPx: number;
}

const leastGapPx = 24;

/** Every n-th of the prices, so that labels of that width keep a gap and none is cut at an edge. */
export function placeTicks(prices: readonly number[], scale: DepthScale, labelPx: number): readonly PriceTick[] {
  const places = prices.map(price => ({ price, xPx: scale.toX(price) }));
  const stepPx = (places[1]?.xPx ?? 0) - (places[0]?.xPx ?? 0);
  const stride = stepPx > 0 ? Math.ceil((labelPx + leastGapPx) / stepPx) : 1;
  const [fromPx, toPx] = [labelPx / 2, scale.rightPx + margin.rightPx - labelPx / 2];
  return places.filter(({ xPx }, index) => index % stride === 0 && xPx >= fromPx && xPx <= toPx);
}
