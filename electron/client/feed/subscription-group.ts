import type { Venue } from '#shared/domain/scalars.ts';
import type { Subscription } from './subscription.ts';
import type { BadFrame, MessageFrame } from './connection/frame.ts';
import type { FrameListener } from './connection/lane.ts';
import type { FeedTimes, FeedContext, GetAccess } from './connection/socket.ts';
import { createSharedConnection, type SharedConnection } from './shared-connection.ts';
import { alsoKnownAs, isKnownTopic } from './topic-table.ts';

/** All topics of one venue that may share connections: its public ones, or its private ones. */
export interface SubscriptionGroup {
  readonly add: (entry: Subscription) => void;
  readonly remove: (entry: Subscription) => void;
  readonly tick: () => void;
  readonly renew: (why: string) => void;
  readonly close: () => void;
}

export interface SubscriptionGroupOptions {
  readonly venue: Venue;
  readonly isPrivate: boolean;
  readonly getAccess: GetAccess;
  readonly context: FeedContext;
  readonly times: FeedTimes;
  readonly onUp: () => void;
  /** a frame that belongs to no topic that we know */
  readonly onUnknown: (topic: string) => void;
  /** a frame that nobody can read, and whose it is cannot be told */
  readonly onGarbled: () => void;
}

/** facts.md §5.3: the safe figure of two for spot; futures have no limit. */
const mostTopics: Readonly<Record<Venue, number>> = { spot: 300, futures: Number.POSITIVE_INFINITY };
/** A flood of garbled frames makes at most one reload a second. */
const garbledPauseMs = 1_000;

interface Held {
  readonly shard: SharedConnection;
  emptySinceMs: number | null;
}

/** Gives each frame to its topic. */
function createRouter(entries: ReadonlyMap<string, Subscription>, input: SubscriptionGroupOptions): FrameListener {
  const { isPrivate, context } = input;
  let garbledAtMs = Number.NEGATIVE_INFINITY;

  const deliverAlso = (frame: MessageFrame, isDelivered: boolean): void => {
    const alias = alsoKnownAs(frame.topic, isDelivered);
    const other = alias === null ? undefined : entries.get(alias);
    if (other !== undefined) other.deliver(frame);
    // what was just taken off may still come for a moment
    else if (!isDelivered && !isKnownTopic(frame.topic)) input.onUnknown(frame.topic);
  };

  /** Any topic may have lost something in a frame that cannot be read, unless it says whose it is. */
  const resetGarbled = ({ topic }: BadFrame): void => {
    const whose = topic === null ? undefined : entries.get(topic);
    input.onGarbled();
    if (whose !== undefined) return whose.reset('unreadable');
    const now = context.monotonicMs();
    if (now - garbledAtMs < garbledPauseMs) return;
    garbledAtMs = now;
    for (const entry of entries.values()) entry.reset('unreadable');
  };

  return frame => {
    if (frame.kind === 'bad') return resetGarbled(frame);
    const entry = entries.get(frame.topic);
    if (entry !== undefined) entry.deliver(frame);
    if (isPrivate || entry === undefined) deliverAlso(frame, entry !== undefined);
  };
}

/** Spreads topics over as few connections as the exchange allows. */
export function createSubscriptionGroup(input: SubscriptionGroupOptions): SubscriptionGroup {
  const { venue, context, times } = input;
  const entries = new Map<string, Subscription>();
  const homes = new Map<Subscription, Held>();
  const held = new Set<Held>();
  const onFrame = createRouter(entries, input);

  const shardWithRoom = (): Held => {
    for (const candidate of held) if (candidate.shard.size() < mostTopics[venue]) return candidate;
    const added: Held = { shard: createSharedConnection({ ...input, onFrame }), emptySinceMs: null };
    held.add(added);
    return added;
  };

  const closeIdle = (home: Held): void => {
    if (home.emptySinceMs === null || context.monotonicMs() - home.emptySinceMs < times.idleMs) return;
    home.shard.close();
    held.delete(home);
  };

  return {
    add(entry) {
      const home = shardWithRoom();
      entries.set(entry.topic, entry);
      homes.set(entry, home);
      home.emptySinceMs = null;
      home.shard.add(entry);
    },
    remove(entry) {
      const home = homes.get(entry);
      if (home === undefined) return;
      entries.delete(entry.topic);
      homes.delete(entry);
      home.shard.remove(entry);
      if (home.shard.size() === 0) home.emptySinceMs = context.monotonicMs();
    },
    tick() {
      for (const home of held) {
        home.shard.tick();
        closeIdle(home);
      }
    },
    renew(why) {
      for (const { shard } of held) shard.renew(why);
    },
    close() {
      for (const { shard } of held) shard.close();
      held.clear();
    },
  };
}
