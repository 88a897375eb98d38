import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TextView } from '#market/testing/views.ts';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { must, visible } from '../testing/must.ts';
import { type Flood, startFlood } from './testing/flood.ts';
import { type LiveFixture, openLiveFixture, patienceMs, spotBook, until } from './testing/live-fixture.ts';
import { closeTidily } from './testing/connections.ts';

/** docs/faults.md §5, case 33: more messages arrive than a user can read. */
const times = 200;
const frameMs = 1000 / 60;
const mostGrowthBytes = 64 * 1024 * 1024;

vi.setConfig({ testTimeout: 4 * patienceMs, hookTimeout: 2 * patienceMs });

let exchange: ContractExchange;
let flood: Flood;

beforeAll(async () => {
  exchange = await startExchange('live');
  flood = await startFlood(times);
});
afterAll(async () => {
  await flood.stop();
  await exchange.stop();
});

/** heap in use after a full collection, bytes */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}

function sidesOf({ bids, asks }: Pick<TextView, 'bids' | 'asks'>): string {
  return `${bids} ${asks}`;
}

/** A view at a sequence of the exchange is the exchange's own book at that sequence. */
async function expectTruthBehind(fixture: LiveFixture): Promise<void> {
  const observer = exchange.client('trader');
  await until(async () => {
    const image = must(await observer.market.spotBook({ symbol: spotBook.symbol }, visible));
    const pack = (side: typeof image.bids) =>
      side
        .slice(0, 30)
        .map(level => level.join('|'))
        .join(';');
    const truth = { bids: pack(image.bids), asks: pack(image.asks) };
    await until(() =>
      expect(Number(fixture.published.latest(spotBook)?.sequence) / times).toBeGreaterThanOrEqual(
        Number(image.sequence),
      ),
    );
    const met = fixture.published
      .views(spotBook)
      .find(({ sequence }) => flood.numberOf(sequence ?? '1') === image.sequence);
    expect(met === undefined ? 'no view met the answer' : sidesOf(met)).toBe(sidesOf(truth));
  });
}

it('a flood of increments is applied completely, shown once a frame, and leaves no queue (fault 33)', async () => {
  const fixture = await openLiveFixture(exchange, { wrap: flood.wrap });
  const before = heapBytes();
  flood.rise();
  const { messages } = fixture.feed().counts();
  const sinceMs = fixture.time.market.monotonicMs();
  await until(() => expect(fixture.feed().counts().messages - messages).toBeGreaterThan(30_000));
  const frames = (fixture.time.market.monotonicMs() - sinceMs) / frameMs;
  const views = fixture.published.views(spotBook);
  expect(views.length).toBeGreaterThan(1);
  expect(views.length).toBeLessThanOrEqual(frames + 2);
  expect(fixture.published.states(spotBook)).toEqual(['live']);
  fixture.published.forget();
  expect(heapBytes() - before).toBeLessThan(mostGrowthBytes);
  await expectTruthBehind(fixture);
  await closeTidily(exchange, fixture);
});
