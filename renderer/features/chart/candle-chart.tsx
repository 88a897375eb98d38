import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Candle, CandleInterval } from '#shared/domain/market/candle.ts';
import { watchColours } from '#lib/drawing/theme-colours.ts';
import { formatDecimal } from '#lib/format.ts';
import { chartTime } from './chart-bars.ts';
import type { FillMark } from './chart-marks.ts';
import { type ChartColours, readColours } from './chart-style.ts';
import { createPriceChart, type PriceChart } from './price-chart.ts';
import type { PriceMark } from './price-marks.ts';
import { t } from '#shared/words/t.ts';

interface CandleChartProps {
  readonly symbol: string;
  readonly label: string;
  readonly candles: readonly Candle[];
  readonly marks: readonly FillMark[];
  readonly lines: readonly PriceMark[];
  readonly decimals: number;
  readonly interval: CandleInterval;
  readonly onReachStart: () => void;
  /** the price at the height that was pressed */
  readonly onPress: (price: Decimal) => void;
  /** a line was dragged to another price */
  readonly onDrop: (mark: PriceMark, price: Decimal, isAll: boolean) => void;
  /** a drag began where several orders and stops lie on each other */
  readonly onShared: (count: number) => void;
}

/** The chart and, above it, the figures of the candle under the pointer or of the last one. */
export function CandleChart(props: CandleChartProps) {
  const { symbol, label, candles, marks, lines, decimals, interval } = props;
  const box = useRef<HTMLDivElement>(null);
  const colours = useColours();
  const [chart, setChart] = useState<PriceChart | null>(null);
  const [pointed, setPointed] = useState<Candle | null>(null);
  const newest = useRef(props);
  useEffect(() => {
    newest.current = props;
  });
  useEffect(() => {
    if (box.current === null) return undefined;
    const made = createPriceChart({
      element: box.current,
      colours,
      decimals,
      interval,
      onReachStart: () => newest.current.onReachStart(),
      onPoint: setPointed,
      onPress: price => newest.current.onPress(price),
      onDrop: (mark, price, isAll) => newest.current.onDrop(mark, price, isAll),
      onShared: count => newest.current.onShared(count),
    });
    setChart(made);
    return () => made.remove();
  }, [colours, decimals, interval]);
  // with the commit, so that the chart is drawn in the frame of the rest
  useLayoutEffect(() => chart?.setCandles(candles), [chart, candles]);
  useLayoutEffect(() => chart?.setMarks(marks), [chart, marks]);
  useLayoutEffect(() => chart?.setLines(lines), [chart, lines]);
  const shown = pointed ?? candles.at(-1);
  return (
    <div className="chart">
      {shown === undefined ? null : <Legend symbol={symbol} candle={shown} decimals={decimals} marks={marks} />}
      <div ref={box} className="chart-canvas" role="img" aria-label={`${label}: ${describe(candles, decimals)}`} />
    </div>
  );
}

interface LegendProps {
  readonly symbol: string;
  readonly candle: Candle;
  readonly decimals: number;
  readonly marks: readonly FillMark[];
}

function Legend({ symbol, candle, decimals, marks }: LegendProps) {
  const price = (text: Decimal) => formatDecimal(text, { minimumDecimals: decimals });
  return (
    <p className="chart-legend number">
      <b className="chart-symbol">{symbol}</b>
      <span>O {price(candle.open)}</span>
      <span>H {price(candle.high)}</span>
      <span>L {price(candle.low)}</span>
      <span>C {price(candle.close)}</span>
      <span>V {formatDecimal(candle.volume, { maximumDecimals: 4 })}</span>
      {marks
        .filter(mark => mark.time === chartTime(candle.openAtMs))
        .map(mark => (
          <span key={mark.side} className="chart-own">
            {mark.side === 'buy' ? t`own buy ${mark.text}` : t`own sell ${mark.text}`}
          </span>
        ))}
    </p>
  );
}

function describe(candles: readonly Candle[], decimals: number): string {
  const last = candles.at(-1);
  if (last === undefined) return t`no candles`;
  return t`${candles.length} candles, last close ${formatDecimal(last.close, { minimumDecimals: decimals })}`;
}

/** Read again when the theme or the colours of the system change. */
function useColours(): ChartColours {
  const [colours, setColours] = useState(() => readColours(document.documentElement));
  useEffect(() => watchColours(() => setColours(readColours(document.documentElement))), []);
  return colours;
}
