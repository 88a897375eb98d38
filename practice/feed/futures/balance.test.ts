import { beforeEach, describe, expect, it } from 'vitest';
import { add, subtract, sum } from '#shared/decimal.ts';
import { DecimalText } from '#shared/domain/scalars.ts';
import { createFuturesFeed, dataOf, type FuturesFeed, keysOf, trade } from '../testing/futures-feed.ts';

/** Key sets are those of the service's published examples. */

const symbol = 'XBTUSDTM';
let feed: FuturesFeed;

beforeEach(() => {
  feed = createFuturesFeed();
});

describe('the wallet topic', () => {
  const keys = [
    'availableBalance',
    'crossOrderMargin',
    'crossPosMargin',
    'crossUnPnl',
    'currency',
    'equity',
    'holdBalance',
    'isolatedFundingFeeMargin',
    'isolatedOrderMargin',
    'isolatedPosMargin',
    'isolatedUnPnl',
    'timestamp',
    'totalCrossMargin',
    'version',
    'walletBalance',
  ];

  it('publishes each changed wallet once after the action, with matching sums', () => {
    const listener = feed.subscribe('/contractAccount/wallet', 'ada');
    feed.kit.mustOrder('ada', 'buy', { price: '49990', size: '3' });
    expect(listener.take()).toEqual([]);
    feed.time.advance(0);
    const frames = listener.take();
    expect(frames).toHaveLength(1);
    expect(keysOf(frames[0])).toEqual(keys);
    for (const value of Object.values(dataOf(frames[0]))) expect(typeof value).toBe('string');
    expect(dataOf(frames[0])).toMatchObject({ currency: 'USDT', version: '1', walletBalance: '100000' });
    expect(frames[0]?.subject).toBe('walletBalance.change');
    trade(feed);
    feed.time.advance(0);
    const [data] = listener.take().map(dataOf);
    const text = (name: string) => DecimalText.parse(data?.[name]);
    expect(text('version')).toBe('2');
    expect(Number(text('isolatedPosMargin'))).toBeGreaterThan(0);
    expect(Number(text('isolatedOrderMargin'))).toBeGreaterThan(0);
    expect(text('walletBalance')).toBe(
      sum([text('availableBalance'), text('isolatedOrderMargin'), text('isolatedPosMargin')]),
    );
    expect(text('equity')).toBe(sum([text('walletBalance'), text('isolatedUnPnl'), text('crossUnPnl')]));
    expect(text('totalCrossMargin')).toBe(text('availableBalance'));
  });

  it('separates margin of cross orders and positions', () => {
    trade(feed, { marginMode: 'CROSS' });
    feed.kit.mustOrder('ada', 'buy', { price: '49000', marginMode: 'CROSS' });
    feed.kit.mustOrder('ada', 'buy', { symbol: 'ETHUSDTM', price: '1900' });
    feed.kit.venue.setIndexPrice(symbol, '50100');
    const listener = feed.subscribe('/contractAccount/wallet', 'ada');
    feed.kit.fund('ada', '1');
    feed.time.advance(0);
    const [data] = listener.take().map(dataOf);
    const text = (name: string) => DecimalText.parse(data?.[name]);
    const overview = feed.kit.venue.overview('ada', 'USDT');
    expect(Number(text('crossOrderMargin'))).toBeGreaterThan(0);
    expect(text('isolatedOrderMargin')).toBe(subtract(overview.orderMargin, text('crossOrderMargin')));
    expect(Number(text('isolatedOrderMargin'))).toBeGreaterThan(0);
    expect(text('crossPosMargin')).toBe(overview.positionMargin);
    expect(text('isolatedPosMargin')).toBe('0');
    expect(text('crossUnPnl')).toBe('0.4');
    expect(text('totalCrossMargin')).toBe(
      sum([text('availableBalance'), text('crossOrderMargin'), text('crossPosMargin'), text('crossUnPnl')]),
    );
    expect(text('equity')).toBe(add(text('walletBalance'), '0.4'));
  });

  it('publishes no other account or wallet, and nothing after its end', () => {
    const listener = feed.subscribe('/contractAccount/wallet', 'ada');
    feed.kit.fund('bob', '5');
    feed.kit.ledger.deposit({ accountId: 'ada', wallet: 'main', currency: 'USDT', amount: '5' });
    feed.time.advance(10);
    expect(listener.take()).toEqual([]);
    feed.kit.fund('ada', '5');
    feed.kit.fund('ada', '1', 'XBT');
    listener.stop();
    feed.time.advance(10);
    expect(listener.take()).toEqual([]);
    expect(feed.time.waiting()).toBe(0);
  });
});
