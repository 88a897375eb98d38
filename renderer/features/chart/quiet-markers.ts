import { createSeriesMarkers, type ISeriesApi, type ISeriesPrimitive, type Time } from 'lightweight-charts';
import type { Bar } from './chart-bars.ts';

type CandleSeries = ISeriesApi<'Candlestick'>;

/** Lets a primitive ask for the chart to be drawn only while it may. */
function withheld(primitive: ISeriesPrimitive, mayAsk: () => boolean): ISeriesPrimitive {
  const attached = primitive.attached?.bind(primitive);
  primitive.attached = param => {
    attached?.({
      ...param,
      requestUpdate: () => {
        if (mayAsk()) param.requestUpdate();
      },
    });
  };
  return primitive;
}

/**
 * The library's markers, and a way to move the last bar that they sleep through. By themselves they have the whole chart laid
 * out with every bar that moves, and what is laid out is drawn once more a frame later; no marker moves with that bar.
 */
export function createQuietMarkers(series: CandleSeries) {
  let isMoving = false;
  let lastTime: Time | undefined;
  const attachPrimitive = series.attachPrimitive.bind(series);
  series.attachPrimitive = primitive => attachPrimitive(withheld(primitive, () => !isMoving));
  const markers = createSeriesMarkers(series, []);
  series.attachPrimitive = attachPrimitive;
  const update = (bar: Bar): void => {
    // a new bar moves the time scale, and the markers on it
    isMoving = bar.time === lastTime;
    lastTime = bar.time;
    series.update(bar);
    isMoving = false;
  };
  return { markers, update };
}
