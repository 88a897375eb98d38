import { type IPriceLine, LineStyle, type MouseEventParams } from 'lightweight-charts';
import { type Decimal, toDecimal, toNumber } from '#shared/decimal.ts';
import type { Candle } from '#shared/domain/market/candle.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { candleAt, chartTime, isRising, isTailChange, toBar } from './chart-bars.ts';
import { type ChartBoard, openChartBoard } from './chart-board.ts';
import { type FillMark, labelledLines, type PriceMark } from './chart-marks.ts';
import type { ChartColours } from './chart-style.ts';

export interface PriceChart {
  readonly setCandles: (candles: readonly Candle[]) => void;
  readonly setMarks: (marks: readonly FillMark[]) => void;
  readonly setLines: (lines: readonly PriceMark[]) => void;
  /** for good: whatever is told afterwards is ignored */
  readonly remove: () => void;
}

export interface PriceChartOptions {
  readonly element: HTMLElement;
  readonly colours: ChartColours;
  readonly decimals: number;
  /** the reader has scrolled near the oldest candle */
  readonly onReachStart: () => void;
  /** the candle under the pointer, or null */
  readonly onPoint: (candle: Candle | null) => void;
  /** a height of the chart was pressed; the price there, with the digits of the market */
  readonly onPress: (price: Decimal) => void;
  readonly openBoard?: typeof openChartBoard | undefined;
}

/** Bars left of the picture at which the next page of the past is asked for. */
const nearStartBars = 20;
/** Bars shown at first: fewer fill the picture, but a handful does not become bricks. */
const firstBars = { most: 120, fewest: 40 } as const;

/** The chart library, told of candles, marks and lines; knows nothing of React. */
export function createPriceChart({
  element,
  colours,
  decimals,
  onReachStart,
  onPoint,
  onPress,
  openBoard = openChartBoard,
}: PriceChartOptions): PriceChart {
  const board = openBoard({ element, colours, decimals, priceText: price => priceText(price, decimals) });
  const { candles: series, volume, markers, timeScale, chart } = board;
  const lines = createLines(board, colours);
  let drawn: readonly Candle[] = [];
  let isRemoved = false;
  const volumeBar = (candle: Candle) => ({
    time: chartTime(candle.openAtMs),
    value: toNumber(candle.volume),
    color: `${isRising(candle) ? colours.up : colours.down}59`,
  });

  timeScale.subscribeVisibleLogicalRangeChange(range => {
    if (range !== null && drawn.length > 0 && range.from < nearStartBars) onReachStart();
    lines.relabel();
  });
  chart.subscribeCrosshairMove(({ time }: MouseEventParams) => {
    onPoint(typeof time === 'number' ? candleAt(drawn, time * 1000) : null);
  });

  hearPresses(board, decimals, onPress);
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
      chart.remove();
    },
  };
}

/** Each candle that moves makes the markers anew, and hardly ever others: only those are handed on. */
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

/** The price at the height that is pressed, with so many digits. */
function hearPresses({ chart, candles }: ChartBoard, decimals: number, onPress: (price: Decimal) => void): void {
  chart.subscribeClick(({ point }: MouseEventParams) => {
    const price = point === undefined ? null : candles.coordinateToPrice(point.y);
    const text = price === null ? null : toDecimal(price.toFixed(decimals));
    if (text !== null) onPress(text);
  });
}

function firstRange(count: number) {
  return { from: Math.max(count - firstBars.most, Math.min(-1, count - firstBars.fewest)), to: count + 4 };
}

/** Only an arrow: its size would be written over candles and other sizes. It is told for the candle under the pointer. */
function markerOf({ time, side }: FillMark, { own }: ChartColours) {
  const mark = { time, color: own, size: 0.6 };
  return side === 'buy'
    ? ({ ...mark, position: 'belowBar', shape: 'arrowUp' } as const)
    : ({ ...mark, position: 'aboveBar', shape: 'arrowDown' } as const);
}

/** The lines as they are drawn; drawn anew only when they or their labels are others. */
function createLines({ candles: series, chart }: ChartBoard, colours: ChartColours) {
  let drawn: readonly IPriceLine[] = [];
  let marks: readonly PriceMark[] = [];
  let labels = '';
  let price = 0;
  const heightOf = (each: number) => series.priceToCoordinate(each);
  const draw = (isNew: boolean) => {
    const labelled = labelledLines(marks, price, { heightOf, lowest: chart.paneSize().height });
    const wanted = [...labelled].toSorted((a, b) => a - b).join();
    if (!isNew && wanted === labels) return;
    labels = wanted;
    for (const line of drawn) series.removePriceLine(line);
    drawn = marks.map((mark, index) => series.createPriceLine(lineOf(mark, colours, labelled.has(index))));
  };
  return {
    set: (next: readonly PriceMark[]) => {
      marks = next;
      draw(true);
    },
    setPrice: (next: number) => {
      price = next;
      if (marks.length > 0) draw(false);
    },
    /** other prices may be on the scale now */
    relabel: () => {
      if (marks.length > 0) draw(false);
    },
  };
}

function lineOf({ price, kind, side, text }: PriceMark, colours: ChartColours, hasLabel: boolean) {
  return {
    price,
    title: hasLabel ? text : '',
    color: kind === 'stop' ? colours.warning : side === 'buy' ? colours.up : colours.down,
    lineStyle: kind === 'stop' ? LineStyle.Dashed : LineStyle.Solid,
    lineWidth: 1,
    axisLabelVisible: hasLabel,
  } as const;
}
