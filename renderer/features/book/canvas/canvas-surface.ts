import type { LadderSurface } from './canvas-ladder.ts';
import { createSizing } from './sized-canvas.ts';

export interface CanvasSurface extends LadderSurface {
  readonly pen: CanvasRenderingContext2D;
}

/** The canvas in the pixels of the screen, drawn in CSS px. Null where canvases cannot be drawn on. */
export function createCanvasSurface(canvas: HTMLCanvasElement): CanvasSurface | null {
  // without transparency the browser can draw text as sharp as in the rest of the page
  const pen = canvas.getContext('2d', { alpha: false });
  if (pen === null) return null;
  return {
    pen,
    resize: createSizing(canvas, ({ widthPx, heightPx, ratio }) => {
      canvas.width = Math.round(widthPx * ratio);
      canvas.height = Math.round(heightPx * ratio);
      // setting the size has reset the pen
      pen.scale(ratio, ratio);
    }),
    // it is seen with the page's next frame
    commit: () => undefined,
  };
}
