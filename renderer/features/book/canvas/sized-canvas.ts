import type { CanvasSize } from '#lib/drawing/drawing-messages.ts';

export interface CanvasSizing {
  /**
   * Makes the canvas as large as it is wanted in the page, and its pixels too, which clears it. Only when it is another
   * size, or another screen, or was cleared by others; says whether it was.
   */
  readonly resize: (widthPx: number, heightPx: number) => boolean;
  /** the drawing was erased */
  readonly forget: () => void;
}

/** `change` gives the canvas its pixels. */
export function createSizing(canvas: HTMLCanvasElement, change: (size: CanvasSize) => void): CanvasSizing {
  let drawn = '';
  return {
    resize: (widthPx, heightPx) => {
      const size = { widthPx, heightPx, ratio: window.devicePixelRatio };
      const wanted = JSON.stringify(size);
      if (wanted === drawn) return false;
      drawn = wanted;
      canvas.style.width = `${widthPx}px`;
      canvas.style.height = `${heightPx}px`;
      change(size);
      return true;
    },
    forget: () => {
      drawn = '';
    },
  };
}
