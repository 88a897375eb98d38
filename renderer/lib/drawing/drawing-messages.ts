import type { Strokes } from './strokes.ts';

/** In CSS px; `ratio`: pixels of the screen in one of them. */
export interface CanvasSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly ratio: number;
}

/** Messages of the page to the drawing thread. `id` names a canvas. */
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

/** Messages of the drawing thread to the page: a canvas is empty, and must be drawn again. */
export interface DrawingReport {
  readonly clearedId: number;
}
