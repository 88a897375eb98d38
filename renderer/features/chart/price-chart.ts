import type { MouseEventParams } from 'lightweight-charts';
import { type Decimal, toDecimal, toNumber } from '#shared/decimal.ts';
import type { Candle, CandleInterval } from '#shared/domain/market/candle.ts';
import { faded } from '#lib/drawing/theme-colours.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { chartClockOf } from './axis/chart-clock.ts';
import { candleAt, chartTime, isRising, isTailChange, toBar } from './chart-bars.ts';
import { type ChartBoard, openChartBoard } from './chart-board.ts';
import { createLines } from './chart-lines.ts';
import type { FillMark } from './chart-marks.ts';
import type { ChartColours } from './chart-style.ts';
import { createLineDrag } from './line-drag.ts';
import type { PriceMark } from './price-marks.ts';

export interface PriceChart {
  readonly setCandles: (candles: readonly Candle[]) => void;
  readonly setMarks: (marks: readonly FillMark[]) => void;
  readonly setLines: (lines: readonly PriceMark[]) => void;
  /** permanently: later updates are ignored */
  readonly remove: () => void;
}

export interface PriceChartOptions {
  readonly element: HTMLElement;
  readonly colours: ChartColours;
  readonly decimals: number;
  readonly interval: CandleInterval;
  /** the reader has scrolled near the oldest candle */
  readonly onReachStart: () => void;
  /** the candle under the pointer, or null */
  readonly onPoint: (candle: Candle | null) => void;
  /** a height of the chart was pressed; the price there, with the digits of the market */
  readonly onPress: (price: Decimal) => void;
  /** a line was dragged to another price; with Alt held all of its kind go along */
  readonly onDrop: (mark: PriceMark, price: Decimal, isAll: boolean) => void;
  /** a drag began where several orders and stops lie on each other: none was moved */
  readonly onShared: (count: number) => void;
  readonly openBoard?: typeof openChartBoard | undefined;
}

/** Bars left of the picture at which the next page of the past is asked for. */
const nearStartBars = 20;
/** Bars shown at first: fewer fill the picture, but a handful does not become bricks. */
const firstBars = { most: 120, fewest: 40 } as const;

/** The chart library with candles, marks and lines; without React. */
export function createPriceChart(options: PriceChartOptions): PriceChart {
  const { element, decimals, colours, onReachStart, onPoint, openBoard = openChartBoard } = options;
  const clock = chartClockOf(options.interval);
  const board = openBoard({ element, colours, decimals, clock, priceText: price => priceText(price, decimals) });
  const { candles: series, volume, markers, timeScale, chart } = board;
  const lines = createLines(board, colours);
  let drawn: readonly Candle[] = [];
  let isRemoved = false;
  const volumeBar = (candle: Candle) => volumeBarOf(candle, colours);

  timeScale.subscribeVisibleLogicalRangeChange(range => {
    if (range !== null && drawn.length > 0 && range.from < nearStartBars) onReachStart();
    lines.relabel();
  });
  chart.subscribeCrosshairMove(({ time }: MouseEventParams) => {
    onPoint(typeof time === 'number' ? candleAt(drawn, time * 1000) : null);
  });

  hearPresses(board, decimals, options.onPress);
  const drag = createLineDrag({
    element,
    marks: lines.marks,
    heightOf: price => series.priceToCoordinate(price),
    priceAt: height => priceAt(board, height, decimals),
    preview: lines.preview,
    onDrop: options.onDrop,
    onShared: options.onShared,
  });
  const setMarkers = onlyOthers(markers.setMarkers.bind(markers));

  return {
    setCandles: candles => {
      if (isRemoved) return;
      if (isTailChange(drawn, candles)) {
        // the bar that was the last one may have moved once more before the next opened
        for (const candle of candles.slice(drawn.length - 1)) {
          series.update(toBar(candle));
          volume.update(volumeBar(candle));
        }
      } else {
        const isFirst = drawn.length === 0;
        series.setData(candles.map(toBar));
        volume.setData(candles.map(volumeBar));
        if (isFirst) timeScale.setVisibleLogicalRange(firstRange(candles.length));
      }
      drawn = candles;
      lines.setPrice(toNumber(candles.at(-1)?.close ?? '0'));
    },
    setMarks: marks => {
      if (!isRemoved) setMarkers(marks.map(mark => markerOf(mark, colours)));
    },
    setLines: next => {
      if (isRemoved) return;
      lines.set(next);
    },
    remove: () => {
      isRemoved = true;
      drag.stop();
      chart.remove();
    },
  };
}

function volumeBarOf(candle: Candle, { up, down }: ChartColours) {
  const color = faded(isRising(candle) ? up : down, 0.35);
  return { time: chartTime(candle.openAtMs), value: toNumber(candle.volume), color };
}

/** Each candle that moves makes the markers again, and they hardly ever differ: only changes are passed on. */
function onlyOthers<T>(handOn: (values: T[]) => void): (values: T[]) => void {
  let known = '[]';
  return values => {
    const text = JSON.stringify(values);
    if (text !== known) handOn(values);
    known = text;
  };
}

function priceText(price: number, decimals: number): string {
  const text = toDecimal(price.toFixed(decimals));
  return text === null ? unknownText : formatDecimal(text, { minimumDecimals: decimals });
}

/** The price at a height, with the digits of the market; null: the library does not know. */
function priceAt({ candles }: ChartBoard, height: number, decimals: number): Decimal | null {
  const price = candles.coordinateToPrice(height);
  return price === null ? null : toDecimal(price.toFixed(decimals));
}

/** The price at the height that is pressed, with so many digits. */
function hearPresses(board: ChartBoard, decimals: number, onPress: (price: Decimal) => void): void {
  board.chart.subscribeClick(({ point }: MouseEventParams) => {
    const text = point === undefined ? null : priceAt(board, point.y, decimals);
    if (text !== null) onPress(text);
  });
}

/** When all candles are visible there is space before the first one for the half of its day left of it. */
function firstRange(count: number) {
  return { from: Math.max(count - firstBars.most, Math.min(-5, count - firstBars.fewest)), to: count + 4 };
}

/** Only an arrow: its size would cover candles and other sizes. It is shown for the candle under the pointer. */
function markerOf({ time, side }: FillMark, { own }: ChartColours) {
  const mark = { time, color: own, size: 0.6 };
  return side === 'buy'
    ? ({ ...mark, position: 'belowBar', shape: 'arrowUp' } as const)
    : ({ ...mark, position: 'aboveBar', shape: 'arrowDown' } as const);
}
