import { type IPriceLine, LineStyle } from 'lightweight-charts';
import { type Decimal, toNumber } from '#shared/decimal.ts';
import { faded } from '#lib/drawing/theme-colours.ts';
import type { ChartBoard } from './chart-board.ts';
import { areRungsCrowded, labelledLines } from './chart-marks.ts';
import type { ChartColours } from './chart-style.ts';
import type { PriceMark } from './price-marks.ts';

/** So wide a picture has room for a whole pill beside the candles. */
const wideFromPx = 760;

/** The lines as they are drawn; drawn again only when they or their labels differ. */
export function createLines({ candles: series, chart }: ChartBoard, colours: ChartColours) {
  let drawn: readonly IPriceLine[] = [];
  let marks: readonly PriceMark[] = [];
  let labels = '';
  let price = 0;
  let dragged: IPriceLine | null = null;
  const heightOf = (each: number) => series.priceToCoordinate(each);
  const draw = (isNew: boolean) => {
    const { height, width } = chart.paneSize();
    const isWide = width >= wideFromPx;
    const labelled = labelledLines(marks, price, { heightOf, lowest: height });
    const isCrowded = areRungsCrowded(marks, heightOf);
    const wanted = [isWide, isCrowded, ...[...labelled].toSorted((a, b) => a - b)].join();
    if (!isNew && wanted === labels) return;
    labels = wanted;
    for (const line of drawn) series.removePriceLine(line);
    const titleOf = (mark: PriceMark, index: number) =>
      labelled.has(index) ? (isWide ? mark.text : (mark.shortText ?? mark.text)) : null;
    drawn = marks.map((mark, index) =>
      series.createPriceLine(lineOf(mark, colours, { title: titleOf(mark, index), isCrowded })),
    );
  };
  return {
    marks: () => marks,
    set: (next: readonly PriceMark[]) => {
      // prices that only moved a label's digits come many times a second
      if (isSameMarks(marks, next)) {
        marks = next;
        return;
      }
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
    /** where a line is being dragged to, beside where it was; null: no longer */
    preview: (mark: PriceMark | null, at: Decimal | null) => {
      if (dragged !== null) series.removePriceLine(dragged);
      dragged = null;
      if (mark === null || at === null) return;
      const moved = { ...mark, price: toNumber(at) };
      const title = `${mark.shortText ?? mark.text} →`;
      dragged = series.createPriceLine({ ...lineOf(moved, colours, { title, isCrowded: false }), lineWidth: 2 });
    },
  };
}

function isSameMarks(a: readonly PriceMark[], b: readonly PriceMark[]): boolean {
  return (
    a.length === b.length &&
    a.every((mark, index) => {
      const other = b[index];
      return (
        mark.price === other?.price && mark.text === other.text && mark.kind === other.kind && mark.side === other.side
      );
    })
  );
}

interface LineLook {
  /** null: it does not say what it is */
  readonly title: string | null;
  /** rungs lie so near each other that those without a title are drawn fainter */
  readonly isCrowded: boolean;
}

function lineOf({ price, kind, side }: PriceMark, colours: ChartColours, { title, isCrowded }: LineLook) {
  const sided = side === 'buy' ? colours.up : colours.down;
  const alpha = kind === 'ghost' && isCrowded && title === null ? 0.25 : 0.55;
  return {
    price,
    title: title ?? '',
    color: kind === 'stop' ? colours.warning : kind === 'order' ? sided : faded(sided, alpha),
    lineStyle: { order: LineStyle.Solid, stop: LineStyle.Dashed, ghost: LineStyle.SparseDotted, was: LineStyle.Dotted }[
      kind
    ],
    lineWidth: 1,
    axisLabelVisible: title !== null,
  } as const;
}
