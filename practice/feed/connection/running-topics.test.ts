import { describe, expect, it } from 'vitest';
import { createRunningTopics } from './running-topics.ts';
import { createFakeTopic } from '../testing/fake-topics.ts';
import type { Topic } from '../topics/topic.ts';

const userIdOf = (accountId: string): string => `user-${accountId}`;

function subscriber() {
  const texts: string[] = [];
  return { texts, take: ({ text }: { text: string }) => void texts.push(text) };
}

function subscription(topic: Topic, symbol: string) {
  return { topic, symbol, name: symbol === '' ? topic.prefix : `${topic.prefix}:${symbol}` };
}

describe('createRunningTopics', () => {
  it('starts a topic for the first subscriber and stops it after the last', () => {
    const topic = createFakeTopic({ prefix: '/books' });
    const topics = createRunningTopics(userIdOf);
    const [ann, bob] = [subscriber(), subscriber()];
    const unsubscribeAnn = topics.subscribe(subscription(topic, 'A'), null, ann.take);
    const unsubscribeBob = topics.subscribe(subscription(topic, 'A'), 'bob', bob.take);
    expect(topic.running).toEqual(['A']);
    topic.push('A');
    unsubscribeAnn();
    unsubscribeAnn();
    topic.push('A');
    expect(topics.running()).toEqual(['/books:A']);
    unsubscribeBob();
    expect(topic.running).toEqual([]);
    expect(topics.running()).toEqual([]);
    expect(ann.texts).toEqual(['{"topic":"/books:A","type":"message","subject":"news","data":{"of":"A"}}']);
    expect(bob.texts).toHaveLength(2);
  });

  it('restarts a stopped topic', () => {
    const topic = createFakeTopic({ prefix: '/books' });
    const topics = createRunningTopics(userIdOf);
    const [ann, bob] = [subscriber(), subscriber()];
    const unsubscribe = topics.subscribe(subscription(topic, 'A'), null, ann.take);
    unsubscribe();
    topics.subscribe(subscription(topic, 'A'), null, bob.take);
    unsubscribe();
    topic.push('A');
    expect([ann.texts.length, bob.texts.length]).toEqual([0, 1]);
  });

  it('shares a private topic within one account only, and adds the user to its frames', () => {
    const topic = createFakeTopic({ prefix: '/orders', audience: 'private', symbols: 'none' });
    const topics = createRunningTopics(userIdOf);
    const [ann, bob] = [subscriber(), subscriber()];
    topics.subscribe(subscription(topic, ''), 'ann', ann.take);
    topics.subscribe(subscription(topic, ''), 'ann', subscriber().take);
    topics.subscribe(subscription(topic, ''), 'bob', bob.take);
    expect(topic.running).toEqual([' of ann', ' of bob']);
    topic.push(' of ann', { id: 'f1', sn: 12345678901234567890n, topic: '/orders:A' });
    expect(ann.texts).toEqual([
      '{"topic":"/orders:A","type":"message","subject":"news","id":"f1","userId":"user-ann","channelType":"private","sn":12345678901234567890,"data":{"of":" of ann"}}',
    ]);
    expect(bob.texts).toEqual([]);
  });

  it('sends the first frame to each new subscriber only', () => {
    const topic = createFakeTopic({
      prefix: '/books',
      greet: ({ symbol }) => [{ subject: 'hello', data: symbol }],
    });
    const topics = createRunningTopics(userIdOf);
    const [ann, bob] = [subscriber(), subscriber()];
    topics.subscribe(subscription(topic, 'A'), null, ann.take);
    topics.subscribe(subscription(topic, 'A'), null, bob.take);
    expect([ann.texts.length, bob.texts.length]).toEqual([1, 1]);
    expect(bob.texts[0]).toContain('"subject":"hello","data":"A"');
  });

  it('passes on pushes during the start of a topic', () => {
    const topic = createFakeTopic({
      prefix: '/books',
      start: (_scope, send) => {
        send({ subject: 'first', data: null });
        return () => undefined;
      },
    });
    const ann = subscriber();
    createRunningTopics(userIdOf).subscribe(subscription(topic, 'A'), null, ann.take);
    expect(ann.texts).toHaveLength(1);
  });

  it('keeps nothing when a topic cannot start', () => {
    const topic = createFakeTopic({
      prefix: '/books',
      start: () => {
        throw new Error('broken');
      },
    });
    const topics = createRunningTopics(userIdOf);
    expect(() => topics.subscribe(subscription(topic, 'A'), null, subscriber().take)).toThrow('broken');
    expect(topics.running()).toEqual([]);
  });
});
