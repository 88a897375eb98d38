import { type JsonValue, writeJson } from '#practice/wire/json.ts';
import type { Subscription } from './catalogue.ts';
import type { OutgoingFrame } from './faults.ts';
import type { Topic, TopicFrame, TopicScope } from '../topics/topic.ts';

/** Takes what a topic pushes. */
export type Subscriber = (frame: OutgoingFrame) => void;

/** Topics that are being pushed: each is started once, however many are subscribed, and stopped behind the last one. */
export interface RunningTopics {
  /**
   * The subscriber gets the first frames before this returns. Throws what the topic throws; then there is no
   * subscription.
   */
  subscribe(subscription: Subscription, accountId: string | null, subscriber: Subscriber): () => void;
  /** names of the running topics, for finding leaks */
  running(): readonly string[];
}

interface RunningTopic {
  readonly subscribers: Set<Subscriber>;
  stop: () => void;
}

interface FrameLabel {
  readonly name: string;
  readonly userId: string | null;
}

interface TopicStart {
  readonly topic: Topic;
  readonly scope: TopicScope;
  readonly label: FrameLabel;
}

function stamp({ name, userId }: FrameLabel, frame: TopicFrame): OutgoingFrame {
  const topic = frame.topic ?? name;
  const body: Record<string, JsonValue> = { topic, type: 'message', subject: frame.subject };
  if (frame.id !== undefined) body['id'] = frame.id;
  if (userId !== null) Object.assign(body, { userId, channelType: 'private' });
  if (frame.sn !== undefined) body['sn'] = frame.sn;
  body['data'] = frame.data;
  return { kind: 'message', topic, body, text: writeJson(body) };
}

/** `userIdOf`: the id that private frames carry for an account. */
export function createRunningTopics(userIdOf: (accountId: string) => string): RunningTopics {
  const topics = new Map<string, RunningTopic>();

  const unsubscribe = (key: string, running: RunningTopic, subscriber: Subscriber): void => {
    running.subscribers.delete(subscriber);
    if (running.subscribers.size > 0 || topics.get(key) !== running) return;
    topics.delete(key);
    running.stop();
  };
  /** the subscriber is in before the topic starts: it may push at once */
  const start = (key: string, { topic, scope, label }: TopicStart, subscriber: Subscriber): RunningTopic => {
    const running: RunningTopic = { subscribers: new Set([subscriber]), stop: () => undefined };
    running.stop = topic.start(scope, frame => {
      const outgoing = stamp(label, frame);
      for (const each of running.subscribers) each(outgoing);
    });
    topics.set(key, running);
    return running;
  };

  return {
    subscribe({ topic, symbol, name }, accountId, subscriber) {
      const owner = topic.audience === 'private' ? accountId : null;
      const scope: TopicScope = { symbol, accountId: owner };
      const label = { name, userId: owner === null ? null : userIdOf(owner) };
      for (const frame of topic.greet?.(scope) ?? []) subscriber(stamp(label, frame));
      const key = owner === null ? name : `${name} of ${owner}`;
      const running = topics.get(key) ?? start(key, { topic, scope, label }, subscriber);
      running.subscribers.add(subscriber);
      return () => unsubscribe(key, running, subscriber);
    },
    running: () => [...topics.keys()],
  };
}
