import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../client.ts';
import { createSigner } from '../sign.ts';
import { createFeed } from './create-feed.ts';
import type { Feed } from './feed.ts';
import type { FeedTimes } from './connection/context.ts';
import { createFakeLog } from './testing/fake-venue.ts';
import { type LocalVenue, shortPings, startLocalVenue } from './testing/local-venue.ts';
import type { Topic } from './topics.ts';

const book = { venue: 'spot', kind: 'level2', symbol: 'BTC-USDT' } as const;
const orders = { venue: 'futures', kind: 'orders' } as const;
const bookTopic = '/market/level2:BTC-USDT';
/** deadlines that a busy machine keeps */
const times = { welcomeMs: 20_000, acknowledgeMs: 20_000, renewAfterMs: 3_600_000, overlapMs: 50, idleMs: 100 };

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function delta(sequence: number) {
  const data = { changes: { asks: [], bids: [['10', '1', String(sequence)]] }, symbol: 'BTC-USDT', time: 1 };
  const range = { sequenceStart: sequence, sequenceEnd: sequence };
  return { type: 'message', topic: bookTopic, subject: 'trade.l2update', data: { ...data, ...range } };
}

/** A real client and a real feed at a local exchange. */
async function openFixture(change: Partial<FeedTimes> = {}, pings?: typeof shortPings) {
  const venue = await startLocalVenue(pings);
  const log = createFakeLog();
  const settings = { spotUrl: venue.origin, futuresUrl: venue.origin, headerPrefix: 'KC', keyVersion: '3' } as const;
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '3', headerPrefix: 'KC' });
  const client = createClient(settings, signer, { log });
  // short back-offs, and the deadlines in time as they are
  const context = { random: () => 0.005 };
  const feed = createFeed({ client, hasKey: true, log, times: { ...times, ...change }, context });
  endings.push(async () => {
    feed.close();
    client.close();
    await venue.close();
  });
  return { venue, log, feed };
}

