import { writeJson } from '#practice/wire/json.ts';
import type { Catalogue, Subscription } from './catalogue.ts';
import type { Channels } from './running-topics.ts';
import type { ConnectionInfo, FeedFaults, FrameKind, OutgoingFrame } from './faults.ts';
import type { FeedRules } from './rules.ts';
import type { FeedTime } from '../types.ts';
import type { Outlet } from './frame-sender.ts';
import { createPermits } from './permits.ts';
import * as protocol from './protocol.ts';

interface ConnectionParts {
  readonly info: ConnectionInfo;
  readonly connectId: string;
  readonly outlet: Outlet;
  readonly catalogue: Catalogue;
  readonly channels: Channels;
  readonly faults: FeedFaults;
  readonly rules: FeedRules;
  readonly time: FeedTime;
  /** a topic failed to start: a bug of ours, told to the reader as 500 */
  readonly onFailure: (cause: unknown) => void;
}

/** One client's conversation, facts.md §5.1-5.3; sockets and timers are somebody else's. */
export interface Connection {
  readonly info: ConnectionInfo;
  receive(text: string): void;
  /** names of the topics it reads */
  topics(): readonly string[];
  /** says goodbye behind what is still on its way */
  close(code: number, reason: string): void;
  /** after the socket has gone: leaves every topic and every timer */
  end(): void;
}

type SubscribeMessage = Extract<protocol.ClientMessage, { type: 'subscribe' | 'unsubscribe' }>;
type FrameId = SubscribeMessage['id'];

const closing = { code: 1000, reason: 'Bye' } as const;
/** The end of the connection's life, facts.md §5.1: the server goes away, the client has done nothing wrong. */
const cut = { code: 1001, reason: 'Connection life is over' } as const;

interface Session extends ConnectionParts {
  readonly leave: Map<string, () => void>;
  readonly reader: (frame: OutgoingFrame) => void;
  /** nothing is read and nobody is told any more */
  hasEnded: boolean;
}

function leaveAll(session: Session): void {
  session.hasEnded = true;
  for (const leave of session.leave.values()) leave();
  session.leave.clear();
}

function say(session: Session, kind: FrameKind, body: OutgoingFrame['body']): void {
  session.outlet.send({ kind, topic: null, body, text: writeJson(body) });
}

function refuse(session: Session, id: FrameId, refusal: protocol.FeedRefusal): void {
  say(session, 'error', protocol.errorFrame(id, refusal));
  if (!refusal.isFinal) return;
  leaveAll(session);
  session.outlet.close(closing.code, closing.reason);
}

/** Why the connection may not have these topics as well; futures connections have no limit. */
function tooMany({ info, rules, leave }: Session, wanted: readonly Subscription[]): protocol.FeedRefusal | null {
  if (info.venue !== 'spot') return null;
  const added = wanted.filter(({ name }) => !leave.has(name)).length;
  const most = rules.topicsPerSpotConnection;
  return leave.size + added > most ? protocol.refusals.perSession(most) : null;
}

function join(session: Session, wanted: readonly Subscription[]): void {
  const { info, channels, leave, reader } = session;
  for (const subscription of wanted) {
    if (leave.has(subscription.name) || session.hasEnded) continue;
    leave.set(subscription.name, channels.join(subscription, info.accountId, reader));
  }
}

function drop({ leave }: Session, unwanted: readonly Subscription[]): void {
  for (const { name } of unwanted) {
    leave.get(name)?.();
    leave.delete(name);
  }
}

/** The ack goes before the first push of what it grants. */
function acknowledge(session: Session, { id, wantsAck }: SubscribeMessage): void {
  if (wantsAck) say(session, 'ack', protocol.ackFrame(id));
}

function changeTopics(session: Session, message: SubscribeMessage): void {
  const { catalogue, faults, info } = session;
  const { id, topic, type } = message;
  const injected = type === 'subscribe' ? faults.refusal(info) : null;
  if (injected !== null) return refuse(session, id, injected);
  if (topic === null) return refuse(session, id, protocol.refusals.topicMissing);
  const resolved = catalogue.resolve(info.venue, topic, info.accountId !== null);
  if (!resolved.ok) return refuse(session, id, resolved.refusal);
  if (type === 'unsubscribe') {
    drop(session, resolved.subscriptions);
    return acknowledge(session, message);
  }
  const refusal = tooMany(session, resolved.subscriptions);
  if (refusal !== null) return refuse(session, id, refusal);
  acknowledge(session, message);
  try {
    join(session, resolved.subscriptions);
  } catch (cause) {
    session.onFailure(cause);
    refuse(session, id, protocol.refusals.internal);
  }
}

/** Says welcome at once; drops the client when it does not ping, and at the end of the connection's life. */
export function createConnection(parts: ConnectionParts): Connection {
  const { info, outlet, faults, rules, time } = parts;
  const permits = createPermits(rules);
  const session: Session = {
    ...parts,
    leave: new Map(),
    reader: frame => outlet.send(frame),
    hasEnded: false,
  };
  const isHalfOpen = (): boolean => faults.behaviour(info).isHalfOpen;
  const giveUp = (): void => {
    // on a dead line nobody would hear it
    if (isHalfOpen()) stopWaiting = time.scheduler.after(rules.idleLimitMs, giveUp);
    else refuse(session, '', protocol.refusals.pingTimeout);
  };
  let stopWaiting = time.scheduler.after(rules.idleLimitMs, giveUp);
  const stopLife = time.scheduler.after(rules.connectionLifeMs, () => {
    if (!isHalfOpen()) outlet.close(cut.code, cut.reason);
  });

  const ping = (id: FrameId): void => {
    stopWaiting();
    stopWaiting = time.scheduler.after(rules.idleLimitMs, giveUp);
    say(session, 'pong', protocol.pongFrame(id, time.clock.nowMs() + faults.skewMs()));
  };
  say(session, 'welcome', protocol.welcomeFrame(parts.connectId));

  return {
    info,
    receive(text) {
      if (session.hasEnded || isHalfOpen()) return;
      const message = protocol.readMessage(text);
      const id = message.type === 'unreadable' ? '' : message.id;
      if (!permits.take(time.clock.nowMs())) refuse(session, id, protocol.refusals.permits);
      else if (message.type === 'unreadable') refuse(session, id, protocol.refusals.unreadable);
      else if (message.type === 'unknown') refuse(session, id, protocol.refusals.type(message.name));
      else if (message.type === 'ping') ping(message.id);
      else changeTopics(session, message);
    },
    topics: () => [...session.leave.keys()],
    close: (code, reason) => outlet.close(code, reason),
    end() {
      stopWaiting();
      stopLife();
      leaveAll(session);
      outlet.stop();
    },
  };
}
