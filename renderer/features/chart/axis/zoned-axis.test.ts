// @vitest-environment happy-dom
import type { Time, TimeScalePoint } from 'lightweight-charts';
import { afterEach, describe, expect, it } from 'vitest';
import { zoneOffsetOf } from '#lib/moments/zone-offset.ts';
import { setTimeView } from '#lib/time.ts';
import { chartClockOf } from './chart-clock.ts';
import { ZonedAxis } from './zoned-axis.ts';

afterEach(() => setTimeView(null, false));

const axis = new ZonedAxis(chartClockOf('1hour'));
const halfHourMs = 30 * 60_000;
/** Of half an hour each, from the noon of UTC on. */
const points = (count: number): TimeScalePoint[] =>
  Array.from({ length: count }, (_, index) => {
    const seconds = (Date.UTC(2026, 2, 5, 12) + index * halfHourMs) / 1000;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library brands its seconds and weights
    const given = { originalTime: seconds, time: axis.convertHorzItemToInternal(seconds as Time), timeWeight: 0 };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return given as unknown as TimeScalePoint;
  });

/** The half hours after noon at which the axis marks the change of a day. */
function changesOfDay(zone: string, weigh: (all: TimeScalePoint[]) => void): number[] {
  setTimeView(zoneOffsetOf(zone), false);
  const all = points(30);
  weigh(all);
  const most = Math.max(...all.map(({ timeWeight }) => timeWeight));
  return all.flatMap(({ timeWeight }, index) => (timeWeight === most ? [index / 2] : []));
}
const atOnce = (all: TimeScalePoint[]) => axis.fillWeightsForPoints(all, 0);
const oneByOne = (all: TimeScalePoint[]) => {
  axis.fillWeightsForPoints(all.slice(0, 2), 0);
  for (let count = 3; count <= all.length; count += 1) axis.fillWeightsForPoints(all.slice(0, count), count - 1);
};

describe('the axis day changes at the midnight of the chosen zone', () => {
  it.each([
    ['UTC', 12],
    ['Asia/Tokyo', 3],
    ['Asia/Kolkata', 6.5],
  ])('changes at local midnight in %s', (zone, hour) => expect(changesOfDay(zone, atOnce)).toEqual([hour]));

  it('changes at local midnight for candles one after the other too, and keeps the earlier weights', () => {
    expect(changesOfDay('Asia/Kolkata', oneByOne)).toEqual([6.5]);
  });
});
