import type { Market } from '#shared/domain/market/market.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '@fathom/practice';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import {
  allLive,
  futuresBook,
  type LiveFixture,
  openLiveFixture,
  patienceMs,
  spotBook,
  struck,
  until,
} from './testing/live-fixture.ts';
import { expectSound, expectTruth } from './testing/oracle.ts';

/**
 * A book with a gap reports it, loads again, and equals the book of the exchange afterwards.
 * docs/faults.md §5, cases 23 to 27.
 */
const books: readonly (readonly [string, Market, string, string])[] = [
  ['spot', spotBook, '/market/level2', '/api/v3/market/orderbook/level2'],
  ['futures', futuresBook, '/contractMarket/level2', '/api/v1/level2/snapshot'],
];

/** one round is one read with the client's own attempts */
const requestsPerRead = 4;
const firstBackOffMs = 125;
const replayMs = 250;
/** Back-offs that double fit only so often into a time, however the machine hurries. */
function mostRounds(passedMs: number): number {
  return 1 + Math.floor(Math.log2(passedMs / firstBackOffMs + 1));
}

vi.setConfig({ testTimeout: 4 * patienceMs, hookTimeout: 2 * patienceMs });

let exchange: ContractExchange;
let fixture: LiveFixture;

beforeAll(async () => {
  exchange = await startExchange('live');
});
afterEach(async () => {
  fixture.close();
  await exchange.faults.set({ fault: 'reset' });
});
afterAll(async () => {
  await exchange.stop();
});

/** A fixture with slow answers of the exchange, so that the test sees the book recover. */
async function openPatient(): Promise<LiveFixture> {
  const opened = await openLiveFixture(exchange);
  await exchange.faults.set({ fault: 'latency', target: 'rest', ms: 60 });
  return opened;
}

/** The book was not live for a while, and is again. */
async function comesBack(market: Market): Promise<void> {
  await until(() => {
    const states = fixture.published.states(market);
    expect(states.some(state => state !== 'live')).toBe(true);
    expect(states.at(-1)).toBe('live');
  });
}

