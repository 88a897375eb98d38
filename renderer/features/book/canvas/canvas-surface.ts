import type { LadderSurface } from './canvas-ladder.ts';
import { createSizing } from './sized-canvas.ts';

export interface CanvasSurface extends LadderSurface {
  readonly pen: CanvasRenderingContext2D;
}

/**
 * The canvas in the pixels of the screen, drawn in CSS px. Null where canvases cannot be drawn on. `onCleared` is
 * called when the browser cleared it.
 */
export function createCanvasSurface(canvas: HTMLCanvasElement, onCleared?: () => void): CanvasSurface | null {
  // without transparency the browser can draw text as sharp as in the rest of the page
  const pen = canvas.getContext('2d', { alpha: false });
  if (pen === null) return null;
  const { resize, forget } = createSizing(canvas, ({ widthPx, heightPx, ratio }) => {
    canvas.width = Math.round(widthPx * ratio);
    canvas.height = Math.round(heightPx * ratio);
    // setting the size has reset the pen
    pen.scale(ratio, ratio);
  });
  // a reset of the graphics processor has erased the drawing
  canvas.addEventListener('contextrestored', () => {
    forget();
    onCleared?.();
  });
  return {
    pen,
    resize,
    // it is seen with the page's next frame
    commit: () => undefined,
  };
}
