/** How a view went to the page: monotonic ms of ours, and how far the page's nearest frame was when it took it. */
export interface Handover {
  readonly sentAtMs: number;
  readonly takenAtMs: number;
  /** from the taking to a frame of the page, before or after it; null: the page does not know */
  readonly toFrameMs: number | null;
}

/** Knows when the page's frames fall, as far as its answers show. */
export interface FrameSense {
  readonly record: (handover: Handover) => void;
  /** how much later (negative: earlier) than `atMs` a view would be made just in time for a frame; 0 = not known */
  readonly offsetMs: (atMs: number) => number;
}

export const frameMs = 1000 / 60;
/**
 * Time that a view needs to reach the page, to be prepared there, and to reach the drawing thread. A view that is sent
 * later is drawn one frame later.
 */
export const leadMs = 5.5;
/** Earlier reports of the page are no longer valid: clocks and screens drift apart. */
const forgottenAfterMs = 1000;
/** An answer that took this long says nothing of the moment when the page took the view. */
const longestMs = frameMs;

/**
 * Views that are made at any moment wait half a frame in the page before they are drawn. Made just before its frames
 * they do not, although there are no more of them.
 */
export function createFrameSense(): FrameSense {
  let frameAtMs = Number.NEGATIVE_INFINITY;
  return {
    record({ sentAtMs, takenAtMs, toFrameMs }) {
      if (toFrameMs === null || takenAtMs - sentAtMs > longestMs) return;
      frameAtMs = (sentAtMs + takenAtMs) / 2 + toFrameMs;
    },
    offsetMs(atMs) {
      if (Math.abs(atMs - frameAtMs) > forgottenAfterMs) return 0;
      const late = (((atMs - frameAtMs + leadMs) % frameMs) + frameMs) % frameMs;
      return late > frameMs / 2 ? frameMs - late : -late;
    },
  };
}
