import { describe, expect, it } from 'vitest';
import { createTopicCatalogue } from './catalogue.ts';
import { createRunningTopics } from './running-topics.ts';
import { type FeedFaults, noFeedFaults } from './faults.ts';
import { type FeedRules, serviceRules } from './rules.ts';
import { createFakeTopic } from '../testing/fake-topics.ts';
import { createFakeFeedSocket } from '../testing/fake-socket.ts';
import { createManualTime } from '../testing/manual-time.ts';
import { createConnection } from './connection.ts';
import { createFrameSender } from './frame-sender.ts';
import { rejections } from './protocol.ts';

interface OpenOptions {
  readonly accountId?: string | null;
  readonly venue?: 'spot' | 'futures';
  readonly rules?: Partial<FeedRules>;
  readonly faults?: Partial<FeedFaults>;
}

function open({ accountId = null, venue = 'spot', ...change }: OpenOptions = {}) {
  const time = createManualTime();
  const fake = createFakeFeedSocket();
  const books = createFakeTopic({ prefix: '/books' });
  const orders = createFakeTopic({ prefix: '/orders', audience: 'private', symbols: 'none' });
  const broken = createFakeTopic({
    prefix: '/broken',
    start: () => {
      throw new Error('does not start');
    },
  });
  const rules = { ...serviceRules, ...change.rules };
  const faults = { ...noFeedFaults, ...change.faults };
  const info = { number: 1, venue, accountId };
  const failures: unknown[] = [];
  const list = [books, orders, broken];
  const connection = createConnection({
    info,
    connectId: 'abc',
    sender: createFrameSender({ connection: info, socket: fake.socket, faults, time, bufferLimitBytes: 1e6 }),
    catalogue: createTopicCatalogue({ spot: list, futures: list }, rules.topicsPerRequest),
    topics: createRunningTopics(id => `user-${id}`),
    faults,
    rules,
    time,
    onFailure: cause => failures.push(cause),
  });
  const say = (message: object): readonly unknown[] => {
    connection.receive(JSON.stringify(message));
    return fake.take();
  };
  const subscribe = (topic: string) => say({ id: '1', type: 'subscribe', topic, response: true });
  const welcome = fake.take();
  return { time, fake, books, orders, connection, failures, say, subscribe, welcome };
}

const ack = { id: '1', type: 'ack' };
const error = (code: number, data: string) => ({ id: '1', type: 'error', code, data });

/** A hundred symbols in one request. */
function askMany(subscribe: (topic: string) => readonly unknown[], from: number): readonly unknown[] {
  return subscribe(`/books:${Array.from({ length: 100 }, (_, index) => `S${from + index}`).join(',')}`);
}

