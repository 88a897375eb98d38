import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Fault } from '#practice/control/fault.ts';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import {
  allLive,
  futuresBook,
  type LiveDesk,
  missedOf,
  openDesk,
  openLive,
  patienceMs,
  spotBook,
  struck,
  until,
} from './testing/live-desk.ts';
import { expectSound, expectTruth } from './testing/oracle.ts';
import { closeTidily, expectTidy } from './testing/wire.ts';

/** Lines that break, fall silent, grow old or are refused: every topic comes back, once. faults.md §5, 28 to 33 and 36. */
vi.setConfig({ testTimeout: 2 * patienceMs, hookTimeout: patienceMs });

let exchange: ContractExchange;
let desk: LiveDesk;

beforeAll(async () => {
  exchange = await startExchange('live');
});
afterEach(async () => {
  await closeTidily(exchange, desk);
});
afterAll(async () => {
  await exchange.stop();
});

/** Deadlines of the feed that a busy machine keeps also where its time runs faster. */
const patient = { welcomeMs: 600_000, acknowledgeMs: 600_000 };

const resets = () => [...new Set(missedOf(desk))].toSorted();

/** Everything is as it should be, and what is shown is true. */
async function expectWell(): Promise<void> {
  await allLive(desk, spotBook, futuresBook);
  await expectTidy(exchange, desk);
  await expectTruth(exchange, desk, spotBook);
  await expectTruth(exchange, desk, futuresBook);
}

it('28: comes back from closes over and over, with nothing left over and nothing twice', async () => {
  desk = await openLive(exchange, { speed: 10, times: patient });
  const whom = [
    {},
    { venue: 'spot', audience: 'public' },
    { audience: 'private' },
    { venue: 'futures' },
    { venue: 'spot', audience: 'private' },
  ] as const;
  for (let round = 0; round < 20; round += 1) {
    const before = desk.feed().counts().connects;
    const cut = whom[(round * 7 + 3) % whom.length];
    await exchange.faults.set({ fault: 'close', isAbrupt: round % 3 !== 0, ...cut });
    // now the line is only just back, now everything on it: both are cut
    if (round % 2 === 0) await until(() => expect(desk.feed().counts().connects).toBeGreaterThan(before));
    else await allLive(desk, spotBook, futuresBook);
  }
  await expectWell();
  expect(resets()).toEqual(['futures', 'spot']);
});

it('30: asks again for a topic that fell silent on a line that answers, and at last makes the line anew', async () => {
  desk = await openLive(exchange, { speed: 40, times: patient });
  await exchange.faults.set({ fault: 'stop-sending', topic: '/market/level2' });
  await until(() => expect(desk.told.latest(spotBook)?.state).toBe('stale'));
  await until(() => expect(desk.lines).toContain('feed.down: Nothing comes on the feed connection any more.'));
  await until(() => expect(desk.told.latest(spotBook)?.state).toBe('live'));
  await expectWell();
});

it.each<readonly [string, Fault]>([
  ['its tokens have ended', { fault: 'expire-tokens' }],
  ['the token is refused at the door', { fault: 'refuse-upgrade', status: 401, count: 3 }],
  ['the door is shut for a while', { fault: 'refuse-upgrade', status: 503, count: 6 }],
])('31: comes back with a new token when %s', async (_, fault) => {
  desk = await openLive(exchange, { speed: 10, times: patient });
  await exchange.faults.set(fault);
  await exchange.faults.set({ fault: 'close', isAbrupt: true });
  await until(() => expect(resets()).toEqual(['futures', 'spot']));
  await expectWell();
});

/** Everything that the page was told about why a topic is not live. */
const details = () => desk.told.all('feeds.changed').flatMap(({ topics }) => topics.map(({ detail }) => detail));

it('32: asks again where an ack is lost', async () => {
  const lost = await exchange.faults.set({ fault: 'lose', frame: 'ack', audience: 'private', count: 4 });
  desk = await openDesk(exchange, { times: { acknowledgeMs: 300 } });
  desk.watchBooks(spotBook, futuresBook);
  await struck(exchange.faults, lost, 4);
  await expectWell();
  expect(details()).toContain('The exchange did not answer the request for this topic.');
});

it.each(['permits', 'per-session', 'sessions'] as const)('32: outlives a 509 for %s', async limit => {
  const refused = await exchange.faults.set({ fault: 'subscription-limit', limit, count: 3 });
  desk = await openDesk(exchange, { speed: 10, times: patient });
  desk.watchBooks(spotBook, futuresBook);
  await struck(exchange.faults, refused, 3);
  await expectWell();
  // each refusal costs a line, and no more than that
  expect(desk.feed().counts().connects).toBeLessThanOrEqual(4 + 3);
});

const slept = 300_000;

it.each<readonly [string, (asleep: LiveDesk) => void]>([
  ['with both clocks running on', asleep => asleep.time.sleep(slept)],
  ['with the monotonic clock standing still', asleep => asleep.time.setWall(slept)],
])('36: takes every line for dead after sleep, %s, and loads everything anew', async (_, sleep) => {
  desk = await openLive(exchange);
  const timesAsked = () => desk.asked.filter(line => line === 'GET /api/v1/timestamp').length;
  const before = timesAsked();
  // the other ends have gone without a word: no ping would be missed for a long time
  await exchange.faults.set({ fault: 'half-open' });
  sleep(desk);
  await until(() => expect(resets()).toEqual(['futures', 'spot']));
  expect(desk.lines.filter(line => line === 'feed.down: The computer slept.')).toHaveLength(4);
  await exchange.faults.set({ fault: 'reset' });
  await expectWell();
  expect(desk.feed().counts().connects).toBe(8);
  expect(desk.told.states(spotBook)).toContain('stale');
  await until(() => expect(timesAsked()).toBeGreaterThan(before));
});

it('29: finds lines that are open at one end only, and reads the account anew', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { pingIntervalMs: 100, pingTimeoutMs: 1_000 });
  desk = await openLive(exchange);
  await exchange.faults.set({ fault: 'half-open' });
  // nothing but a missing pong tells of a private line
  await until(() => expect(resets()).toEqual(['futures', 'spot']));
  expect(desk.lines).toContain('feed.down: The exchange no longer answers on the feed connection.');
  await exchange.faults.set({ fault: 'reset' });
  await expectWell();
  expect(desk.told.states(spotBook)).toContain('stale');
});

it('31: replaces its lines before they grow too old, and nothing of it is seen', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { connectionLifeMs: 4_000 });
  desk = await openLive(exchange, { times: { renewAfterMs: 300 } });
  const counts = () => desk.feed().counts();
  await until(() => expect(counts().connects).toBeGreaterThan(18));
  await expectTruth(exchange, desk, spotBook);
  await expectTruth(exchange, desk, futuresBook);
  expect(desk.told.states(spotBook)).toEqual(['live']);
  expect(desk.told.states(futuresBook)).toEqual(['live']);
  expectSound(desk.told.pictures(spotBook));
  expect(resets()).toEqual([]);
  expect(desk.lines.filter(line => line.startsWith('feed.down'))).toEqual([]);
});

it('33: is cut when it reads too slowly, and comes back', async () => {
  await exchange.stop();
  exchange = await startExchange('live', { bufferLimitBytes: 4_096 });
  desk = await openLive(exchange);
  await exchange.faults.set({ fault: 'slow', bytesPerSecond: 1, venue: 'spot', audience: 'public' });
  await until(() => expect(desk.feed().counts().connects).toBeGreaterThan(4));
  await expectWell();
});
