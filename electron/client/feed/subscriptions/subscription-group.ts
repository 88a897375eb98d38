import type { Venue } from '#shared/domain/scalars.ts';
import type { Subscription } from './subscription.ts';
import type { BadFrame, MessageFrame } from '../connection/frame.ts';
import type { FrameListener } from '../connection/backlog.ts';
import type { FeedTimes, FeedContext, GetAccess } from '../connection/context.ts';
import { createSharedConnection, type SharedConnection } from './shared-connection.ts';
import { alsoKnownAs, isKnownTopic } from '../topic-table.ts';

/** All topics of one venue that may share connections: its public ones, or its private ones. */
export interface SubscriptionGroup {
  readonly add: (subscription: Subscription) => void;
  readonly remove: (subscription: Subscription) => void;
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
  /** an unreadable frame of an unknown topic */
  readonly onGarbled: () => void;
}

/** docs/exchange/feeds.md §3: the safe figure of two for spot; futures have no limit. */
const mostTopics: Readonly<Record<Venue, number>> = { spot: 300, futures: Number.POSITIVE_INFINITY };
/** A flood of garbled frames makes at most one reload a second. */
const garbledPauseMs = 1_000;

interface OpenConnection {
  readonly connection: SharedConnection;
  emptySinceMs: number | null;
}

/** Gives each frame to its topic. */
function createRouter(
  subscriptions: ReadonlyMap<string, Subscription>,
  options: SubscriptionGroupOptions,
): FrameListener {
  const { isPrivate, context } = options;
  let garbledAtMs = Number.NEGATIVE_INFINITY;

  const deliverAlso = (frame: MessageFrame, isDelivered: boolean): void => {
    const alias = alsoKnownAs(frame.topic, isDelivered);
    const other = alias === null ? undefined : subscriptions.get(alias);
    if (other !== undefined) other.deliver(frame);
    // what was just taken off may still come for a moment
    else if (!isDelivered && !isKnownTopic(frame.topic)) options.onUnknown(frame.topic);
  };

  /** Any topic may have lost something in a frame that cannot be read, unless it says whose it is. */
  const resetGarbled = ({ topic }: BadFrame): void => {
    const whose = topic === null ? undefined : subscriptions.get(topic);
    options.onGarbled();
    if (whose !== undefined) return whose.reset('unreadable');
    const now = context.monotonicMs();
    if (now - garbledAtMs < garbledPauseMs) return;
    garbledAtMs = now;
    for (const subscription of subscriptions.values()) subscription.reset('unreadable');
  };

  return frame => {
    if (frame.kind === 'bad') return resetGarbled(frame);
    const subscription = subscriptions.get(frame.topic);
    if (subscription !== undefined) subscription.deliver(frame);
    if (isPrivate || subscription === undefined) deliverAlso(frame, subscription !== undefined);
  };
}

/** Spreads topics over as few connections as the exchange allows. */
export function createSubscriptionGroup(options: SubscriptionGroupOptions): SubscriptionGroup {
  const { venue, context, times } = options;
  const subscriptions = new Map<string, Subscription>();
  const placed = new Map<Subscription, OpenConnection>();
  const connections = new Set<OpenConnection>();
  const onFrame = createRouter(subscriptions, options);

  const connectionWithRoom = (): OpenConnection => {
    for (const candidate of connections) if (candidate.connection.size() < mostTopics[venue]) return candidate;
    const added: OpenConnection = { connection: createSharedConnection({ ...options, onFrame }), emptySinceMs: null };
    connections.add(added);
    return added;
  };

  const closeIdle = (open: OpenConnection): void => {
    if (open.emptySinceMs === null || context.monotonicMs() - open.emptySinceMs < times.idleMs) return;
    open.connection.close();
    connections.delete(open);
  };

  return {
    add(subscription) {
      const open = connectionWithRoom();
      subscriptions.set(subscription.topic, subscription);
      placed.set(subscription, open);
      open.emptySinceMs = null;
      open.connection.add(subscription);
    },
    remove(subscription) {
      const open = placed.get(subscription);
      if (open === undefined) return;
      subscriptions.delete(subscription.topic);
      placed.delete(subscription);
      open.connection.remove(subscription);
      if (open.connection.size() === 0) open.emptySinceMs = context.monotonicMs();
    },
    tick() {
      for (const open of connections) {
        open.connection.tick();
        closeIdle(open);
      }
    },
    renew(why) {
      for (const { connection } of connections) connection.renew(why);
    },
    close() {
      for (const { connection } of connections) connection.close();
      connections.clear();
    },
  };
}
