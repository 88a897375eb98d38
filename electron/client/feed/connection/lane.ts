import type { BadFrame, MessageFrame } from './frame.ts';
import { type Connection, openConnection } from './connection.ts';
import type { FeedTimes, FeedContext, GetAccess } from './socket.ts';

export type FrameListener = (frame: MessageFrame | BadFrame) => void;

/** Who lives on a socket. Frames come between `up` (or `switched`) and `down` only. */
export interface ConnectionListener {
  readonly up: (line: Connection) => void;
  /** the line is gone, for this reason; another one is being dialled */
  readonly down: (why: string) => void;
  /** dialling failed, for this reason; it is tried again */
  readonly failed: (why: string) => void;
  /** asks for everything on a successor of the line; false when it could not have all of it */
  readonly carryOver: (successor: Connection) => Promise<boolean>;
  /** the successor is the line now */
  readonly switched: (successor: Connection) => void;
  readonly frame: FrameListener;
}

/** A line whose frames wait until somebody listens. */
export interface Lane {
  readonly line: Connection;
  /** from now on frames go there, beginning with those that waited */
  readonly listen: (listener: FrameListener) => void;
}

export interface LaneInput {
  readonly getAccess: GetAccess;
  readonly context: FeedContext;
  readonly times: FeedTimes;
  /** gives up dialling */
  readonly signal: AbortSignal;
}

/** Frames that may wait while a successor takes over: many seconds of a busy market, and still bounded. */
const mostWaiting = 100_000;

/** A new token, a new line. A text says why there is none. */
export async function openLane({ getAccess, context, times, signal }: LaneInput): Promise<Lane | string> {
  const access = await getAccess(signal);
  if (!access.ok) return access.error.message;
  if (signal.aborted) return 'The connection was no longer wanted.';
  const waiting: (MessageFrame | BadFrame)[] = [];
  let isFull = false;
  let listener: FrameListener = frame => {
    if (waiting.push(frame) >= mostWaiting) isFull = true;
    if (isFull) waiting.length = 0;
  };
  const onFrame: FrameListener = frame => listener(frame);
  const opened = await openConnection({ context, times, access: access.value, signal, onFrame });
  if (!opened.ok) return opened.why;
  return {
    line: opened.line,
    listen(next) {
      // what did not fit is lost, and a line that lost something is no good
      if (isFull) return opened.line.end('Too much came before the connection was taken over.');
      listener = next;
      for (const frame of waiting.splice(0)) next(frame);
    },
  };
}
