import type { LadderSurface } from './canvas-ladder.ts';

export interface CanvasSurface extends LadderSurface {
  readonly pen: CanvasRenderingContext2D;
}

/** The canvas in the pixels of the screen, drawn in CSS px. Null where canvases cannot be drawn on. */
export function createCanvasSurface(canvas: HTMLCanvasElement): CanvasSurface | null {
  // without transparency the browser can draw text as sharp as in the rest of the page
  const pen = canvas.getContext('2d', { alpha: false });
  if (pen === null) return null;
  let drawn = '';
  return {
    pen,
    resize: (widthPx, heightPx) => {
      const ratio = window.devicePixelRatio;
      const wanted = `${widthPx} ${heightPx} ${ratio}`;
      if (wanted === drawn) return false;
      drawn = wanted;
      canvas.width = Math.round(widthPx * ratio);
      canvas.height = Math.round(heightPx * ratio);
      canvas.style.width = `${widthPx}px`;
      canvas.style.height = `${heightPx}px`;
      // setting the size has reset the pen
      pen.scale(ratio, ratio);
      return true;
    },
  };
}
