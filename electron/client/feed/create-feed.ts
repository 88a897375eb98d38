import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { fail } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import { systemClock } from '#time/clock.ts';
import { createSleepWatch } from '#time/sleep-watch.ts';
import type { FeedAccessCalls } from '../types.ts';
import { defaultTimes, type FeedContext, type FeedTimes, type GetAccess } from './connection/context.ts';
import { openWebSocket } from './connection/ws-socket.ts';
import type { Feed } from './feed.ts';
import { createStateListeners } from './state-listeners.ts';
import { createSubscriptionGroup, type SubscriptionGroup } from './subscriptions/subscription-group.ts';
import type { SubscriptionOptions } from './subscriptions/subscription.ts';
import { createSubscriptions } from './subscriptions/subscriptions.ts';
import { kindOf, kinds } from './topic-table.ts';
import type { Topic } from './topics.ts';

export interface FeedOptions {
  readonly client: { readonly feedAccess: FeedAccessCalls };
  /** an account without a key has no private topics */
  readonly hasKey: boolean;
  readonly log: Log;
  readonly times?: Partial<FeedTimes>;
  readonly context?: Partial<Omit<FeedContext, 'log'>>;
}

const tickMs = 1_000;
const mostNotes = 500;
const symbolShape = /^[\w.-]{1,60}$/;

/** A new token for each dial: yesterday's, or one that was used, may be refused. docs/exchange/feeds.md §1. */
function accessOf({ client }: FeedOptions, venue: Venue, isPrivate: boolean): GetAccess {
  return async signal => {
    const access = await client.feedAccess.open({ venue, isPrivate }, { priority: 'visible', signal });
    if (access.ok || access.error.kind !== 'outcome-unknown') return access;
    // asking for a token is a POST, but one that leaves nothing to look up
    return fail('unreachable', 'The exchange did not answer when it was asked for a feed connection.');
  };
}

/** Why a topic is not even asked for, or null. */
function obstacleOf(topic: Topic, hasKey: boolean): string | null {
  if (kinds[kindOf(topic)].isPrivate && !hasKey) return 'This needs an API key.';
  if ('symbol' in topic && !symbolShape.test(topic.symbol)) return 'This is no symbol that an exchange gives.';
  return null;
}

/** Says each thing once, and only so many things: what the exchange sends must not fill the log. */
function createOnce(log: Log): SubscriptionOptions['once'] {
  const said = new Set<string>();
  return (event, fields) => {
    const key = `${event} ${Object.values(fields).join(' ')}`;
    if (said.has(key) || said.size >= mostNotes) return;
    said.add(key);
    log.warn(event, fields);
  };
}

/** The groups of topics that may share connections. */
function createGroups(options: FeedOptions, subscription: SubscriptionOptions, onUp: () => void) {
  const { context, counts, once } = subscription;
  const times = { ...defaultTimes, ...options.times };
  const group = (venue: Venue, isPrivate: boolean): SubscriptionGroup =>
    createSubscriptionGroup({
      venue,
      isPrivate,
      getAccess: accessOf(options, venue, isPrivate),
      context,
      times,
      onUp,
      onUnknown(topic) {
        counts.unknown += 1;
        once('feed.unknown-topic', { venue, topic: topic.slice(0, 80) });
      },
      onGarbled() {
        counts.unreadable += 1;
        once('feed.garbled', { venue });
      },
    });
  return {
    spot: { public: group('spot', false), private: group('spot', true) },
    futures: { public: group('futures', false), private: group('futures', true) },
  };
}

/** The feed of one account. It dials nothing until something is subscribed to. docs/exchange/feeds.md. */
export function createFeed(options: FeedOptions): Feed {
  const { log } = options;
  const context: FeedContext = { ...systemClock, openSocket: openWebSocket, log, ...options.context };
  const closing = new AbortController();
  const counts = { messages: 0, unreadable: 0, unknown: 0, connects: 0 };
  const states = (): TopicStatus[] => subscriptions.statuses();
  const listeners = createStateListeners(states, log);
  const subscription: SubscriptionOptions = {
    context,
    counts,
    onChange: listeners.scheduleUpdate,
    once: createOnce(log),
  };
  const groups = createGroups(options, subscription, () => {
    counts.connects += 1;
  });
  const everyGroup = [groups.spot.public, groups.spot.private, groups.futures.public, groups.futures.private];
  const obstacle = (topic: Topic): string | null =>
    closing.signal.aborted ? 'The feed was closed.' : obstacleOf(topic, options.hasKey);
  const subscriptions = createSubscriptions({ ...subscription, groups, obstacle });

  const woke = (): void => {
    for (const group of everyGroup) group.renew('The computer slept.');
  };
  const tick = async (): Promise<void> => {
    const hasSlept = createSleepWatch({ ...context, everyMs: tickMs });
    let published = 0;
    for (;;) {
      await context.wait(tickMs, closing.signal);
      if (closing.signal.aborted) return;
      if (hasSlept()) woke();
      for (const group of everyGroup) group.tick();
      if (counts.messages !== published) listeners.scheduleUpdate();
      published = counts.messages;
    }
  };

  void tick();
  return {
    subscribe: subscriptions.subscribe,
    confirm: subscriptions.confirm,
    states,
    onStates: listeners.add,
    woke,
    counts: () => ({ ...counts }),
    close() {
      closing.abort();
      for (const group of everyGroup) group.close();
      subscriptions.clear();
      listeners.clear();
    },
  };
}
