import type { Lane, ConnectionListener } from './lane.ts';
import type { FeedTimes, FeedContext } from './socket.ts';

/** The line in use, and the one that is about to replace it. */
export interface Connections {
  current: Lane | null;
  successor: Lane | null;
}

interface RenewalOptions {
  readonly user: ConnectionListener;
  readonly context: FeedContext;
  readonly times: FeedTimes;
  readonly dial: () => Promise<Lane | null>;
}

const retryMs = 60_000;
/** Lines that were opened together are not renewed together. */
const spread = 0.02;

/** Resolves after `ms`, or earlier when the line ends. */
async function waitWhileUp({ line }: Lane, ms: number, context: FeedContext): Promise<void> {
  const over = new AbortController();
  await Promise.race([line.ended, context.wait(ms, over.signal)]);
  over.abort();
}

/** Runs both lines side by side until the successor has everything. The lane that goes on is answered. */
async function handOver(lane: Lane, next: Lane, { user, context, times }: RenewalOptions): Promise<Lane> {
  const isCarried = await Promise.race([
    user.carryOver(next.line),
    lane.line.ended.then(() => false),
    next.line.ended.then(() => false),
  ]);
  // what is still under way on the old line comes before what waits on the new one
  if (isCarried) await waitWhileUp(lane, times.overlapMs, context);
  if (next.line.isOver()) return lane;
  if (!isCarried && !lane.line.isOver()) {
    next.line.end('It could not take over.');
    return lane;
  }
  lane.line.end('It was replaced.');
  user.switched(next.line);
  return next;
}

/** Holds a line, replacing it before the exchange cuts it, until there is none. Answers why, as a sentence. */
export async function holdConnection(first: Lane, lanes: Connections, input: RenewalOptions): Promise<string> {
  const { user, context, times } = input;
  let lane = first;
  let dueMs = times.renewAfterMs * (1 - context.random() * spread);
  lanes.current = lane;
  lane.listen(user.frame);
  for (;;) {
    await waitWhileUp(lane, dueMs, context);
    if (lane.line.isOver()) break;
    lanes.successor = await input.dial();
    const after = lanes.successor === null ? lane : await handOver(lane, lanes.successor, input);
    lanes.successor = null;
    dueMs = after === lane ? retryMs : times.renewAfterMs;
    if (after !== lane) after.listen(user.frame);
    lane = after;
    lanes.current = lane;
  }
  lanes.current = null;
  return await lane.line.ended;
}
