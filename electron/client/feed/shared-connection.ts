import type { Venue } from '#shared/domain/scalars.ts';
import { createAsker, type Named } from './subscriber.ts';
import type { TopicEntry } from './subscription.ts';
import type { FrameListener, SocketUser } from './connection/lane.ts';
import type { Line } from './connection/connection.ts';
import { createSocket } from './connection/reconnecting.ts';
import type { FeedTimes, FeedWorld, GetAccess } from './connection/socket.ts';
import { lose, wantsAskingAgain } from './topic-state.ts';

/** One socket and the topics that it carries. */
export interface Shard {
  readonly add: (entry: TopicEntry) => void;
  readonly remove: (entry: TopicEntry) => void;
  readonly size: () => number;
  /** once a second: states, retries, watchdogs */
  readonly tick: () => void;
  readonly renew: (why: string) => void;
  readonly close: () => void;
}

interface ShardInput {
  readonly venue: Venue;
  readonly isPrivate: boolean;
  readonly getAccess: GetAccess;
  readonly world: FeedWorld;
  readonly times: FeedTimes;
  readonly onFrame: FrameListener;
  readonly onUp: () => void;
}

/** A line on which nothing comes is made anew, but not all the time: the market itself may be halted. */
const silentLinePauseMs = 300_000;

/** True when everything that should come on a line has stopped: then it is the line, not the topics. */
function isSilent(entries: Iterable<TopicEntry>): boolean {
  const watched = [...entries].filter(({ spec }) => spec.watch.deadAfterMs !== null);
  return watched.length > 0 && watched.every(entry => entry.record.phase === 'on' && entry.status().state === 'dead');
}

/** What is wanted on one line, and what is to be taken off it. */
interface Wanted {
  readonly entries: Map<string, TopicEntry>;
  readonly leaving: Map<string, Named>;
  line: Line | null;
  /** what a successor of the line carries so far */
  carried: Set<string>;
}

function loseEntries(entries: Iterable<TopicEntry>, nowMs: number, why: string | null): void {
  for (const entry of entries) {
    lose(entry.record, nowMs, why);
    entry.review();
  }
}

interface UserInput extends ShardInput {
  readonly wanted: Wanted;
  readonly asker: ReturnType<typeof createAsker>;
  readonly flushSoon: () => void;
}

/** What happens to the topics as their socket's lines come and go. */
function createUser({ wanted, asker, flushSoon, ...input }: UserInput): SocketUser {
  const { venue, isPrivate, world, onFrame, onUp } = input;
  const { entries, leaving } = wanted;
  const { log } = world;
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
      loseEntries(entries.values(), world.monotonicMs(), why);
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
      loseEntries(left, world.monotonicMs(), null);
      for (const topic of wanted.carried) {
        if (!entries.has(topic)) leaving.set(topic, { topic, isBatchable: false });
      }
      flushSoon();
    },
    frame: onFrame,
  };
}

/** Holds topics on one socket: asks for them, again after each loss, and watches over their silence. */
export function createShard(input: ShardInput): Shard {
  const { isPrivate, world } = input;
  const wanted: Wanted = { entries: new Map(), leaving: new Map(), line: null, carried: new Set() };
  const { entries, leaving } = wanted;
  let isFlushDue = false;
  let madeAnewAtMs = Number.NEGATIVE_INFINITY;
  const isCurrent = (entry: TopicEntry, on: Line): boolean => on === wanted.line && entries.get(entry.topic) === entry;
  const asker = createAsker({ world, isPrivate, isCurrent });

  function flush(): void {
    isFlushDue = false;
    const { line } = wanted;
    if (line === null) return;
    asker.unsubscribe(leaving.values(), line);
    leaving.clear();
    const now = world.monotonicMs();
    const isDue = ({ record }: TopicEntry): boolean =>
      (record.phase === 'wanted' || record.phase === 'refused') && record.notBeforeMs <= now;
    asker.subscribe([...entries.values()].filter(isDue), line);
  }

  /** Once a turn, so that a screen full of panels is one request. */
  function flushSoon(): void {
    if (isFlushDue) return;
    isFlushDue = true;
    setImmediate(flush);
  }

  const socket = createSocket({ ...input, user: createUser({ ...input, wanted, asker, flushSoon }) });

  function watch(line: Line): void {
    const now = world.monotonicMs();
    const silent = [...entries.values()].filter(({ record, spec }) => wantsAskingAgain(record, spec.watch, now));
    asker.askAgain(silent, line);
    if (!isSilent(entries.values()) || now - madeAnewAtMs < silentLinePauseMs) return;
    madeAnewAtMs = now;
    socket.renew('Nothing comes on the feed connection any more.');
  }

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
