import type { CanvasSize } from '#lib/drawing/drawing-messages.ts';
import type { DrawingThread } from '#lib/drawing/drawing-thread.ts';
import { createRecordingPen, type TextMeter } from '#lib/drawing/recording-pen.ts';
import type { LadderSurface } from './canvas-ladder.ts';
import { createSizing } from './sized-canvas.ts';

export interface ThreadSurface extends LadderSurface {
  /** it is no longer drawn on, unless it stays in the page or is opened again at once */
  readonly close: () => void;
}

interface Opened extends ThreadSurface {
  readonly keep: (onCleared: () => void) => void;
}

// a canvas can be handed over once, and React may leave and come back to it
const surfaces = new WeakMap<HTMLCanvasElement, Opened>();

/** The canvas in the pixels of the screen, drawn in CSS px by another thread. Null where no text can be measured. */
export function openThreadSurface(
  canvas: HTMLCanvasElement,
  { thread, onCleared }: Pick<Means, 'thread' | 'onCleared'>,
): ThreadSurface | null {
  const known = surfaces.get(canvas);
  known?.keep(onCleared);
  if (known !== undefined) return known;
  const meter = document.createElement('canvas').getContext('2d');
  if (meter === null) return null;
  const made = handOver(canvas, { thread, meter, onCleared });
  surfaces.set(canvas, made);
  return made;
}

interface Means {
  readonly thread: DrawingThread;
  readonly meter: TextMeter;
  /** the browser cleared the canvas */
  readonly onCleared: () => void;
}

function handOver(canvas: HTMLCanvasElement, { thread, meter, ...means }: Means): Opened {
  let { onCleared } = means;
  const drawn = thread.open(canvas.transferControlToOffscreen(), () => {
    sizing.forget();
    onCleared();
  });
  const pen = createRecordingPen(meter);
  let size: CanvasSize | null = null;
  const sizing = createSizing(canvas, wanted => {
    size = wanted;
    pen.forget();
  });
  let closing: ReturnType<typeof setTimeout> | undefined;
  return {
    pen,
    resize: sizing.resize,
    commit: () => {
      const strokes = pen.take();
      if (strokes.length === 0) return;
      drawn.draw(size, strokes);
      size = null;
    },
    keep: wanted => {
      onCleared = wanted;
      clearTimeout(closing);
    },
    close: () => {
      closing = setTimeout(() => {
        // React has only hidden it: it comes back to this very canvas
        if (canvas.isConnected) return;
        surfaces.delete(canvas);
        drawn.close();
      });
    },
  };
}
