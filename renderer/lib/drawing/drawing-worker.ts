import type { DrawingMessage, DrawingReport } from './drawing-messages.ts';
import { replay } from './strokes.ts';

/** Draws on the canvases of a window in a thread of its own: a frame of the page costs more than what is drawn here. */
const pens = new Map<number, OffscreenCanvasRenderingContext2D>();

function draw(pen: OffscreenCanvasRenderingContext2D, { size, strokes }: Extract<DrawingMessage, { kind: 'draw' }>) {
  if (size !== null) {
    pen.canvas.width = Math.round(size.widthPx * size.ratio);
    pen.canvas.height = Math.round(size.heightPx * size.ratio);
    // setting the size has reset the pen
    pen.scale(size.ratio, size.ratio);
  }
  replay(pen, strokes);
}

// what comes here was sent by the very build that this file is of
addEventListener('message', ({ data }: MessageEvent<DrawingMessage>) => {
  if (data.kind === 'open') {
    // without transparency the browser can draw text as sharp as in the rest of the page
    const pen = data.canvas.getContext('2d', { alpha: false });
    // the page is notified, and draws for itself: an undrawn book must not look like a quiet one
    if (pen === null) throw new Error('this canvas cannot be drawn on');
    pens.set(data.id, pen);
    const { id } = data;
    // a reset of the graphics processor has erased the drawing
    data.canvas.addEventListener('contextrestored', () => postMessage({ clearedId: id } satisfies DrawingReport));
    return;
  }
  if (data.kind === 'close') {
    pens.delete(data.id);
    return;
  }
  const pen = pens.get(data.id);
  if (pen !== undefined) draw(pen, data);
});
