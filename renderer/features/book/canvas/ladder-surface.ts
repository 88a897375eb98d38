import type { DrawingThread } from '#lib/drawing/drawing-thread.ts';
import type { LadderSurface } from './canvas-ladder.ts';
import { createCanvasSurface } from './canvas-surface.ts';
import { openThreadSurface } from './thread-surface.ts';

/** What a ladder is drawn on, and when. */
export interface OpenedSurface {
  /** null where canvases cannot be drawn on */
  readonly surface: LadderSurface | null;
  /** has something drawn soon; the answer calls it off */
  readonly plan: (draw: () => void) => () => void;
  readonly close: () => void;
}

/** In the thread that draws or, where that is lost, in the page. */
export function openLadderSurface(canvas: HTMLCanvasElement, thread: DrawingThread): OpenedSurface {
  if (thread.isLost()) return { surface: createCanvasSurface(canvas), plan: withNextFrame, close: () => undefined };
  const surface = openThreadSurface(canvas, thread);
  return { surface, plan: afterThisTask, close: () => surface?.close() };
}

function withNextFrame(draw: () => void): () => void {
  const id = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(id);
}

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
