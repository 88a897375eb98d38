import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits, toFixed } from '#shared/decimal.ts';
import type { FuturesPlacement } from '#practice/futures/order-types.ts';
import type { BookView, Side } from '#practice/kernel/kernel.ts';
import { createFuturesFeed, dataOf, type FuturesFeed } from '../testing/futures-feed.ts';

/** A client's book, kept by the rules of docs/exchange/feeds.md §9 and nothing else. */
interface LocalBook {
  sequence: bigint;
  readonly buy: Map<string, string>;
  readonly sell: Map<string, string>;
}

const symbol = 'XBTUSDTM';

interface FuturesStep {
  readonly account: 'ada' | 'bob' | 'cyd';
  readonly action: 'order' | 'cancel' | 'index';
  readonly side: Side;
  /** ticks from the middle; null = market */
  readonly offset: number | null;
  readonly size: number;
  readonly flag: 'none' | 'hidden' | 'iceberg' | 'ioc' | 'post' | 'reduce' | 'stop' | 'CN' | 'CO' | 'CB';
  readonly pick: number;
}

const command: fc.Arbitrary<FuturesStep> = fc.record({
  account: fc.constantFrom('ada' as const, 'bob' as const, 'cyd' as const),
  action: fc.constantFrom('order' as const, 'order' as const, 'order' as const, 'cancel' as const, 'index' as const),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  offset: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -6, max: 6 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  size: fc.integer({ min: 1, max: 30 }),
  flag: fc.constantFrom('none', 'none', 'hidden', 'iceberg', 'ioc', 'post', 'reduce', 'stop', 'CN', 'CO', 'CB'),
  pick: fc.nat(50),
});

function flagsOf({ flag, side }: FuturesStep): Partial<FuturesPlacement> {
  switch (flag) {
    case 'hidden':
      return { isHidden: true };
    case 'iceberg':
      return { isIceberg: true, visibleSize: '2' };
    case 'ioc':
      return { timeInForce: 'IOC' };
    case 'post':
      return { isPostOnly: true };
    case 'reduce':
      return { isReduceOnly: true };
    case 'stop':
      return {
        stop: side === 'buy' ? 'up' : 'down',
        stopPriceType: 'TP',
        stopPrice: '50000.2',
      };
    case 'CN':
    case 'CO':
    case 'CB':
      return { selfTradePrevention: flag };
    case 'none':
      break;
  }
  return {};
}

function run({ kit }: FuturesFeed, step: FuturesStep): void {
  const { account, action, side, offset, size, pick } = step;
  if (action === 'index') {
    kit.venue.setIndexPrice(symbol, `${50_000 + (pick % 5)}`);
    return;
  }
  if (action === 'cancel') {
    const open = kit.venue.orders(account, 'active', { symbol });
    const chosen = open[pick % Math.max(1, open.length)];
    if (chosen !== undefined) kit.venue.cancel(account, chosen.id);
    return;
  }
  // rejections are part of the game
  kit.order(account, side, {
    size: `${size}`,
    ...flagsOf(step),
    ...(offset === null ? {} : { price: toFixed(fromUnits(500_000n + BigInt(offset), 1), 1) }),
  });
}

function start(book: BookView | null): LocalBook {
  if (book === null) throw new Error('the contract exists');
  return { sequence: book.sequence, buy: new Map(book.bids), sell: new Map(book.asks) };
}

function apply(local: LocalBook, change: string): void {
  const [price = '', side = '', size = ''] = change.split(',');
  const levels = side === 'buy' ? local.buy : local.sell;
  if (size === '0') levels.delete(price);
  else levels.set(price, size);
}

function sorted(levels: ReadonlyMap<string, string>, sign: 1 | -1): readonly (readonly [string, string])[] {
  return [...levels].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));
}

describe('level2 and the snapshot', () => {
  it('make the same book at the same sequence, for any trades and any time of the snapshot', () => {
    let frames = 0;
    let trades = 0;
    const steps = fc.array(command, { minLength: 20, maxLength: 120, size: 'max' });
    fc.assert(
      fc.property(steps, fc.nat(60), (commands, snapshotAt) => {
        const feed = createFuturesFeed();
        const listener = feed.subscribe(`/contractMarket/level2:${symbol}`);
        let local: LocalBook | null = null;
        for (const [index, step] of commands.entries()) {
          run(feed, step);
          const book = feed.kit.venue.book(symbol, Number.MAX_SAFE_INTEGER);
          const pushed = listener.take();
          frames += pushed.length;
          if (local === null) {
            if (index === snapshotAt) local = start(book);
            continue;
          }
          for (const frame of pushed) {
            expect(frame.sn).toBe(local.sequence + 1n);
            local.sequence += 1n;
            apply(local, String(dataOf(frame)['change']));
          }
          expect(book?.sequence).toBe(local.sequence);
          expect(sorted(local.buy, -1)).toEqual(book?.bids);
          expect(sorted(local.sell, 1)).toEqual(book?.asks);
        }
        trades += feed.kit.venue.prints(symbol, 500).length;
      }),
      { numRuns: 100 },
    );
    // the property must have had something to chew on
    expect(frames).toBeGreaterThan(1000);
    expect(trades).toBeGreaterThan(300);
  });
});
