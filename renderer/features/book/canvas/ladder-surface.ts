import { drawingThread } from '#lib/drawing/drawing-thread.ts';
import type { LadderSurface } from './canvas-ladder.ts';
import { openThreadSurface } from './thread-surface.ts';

/** What a ladder is drawn on, and when. */
export interface OpenedSurface {
  /** null where canvases cannot be drawn on */
  readonly surface: LadderSurface | null;
  /** has something drawn soon; the answer calls it off */
  readonly plan: (draw: () => void) => () => void;
  readonly close: () => void;
}

/** `onCleared` is called when all must be drawn again. */
export type OpenSurface = (canvas: HTMLCanvasElement, onCleared: () => void) => OpenedSurface;

/** In the thread that draws. */
export const openInThread: OpenSurface = (canvas, onCleared) => {
  const surface = openThreadSurface(canvas, { thread: drawingThread, onCleared });
  return { surface, plan: afterThisTask, close: () => surface?.close() };
};

/** The thread has frames of its own. To ask for one of the page's would cost the page a frame in which nothing changed. */
function afterThisTask(draw: () => void): () => void {
  let isWanted = true;
  queueMicrotask(() => {
    if (isWanted) draw();
  });
  return () => {
    isWanted = false;
  };
}
