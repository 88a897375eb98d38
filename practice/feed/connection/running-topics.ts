import { type JsonValue, writeJson } from '#practice/wire/json.ts';
import type { Subscription } from './catalogue.ts';
import type { OutgoingFrame } from './faults.ts';
import type { Frame, Reading, Topic } from '../types.ts';

/** Takes what a topic pushes. */
export type Reader = (frame: OutgoingFrame) => void;

/** Topics that are being read: each is started once, however many read it, and stopped behind the last one. */
export interface Channels {
  /** The reader is greeted before this returns. Throws what the topic throws; nobody is subscribed then. */
  join(subscription: Subscription, accountId: string | null, reader: Reader): () => void;
  /** names of what is running, for whoever looks after leaks */
  running(): readonly string[];
}

interface Channel {
  readonly readers: Set<Reader>;
  stop: () => void;
}

interface Label {
  readonly name: string;
  readonly userId: string | null;
}

interface Opening {
  readonly topic: Topic;
  readonly reading: Reading;
  readonly label: Label;
}

function stamp({ name, userId }: Label, frame: Frame): OutgoingFrame {
  const topic = frame.topic ?? name;
  const body: Record<string, JsonValue> = { topic, type: 'message', subject: frame.subject };
  if (frame.id !== undefined) body['id'] = frame.id;
  if (userId !== null) Object.assign(body, { userId, channelType: 'private' });
  if (frame.sn !== undefined) body['sn'] = frame.sn;
  body['data'] = frame.data;
  return { kind: 'message', topic, body, text: writeJson(body) };
}

/** `userIdOf`: the id that private frames carry for an account. */
export function createChannels(userIdOf: (accountId: string) => string): Channels {
  const channels = new Map<string, Channel>();

  const leave = (key: string, channel: Channel, reader: Reader): void => {
    channel.readers.delete(reader);
    if (channel.readers.size > 0 || channels.get(key) !== channel) return;
    channels.delete(key);
    channel.stop();
  };
  /** the reader is in before the topic starts: it may push at once */
  const open = (key: string, { topic, reading, label }: Opening, reader: Reader): Channel => {
    const channel: Channel = { readers: new Set([reader]), stop: () => undefined };
    channel.stop = topic.start(reading, frame => {
      const outgoing = stamp(label, frame);
      for (const each of channel.readers) each(outgoing);
    });
    channels.set(key, channel);
    return channel;
  };

  return {
    join({ topic, symbol, name }, accountId, reader) {
      const owner = topic.audience === 'private' ? accountId : null;
      const reading: Reading = { symbol, accountId: owner };
      const label = { name, userId: owner === null ? null : userIdOf(owner) };
      for (const frame of topic.greet?.(reading) ?? []) reader(stamp(label, frame));
      const key = owner === null ? name : `${name} of ${owner}`;
      const channel = channels.get(key) ?? open(key, { topic, reading, label }, reader);
      channel.readers.add(reader);
      return () => leave(key, channel, reader);
    },
    running: () => [...channels.keys()],
  };
}
