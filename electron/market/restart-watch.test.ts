import { expect, it, vi } from 'vitest';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createNotes } from '#log/testing/notes.ts';
import { buildPublicTrade } from '#shared/testing/build-trade.ts';
import { succeed } from '#shared/errors.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import { createLiveMarkets } from './live-markets.ts';
import { watchRestart } from './restart-watch.ts';

const book = { venue: 'spot', kind: 'level2', symbol: 'BTC-USDT' } as const;
const tape = { venue: 'spot', kind: 'trades', symbol: 'BTC-USDT' } as const;
const increment = (sequence: number) => ({
  symbol: 'BTC-USDT',
  sequenceStart: sequence,
  sequenceEnd: sequence,
  timeMs: 1,
  changes: [],
});

function build() {
  const fake = createFakeFeed();
  const onRestart = vi.fn<() => void>();
  const messages: unknown[] = [];
  const feed = watchRestart(fake.feed, onRestart);
  feed.subscribe(book, { message: message => messages.push(message) });
  feed.subscribe(tape, { message: message => messages.push(message) });
  return { fake, onRestart, messages };
}

it('tells once when a new connection counts lower than the one before, and passes everything on', async () => {
  const { fake, onRestart, messages } = build();
  fake.tell(book, increment(900));
  fake.tell(tape, buildPublicTrade({ sequence: '700' }));
  fake.reset(book);
  fake.reset(tape);
  fake.tell(book, increment(5));
  fake.tell(tape, buildPublicTrade({ sequence: '6' }));
  await settle();
  expect(onRestart).toHaveBeenCalledOnce();
  expect(messages).toHaveLength(4);
});

it('says nothing of numbers that go on, of disorder on one connection, or of a topic that was asked for again', async () => {
  const { fake, onRestart } = build();
  fake.tell(book, increment(900));
  fake.tell(book, increment(899));
  fake.reset(book);
  fake.tell(book, increment(901));
  fake.tell(book, increment(880));
  fake.reset(book, 'resubscribed');
  fake.tell(book, increment(870));
  await settle();
  expect(onRestart).not.toHaveBeenCalled();
});

it('starts everything anew: a new feed with what the window watches, and the page is told to forget', async () => {
  const fakes = [createFakeFeed(), createFakeFeed()];
  const told: string[] = [];
  let opened = 0;
  const live = createLiveMarkets({
    openFeed: () => {
      opened += 1;
      return fakes[opened - 1]?.feed ?? createFakeFeed().feed;
    },
    openActs: () => [],
    emit: name => told.push(name),
    offer: () => undefined,
    clock: createFakeClock(),
    log: createNotes().log,
  });
  const client = createFakeClient({ market: { trades: () => Promise.resolve(succeed([])) } });
  live.open({ profileId: 'p', client });
  live.watch('p', [{ kind: 'trades', venue: 'spot', symbol: 'BTC-USDT' }]);
  fakes[0]?.tell(tape, buildPublicTrade({ sequence: '700' }));
  fakes[0]?.reset(tape);
  expect(told).not.toContain('exchange.restarted');
  fakes[0]?.tell(tape, buildPublicTrade({ sequence: '6' }));
  await settle();
  expect(told).toContain('exchange.restarted');
  expect([fakes[0]?.isClosed(), fakes[1]?.isClosed(), opened]).toEqual([true, false, 2]);
  expect(fakes[1]?.wanted()).toContain('spot trades BTC-USDT');
  live.close();
});

it('a profile that gets a new client has a new exchange behind it; another profile has its own', () => {
  const told: unknown[] = [];
  const live = createLiveMarkets({
    openFeed: () => createFakeFeed().feed,
    openActs: () => [],
    emit: (name, payload) => told.push([name, payload]),
    offer: () => undefined,
    clock: createFakeClock(),
    log: createNotes().log,
  });
  const client = createFakeClient({});
  live.open({ profileId: 'p', client });
  live.open({ profileId: 'q', client });
  expect(told).toEqual([]);
  live.close();
  live.open({ profileId: 'q', client });
  expect(told).toContainEqual(['exchange.restarted', { profileId: 'q' }]);
  expect(told).not.toContainEqual(['exchange.restarted', { profileId: 'p' }]);
  live.close();
});