describe.each(books)('the %s book', (_venue, market, topic, snapshotPath) => {
  const snapshotsAtMs = () => fixture.askedAtMs.filter((_, place) => fixture.asked[place] === `GET ${snapshotPath}`);
  const snapshots = () => snapshotsAtMs().length;

  it('reports the loss of an increment, and recovers (fault 23)', async () => {
    fixture = await openPatient();
    await struck(exchange.faults, await exchange.faults.set({ fault: 'lose', topic }));
    await comesBack(market);
    expect(fixture.published.views(market).map(({ detail }) => detail)).toContain(
      'A message was lost. The order book is loading again.',
    );
    await expectTruth(exchange, fixture, market);
    expectSound(fixture.published.views(market));
  });
  it('is unaffected by repeats and old replays (fault 24)', async () => {
    fixture = await openPatient();
    const twice = await exchange.faults.set({ fault: 'duplicate', topic, count: 5 });
    // here and there one, so that its neighbours do not come again with it
    const old = { fault: 'duplicate', topic, delayMs: replayMs, skip: 5, count: 4, probability: 0.3 } as const;
    const later = await exchange.faults.set(old);
    await struck(exchange.faults, twice, 5);
    await struck(exchange.faults, later, 4);
    // the last copy comes a while after its frame was counted
    const sinceMs = fixture.time.market.monotonicMs();
    await until(() => expect(fixture.time.market.monotonicMs() - sinceMs).toBeGreaterThan(2 * replayMs));
    await expectTruth(exchange, fixture, market);
    expect(fixture.published.states(market)).toEqual(['live']);
    expectSound(fixture.published.views(market));
  });
  it('recovers when increments overtake each other (fault 24)', async () => {
    fixture = await openPatient();
    await struck(exchange.faults, await exchange.faults.set({ fault: 'reorder', topic }));
    await comesBack(market);
    await expectTruth(exchange, fixture, market);
    expectSound(fixture.published.views(market));
  });

  it.each<Fault>([
    { fault: 'lose', topic },
    { fault: 'malformed', how: 'cut', topic },
  ])('loads another snapshot when the first is older than its data, after $fault (fault 25)', async fault => {
    fixture = await openPatient();
    const stale = await exchange.faults.set({ fault: 'stale-snapshot', ...market });
    const shownSequence = fixture.published.latest(market)?.sequence;
    await until(() => expect(fixture.published.latest(market)?.sequence).not.toBe(shownSequence));
    const before = snapshots();
    await exchange.faults.set(fault);
    await struck(exchange.faults, stale);
    await comesBack(market);
    // the old one and another: what the page is shown in between may be replaced before it is drawn
    expect(snapshots() - before).toBeGreaterThanOrEqual(2);
    await expectTruth(exchange, fixture, market);
    expectSound(fixture.published.views(market));
  });
  // a frame that names no change shows as a gap before the next one, or, when none comes, in the comparison
  const lost = /^A message was lost\.|^The feed missed changes of the market\./u;
  it.each<readonly [Fault, RegExp]>([
    [{ fault: 'crossed', topic }, /^The order book was crossed\./u],
    [{ fault: 'malformed', how: 'cut', topic }, /^The book is being loaded\.$/u],
    [{ fault: 'malformed', how: 'shape', topic }, lost],
    [{ fault: 'malformed', how: 'number', topic }, lost],
  ])('rejects frames like %j, and loads the book again (fault 26)', async (fault, detail) => {
    fixture = await openPatient();
    const before = snapshots();
    await struck(exchange.faults, await exchange.faults.set(fault));
    await comesBack(market);
    expect(snapshots()).toBeGreaterThan(before);
    expect(fixture.published.views(market).map(view => view.detail)).toContainEqual(expect.stringMatching(detail));
    expect(fixture.feed().counts().connects).toBe(4);
    await expectTruth(exchange, fixture, market);
    expectSound(fixture.published.views(market));
  });
  it('keeps its last rows and their age while no snapshot is available, with slow retries (fault 27)', async () => {
    fixture = await openLiveFixture(exchange);
    const refused: Fault = {
      fault: 'rest',
      path: snapshotPath,
      answer: { kind: 'error', status: 503 },
      probability: 1,
    };
    await exchange.faults.set(refused);
    const before = snapshots();
    const sinceMs = fixture.time.market.monotonicMs();
    await exchange.faults.set({ fault: 'lose', topic });
    await until(() => expect(snapshots() - before).toBeGreaterThan(3 * requestsPerRead));
    const rounds = Math.ceil((snapshots() - before) / requestsPerRead);
    expect(rounds).toBeLessThanOrEqual(mostRounds(fixture.time.market.monotonicMs() - sinceMs));
    expect(fixture.published.latest(market)?.state).toBe('stale');
    const views = fixture.published.views(market);
    const kept = views.slice(views.findLastIndex(({ state }) => state === 'live'));
    expect(new Set(kept.map(({ bids, asks }) => `${bids} ${asks}`)).size).toBe(1);
    // a change without a row was not published before, so the age may be a little newer than that of the last live view
    expect(new Set(kept.slice(1).map(({ asOfMs }) => asOfMs)).size).toBe(1);
    await exchange.faults.set({ fault: 'reset' });
    await comesBack(market);
    await expectTruth(exchange, fixture, market);
  });
  it('requests no snapshot before the exchange allows it (fault 27)', async () => {
    fixture = await openPatient();
    const resetMs = 600;
    const limited = await exchange.faults.set({
      fault: 'rest',
      path: snapshotPath,
      answer: { kind: 'rate-limited', resetMs },
    });
    const before = snapshots();
    await exchange.faults.set({ fault: 'lose', topic });
    await struck(exchange.faults, limited);
    await until(() => expect(snapshots() - before).toBeGreaterThanOrEqual(2));
    const [refusedAtMs = 0, againAtMs = 0] = snapshotsAtMs().slice(before);
    expect(againAtMs - refusedAtMs).toBeGreaterThan(resetMs);
    await comesBack(market);
    await expectTruth(exchange, fixture, market);
  });
});

it('a spot increment that overlaps the last one is neither lost nor counted twice (fault 24)', async () => {
  fixture = await openLiveFixture(exchange);
  const overlap = await exchange.faults.set({ fault: 'overlap', topic: '/market/level2', count: 10 });
  await struck(exchange.faults, overlap, 10);
  await expectTruth(exchange, fixture, spotBook);
  expect(fixture.published.states(spotBook)).toEqual(['live']);
});

it('a book that is lost repeatedly is marked stale and retried more slowly (fault 23)', async () => {
  fixture = await openLiveFixture(exchange);
  await exchange.faults.set({ fault: 'lose', topic: '/market/level2', probability: 0.5 });
  await until(() => expect(fixture.published.latest(spotBook)?.state).toBe('stale'));
  await exchange.faults.set({ fault: 'reset' });
  await allLive(fixture, futuresBook);
  expect(fixture.published.states(futuresBook)).toEqual(['live']);
  expectSound(fixture.published.views(spotBook));
});
