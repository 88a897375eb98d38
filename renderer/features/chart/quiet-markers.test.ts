import type { ISeriesApi, SeriesAttachedParameter } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { chartTime } from './chart-bars.ts';
import { createQuietMarkers } from './quiet-markers.ts';

/** A series that notifies its primitive of each bar, as the library's does, and counts its draw requests. */
function openSeries() {
  const world = { asked: 0, updates: 0, publish: (): void => undefined };
  const series = {
    attachPrimitive: (primitive: { attached: (param: unknown) => void }) =>
      primitive.attached({
        chart: { timeScale: () => ({ getVisibleLogicalRange: () => null }) },
        series: { subscribeDataChanged: (hear: () => void) => void (world.publish = hear), data: () => [] },
        requestUpdate: () => void (world.asked += 1),
      } satisfies Partial<Record<keyof SeriesAttachedParameter, unknown>>),
    update: () => {
      world.updates += 1;
      world.publish();
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two calls that markers make
  return { world, series: series as unknown as ISeriesApi<'Candlestick'> };
}

const bar = (openAtMs: number, close: number) => ({ time: chartTime(openAtMs), open: 1, high: 9, low: 1, close });

it('a changed bar requests nothing from the markers; a new bar and new markers do', () => {
  const { world, series } = openSeries();
  const { markers, update } = createQuietMarkers(series);
  update(bar(60_000, 2));
  const first = world.asked;
  update(bar(60_000, 3));
  update(bar(60_000, 4));
  expect([world.asked, world.updates]).toEqual([first, 3]);
  update(bar(120_000, 5));
  expect(world.asked).toBe(first + 1);
  markers.setMarkers([]);
  expect(world.asked).toBe(first + 2);
});
