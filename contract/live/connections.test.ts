import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Fault } from '@fathom/practice';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import {
  allLive,
  futuresBook,
  type LiveFixture,
  openFixture,
  openLiveFixture,
  patienceMs,
  spotBook,
  struck,
  until,
  missedOf,
} from './testing/live-fixture.ts';
import { expectSound, expectTruth } from './testing/oracle.ts';
import { closeTidily, expectTidy } from './testing/connections.ts';

/**
 * Connections that break, fall silent, grow old or are refused: every topic comes back, once.
 * docs/faults.md §5, cases 28 to 33 and 36.
 */
vi.setConfig({ testTimeout: 4 * patienceMs, hookTimeout: 2 * patienceMs });

let exchange: ContractExchange;
let fixture: LiveFixture;

beforeAll(async () => {
  exchange = await startExchange('live');
});
afterEach(async () => {
  await closeTidily(exchange, fixture);
});
afterAll(async () => {
  await exchange.stop();
});

/** Deadlines of the feed that a busy machine keeps also where its time runs faster. */
const patient = { welcomeMs: 600_000, acknowledgeMs: 600_000 };

const resets = () => [...new Set(missedOf(fixture))].toSorted();

/** Everything is as it should be, and what is shown is true. */
async function expectWell(): Promise<void> {
  await allLive(fixture, spotBook, futuresBook);
  await expectTidy(exchange, fixture);
  await expectTruth(exchange, fixture, spotBook);
  await expectTruth(exchange, fixture, futuresBook);
}

it('the feed reconnects after repeated closes, without leftovers or duplicates (fault 28)', async () => {
  fixture = await openLiveFixture(exchange, { speed: 10, times: patient });
  const which = [
    {},
    { venue: 'spot', audience: 'public' },
    { audience: 'private' },
    { venue: 'futures' },
    { venue: 'spot', audience: 'private' },
  ] as const;
  for (let round = 0; round < 20; round += 1) {
    const before = fixture.feed().counts().connects;
    const cut = which[(round * 7 + 3) % which.length];
    await exchange.faults.set({ fault: 'close', isAbrupt: round % 3 !== 0, ...cut });
    // now the connection is only just back, now everything on it: both are cut
    if (round % 2 === 0) await until(() => expect(fixture.feed().counts().connects).toBeGreaterThan(before));
    else await allLive(fixture, spotBook, futuresBook);
  }
  await expectWell();
  expect(resets()).toEqual(['futures', 'spot']);
});

it('the feed subscribes again to a silent topic on a connection that answers, and finally reconnects (fault 30)', async () => {
  fixture = await openLiveFixture(exchange, { speed: 40, times: patient });
  await exchange.faults.set({ fault: 'stop-sending', topic: '/market/level2' });
  await until(() => expect(fixture.published.latest(spotBook)?.state).toBe('stale'));
  await until(() => expect(fixture.logged).toContain('feed.down: Nothing comes on the feed connection any more.'));
  await until(() => expect(fixture.published.latest(spotBook)?.state).toBe('live'));
  await expectWell();
});

it('the feed does not take an inactive market for a dead feed (fault 30)', async () => {
  fixture = await openLiveFixture(exchange);
  await exchange.faults.set({ fault: 'quiet-market' });
  const reported = fixture.published.states(spotBook).length;
  const compared = () => fixture.asked.filter(line => line === 'GET /api/v3/market/orderbook/level2').length;
  const before = compared();
  // seven seconds of silence each, and a topic may be silent for ten
  await until(() => expect(compared() - before).toBeGreaterThanOrEqual(2));
  expect(fixture.published.latest(spotBook)?.state).toBe('live');
  expect(
    fixture.published
      .states(spotBook)
      .slice(reported)
      .filter(state => state !== 'live'),
  ).toEqual([]);
  expect(resets()).toEqual([]);
  await exchange.faults.set({ fault: 'reset' });
  await expectWell();
});

it.each<readonly [string, Fault]>([
  ['its tokens have ended', { fault: 'expire-tokens' }],
  ['the token is refused in the handshake', { fault: 'refuse-upgrade', status: 401, count: 3 }],
  ['the handshake is refused for a while', { fault: 'refuse-upgrade', status: 503, count: 6 }],
])('the feed reconnects with a new token when %s (fault 31)', async (_, fault) => {
  fixture = await openLiveFixture(exchange, { speed: 10, times: patient });
  await exchange.faults.set(fault);
  await exchange.faults.set({ fault: 'close', isAbrupt: true });
  await until(() => expect(resets()).toEqual(['futures', 'spot']));
  await expectWell();
});

