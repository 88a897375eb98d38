import { describe, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import type { PriceRef, WatchedPrice } from '#shared/domain/market/price.ts';
import { buildPublicTrade } from '#shared/testing/build-trade.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock, settle } from '#time/testing/fake-clock.ts';
import { createPriceWatches } from './price-watches.ts';

const window = new Set(['main']);
const spot: PriceRef = { venue: 'spot', symbol: 'BTC-USDT', type: 'last' };
const mark: PriceRef = { venue: 'futures', symbol: 'XBTUSDTM', type: 'mark' };
const index: PriceRef = { ...mark, type: 'index' };
const last: PriceRef = { ...mark, type: 'last' };
const trades = { venue: 'spot', kind: 'trades', symbol: 'BTC-USDT' } as const;
const instrument = { venue: 'futures', kind: 'instrument', symbol: 'XBTUSDTM' } as const;
const prices = { kind: 'prices', symbol: 'XBTUSDTM', markPrice: '101', indexPrice: '102', timeMs: 1 } as const;

function build() {
  const fake = createFakeFeed();
  const clock = createFakeClock();
  let published: readonly WatchedPrice[] = [];
  let reads = 0;
  let isDown = false;
  const client = createFakeClient({
    market: {
      trades: () => {
        reads += 1;
        if (isDown) return Promise.resolve(fail('unreachable', 'No answer.'));
        return Promise.resolve(succeed([buildPublicTrade({ sequence: '1', price: '99' })]));
      },
    },
  });
  const watches = createPriceWatches({
    feed: fake.feed,
    client,
    clock,
    publish: next => {
      published = next;
    },
  });
  const shown = async () => {
    await clock.pass(600);
    return published.map(({ type, price, detail }) => `${type} ${price} ${detail === null ? 'live' : 'old'}`);
  };
  const fall = (next: boolean) => {
    isDown = next;
  };
  return { fake, clock, watches, shown, published: () => published, reads: () => reads, fall };
}

describe('a watched price', () => {
  it('has the requested type: mark and index are separate, and neither is the last trade', async () => {
    const { fake, watches, shown } = build();
    watches.watch([mark, index, last], window);
    fake.state(instrument, 'live');
    fake.publish(instrument, prices);
    fake.state({ venue: 'futures', kind: 'trades', symbol: 'XBTUSDTM' }, 'live');
    await settle();
    expect(await shown()).toEqual(['mark 101 live', 'index 102 live', 'last 99 live']);
  });

  it('a watched price is the mark of a frame without an index, and stays when a frame omits it', async () => {
    const { fake, watches, shown } = build();
    watches.watch([mark, index], window);
    fake.state(instrument, 'live');
    fake.publish(instrument, prices);
    fake.publish(instrument, { ...prices, markPrice: '105', indexPrice: null });
    await settle();
    expect(await shown()).toEqual(['mark 105 live', 'index 102 live']);
  });

  it('a watched price is the last trade by REST at once, and then each pushed one', async () => {
    const { fake, watches, shown } = build();
    watches.watch([spot], window);
    expect(await shown()).toEqual(['last null old']);
    fake.state(trades, 'live');
    expect(await shown()).toEqual(['last 99 live']);
    fake.publish(trades, buildPublicTrade({ price: '97' }));
    expect(await shown()).toEqual(['last 97 live']);
  });

  it('a watched price is marked stale with reason and time while its feed is down, and is read again after that', async () => {
    const { fake, clock, watches, shown, published, reads } = build();
    watches.watch([spot], window);
    fake.state(trades, 'live');
    await clock.pass(60_000);
    const rightUntilMs = clock.nowMs();
    fake.state(trades, 'stale', 'The exchange does not answer.');
    await clock.pass(5_000);
    expect(published()).toMatchObject([{ price: '99', asOfMs: rightUntilMs, detail: 'The exchange does not answer.' }]);
    const before = reads();
    fake.state(trades, 'live');
    fake.reset(trades);
    expect(await shown()).toEqual(['last 99 live']);
    expect(reads()).toBe(before + 1);
  });

  it('a watched price is requested again when it could not be read', async () => {
    const { fake, clock, watches, shown, fall } = build();
    fall(true);
    watches.watch([spot], window);
    fake.state(trades, 'live');
    expect(await shown()).toEqual(['last null old']);
    fall(false);
    await clock.pass(15_000);
    expect(await shown()).toEqual(['last 99 live']);
  });
});

it('price watch keeps prices that the old and new list share, and leaves no timer and no subscription after the last', async () => {
  const { fake, clock, watches, reads } = build();
  const first = watches.watch([spot, mark], window);
  fake.state(trades, 'live');
  await clock.pass(1_000);
  const second = watches.watch([spot, index], window);
  first.close();
  await clock.pass(1_000);
  expect(reads()).toBe(1);
  second.close();
  expect(fake.wanted()).toEqual([]);
  expect(clock.waiting()).toBe(0);
});
