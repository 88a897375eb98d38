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

it('restart watch reports once when a new connection counts lower than the one before, and passes on all frames', async () => {
  const { fake, onRestart, messages } = build();
  fake.publish(book, increment(900));
  fake.publish(tape, buildPublicTrade({ sequence: '700' }));
  fake.reset(book);
  fake.reset(tape);
  fake.publish(book, increment(5));
  fake.publish(tape, buildPublicTrade({ sequence: '6' }));
  await settle();
  expect(onRestart).toHaveBeenCalledOnce();
  expect(messages).toHaveLength(4);
});

it('restart watch reports nothing for rising numbers, disorder on one connection, or a new subscription', async () => {
  const { fake, onRestart } = build();
  fake.publish(book, increment(900));
  fake.publish(book, increment(899));
  fake.reset(book);
  fake.publish(book, increment(901));
  fake.publish(book, increment(880));
  fake.reset(book, 'resubscribed');
  fake.publish(book, increment(870));
  await settle();
  expect(onRestart).not.toHaveBeenCalled();
});

it('a restart of the exchange opens a new feed with the subscriptions of the window, and resets the page', async () => {
  const fakes = [createFakeFeed(), createFakeFeed()];
  const published: string[] = [];
  let opened = 0;
  const live = createLiveMarkets({
    openFeed: () => {
      opened += 1;
      return fakes[opened - 1]?.feed ?? createFakeFeed().feed;
    },
    openActions: () => [],
    emit: name => published.push(name),
    offer: () => undefined,
    clock: createFakeClock(),
    log: createNotes().log,
  });
  const client = createFakeClient({ market: { trades: () => Promise.resolve(succeed([])) } });
  live.open({ profileId: 'p', client });
  live.watch('p', [{ kind: 'trades', venue: 'spot', symbol: 'BTC-USDT' }]);
  fakes[0]?.publish(tape, buildPublicTrade({ sequence: '700' }));
  fakes[0]?.reset(tape);
  expect(published).not.toContain('exchange.restarted');
  fakes[0]?.publish(tape, buildPublicTrade({ sequence: '6' }));
  await settle();
  expect(published).toContain('exchange.restarted');
  expect([fakes[0]?.isClosed(), fakes[1]?.isClosed(), opened]).toEqual([true, false, 2]);
  expect(fakes[1]?.wanted()).toContain('spot trades BTC-USDT');
  live.close();
});

it('a profile with a new client has a new exchange, and each profile has its own', () => {
  const published: unknown[] = [];
  const live = createLiveMarkets({
    openFeed: () => createFakeFeed().feed,
    openActions: () => [],
    emit: (name, payload) => published.push([name, payload]),
    offer: () => undefined,
    clock: createFakeClock(),
    log: createNotes().log,
  });
  const client = createFakeClient({});
  live.open({ profileId: 'p', client });
  live.open({ profileId: 'q', client });
  expect(published).toEqual([]);
  live.close();
  live.open({ profileId: 'q', client });
  expect(published).toContainEqual(['exchange.restarted', { profileId: 'q' }]);
  expect(published).not.toContainEqual(['exchange.restarted', { profileId: 'p' }]);
  live.close();
});
