import type { TopicStatus } from '#shared/domain/feed.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { fail } from '#shared/errors.ts';
import type { Log } from '#log/log.ts';
import type { FeedAccessCalls } from '../types.ts';
import { wait } from '#time/wait.ts';
import { createSubscription, type SharedSubscription, type SubscriptionOptions } from './subscription.ts';
import type { Feed, TopicHandlers } from './feed.ts';
import { createSleepWatch } from '#time/sleep-watch.ts';
import { defaultTimes, type FeedTimes, type FeedContext, type GetAccess } from './connection/socket.ts';
import { openWebSocket } from './connection/ws-socket.ts';
import { createSubscriptionGroup, type SubscriptionGroup } from './subscription-group.ts';
import { postpone } from './topic-state.ts';
import { kindOf, kinds, wireTopic } from './topic-table.ts';
import type { MessageOf, Topic } from './topics.ts';

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

function contextOf({ log, context }: FeedOptions): FeedContext {
  return {
    openSocket: openWebSocket,
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
    wait,
    log,
    ...context,
  };
}

/** A new token for each dial: yesterday's, or one that was used, may be refused. facts.md §7.1. */
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
function createGroups(
  input: FeedOptions,
  context: FeedContext,
  needs: SubscriptionOptions & { readonly onUp: () => void },
) {
  const times = { ...defaultTimes, ...input.times };
  const { counts, once, onUp } = needs;
  const group = (venue: Venue, isPrivate: boolean): SubscriptionGroup =>
    createSubscriptionGroup({
      venue,
      isPrivate,
      getAccess: accessOf(input, venue, isPrivate),
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
    spot: { open: group('spot', false), own: group('spot', true) },
    futures: { open: group('futures', false), own: group('futures', true) },
  };
}

/** Tells listeners of all topics, once a turn however much changed. */
function createTeller(states: () => readonly TopicStatus[], log: Log) {
  const listeners = new Set<(states: readonly TopicStatus[]) => void>();
  let isDue = false;
  const tell = (): void => {
    isDue = false;
    const now = listeners.size === 0 ? [] : states();
    for (const listener of listeners) {
      try {
        listener(now);
      } catch (cause) {
        log.error('feed.listener-failed', { reason: cause instanceof Error ? cause.message : String(cause) });
      }
    }
  };
  const soon = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(tell);
  };
  return { listeners, soon };
}

interface DeskInput {
  readonly needs: SubscriptionOptions;
  readonly groups: ReturnType<typeof createGroups>;
  /** why a topic is not even asked for, or null */
  readonly obstacle: (topic: Topic) => string | null;
}

/** The wanted topics, each once, with all who want it. */
function createDesk({ needs, groups, obstacle }: DeskInput) {
  const entries = new Map<string, SharedSubscription<unknown>>();

  const groupOf = ({ spec }: SharedSubscription<unknown>): SubscriptionGroup => {
    return groups[spec.venue][spec.isPrivate ? 'own' : 'open'];
  };

  const open = (key: string, topic: Topic): SharedSubscription<unknown> => {
    const entry = createSubscription<unknown>(wireTopic(topic), kinds[kindOf(topic)], needs);
    const why = obstacle(topic);
    entries.set(key, entry);
    if (why === null) {
      groupOf(entry).add(entry);
    } else {
      postpone(entry.record, needs.context.monotonicMs(), { phase: 'refused', detail: why, pauseMs: 0 });
      entry.review();
    }
    needs.onChange();
    return entry;
  };

  const leave = (key: string, entry: SharedSubscription<unknown>): void => {
    if (entry.listeners.size > 0 || entries.get(key) !== entry) return;
    entries.delete(key);
    groupOf(entry).remove(entry);
    needs.onChange();
  };

  const subscribe: Feed['subscribe'] = <T extends Topic>(topic: T, handlers: TopicHandlers<MessageOf<T>>) => {
    const key = `${topic.venue} ${wireTopic(topic)}`;
    const entry = entries.get(key) ?? open(key, topic);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's reader of this kind of topic made it
    const message = (value: unknown): void => handlers.message(value as MessageOf<T>);
    const listener: TopicHandlers<unknown> = { ...handlers, message };
    entry.listeners.add(listener);
    listener.state?.(entry.status());
    return () => {
      if (entry.listeners.delete(listener)) leave(key, entry);
    };
  };
  return { entries, subscribe };
}

/** The feed of one account. It dials nothing until something is wanted. facts.md §5. */
export function createFeed(input: FeedOptions): Feed {
  const context = contextOf(input);
  const closing = new AbortController();
  const counts = { messages: 0, unreadable: 0, unknown: 0, connects: 0 };
  const states = (): TopicStatus[] => [...desk.entries.values()].map(entry => entry.status());
  const teller = createTeller(states, context.log);
  const onUp = (): void => {
    counts.connects += 1;
  };
  const needs = { context, counts, onChange: teller.soon, once: createOnce(context.log), onUp };
  const groups = createGroups(input, context, needs);
  const everyGroup = [groups.spot.open, groups.spot.own, groups.futures.open, groups.futures.own];
  const obstacle = (topic: Topic): string | null =>
    closing.signal.aborted ? 'The feed was closed.' : obstacleOf(topic, input.hasKey);
  const desk = createDesk({ needs, groups, obstacle });

  const woke = (): void => {
    for (const group of everyGroup) group.renew('The computer slept.');
  };

  const tick = async (): Promise<void> => {
    const hasSlept = createSleepWatch({ ...context, everyMs: tickMs });
    let told = 0;
    for (;;) {
      await context.wait(tickMs, closing.signal);
      if (closing.signal.aborted) return;
      if (hasSlept()) woke();
      for (const group of everyGroup) group.tick();
      if (counts.messages !== told) teller.soon();
      told = counts.messages;
    }
  };

  void tick();
  return {
    subscribe: desk.subscribe,
    states,
    onStates(listener) {
      teller.listeners.add(listener);
      return () => teller.listeners.delete(listener);
    },
    woke,
    counts: () => ({ ...counts }),
    close() {
      closing.abort();
      for (const group of everyGroup) group.close();
      desk.entries.clear();
      teller.listeners.clear();
    },
  };
}
