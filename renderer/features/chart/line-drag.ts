import { compare, type Decimal, fromNumber } from '#shared/decimal.ts';
import { createPointerDrag } from '#ui/pointer-drag.ts';
import type { PriceMark } from './price-marks.ts';

/** So near a line, in pixels, a press takes hold of it. */
const reachPx = 5;
type HeightOf = (price: number) => number | null;

/** The line under the pointer that can be dragged: the nearest within reach, of two as near the one that is drawn last. */
export function grabbedMark(marks: readonly PriceMark[], heightPx: number, heightOf: HeightOf): PriceMark | null {
  let found: PriceMark | null = null;
  let nearest = reachPx;
  for (const mark of marks) {
    const at = mark.of === null ? null : heightOf(mark.price);
    const away = at === null ? Number.POSITIVE_INFINITY : Math.abs(at - heightPx);
    if (away > nearest) continue;
    nearest = away;
    found = mark;
  }
  return found;
}

/** Where a line was dropped; null: to where it is, or beside the prices. */
export function dropPrice(mark: PriceMark, price: Decimal | null): Decimal | null {
  return price === null || compare(price, fromNumber(mark.price)) === 0 ? null : price;
}

export interface LineDragOptions {
  readonly element: HTMLElement;
  readonly marks: () => readonly PriceMark[];
  readonly heightOf: HeightOf;
  readonly priceAt: (heightPx: number) => Decimal | null;
  readonly preview: (mark: PriceMark | null, price: Decimal | null) => void;
  /** `isAll`: Alt was held */
  readonly onDrop: (mark: PriceMark, price: Decimal, isAll: boolean) => void;
}

export interface LineDrag {
  readonly stop: () => void;
}

/** Drags lines of a chart up and down. */
export function createLineDrag(options: LineDragOptions): LineDrag {
  const { element, heightOf, priceAt, preview } = options;
  const heightAt = (event: MouseEvent) => event.clientY - element.getBoundingClientRect().top;
  const under = (event: MouseEvent) => grabbedMark(options.marks(), heightAt(event), heightOf);
  return createPointerDrag<PriceMark>({
    element,
    isExclusive: true,
    grab: under,
    onMove(mark, event) {
      preview(mark, priceAt(heightAt(event)));
      return true;
    },
    onEnd() {
      preview(null, null);
      element.style.cursor = '';
    },
    onDrop(mark, event) {
      const price = dropPrice(mark, priceAt(heightAt(event)));
      if (price !== null) options.onDrop(mark, price, event.altKey);
    },
    onHover(event) {
      element.style.cursor = under(event) === null ? '' : 'ns-resize';
    },
  });
}
