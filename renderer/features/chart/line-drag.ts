import { compare, type Decimal, fromNumber } from '#shared/decimal.ts';
import { createPointerDrag } from '#ui/pointer-drag.ts';
import type { PriceMark } from './price-marks.ts';

/** So near a line, in pixels, a press takes hold of it. */
const reachPx = 5;
type HeightOf = (price: number) => number | null;

/** Lines so near each other, in pixels, look like one. */
const togetherPx = 1.5;

/** What a press takes hold of: a line, or several orders and stops at one height, of which none is certain. */
export type LineGrab =
  | { readonly kind: 'line'; readonly mark: PriceMark }
  | { readonly kind: 'shared'; readonly count: number };

/**
 * The line under the pointer that can be dragged: the nearest within reach, of two rungs as near the one that is drawn
 * last.
 */
export function grabbedMark(marks: readonly PriceMark[], heightPx: number, heightOf: HeightOf): LineGrab | null {
  const awayOf = (mark: PriceMark) => {
    const at = mark.of === null ? null : heightOf(mark.price);
    return at === null ? Number.POSITIVE_INFINITY : Math.abs(at - heightPx);
  };
  let found: PriceMark | null = null;
  let nearest = reachPx;
  for (const mark of marks) {
    const away = awayOf(mark);
    if (away > nearest) continue;
    nearest = away;
    found = mark;
  }
  if (found === null) return null;
  if (found.kind === 'ghost') return { kind: 'line', mark: found };
  const height = heightOf(found.price) ?? heightPx;
  const count = marks.filter(({ price, of, kind }) => {
    const at = of === null || kind === 'ghost' ? null : heightOf(price);
    return at !== null && Math.abs(at - height) <= togetherPx;
  }).length;
  return count > 1 ? { kind: 'shared', count } : { kind: 'line', mark: found };
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
  /** several orders and stops lie under the pointer */
  readonly onShared: (count: number) => void;
}

export interface LineDrag {
  readonly stop: () => void;
}

/** Drags lines of a chart up and down. */
export function createLineDrag(options: LineDragOptions): LineDrag {
  const { element, heightOf, priceAt, preview } = options;
  const heightAt = (event: MouseEvent) => event.clientY - element.getBoundingClientRect().top;
  const under = (event: MouseEvent) => grabbedMark(options.marks(), heightAt(event), heightOf);
  return createPointerDrag<LineGrab>({
    element,
    isExclusive: true,
    grab: under,
    onMove(grab, event) {
      if (grab.kind === 'shared') {
        options.onShared(grab.count);
        return false;
      }
      preview(grab.mark, priceAt(heightAt(event)));
      return true;
    },
    onEnd() {
      preview(null, null);
      element.style.cursor = '';
    },
    onDrop(grab, event) {
      if (grab.kind === 'shared') return;
      const price = dropPrice(grab.mark, priceAt(heightAt(event)));
      if (price !== null) options.onDrop(grab.mark, price, event.altKey);
    },
    onHover(event) {
      element.style.cursor = under(event) === null ? '' : 'ns-resize';
    },
  });
}
