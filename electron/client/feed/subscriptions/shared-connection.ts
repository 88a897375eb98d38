import type { Venue } from '#shared/domain/scalars.ts';
import type { FrameListener } from '../connection/backlog.ts';
import type { Connection } from '../connection/connection.ts';
import type { FeedContext, FeedTimes, GetAccess } from '../connection/context.ts';
import { createReconnectingConnection } from '../connection/reconnecting.ts';
import type { ConnectionUser } from '../connection/renewal.ts';
import { createSubscriber, type Named, type Subscriber } from './subscriber.ts';
import type { Subscription } from './subscription.ts';
import { lose, wantsAskingAgain } from './topic-state.ts';

/** One connection and the subscriptions that share it. */
export interface SharedConnection {
  readonly add: (subscription: Subscription) => void;
  readonly remove: (subscription: Subscription) => void;
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

/** A silent connection is replaced, but not all the time: the market itself may be halted. */
const silentPauseMs = 300_000;

/** True when everything that should come on a connection has stopped: then it is the connection, not the topics. */
function isSilent(subscriptions: Iterable<Subscription>): boolean {
  const watched = [...subscriptions].filter(({ spec }) => spec.silence.deadAfterMs !== null);
  return (
    watched.length > 0 && watched.every(({ record, status }) => record.phase === 'on' && status().state === 'dead')
  );
}

/** What is to be on the connection, and what is to be taken off it. */
interface Load {
  readonly subscriptions: Map<string, Subscription>;
  readonly leaving: Map<string, Named>;
  connection: Connection | null;
  /** what a successor of the connection carries so far */
  carried: Set<string>;
}

function loseAll(subscriptions: Iterable<Subscription>, nowMs: number, why: string | null): void {
  for (const subscription of subscriptions) {
    lose(subscription.record, nowMs, why);
    subscription.review();
  }
}

/** Those to be asked for now. */
function dueOf(subscriptions: Iterable<Subscription>, nowMs: number): Subscription[] {
  return [...subscriptions].filter(
    ({ record: { phase, notBeforeMs } }) => (phase === 'wanted' || phase === 'refused') && notBeforeMs <= nowMs,
  );
}

interface UserOptions extends SharedConnectionOptions {
  readonly load: Load;
  readonly subscriber: Subscriber;
  readonly flushSoon: () => void;
}

/** Whatever a connection brings, and be it once a day, is current only while the other end answers. */
function followAnswering({ subscriptions }: Load, connection: Connection, isCurrent: () => boolean): void {
  connection.onAnswering(isAnswering => {
    if (!isCurrent()) return;
    for (const { record, review } of subscriptions.values()) {
      record.isUnanswered = !isAnswering;
      review();
    }
  });
}

/** What happens to the subscriptions as their connections come and go. */
function createUser({ load, subscriber, flushSoon, ...options }: UserOptions): ConnectionUser {
  const { venue, isPrivate, context, onFrame, onUp } = options;
  const { subscriptions, leaving } = load;
  const { log } = context;
  return {
    up(connection) {
      log.info('feed.up', { venue, isPrivate, topics: subscriptions.size });
      onUp();
      load.connection = connection;
      followAnswering(load, connection, () => load.connection === connection);
      leaving.clear();
      flushSoon();
    },
    down(why) {
      log.warn('feed.down', { venue, isPrivate, why });
      load.connection = null;
      loseAll(subscriptions.values(), context.monotonicMs(), why);
    },
    failed(why) {
      log.warn('feed.not-up', { venue, isPrivate, why });
      if (load.connection !== null) return;
      for (const subscription of subscriptions.values()) {
        subscription.record.detail = why;
        subscription.review();
      }
    },
    carryOver(successor) {
      load.carried = new Set();
      const on = [...subscriptions.values()].filter(({ record }) => record.phase === 'on');
      return subscriber.carryOver(on, successor, load.carried);
    },
    switched(successor) {
      log.info('feed.renewed', { venue, isPrivate, carried: load.carried.size });
      onUp();
      load.connection = successor;
      followAnswering(load, successor, () => load.connection === successor);
      leaving.clear();
      const left = [...subscriptions.values()].filter(({ topic }) => !load.carried.has(topic));
      loseAll(left, context.monotonicMs(), null);
      for (const topic of load.carried) {
        if (!subscriptions.has(topic)) leaving.set(topic, { topic, isBatchable: false });
      }
      flushSoon();
    },
    frame: onFrame,
  };
}

/** Asks for what is to be on the connection, again after each loss, and watches over its silence. */
export function createSharedConnection(options: SharedConnectionOptions): SharedConnection {
  const { isPrivate, context } = options;
  const load: Load = { subscriptions: new Map(), leaving: new Map(), connection: null, carried: new Set() };
  const { subscriptions, leaving } = load;
  let isFlushDue = false;
  let madeAnewAtMs = Number.NEGATIVE_INFINITY;
  const isCurrent = (subscription: Subscription, on: Connection): boolean =>
    on === load.connection && subscriptions.get(subscription.topic) === subscription;
  const subscriber = createSubscriber({ context, isPrivate, isCurrent });

  const flush = (): void => {
    isFlushDue = false;
    const { connection } = load;
    if (connection === null) return;
    subscriber.unsubscribe(leaving.values(), connection);
    leaving.clear();
    subscriber.subscribe(dueOf(subscriptions.values(), context.monotonicMs()), connection);
  };
  /** Once a turn, so that a screen full of panels is one request. */
  const flushSoon = (): void => {
    if (isFlushDue) return;
    isFlushDue = true;
    setImmediate(flush);
  };
  const reconnecting = createReconnectingConnection({
    ...options,
    user: createUser({ ...options, load, subscriber, flushSoon }),
  });
  const watch = (connection: Connection): void => {
    const now = context.monotonicMs();
    const silent = [...subscriptions.values()].filter(({ record, spec }) =>
      wantsAskingAgain(record, spec.silence, now),
    );
    subscriber.askAgain(silent, connection);
    if (!isSilent(subscriptions.values()) || now - madeAnewAtMs < silentPauseMs) return;
    madeAnewAtMs = now;
    reconnecting.renew('Nothing comes on the feed connection any more.');
  };

  return {
    add(subscription) {
      subscriptions.set(subscription.topic, subscription);
      flushSoon();
    },
    remove({ topic, record, spec }) {
      subscriptions.delete(topic);
      const mayBeOn = record.phase === 'on' || record.phase === 'asking' || record.failures > 0;
      if (mayBeOn) leaving.set(topic, { topic, isBatchable: spec.isBatchable });
      flushSoon();
    },
    size: () => subscriptions.size,
    tick() {
      for (const subscription of subscriptions.values()) subscription.review();
      if (load.connection === null) return;
      flush();
      watch(load.connection);
    },
    renew: reconnecting.renew,
    close: reconnecting.close,
  };
}
