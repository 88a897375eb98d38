import { compare, type Decimal, fromNumber } from '#shared/decimal.ts';
import type { PriceMark } from './price-marks.ts';

/** So near a line, in pixels, a press takes hold of it. */
const reachPx = 5;
/** A hand trembles: a press that goes less far than this is none that drags. */
const leastTravelPx = 4;

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

export interface LineDrop {
  readonly mark: PriceMark;
  /** the price under the pointer; null: it is not over the prices */
  readonly price: Decimal | null;
  readonly travelPx: number;
}

/** Where it was dropped; null: it was not dragged, or to where it is. */
export function dropPrice({ mark, price, travelPx }: LineDrop): Decimal | null {
  if (price === null || travelPx < leastTravelPx) return null;
  return compare(price, fromNumber(mark.price)) === 0 ? null : price;
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

/** Drags lines of a chart up and down. Nothing is asked before it is let go, and Escape leaves all as it was. */
export function createLineDrag(options: LineDragOptions): LineDrag {
  const { element, heightOf, priceAt, preview } = options;
  let held: { readonly mark: PriceMark; readonly fromPx: number } | null = null;
  const heightAt = (event: MouseEvent) => event.clientY - element.getBoundingClientRect().top;
  const under = (event: MouseEvent) => grabbedMark(options.marks(), heightAt(event), heightOf);
  const end = () => {
    held = null;
    preview(null, null);
    element.style.cursor = '';
  };
  const begin = (event: PointerEvent) => {
    const mark = event.button === 0 ? under(event) : null;
    if (mark === null) return;
    held = { mark, fromPx: heightAt(event) };
    event.stopPropagation();
  };
  // the chart would scroll with the same hand
  const keep = (event: MouseEvent) => {
    if (held === null) return;
    event.stopPropagation();
    event.preventDefault();
  };
  const move = (event: PointerEvent) => {
    if (held !== null) preview(held.mark, priceAt(heightAt(event)));
    else if (event.target instanceof Node && element.contains(event.target))
      element.style.cursor = under(event) === null ? '' : 'ns-resize';
  };
  const drop = (event: PointerEvent) => {
    if (held === null) return;
    const { mark, fromPx } = held;
    const atPx = heightAt(event);
    end();
    const price = dropPrice({ mark, price: priceAt(atPx), travelPx: Math.abs(atPx - fromPx) });
    if (price !== null) options.onDrop(mark, price, event.altKey);
  };
  const abort = (event: KeyboardEvent) => {
    if (held === null || event.key !== 'Escape') return;
    event.stopImmediatePropagation();
    event.preventDefault();
    end();
  };
  const hearing = new AbortController();
  const captured = { capture: true, signal: hearing.signal } as const;
  element.addEventListener('pointerdown', begin, captured);
  element.addEventListener('mousedown', keep, captured);
  window.addEventListener('pointermove', move, captured);
  window.addEventListener('pointerup', drop, captured);
  window.addEventListener('pointercancel', end, captured);
  window.addEventListener('keydown', abort, captured);
  return { stop: () => hearing.abort() };
}
