import { frameMs } from './frame-sense.ts';
import type { Clock } from './clock.ts';

/** How far a drawing moves at once towards the page's frames: a single late answer must not make it stumble. */
const mostShiftMs = 1;

/** Lets something be drawn at most once a frame, or even more seldom, however often it changes. */
export interface Pacer {
  /** Something changed. Costs next to nothing when it already has since the last drawing. */
  readonly mark: () => void;
  readonly stop: () => void;
}

/**
 * The first mark after a pause draws as soon as everything that arrived with it was handled; from then on drawings lie on
 * a grid of frames (or of longer periods), so that sixty come in a second although each timer is a little late. No
 * marks, no timers.
 */
export function createPacer(clock: Clock, draw: () => void, leastMs = 0): Pacer {
  const periodMs = Math.max(frameMs, leastMs);
  let nextAtMs = Number.NEGATIVE_INFINITY;
  let undo: (() => void) | null = null;
  const run = (): void => {
    undo = null;
    const atMs = clock.monotonicMs();
    const planMs = atMs - nextAtMs < periodMs ? nextAtMs + periodMs : atMs + periodMs;
    nextAtMs = planMs + Math.min(Math.max(clock.frameOffsetMs(planMs), -mostShiftMs), mostShiftMs);
    draw();
  };
  return {
    mark() {
      if (undo !== null) return;
      const waitMs = nextAtMs - clock.monotonicMs();
      undo = waitMs > 0 ? clock.after(waitMs, run) : clock.soon(run);
    },
    stop() {
      undo?.();
      undo = null;
    },
  };
}
