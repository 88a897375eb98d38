import type {
  BarPrice,
  Coordinate,
  IPriceLine,
  LogicalRange,
  LogicalRangeChangeEventHandler,
  MouseEventHandler,
  MouseEventParams,
  Time,
} from 'lightweight-charts';
import type { Bar } from '../chart-bars.ts';
import type { ChartBoard, ChartBoardOptions, VolumeBar } from '../chart-board.ts';

type Markers = Parameters<ChartBoard['markers']['setMarkers']>[0];
type LineOptions = Parameters<ChartBoard['candles']['createPriceLine']>[0];

export interface FakeBoard {
  readonly open: (options: ChartBoardOptions) => ChartBoard;
  /** the calls to the library, one by one */
  readonly log: readonly string[];
  readonly bars: () => readonly Bar[];
  readonly volumes: () => readonly VolumeBar[];
  readonly markers: () => Markers;
  readonly lines: () => readonly LineOptions[];
  /** every range that was asked to be shown */
  readonly ranges: readonly unknown[];
  readonly scroll: (range: { readonly from: number; readonly to: number } | null) => void;
  /** the pointer is over that second, or over none */
  readonly point: (seconds: number | null) => void;
  /** that height is pressed, or a place beside the chart */
  readonly press: (height: number | null) => void;
  readonly priceText: (price: number) => string;
  /** pixels of a price from now on; before, the library does not know */
  readonly scale: (heightOf: (price: number) => number) => void;
}

/** Keeps bars like the library: an update is the last bar or a newer one, anything older is an error. */
function createBars<T extends { readonly time: number }>(onCall: (name: string) => void) {
  let bars: readonly T[] = [];
  return {
    all: () => bars,
    setData: (next: readonly T[]) => {
      onCall('setData');
      bars = [...next];
    },
    update: (next: T) => {
      onCall('update');
      const last = bars.at(-1);
      if (last !== undefined && next.time < last.time) throw new Error('Cannot update oldest data');
      bars = last?.time === next.time ? [...bars.slice(0, -1), next] : [...bars, next];
    },
  };
}

const unknownHeight = (): null => null;

/** Price lines and where a price is drawn. */
function createLines() {
  const lines = new Map<IPriceLine, LineOptions>();
  let heightOf: (price: number) => number | null = unknownHeight;
  const series: Pick<
    ChartBoard['candles'],
    'createPriceLine' | 'removePriceLine' | 'priceToCoordinate' | 'coordinateToPrice'
  > = {
    // a price is as high as it is
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library brands its numbers
    coordinateToPrice: height => height as BarPrice,
    createPriceLine: options => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a line is only ever given back
      const line = { options: () => options } as unknown as IPriceLine;
      lines.set(line, options);
      return line;
    },
    removePriceLine: line => lines.delete(line),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library brands its numbers
    priceToCoordinate: price => heightOf(price) as Coordinate | null,
  };
  return {
    series,
    all: () => [...lines.values()],
    scale: (next: (price: number) => number) => {
      heightOf = next;
    },
  };
}

function publish(listeners: readonly MouseEventHandler<Time>[], event: MouseEventParams): void {
  for (const listener of listeners) listener(event);
}

function pressAt(height: number | null): MouseEventParams {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the chart asks for the point only
  return (height === null ? {} : { point: { x: 0, y: height } }) as MouseEventParams;
}

/** For tests: the chart library without a canvas. */
export function createFakeBoard(): FakeBoard {
  const log: string[] = [];
  const candles = createBars<Bar>(name => log.push(name));
  const volume = createBars<VolumeBar>(() => undefined);
  const lines = createLines();
  const ranges: unknown[] = [];
  const heard = {
    range: [] as LogicalRangeChangeEventHandler[],
    pointer: [] as MouseEventHandler<Time>[],
    press: [] as MouseEventHandler<Time>[],
  };
  let markers: Markers = [];
  let priceText: (price: number) => string = String;
  return {
    log,
    ranges,
    bars: candles.all,
    volumes: volume.all,
    markers: () => markers,
    lines: lines.all,
    scroll: range => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library brands its numbers
      for (const listener of heard.range) listener(range as LogicalRange | null);
    },
    point: seconds => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the chart asks for the time only
      const event = (seconds === null ? {} : { time: seconds }) as MouseEventParams;
      for (const listener of heard.pointer) listener(event);
    },
    press: height => publish(heard.press, pressAt(height)),
    priceText: price => priceText(price),
    scale: lines.scale,
    open: given => {
      priceText = given.priceText;
      return {
        candles: {
          setData: candles.setData,
          update: candles.update,
          ...lines.series,
        },
        volume,
        markers: {
          setMarkers: next => {
            log.push('setMarkers');
            markers = next;
          },
        },
        timeScale: {
          subscribeVisibleLogicalRangeChange: listener => heard.range.push(listener),
          setVisibleLogicalRange: range => ranges.push(range),
        },
        chart: {
          subscribeCrosshairMove: listener => heard.pointer.push(listener),
          subscribeClick: listener => heard.press.push(listener),
          remove: () => log.push('remove'),
          paneSize: () => ({ width: 600, height: 300 }),
        },
      };
    },
  };
}
