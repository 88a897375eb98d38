import type { CanvasSize } from '#lib/drawing/drawing-messages.ts';

/**
 * Makes a canvas as large as it is wanted in the page; `change` does the same to its pixels, which clears it. Only when it
 * is another size, or another screen; says whether it was.
 */
export function createSizing(canvas: HTMLCanvasElement, change: (size: CanvasSize) => void) {
  let drawn = '';
  return (widthPx: number, heightPx: number): boolean => {
    const size = { widthPx, heightPx, ratio: window.devicePixelRatio };
    const wanted = JSON.stringify(size);
    if (wanted === drawn) return false;
    drawn = wanted;
    canvas.style.width = `${widthPx}px`;
    canvas.style.height = `${heightPx}px`;
    change(size);
    return true;
  };
}
