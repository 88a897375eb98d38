import { describe, expect, it } from 'vitest';
import { createChannels } from './running-topics.ts';
import { createFakeTopic } from '../testing/fake-topics.ts';
import type { Topic } from '../types.ts';

const userIdOf = (accountId: string): string => `user-${accountId}`;

function reader() {
  const texts: string[] = [];
  return { texts, take: ({ text }: { text: string }) => void texts.push(text) };
}

function subscription(topic: Topic, symbol: string) {
  return { topic, symbol, name: symbol === '' ? topic.prefix : `${topic.prefix}:${symbol}` };
}

describe('createChannels', () => {
  it('starts a topic for the first reader and stops it behind the last', () => {
    const topic = createFakeTopic({ prefix: '/books' });
    const channels = createChannels(userIdOf);
    const [ann, bob] = [reader(), reader()];
    const leaveAnn = channels.join(subscription(topic, 'A'), null, ann.take);
    const leaveBob = channels.join(subscription(topic, 'A'), 'bob', bob.take);
    expect(topic.running).toEqual(['A']);
    topic.push('A');
    leaveAnn();
    leaveAnn();
    topic.push('A');
    expect(channels.running()).toEqual(['/books:A']);
    leaveBob();
    expect(topic.running).toEqual([]);
    expect(channels.running()).toEqual([]);
    expect(ann.texts).toEqual(['{"topic":"/books:A","type":"message","subject":"news","data":{"of":"A"}}']);
    expect(bob.texts).toHaveLength(2);
  });

  it('can start again what it has stopped', () => {
    const topic = createFakeTopic({ prefix: '/books' });
    const channels = createChannels(userIdOf);
    const [ann, bob] = [reader(), reader()];
    const leave = channels.join(subscription(topic, 'A'), null, ann.take);
    leave();
    channels.join(subscription(topic, 'A'), null, bob.take);
    leave();
    topic.push('A');
    expect([ann.texts.length, bob.texts.length]).toEqual([0, 1]);
  });

  it('shares a private topic within one account only, and stamps it with the user', () => {
    const topic = createFakeTopic({ prefix: '/orders', audience: 'private', symbols: 'none' });
    const channels = createChannels(userIdOf);
    const [ann, bob] = [reader(), reader()];
    channels.join(subscription(topic, ''), 'ann', ann.take);
    channels.join(subscription(topic, ''), 'ann', reader().take);
    channels.join(subscription(topic, ''), 'bob', bob.take);
    expect(topic.running).toEqual([' of ann', ' of bob']);
    topic.push(' of ann', { id: 'f1', sn: 12345678901234567890n, topic: '/orders:A' });
    expect(ann.texts).toEqual([
      '{"topic":"/orders:A","type":"message","subject":"news","id":"f1","userId":"user-ann","channelType":"private","sn":12345678901234567890,"data":{"of":" of ann"}}',
    ]);
    expect(bob.texts).toEqual([]);
  });

  it('greets everyone who joins, and only them', () => {
    const topic = createFakeTopic({
      prefix: '/books',
      greet: ({ symbol }) => [{ subject: 'hello', data: symbol }],
    });
    const channels = createChannels(userIdOf);
    const [ann, bob] = [reader(), reader()];
    channels.join(subscription(topic, 'A'), null, ann.take);
    channels.join(subscription(topic, 'A'), null, bob.take);
    expect([ann.texts.length, bob.texts.length]).toEqual([1, 1]);
    expect(bob.texts[0]).toContain('"subject":"hello","data":"A"');
  });

  it('carries what a topic pushes while it starts', () => {
    const topic = createFakeTopic({
      prefix: '/books',
      start: (_reading, send) => {
        send({ subject: 'first', data: null });
        return () => undefined;
      },
    });
    const ann = reader();
    createChannels(userIdOf).join(subscription(topic, 'A'), null, ann.take);
    expect(ann.texts).toHaveLength(1);
  });

  it('holds on to nothing when a topic cannot start', () => {
    const topic = createFakeTopic({
      prefix: '/books',
      start: () => {
        throw new Error('broken');
      },
    });
    const channels = createChannels(userIdOf);
    expect(() => channels.join(subscription(topic, 'A'), null, reader().take)).toThrow('broken');
    expect(channels.running()).toEqual([]);
  });
});