describe('createConnection', () => {
  it('sends a welcome, and answers a ping with microseconds', () => {
    const { welcome, say } = open();
    expect(welcome).toEqual([{ id: 'abc', type: 'welcome' }]);
    expect(say({ id: 7, type: 'ping' })).toEqual([{ id: 7, type: 'pong', timestamp: 1_732_000_000_000_000 }]);
  });

  it('shows the skew of its clock in the pong', () => {
    const { say } = open({ faults: { skewMs: () => -6000 } });
    expect(say({ id: '1', type: 'ping' })).toEqual([{ id: '1', type: 'pong', timestamp: 1_731_999_994_000_000 }]);
  });

  it('acknowledges only on request, and before the first push', () => {
    const { books, fake, subscribe, say, connection } = open();
    expect(subscribe('/books:A,B')).toEqual([ack]);
    expect(say({ id: '1', type: 'subscribe', topic: '/books:C' })).toEqual([]);
    books.push('A');
    expect(fake.take()).toEqual([{ topic: '/books:A', type: 'message', subject: 'news', data: { of: 'A' } }]);
    expect(connection.topics()).toEqual(['/books:A', '/books:B', '/books:C']);
  });

  it('pushes once to a client that subscribes twice, and stops after one unsubscribe', () => {
    const { books, fake, subscribe, say } = open();
    subscribe('/books:A');
    expect(subscribe('/books:A')).toEqual([ack]);
    books.push('A');
    expect(fake.take()).toHaveLength(1);
    expect(say({ id: '1', type: 'unsubscribe', topic: '/books:A', response: true })).toEqual([ack]);
    expect(books.running).toEqual([]);
    expect(say({ id: '1', type: 'unsubscribe', topic: '/books:A', response: true })).toEqual([ack]);
  });

  it.each([
    [{ type: 'subscribe' }, error(406, 'topic is required')],
    [{ type: 'subscribe', topic: '/x' }, error(404, 'topic /x is not found')],
    [{ type: 'unsubscribe', topic: '/x' }, error(404, 'topic /x is not found')],
    [{ type: 'subscribe', topic: '/books:' }, error(400, 'topic /books: is invalid')],
    [{ type: 'subscribe', topic: '/orders' }, error(403, 'login is required')],
    [{ type: 'openTunnel' }, error(415, 'type openTunnel is not supported')],
  ])('rejects %j and stays open', (message, rejection) => {
    const { say, subscribe } = open();
    expect(say({ id: '1', ...message })).toEqual([rejection]);
    expect(subscribe('/books:A')).toEqual([ack]);
  });

  it('answers 400 to an invalid message', () => {
    const { connection, fake } = open();
    connection.receive('subscribe!');
    expect(fake.take()).toEqual([{ id: '', type: 'error', code: 400, data: 'message is not valid' }]);
  });

  it('pushes private topics to their account', () => {
    const { orders, subscribe, fake } = open({ accountId: 'ann' });
    expect(subscribe('/orders')).toEqual([ack]);
    orders.push(' of ann');
    expect(fake.take()).toMatchObject([{ topic: '/orders', userId: 'user-ann', channelType: 'private' }]);
  });

  it('closes after more than 100 symbols in a request', () => {
    const { subscribe, books, say } = open();
    subscribe('/books:A');
    const symbols = Array.from({ length: 101 }, (_, index) => `S${index}`).join(',');
    expect(subscribe(`/books:${symbols}`)).toEqual([
      error(509, 'exceed max subscription count limitation of 100 per time'),
      'close 1000 Bye',
    ]);
    expect(books.running).toEqual([]);
    expect(say({ id: '1', type: 'ping' })).toEqual([]);
  });

  it('allows 400 topics on a spot connection, any number on a futures connection', () => {
    const spot = open();
    for (const from of [0, 100, 200, 300, 250]) expect(askMany(spot.subscribe, from)).toEqual([ack]);
    expect(spot.subscribe('/books:ONE-MORE')).toEqual([
      error(509, 'exceed max subscription count limitation of 400 per session'),
      'close 1000 Bye',
    ]);
    const futures = open({ venue: 'futures' });
    for (const from of [0, 100, 200, 300, 400]) expect(askMany(futures.subscribe, from)).toEqual([ack]);
    expect(futures.connection.topics()).toHaveLength(500);
  });

  it('allows 100 messages in 10 s, pings included', () => {
    const { say, time } = open();
    for (let count = 0; count < 100; count += 1) expect(say({ id: '1', type: 'ping' })).toHaveLength(1);
    time.advance(9_999);
    expect(say({ id: '1', type: 'ping' })).toEqual([error(509, 'exceed max permits per second'), 'close 1000 Bye']);
    const patient = open();
    for (let count = 0; count < 100; count += 1) patient.say({ id: '1', type: 'ping' });
    patient.time.advance(10_000);
    expect(patient.say({ id: '1', type: 'ping' })).toMatchObject([{ type: 'pong' }]);
  });

  it('closes a client without a ping for 60 s, whatever else it sends', () => {
    const { time, fake, say, subscribe } = open();
    time.advance(59_999);
    say({ id: '1', type: 'ping' });
    time.advance(59_999);
    subscribe('/books:A');
    expect(fake.take()).toEqual([]);
    time.advance(1);
    expect(fake.take()).toEqual([{ id: '', type: 'error', code: 400, data: 'ping timeout' }, 'close 1000 Bye']);
  });

  it('ends after 24 hours', () => {
    const { time, fake } = open({ rules: { idleLimitMs: 1e9 } });
    time.advance(86_399_999);
    expect(fake.take()).toEqual([]);
    time.advance(1);
    expect(fake.take()).toEqual(['close 1001 Connection life is over']);
  });

  it('releases everything when its socket has closed', () => {
    const { connection, books, subscribe, time, say } = open();
    subscribe('/books:A,B');
    connection.end();
    expect(books.running).toEqual([]);
    expect(time.waiting()).toBe(0);
    expect(say({ id: '1', type: 'ping' })).toEqual([]);
  });

  it('neither receives nor closes while half-open, until it is restored', () => {
    let isHalfOpen = true;
    const behaviour = () => ({ isSilent: () => false, isMute: false, isHalfOpen, bytesPerSecond: null });
    const { time, fake, say } = open({ faults: { behaviour } });
    expect(say({ id: '1', type: 'ping' })).toEqual([]);
    time.advance(86_400_000);
    expect(fake.take()).toEqual([]);
    isHalfOpen = false;
    time.advance(60_000);
    expect(fake.take()).toMatchObject([{ code: 400 }, 'close 1000 Bye']);
  });

  it('rejects a subscription with a fault', () => {
    const { subscribe } = open({ faults: { rejection: () => rejections.perSession(400) } });
    expect(subscribe('/books:A')).toMatchObject([{ code: 509 }, 'close 1000 Bye']);
  });

  it('answers 500 when a topic does not start, and reports it', () => {
    const { subscribe, failures } = open();
    expect(subscribe('/broken:A')).toEqual([ack, error(500, 'internal server error')]);
    expect(failures).toMatchObject([{ message: 'does not start' }]);
    expect(subscribe('/books:A')).toEqual([ack]);
  });
});