/** Everything that the page received about why a topic is not live. */
const details = () =>
  fixture.published.all('feeds.changed').flatMap(({ topics }) => topics.map(({ detail }) => detail));

it('the feed subscribes again after a lost ack (fault 32)', async () => {
  const lost = await exchange.faults.set({ fault: 'lose', frame: 'ack', audience: 'private', count: 4 });
  fixture = await openFixture(exchange, { times: { acknowledgeMs: 300 } });
  fixture.watchBooks(spotBook, futuresBook);
  await struck(exchange.faults, lost, 4);
  await expectWell();
  expect(details()).toContain('The exchange did not answer the request for this topic.');
});

/** What a busy exchange causes where the time of the feed runs faster. */
const silences: ReadonlySet<string> = new Set([
  'feed.down: The exchange no longer answers on the feed connection.',
  'feed.down: Nothing comes on the feed connection any more.',
]);

it.each(['permits', 'per-session', 'sessions'] as const)(
  'the feed continues after a 509 for %s (fault 32)',
  async limit => {
    const refused = await exchange.faults.set({ fault: 'subscription-limit', limit, count: 3 });
    fixture = await openFixture(exchange, { speed: 10, times: patient });
    fixture.watchBooks(spotBook, futuresBook);
    await struck(exchange.faults, refused, 3);
    await expectWell();
    // each rejection costs a connection, and no more than that; an exchange that is busy for a moment costs another
    const busy = fixture.logged.filter(line => silences.has(line)).length;
    expect(fixture.feed().counts().connects - busy).toBeLessThanOrEqual(4 + 3);
  },
);

const slept = 300_000;

it.each<readonly [string, (asleep: LiveFixture) => void]>([
  ['with both clocks running on', asleep => asleep.time.sleep(slept)],
  ['with the monotonic clock standing still', asleep => asleep.time.setWall(slept)],
])('the feed drops every connection after sleep, %s, and loads everything again (fault 36)', async (_, sleep) => {
  fixture = await openLiveFixture(exchange);
  const timesAsked = () => fixture.asked.filter(line => line === 'GET /api/v1/timestamp').length;
  const before = timesAsked();
  // the other ends closed without a message: no ping would be missed for a long time
  await exchange.faults.set({ fault: 'half-open' });
  sleep(fixture);
  await until(() => expect(resets()).toEqual(['futures', 'spot']));
  expect(fixture.logged.filter(line => line === 'feed.down: The computer slept.')).toHaveLength(4);
  await exchange.faults.set({ fault: 'reset' });
  await expectWell();
  expect(fixture.feed().counts().connects).toBe(8);
  expect(fixture.published.states(spotBook)).toContain('stale');
  await until(() => expect(timesAsked()).toBeGreaterThan(before));
});

it('the feed detects half-open connections, and reads the account again (fault 29)', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { pingIntervalMs: 100, pingTimeoutMs: 1_000 });
  fixture = await openLiveFixture(exchange);
  await exchange.faults.set({ fault: 'half-open' });
  // only a missing pong shows the loss of a private connection
  await until(() => expect(resets()).toEqual(['futures', 'spot']));
  expect(fixture.logged).toContain('feed.down: The exchange no longer answers on the feed connection.');
  await exchange.faults.set({ fault: 'reset' });
  await expectWell();
  expect(fixture.published.states(spotBook)).toContain('stale');
});

it('the feed replaces its connections before their age limit without a visible change (fault 31)', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { connectionLifeMs: 10_000 });
  fixture = await openLiveFixture(exchange, { times: { renewAfterMs: 300 } });
  const counts = () => fixture.feed().counts();
  await until(() => expect(counts().connects).toBeGreaterThan(18));
  await expectTruth(exchange, fixture, spotBook);
  await expectTruth(exchange, fixture, futuresBook);
  expect(fixture.published.states(spotBook)).toEqual(['live']);
  expect(fixture.published.states(futuresBook)).toEqual(['live']);
  expectSound(fixture.published.views(spotBook));
  expect(resets()).toEqual([]);
  expect(fixture.logged.filter(line => line.startsWith('feed.down'))).toEqual([]);
});

it('the feed is disconnected when it reads too slowly, and reconnects (fault 33)', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { bufferLimitBytes: 4_096 });
  fixture = await openLiveFixture(exchange);
  await exchange.faults.set({ fault: 'slow', bytesPerSecond: 1, venue: 'spot', audience: 'public' });
  await until(() => expect(fixture.feed().counts().connects).toBeGreaterThan(4));
  await expectWell();
});
