import {
  CandlestickSeries,
  createChartEx,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type ITimeScaleApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { ChartClock } from './axis/chart-clock.ts';
import { ZonedAxis } from './axis/zoned-axis.ts';
import type { Bar } from './chart-bars.ts';
import { type ChartColours, chartOptions } from './chart-style.ts';
import { createQuietMarkers } from './quiet-markers.ts';

/** The trades of one candle together, below it. */
export interface VolumeBar {
  readonly time: UTCTimestamp;
  readonly value: number;
  readonly color: string;
}

interface BoardSeries<T> {
  readonly setData: (bars: T[]) => void;
  /** takes the last bar or a newer one; throws for an older one */
  readonly update: (bar: T) => void;
}

/** What the chart is drawn on: the library, cut down to what is used of it. */
export interface ChartBoard {
  readonly candles: BoardSeries<Bar> &
    Pick<ISeriesApi<'Candlestick'>, 'createPriceLine' | 'removePriceLine' | 'priceToCoordinate' | 'coordinateToPrice'>;
  readonly volume: BoardSeries<VolumeBar>;
  readonly markers: Pick<ISeriesMarkersPluginApi<Time>, 'setMarkers'>;
  readonly timeScale: Pick<ITimeScaleApi<Time>, 'subscribeVisibleLogicalRangeChange' | 'setVisibleLogicalRange'>;
  readonly chart: Pick<IChartApi, 'subscribeCrosshairMove' | 'subscribeClick' | 'remove' | 'paneSize'>;
}

export interface ChartBoardOptions {
  readonly element: HTMLElement;
  readonly colours: ChartColours;
  readonly decimals: number;
  readonly priceText: (price: number) => string;
  readonly clock: ChartClock;
}

/** A chart of the library with a series of candles and, below, one of volumes. */
export function openChartBoard({ element, colours, decimals, priceText, clock }: ChartBoardOptions): ChartBoard {
  const { up, down } = colours;
  const chart = createChartEx<Time, ZonedAxis>(element, new ZonedAxis(clock), chartOptions(colours, priceText, clock));
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: up,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
    borderVisible: false,
    priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
  });
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 }, visible: false });
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.22 } });
  const { markers, update } = createQuietMarkers(candles);
  return {
    candles: {
      update,
      setData: bars => candles.setData(bars),
      createPriceLine: options => candles.createPriceLine(options),
      removePriceLine: line => candles.removePriceLine(line),
      priceToCoordinate: price => candles.priceToCoordinate(price),
      coordinateToPrice: height => candles.coordinateToPrice(height),
    },
    volume,
    markers,
    timeScale: chart.timeScale(),
    chart,
  };
}
