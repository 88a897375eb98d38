import { defaultHorzScaleBehavior, type Time, type TimeScalePoint } from 'lightweight-charts';
import type { ChartClock } from './chart-clock.ts';

/** Of a point the library changes this alone. */
type WeighedPoint = { -readonly [Name in keyof TimeScalePoint]: TimeScalePoint[Name] };

/** The library's seconds as its clock in UTC would have to count them to say what the clock of the chosen zone says. */
function zoned(time: unknown, { dateOf }: ChartClock): Time {
  const seconds = typeof time === 'number' ? dateOf(time * 1000).getTime() / 1000 : time;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the chart was given comes back as unknown
  return seconds as Time;
}

/**
 * The axis of times by the clock of the chosen zone. The library weighs a mark by its time in the day of UTC: the
 * change of a day would be at half past five in the morning of Kolkata, and none at its midnight.
 */
export class ZonedAxis extends defaultHorzScaleBehavior() {
  readonly #clock: ChartClock;

  constructor(clock: ChartClock) {
    super();
    this.#clock = clock;
  }

  override fillWeightsForPoints(points: readonly WeighedPoint[], startIndex: number): void {
    // each is weighed against the one before it
    const from = Math.max(0, startIndex - 1);
    const weighed = points.slice(from).map(({ originalTime, timeWeight }) => ({
      originalTime,
      timeWeight,
      time: this.convertHorzItemToInternal(zoned(originalTime, this.#clock)),
    }));
    super.fillWeightsForPoints(weighed, startIndex - from);
    for (const [index, { timeWeight }] of weighed.entries()) {
      const point = points[from + index];
      if (point !== undefined && from + index >= startIndex) point.timeWeight = timeWeight;
    }
  }
}
