import type { Venue } from '#shared/domain/scalars.ts';
import { createSubscriber, type Named } from './subscriber.ts';
import type { Subscription } from './subscription.ts';
import type { FrameListener, ConnectionListener } from './connection/lane.ts';
import type { Connection } from './connection/connection.ts';
import { createReconnectingConnection } from './connection/reconnecting.ts';
import type { FeedTimes, FeedContext, GetAccess } from './connection/socket.ts';
import { lose, wantsAskingAgain } from './topic-state.ts';

/** One socket and the topics that it carries. */
export interface SharedConnection {
  readonly add: (entry: Subscription) => void;
  readonly remove: (entry: Subscription) => void;
  readonly size: () => number;
  /** once a second: states, retries, watchdogs */
  readonly tick: () => void;
  readonly renew: (why: string) => void;
  readonly close: () => void;
}

interface SharedConnectionOptions {
  readonly venue: Venue;
  readonly isPrivate: boolean;
  readonly getAccess: GetAccess;
  readonly context: FeedContext;
  readonly times: FeedTimes;
  readonly onFrame: FrameListener;
  readonly onUp: () => void;
}

/** A line on which nothing comes is made anew, but not all the time: the market itself may be halted. */
const silentLinePauseMs = 300_000;

/** True when everything that should come on a line has stopped: then it is the line, not the topics. */
function isSilent(entries: Iterable<Subscription>): boolean {
  const watched = [...entries].filter(({ spec }) => spec.silence.deadAfterMs !== null);
  return watched.length > 0 && watched.every(entry => entry.record.phase === 'on' && entry.status().state === 'dead');
}

/** What is wanted on one line, and what is to be taken off it. */
interface Wanted {
  readonly entries: Map<string, Subscription>;
  readonly leaving: Map<string, Named>;
  line: Connection | null;
  /** what a successor of the line carries so far */
  carried: Set<string>;
}

function loseEntries(entries: Iterable<Subscription>, nowMs: number, why: string | null): void {
  for (const entry of entries) {
    lose(entry.record, nowMs, why);
    entry.review();
  }
}

interface UserInput extends SharedConnectionOptions {
  readonly wanted: Wanted;
  readonly asker: ReturnType<typeof createSubscriber>;
  readonly flushSoon: () => void;
}

/** What happens to the topics as their socket's lines come and go. */
function createUser({ wanted, asker, flushSoon, ...input }: UserInput): ConnectionListener {
  const { venue, isPrivate, context, onFrame, onUp } = input;
  const { entries, leaving } = wanted;
  const { log } = context;
  return {
    up(line) {
      log.info('feed.up', { venue, isPrivate, topics: entries.size });
      onUp();
      wanted.line = line;
      leaving.clear();
      flushSoon();
    },
    down(why) {
      log.warn('feed.down', { venue, isPrivate, why });
      wanted.line = null;
      loseEntries(entries.values(), context.monotonicMs(), why);
    },
    failed(why) {
      log.warn('feed.not-up', { venue, isPrivate, why });
      if (wanted.line !== null) return;
      for (const entry of entries.values()) {
        entry.record.detail = why;
        entry.review();
      }
    },
    carryOver(successor) {
      wanted.carried = new Set();
      const on = [...entries.values()].filter(({ record }) => record.phase === 'on');
      return asker.carryOver(on, successor, wanted.carried);
    },
    switched(successor) {
      log.info('feed.renewed', { venue, isPrivate, carried: wanted.carried.size });
      onUp();
      wanted.line = successor;
      leaving.clear();
      const left = [...entries.values()].filter(({ topic }) => !wanted.carried.has(topic));
      loseEntries(left, context.monotonicMs(), null);
      for (const topic of wanted.carried) {
        if (!entries.has(topic)) leaving.set(topic, { topic, isBatchable: false });
      }
      flushSoon();
    },
    frame: onFrame,
  };
}

/** Holds topics on one socket: asks for them, again after each loss, and watches over their silence. */
export function createSharedConnection(input: SharedConnectionOptions): SharedConnection {
  const { isPrivate, context } = input;
  const wanted: Wanted = { entries: new Map(), leaving: new Map(), line: null, carried: new Set() };
  const { entries, leaving } = wanted;
  let isFlushDue = false;
  let madeAnewAtMs = Number.NEGATIVE_INFINITY;
  const isCurrent = (entry: Subscription, on: Connection): boolean =>
    on === wanted.line && entries.get(entry.topic) === entry;
  const asker = createSubscriber({ context, isPrivate, isCurrent });

  const flush = (): void => {
    isFlushDue = false;
    const { line } = wanted;
    if (line === null) return;
    asker.unsubscribe(leaving.values(), line);
    leaving.clear();
    const now = context.monotonicMs();
    const isDue = ({ record }: Subscription): boolean =>
      (record.phase === 'wanted' || record.phase === 'refused') && record.notBeforeMs <= now;
    asker.subscribe([...entries.values()].filter(isDue), line);
  };

  /** Once a turn, so that a screen full of panels is one request. */
  const flushSoon = (): void => {
    if (isFlushDue) return;
    isFlushDue = true;
    setImmediate(flush);
  };

  const socket = createReconnectingConnection({ ...input, user: createUser({ ...input, wanted, asker, flushSoon }) });

  const watch = (line: Connection): void => {
    const now = context.monotonicMs();
    const silent = [...entries.values()].filter(({ record, spec }) => wantsAskingAgain(record, spec.silence, now));
    asker.askAgain(silent, line);
    if (!isSilent(entries.values()) || now - madeAnewAtMs < silentLinePauseMs) return;
    madeAnewAtMs = now;
    socket.renew('Nothing comes on the feed connection any more.');
  };

  return {
    add(entry) {
      entries.set(entry.topic, entry);
      flushSoon();
    },
    remove({ topic, record, spec }) {
      entries.delete(topic);
      const mayBeOn = record.phase === 'on' || record.phase === 'asking' || record.failures > 0;
      if (mayBeOn) leaving.set(topic, { topic, isBatchable: spec.isBatchable });
      flushSoon();
    },
    size: () => entries.size,
    tick() {
      for (const entry of entries.values()) entry.review();
      if (wanted.line === null) return;
      flush();
      watch(wanted.line);
    },
    renew: socket.renew,
    close: socket.close,
  };
}
