import { writeJson } from '#practice/wire/json.ts';
import type { TopicCatalogue, Subscription } from './catalogue.ts';
import type { RunningTopics } from './running-topics.ts';
import type { ConnectionInfo, FeedFaults, FrameKind, OutgoingFrame } from './faults.ts';
import type { FeedRules } from './rules.ts';
import type { FeedTime } from '../topics/time.ts';
import type { FrameSender } from './frame-sender.ts';
import { createPermits } from './permits.ts';
import * as protocol from './protocol.ts';

interface ConnectionOptions {
  readonly info: ConnectionInfo;
  readonly connectId: string;
  readonly sender: FrameSender;
  readonly catalogue: TopicCatalogue;
  readonly topics: RunningTopics;
  readonly faults: FeedFaults;
  readonly rules: FeedRules;
  readonly time: FeedTime;
  /** a topic failed to start: our own error, reported to the client as 500 */
  readonly onFailure: (cause: unknown) => void;
}

/** One client's conversation, docs/exchange/feeds.md §1 to §3; sockets and timers belong to the caller. */
export interface Connection {
  readonly info: ConnectionInfo;
  receive(text: string): void;
  /** names of the topics it is subscribed to */
  topics(): readonly string[];
  /** says goodbye behind what is still on its way */
  close(code: number, reason: string): void;
  /** after the socket has closed: ends every subscription and every timer */
  end(): void;
}

type SubscribeMessage = Extract<protocol.ClientMessage, { type: 'subscribe' | 'unsubscribe' }>;

const closing = { code: 1000, reason: 'Bye' } as const;
/**
 * The end of the connection's life, docs/exchange/feeds.md §1: the server disappears, the client has done nothing wrong.
 */
const cut = { code: 1001, reason: 'Connection life is over' } as const;

interface ConnectionState extends ConnectionOptions {
  /** by the name of the topic: ends the subscription */
  readonly subscribed: Map<string, () => void>;
  readonly subscriber: (frame: OutgoingFrame) => void;
  /** nothing is read and no listener is notified any more */
  hasEnded: boolean;
}

function unsubscribeAll(state: ConnectionState): void {
  state.hasEnded = true;
  for (const stop of state.subscribed.values()) stop();
  state.subscribed.clear();
}

function send(state: ConnectionState, kind: FrameKind, body: OutgoingFrame['body']): void {
  state.sender.send({ kind, topic: null, body, text: writeJson(body) });
}

function refuse(state: ConnectionState, id: protocol.FrameId, rejection: protocol.FeedRejection): void {
  send(state, 'error', protocol.errorFrame(id, rejection));
  if (!rejection.isFinal) return;
  unsubscribeAll(state);
  state.sender.close(closing.code, closing.reason);
}

/** Why the connection may not have these topics as well; futures connections have no limit. */
function tooMany(
  { info, rules, subscribed }: ConnectionState,
  wanted: readonly Subscription[],
): protocol.FeedRejection | null {
  if (info.venue !== 'spot') return null;
  const added = wanted.filter(({ name }) => !subscribed.has(name)).length;
  const most = rules.topicsPerSpotConnection;
  return subscribed.size + added > most ? protocol.rejections.perSession(most) : null;
}

function subscribe(state: ConnectionState, wanted: readonly Subscription[]): void {
  const { info, topics, subscribed, subscriber } = state;
  for (const subscription of wanted) {
    if (subscribed.has(subscription.name) || state.hasEnded) continue;
    subscribed.set(subscription.name, topics.subscribe(subscription, info.accountId, subscriber));
  }
}

function unsubscribe({ subscribed }: ConnectionState, unwanted: readonly Subscription[]): void {
  for (const { name } of unwanted) {
    subscribed.get(name)?.();
    subscribed.delete(name);
  }
}

/** The ack comes before the first push of what it grants. */
function acknowledge(state: ConnectionState, { id, wantsAck }: SubscribeMessage): void {
  if (wantsAck) send(state, 'ack', protocol.ackFrame(id));
}

function changeTopics(state: ConnectionState, message: SubscribeMessage): void {
  const { catalogue, faults, info } = state;
  const { id, topic, type } = message;
  const injected = type === 'subscribe' ? faults.rejection(info) : null;
  if (injected !== null) return refuse(state, id, injected);
  if (topic === null) return refuse(state, id, protocol.rejections.topicMissing);
  const resolved = catalogue.resolve(info.venue, topic, info.accountId !== null);
  if (!resolved.ok) return refuse(state, id, resolved.rejection);
  if (type === 'unsubscribe') {
    unsubscribe(state, resolved.subscriptions);
    return acknowledge(state, message);
  }
  const rejection = tooMany(state, resolved.subscriptions);
  if (rejection !== null) return refuse(state, id, rejection);
  acknowledge(state, message);
  try {
    subscribe(state, resolved.subscriptions);
  } catch (cause) {
    state.onFailure(cause);
    refuse(state, id, protocol.rejections.internal);
  }
}

/** Says welcome at once; drops the client when it does not ping, and at the end of the connection's life. */
export function createConnection(options: ConnectionOptions): Connection {
  const { info, sender, faults, rules, time } = options;
  const permits = createPermits(rules);
  const state: ConnectionState = {
    ...options,
    subscribed: new Map(),
    subscriber: frame => sender.send(frame),
    hasEnded: false,
  };
  const isHalfOpen = (): boolean => faults.behaviour(info).isHalfOpen;
  const giveUp = (): void => {
    // a dead connection would not receive it
    if (isHalfOpen()) stopWaiting = time.scheduler.after(rules.idleLimitMs, giveUp);
    else refuse(state, '', protocol.rejections.pingTimeout);
  };
  let stopWaiting = time.scheduler.after(rules.idleLimitMs, giveUp);
  const stopLife = time.scheduler.after(rules.connectionLifeMs, () => {
    if (!isHalfOpen()) sender.close(cut.code, cut.reason);
  });

  const ping = (id: protocol.FrameId): void => {
    stopWaiting();
    stopWaiting = time.scheduler.after(rules.idleLimitMs, giveUp);
    send(state, 'pong', protocol.pongFrame(id, time.clock.nowMs() + faults.skewMs()));
  };
  send(state, 'welcome', protocol.welcomeFrame(options.connectId));

  return {
    info,
    receive(text) {
      if (state.hasEnded || isHalfOpen()) return;
      const message = protocol.readMessage(text);
      const id = message.type === 'unreadable' ? '' : message.id;
      if (!permits.take(time.clock.nowMs())) refuse(state, id, protocol.rejections.permits);
      else if (message.type === 'unreadable') refuse(state, id, protocol.rejections.unreadable);
      else if (message.type === 'unknown') refuse(state, id, protocol.rejections.type(message.name));
      else if (message.type === 'ping') ping(message.id);
      else changeTopics(state, message);
    },
    topics: () => [...state.subscribed.keys()],
    close: (code, reason) => sender.close(code, reason),
    end() {
      stopWaiting();
      stopLife();
      unsubscribeAll(state);
      sender.stop();
    },
  };
}