function watch(feed: Feed, topic: Topic) {
  const published: string[] = [];
  const sequences: unknown[] = [];
  feed.subscribe(topic, {
    message: message => sequences.push('sequenceEnd' in message ? message.sequenceEnd : null),
    reset: reason => published.push(reason),
    state: ({ state }) => published.push(state),
  });
  return { published, sequences };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const isLive = (feed: Feed) => () => expect(feed.states().every(({ state }) => state === 'live')).toBe(true);
const one = (venue: LocalVenue) => () => expect(venue.sockets().length).toBe(1);

describe('the feed over real sockets', () => {
  it('subscribes, receives, and closes cleanly', async () => {
    const { venue, feed, log } = await openFixture();
    const { sequences } = watch(feed, book);
    watch(feed, orders);
    await until(isLive(feed));
    venue.push(delta(1));
    await until(() => expect(sequences).toEqual([1]));
    venue.sockets()[0]?.send(Buffer.from(JSON.stringify(delta(2)))); // not text: not of this protocol
    venue.push(delta(3));
    await until(() => expect(sequences).toEqual([1, 3]));
    feed.close();
    await until(() => expect(venue.sockets()).toEqual([]));
    for (const token of venue.tokens) expect(JSON.stringify(log.lines)).not.toContain(token);
  });

  it('reconnects after each of many disconnects, and leaves no socket open (fault 28)', async () => {
    const { venue, feed } = await openFixture();
    const { published } = watch(feed, book);
    watch(feed, orders);
    for (let cut = 0; cut < 15; cut += 1) {
      await until(isLive(feed));
      const open = venue.sockets();
      open[cut % open.length]?.terminate();
      await until(() => expect(feed.counts().connects).toBe(3 + cut));
    }
    await until(isLive(feed));
    expect(venue.sockets().length).toBe(2);
    expect(published.filter(word => word === 'reconnected').length).toBeGreaterThan(5);
    expect(new Set(venue.tokens).size).toBe(venue.tokens.length);
    feed.close();
    await until(() => expect(venue.sockets()).toEqual([]));
  });

  it('detects a half-open connection (fault 29)', async () => {
    const { venue, feed } = await openFixture({}, shortPings);
    const { published } = watch(feed, orders);
    await until(isLive(feed));
    venue.faults.isMute = true;
    await until(() => expect(published).toContain('stale'));
    venue.faults.isMute = false;
    await until(() => expect(published.at(-1)).toBe('reconnected'));
    await until(one(venue));
  });

  it('leaves an exchange that sends data but no pongs (fault 29)', async () => {
    const { venue, feed } = await openFixture({}, shortPings);
    const { published } = watch(feed, book);
    await until(isLive(feed));
    venue.faults.pongs = false;
    await until(() => {
      venue.push(delta(1));
      expect(published).toContain('stale');
    });
    venue.faults.pongs = true;
    await until(() => expect(published).toContain('reconnected'));
  });

  it('requests a new token after each rejection, and reports the error meanwhile (fault 31)', async () => {
    const { venue, feed } = await openFixture();
    venue.faults.rejections = [401, 503];
    const { published } = watch(feed, book);
    const details = new Set<string | null>();
    feed.onStates(([status]) => details.add(status?.detail ?? null));
    await until(isLive(feed));
    expect(venue.tokens.length).toBe(3);
    expect([...details]).toContain('The exchange rejected the token of the feed.');
    expect([...details]).toContain('The exchange rejected the feed connection (HTTP 503).');
    expect(published).not.toContain('dead');
  });

  it('the feed over real sockets is renewed repeatedly without a lost message or a visible change (fault 31)', async () => {
    const { venue, feed } = await openFixture({ renewAfterMs: 150 });
    const { published, sequences } = watch(feed, book);
    await until(isLive(feed));
    published.length = 0;
    let sent = 0;
    await until(() => {
      sent += 1;
      venue.push(delta(sent));
      expect(feed.counts().connects).toBeGreaterThan(4);
    });
    await until(() => expect(sequences.at(-1)).toBe(sent));
    // repeats are possible, gaps are not: nothing that was not there yet skips a number
    let known = 0;
    for (const sequence of sequences) {
      expect(Number(sequence)).toBeLessThanOrEqual(known + 1);
      known = Math.max(known, Number(sequence));
    }
    expect(published).toEqual([]);
  });

  it('subscribes again when an ack is lost (fault 32)', async () => {
    const { venue, feed } = await openFixture({ acknowledgeMs: 400 });
    venue.faults.acknowledges = false;
    watch(feed, orders);
    await until(() => expect(feed.states()[0]?.detail).toBe('The exchange did not answer the request for this topic.'));
    venue.faults.acknowledges = true;
    await until(isLive(feed));
    expect(venue.said.filter(({ type }) => type === 'subscribe').length).toBeGreaterThan(1);
    expect(feed.counts().connects).toBe(1);
  });

  it('continues after a 509 (fault 32)', async () => {
    const { venue, feed } = await openFixture();
    venue.faults.error = { code: 509, data: 'exceed max permits per second' };
    watch(feed, book);
    await until(() => expect(feed.states()[0]?.detail).toContain('509'));
    venue.faults.error = null;
    await until(isLive(feed));
  });

  it.each([
    ['a frame beyond 1 MiB', `"${'x'.repeat(1_100_000)}"`],
    ['text that is not UTF-8', null],
  ])('drops the connection for %s, and reconnects', async (_name, text) => {
    const { venue, feed } = await openFixture();
    const { published } = watch(feed, book);
    await until(isLive(feed));
    if (text === null) venue.sockets()[0]?.send(Buffer.from([0xc3, 0x28]), { binary: false });
    else venue.push(text);
    await until(() => expect(published.at(-1)).toBe('reconnected'));
    await until(one(venue));
  });

  it('keeps the connection when a frame is malformed, and requests a reload', async () => {
    const { venue, feed } = await openFixture();
    const { published } = watch(feed, book);
    await until(isLive(feed));
    venue.push('{"topic":"/market/level2:BTC-USDT","type":"message","data":');
    venue.push(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    await until(() => expect(published.filter(word => word === 'unreadable').length).toBe(2));
    expect(feed.counts().connects).toBe(1);
  });

  it('reports that no server listens', async () => {
    const { venue, feed } = await openFixture();
    await venue.close();
    watch(feed, book);
    await until(() => expect(feed.states()[0]?.detail).toBeTruthy());
    expect(feed.states()[0]?.state).toBe('syncing');
  });
});
