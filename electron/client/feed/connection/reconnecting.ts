import { type Lane, openLane, type SocketUser } from './lane.ts';
import { holdLane, type Lanes } from './renewal.ts';
import type { FeedTimes, FeedWorld, GetAccess } from './socket.ts';

interface SocketInput {
  readonly getAccess: GetAccess;
  readonly world: FeedWorld;
  readonly times: FeedTimes;
  readonly user: SocketUser;
}

/** A connection that is always there, or being made again, until it is closed. */
export interface Socket {
  /** takes the line for dead and dials at once */
  readonly renew: (why: string) => void;
  readonly close: () => void;
}

const firstBackOffMs = 250;
const longestBackOffMs = 30_000;
/** A line that held this long was a good one: the next back-off starts small again. */
const steadyMs = 10_000;

/** Keeps one line up: a new token for each dial, back-off with full jitter, a successor before the exchange cuts it. */
export function createSocket({ getAccess, world, times, user }: SocketInput): Socket {
  const lanes: Lanes = { current: null, successor: null };
  const life = { isClosed: false, isHurried: false, failures: 0 };
  let dialling = new AbortController();

  async function dial(): Promise<Lane | null> {
    const { signal } = dialling;
    const lane = await openLane({ getAccess, world, times, signal });
    if (typeof lane !== 'string' && !signal.aborted) return lane;
    if (typeof lane !== 'string') lane.line.end('It was no longer wanted.');
    else if (!signal.aborted) user.failed(lane);
    return null;
  }

  async function connectAndHold(): Promise<void> {
    const lane = await dial();
    if (lane === null) {
      life.failures += 1;
      return;
    }
    const upAtMs = world.monotonicMs();
    user.up(lane.line);
    const why = await holdLane(lane, lanes, { user, world, times, dial });
    life.failures = world.monotonicMs() - upAtMs >= steadyMs ? 0 : life.failures + 1;
    if (!life.isClosed) user.down(why);
  }

  async function pause(): Promise<void> {
    if (life.isHurried || life.isClosed) return;
    const bound = Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(life.failures, 10));
    await world.wait(world.random() * bound, dialling.signal);
  }

  async function run(): Promise<void> {
    while (!life.isClosed) {
      life.isHurried = false;
      await connectAndHold();
      await pause();
    }
  }

  function drop(why: string): void {
    dialling.abort();
    lanes.current?.line.end(why);
    lanes.successor?.line.end(why);
  }

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
