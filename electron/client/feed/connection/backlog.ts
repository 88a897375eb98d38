import type { BadFrame, MessageFrame } from './frame.ts';

export type FrameListener = (frame: MessageFrame | BadFrame) => void;

/** Frames that arrived before the first listener. */
export interface Backlog {
  readonly add: FrameListener;
  /** hands the frames on, in their order; false when there were more than may wait and some are lost */
  readonly handOver: (listener: FrameListener) => boolean;
}

/** Frames that may wait while a successor takes over: many seconds of a busy market, and still bounded. */
const mostWaiting = 100_000;

export function createBacklog(): Backlog {
  const waiting: (MessageFrame | BadFrame)[] = [];
  let isFull = false;
  return {
    add(frame) {
      if (waiting.push(frame) >= mostWaiting) isFull = true;
      if (isFull) waiting.length = 0;
    },
    handOver(listener) {
      for (const frame of waiting.splice(0)) listener(frame);
      return !isFull;
    },
  };
}
