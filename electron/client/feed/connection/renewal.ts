import type { FrameListener } from './backlog.ts';
import type { Connection } from './connection.ts';
import type { FeedContext, FeedTimes } from './context.ts';

/** Who uses a connection that is always there. Frames come between `up` (or `switched`) and `down` only. */
export interface ConnectionUser {
  readonly up: (connection: Connection) => void;
  /** the connection is lost, for this reason; another one is being opened */
  readonly down: (why: string) => void;
  /** dialling failed, for this reason; it is tried again */
  readonly failed: (why: string) => void;
  /** asks for everything on a successor; false when it could not have all of it */
  readonly carryOver: (successor: Connection) => Promise<boolean>;
  /** the successor is the connection now */
  readonly switched: (successor: Connection) => void;
  readonly frame: FrameListener;
}

/** The connection in use, and the one that is about to replace it. */
export interface Connections {
  current: Connection | null;
  successor: Connection | null;
}

interface RenewalOptions {
  readonly user: ConnectionUser;
  readonly context: FeedContext;
  readonly times: FeedTimes;
  readonly redial: () => Promise<Connection | null>;
}

const retryMs = 60_000;
/** Connections that were opened together are not renewed together. */
const spread = 0.02;

/** Resolves after `ms`, or earlier when the connection ends. */
async function waitWhileUp({ ended }: Connection, ms: number, context: FeedContext): Promise<void> {
  const over = new AbortController();
  await Promise.race([ended, context.wait(ms, over.signal)]);
  over.abort();
}

/** Runs both side by side until the successor has everything. Returns the connection that continues. */
async function handOver(
  current: Connection,
  next: Connection,
  { user, context, times }: RenewalOptions,
): Promise<Connection> {
  const isCarried = await Promise.race([
    user.carryOver(next),
    current.ended.then(() => false),
    next.ended.then(() => false),
  ]);
  // what is still under way on the old connection comes before what waits on the new one
  if (isCarried) await waitWhileUp(current, times.overlapMs, context);
  if (next.isOver()) return current;
  if (!isCarried && !current.isOver()) {
    next.end('It could not take over.');
    return current;
  }
  current.end('It was replaced.');
  user.switched(next);
  return next;
}

/** Holds a connection, replacing it before the exchange cuts it, until there is none. Answers why, as a sentence. */
export async function holdConnection(
  first: Connection,
  connections: Connections,
  options: RenewalOptions,
): Promise<string> {
  const { user, context, times, redial } = options;
  let current = first;
  let dueMs = times.renewAfterMs * (1 - context.random() * spread);
  connections.current = current;
  current.listen(user.frame);
  for (;;) {
    await waitWhileUp(current, dueMs, context);
    if (current.isOver()) break;
    const successor = await redial();
    connections.successor = successor;
    const after = successor === null ? current : await handOver(current, successor, options);
    connections.successor = null;
    dueMs = after === current ? retryMs : times.renewAfterMs;
    if (after !== current) after.listen(user.frame);
    current = after;
    connections.current = current;
  }
  connections.current = null;
  return await current.ended;
}
