import type { CanvasSize, DrawingMessage, DrawingReport } from './drawing-messages.ts';
import type { Strokes } from './strokes.ts';
// oxlint-disable-next-line import/default -- the bundler makes the address of a file out of this
import workerAddress from './drawing-worker.ts?worker&url';

/** A canvas that was transferred. There is no answer. */
export interface DrawnCanvas {
  /** `size` only when it is another one: the canvas is cleared by that, and its pen is as new */
  readonly draw: (size: CanvasSize | null, strokes: Strokes) => void;
  readonly close: () => void;
}

/** The thread that draws, as the page sees it. */
export interface DrawingThread {
  /** `onCleared` is called when the browser cleared the canvas */
  readonly open: (canvas: OffscreenCanvas, onCleared: () => void) => DrawnCanvas;
  /** There is none, or it has failed: its messages are not drawn, and the page must draw for itself. */
  readonly isLost: () => boolean;
  /** called when it is lost; the result unsubscribes */
  readonly subscribe: (listener: () => void) => () => void;
}

type Thread = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

/** Starts a thread with the first canvas. `start` throws where threads cannot be had. */
export function createDrawingThread(start: () => Thread): DrawingThread {
  let thread: Thread | undefined;
  let isLost = false;
  let opened = 0;
  const listeners = new Set<() => void>();
  const hearCleared = new Map<number, () => void>();
  const lose = () => {
    if (isLost) return;
    isLost = true;
    thread?.terminate();
    for (const listener of listeners) listener();
  };
  const startThread = (): Thread => {
    const started = start();
    // its file is not there, or what it does fails
    started.addEventListener('error', lose);
    started.addEventListener('message', ({ data }: MessageEvent<DrawingReport>) => hearCleared.get(data.clearedId)?.());
    return started;
  };
  const publish = (message: DrawingMessage, handedOver: Transferable[] = []) => {
    if (isLost) return;
    try {
      thread ??= startThread();
      thread.postMessage(message, handedOver);
    } catch {
      lose();
    }
  };
  return {
    open: (canvas, onCleared) => {
      opened += 1;
      const id = opened;
      hearCleared.set(id, onCleared);
      publish({ kind: 'open', id, canvas }, [canvas]);
      return {
        draw: (size, strokes) => publish({ kind: 'draw', id, size, strokes }),
        close: () => {
          hearCleared.delete(id);
          publish({ kind: 'close', id });
        },
      };
    },
    isLost: () => isLost,
    subscribe: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

interface ScriptPolicies {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (text: string) => string };
}

declare global {
  interface Window {
    /** what TypeScript does not know of yet: https://w3c.github.io/trusted-types */
    readonly trustedTypes?: ScriptPolicies;
  }
}

/**
 * The page's policy allows one maker of script addresses, by this name and once: it gives the address of this one file,
 * whatever it is asked for.
 */
function startWorker(): Worker {
  const { trustedTypes } = window;
  if (trustedTypes === undefined) return new Worker(workerAddress, { type: 'module' });
  const policy = trustedTypes.createPolicy('fathom-drawing', { createScriptURL: () => workerAddress });
  return new Worker(policy.createScriptURL(''), { type: 'module' });
}

/** One for all canvases of the window. */
export const drawingThread: DrawingThread = createDrawingThread(startWorker);
