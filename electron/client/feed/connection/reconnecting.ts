import { type Lane, openLane, type ConnectionListener } from './lane.ts';
import { holdConnection, type Connections } from './renewal.ts';
import type { FeedTimes, FeedContext, GetAccess } from './socket.ts';

interface ReconnectingOptions {
  readonly getAccess: GetAccess;
  readonly context: FeedContext;
  readonly times: FeedTimes;
  readonly user: ConnectionListener;
}

/** A connection that is always there, or being made again, until it is closed. */
export interface ReconnectingConnection {
  /** takes the line for dead and dials at once */
  readonly renew: (why: string) => void;
  readonly close: () => void;
}

const firstBackOffMs = 250;
const longestBackOffMs = 30_000;
/** A line that held this long was a good one: the next back-off starts small again. */
const steadyMs = 10_000;

/** Keeps one line up: a new token for each dial, back-off with full jitter, a successor before the exchange cuts it. */
export function createReconnectingConnection({
  getAccess,
  context,
  times,
  user,
}: ReconnectingOptions): ReconnectingConnection {
  const lanes: Connections = { current: null, successor: null };
  const life = { isClosed: false, isHurried: false, failures: 0 };
  let dialling = new AbortController();

  const dial = async (): Promise<Lane | null> => {
    const { signal } = dialling;
    const lane = await openLane({ getAccess, context, times, signal });
    if (typeof lane !== 'string' && !signal.aborted) return lane;
    if (typeof lane !== 'string') lane.line.end('It was no longer wanted.');
    else if (!signal.aborted) user.failed(lane);
    return null;
  };

  const connectAndHold = async (): Promise<void> => {
    const lane = await dial();
    if (lane === null) {
      life.failures += 1;
      return;
    }
    const upAtMs = context.monotonicMs();
    user.up(lane.line);
    const why = await holdConnection(lane, lanes, { user, context, times, dial });
    life.failures = context.monotonicMs() - upAtMs >= steadyMs ? 0 : life.failures + 1;
    if (!life.isClosed) user.down(why);
  };

  const pause = async (): Promise<void> => {
    if (life.isHurried || life.isClosed) return;
    const bound = Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(life.failures, 10));
    await context.wait(context.random() * bound, dialling.signal);
  };

  const run = async (): Promise<void> => {
    while (!life.isClosed) {
      life.isHurried = false;
      await connectAndHold();
      await pause();
    }
  };

  const drop = (why: string): void => {
    dialling.abort();
    lanes.current?.line.end(why);
    lanes.successor?.line.end(why);
  };

  void run();
  return {
    renew(why) {
      if (life.isClosed) return;
      life.failures = 0;
      life.isHurried = true;
      drop(why);
      dialling = new AbortController();
    },
    close() {
      life.isClosed = true;
      drop('The feed was closed.');
    },
  };
}
