import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Fault } from '#practice/control/fault.ts';
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
vi.setConfig({ testTimeout: 2 * patienceMs, hookTimeout: patienceMs });

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

it('28: comes back from closes over and over, with nothing left over and nothing twice', async () => {
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

it('30: asks again for a topic that fell silent on a connection that answers, and at last makes the connection anew', async () => {
  fixture = await openLiveFixture(exchange, { speed: 40, times: patient });
  await exchange.faults.set({ fault: 'stop-sending', topic: '/market/level2' });
  await until(() => expect(fixture.published.latest(spotBook)?.state).toBe('stale'));
  await until(() => expect(fixture.logged).toContain('feed.down: Nothing comes on the feed connection any more.'));
  await until(() => expect(fixture.published.latest(spotBook)?.state).toBe('live'));
  await expectWell();
});

it('30: takes a market in which nothing happens for no feed that has died', async () => {
  fixture = await openLiveFixture(exchange);
  await exchange.faults.set({ fault: 'quiet-market' });
  const told = fixture.published.states(spotBook).length;
  const compared = () => fixture.asked.filter(line => line === 'GET /api/v3/market/orderbook/level2').length;
  const before = compared();
  // seven seconds of silence each, and a topic may be silent for ten
  await until(() => expect(compared() - before).toBeGreaterThanOrEqual(2));
  expect(fixture.published.latest(spotBook)?.state).toBe('live');
  expect(
    fixture.published
      .states(spotBook)
      .slice(told)
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
])('31: comes back with a new token when %s', async (_, fault) => {
  fixture = await openLiveFixture(exchange, { speed: 10, times: patient });
  await exchange.faults.set(fault);
  await exchange.faults.set({ fault: 'close', isAbrupt: true });
  await until(() => expect(resets()).toEqual(['futures', 'spot']));
  await expectWell();
});

/** Everything that the page was told about why a topic is not live. */
const details = () =>
  fixture.published.all('feeds.changed').flatMap(({ topics }) => topics.map(({ detail }) => detail));

it('32: asks again where an ack is lost', async () => {
  const lost = await exchange.faults.set({ fault: 'lose', frame: 'ack', audience: 'private', count: 4 });
  fixture = await openFixture(exchange, { times: { acknowledgeMs: 300 } });
  fixture.watchBooks(spotBook, futuresBook);
  await struck(exchange.faults, lost, 4);
  await expectWell();
  expect(details()).toContain('The exchange did not answer the request for this topic.');
});

it.each(['permits', 'per-session', 'sessions'] as const)('32: outlives a 509 for %s', async limit => {
  const refused = await exchange.faults.set({ fault: 'subscription-limit', limit, count: 3 });
  fixture = await openFixture(exchange, { speed: 10, times: patient });
  fixture.watchBooks(spotBook, futuresBook);
  await struck(exchange.faults, refused, 3);
  await expectWell();
  // each refusal costs a connection, and no more than that
  expect(fixture.feed().counts().connects).toBeLessThanOrEqual(4 + 3);
});

const slept = 300_000;

it.each<readonly [string, (asleep: LiveFixture) => void]>([
  ['with both clocks running on', asleep => asleep.time.sleep(slept)],
  ['with the monotonic clock standing still', asleep => asleep.time.setWall(slept)],
])('36: takes every connection for dead after sleep, %s, and loads everything anew', async (_, sleep) => {
  fixture = await openLiveFixture(exchange);
  const timesAsked = () => fixture.asked.filter(line => line === 'GET /api/v1/timestamp').length;
  const before = timesAsked();
  // the other ends have gone without a word: no ping would be missed for a long time
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

it('29: finds connections that are open at one end only, and reads the account anew', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { pingIntervalMs: 100, pingTimeoutMs: 1_000 });
  fixture = await openLiveFixture(exchange);
  await exchange.faults.set({ fault: 'half-open' });
  // nothing but a missing pong tells of a private connection
  await until(() => expect(resets()).toEqual(['futures', 'spot']));
  expect(fixture.logged).toContain('feed.down: The exchange no longer answers on the feed connection.');
  await exchange.faults.set({ fault: 'reset' });
  await expectWell();
  expect(fixture.published.states(spotBook)).toContain('stale');
});

it('31: replaces its connections before they grow too old, and nothing of it is seen', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { connectionLifeMs: 4_000 });
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

it('33: is cut when it reads too slowly, and comes back', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { bufferLimitBytes: 4_096 });
  fixture = await openLiveFixture(exchange);
  await exchange.faults.set({ fault: 'slow', bytesPerSecond: 1, venue: 'spot', audience: 'public' });
  await until(() => expect(fixture.feed().counts().connects).toBeGreaterThan(4));
  await expectWell();
});
