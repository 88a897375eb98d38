import type { Connection } from './connection.ts';
import type { FeedContext, FeedTimes, GetAccess } from './context.ts';
import { dial } from './dial.ts';
import { type Connections, type ConnectionUser, holdConnection } from './renewal.ts';

interface ReconnectingOptions {
  readonly getAccess: GetAccess;
  readonly context: FeedContext;
  readonly times: FeedTimes;
  readonly user: ConnectionUser;
}

/** A connection that is always there, or being made again, until it is closed. */
export interface ReconnectingConnection {
  /** treats the connection as lost and connects again at once */
  readonly renew: (why: string) => void;
  readonly close: () => void;
}

const firstBackOffMs = 250;
const longestBackOffMs = 30_000;
/** A connection that held this long was a good one: the next back-off starts small again. */
const steadyMs = 10_000;

/** Keeps one connection up: a new token for each dial, back-off with full jitter, a successor before the exchange cuts it. */
export function createReconnectingConnection(options: ReconnectingOptions): ReconnectingConnection {
  const { context, user } = options;
  const connections: Connections = { current: null, successor: null };
  const life = { isClosed: false, isHurried: false, failures: 0 };
  let dialling = new AbortController();

  const redial = async (): Promise<Connection | null> => {
    const { signal } = dialling;
    const connection = await dial({ ...options, signal });
    if (typeof connection !== 'string' && !signal.aborted) return connection;
    if (typeof connection !== 'string') connection.end('It was no longer wanted.');
    else if (!signal.aborted) user.failed(connection);
    return null;
  };
  const connectAndHold = async (): Promise<void> => {
    const connection = await redial();
    if (connection === null) {
      life.failures += 1;
      return;
    }
    const upAtMs = context.monotonicMs();
    user.up(connection);
    const why = await holdConnection(connection, connections, { ...options, redial });
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
    connections.current?.end(why);
    connections.successor?.end(why);
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
