import type { Strokes } from './strokes.ts';

/** In CSS px; `ratio`: pixels of the screen in one of them. */
export interface CanvasSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly ratio: number;
}

/** What the page tells the thread that draws. `id` names a canvas. */
export type DrawingMessage =
  | { readonly kind: 'open'; readonly id: number; readonly canvas: OffscreenCanvas }
  /** `size` only when it is another one: a canvas is cleared by that */
  | {
      readonly kind: 'draw';
      readonly id: number;
      readonly size: CanvasSize | null;
      readonly strokes: Strokes;
    }
  | { readonly kind: 'close'; readonly id: number };

/** What the thread that draws tells the page: a canvas is empty, and must be drawn anew. */
export interface DrawingReport {
  readonly clearedId: number;
}
