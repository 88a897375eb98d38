import { beforeEach, describe, expect, it } from 'vitest';
import { createFuturesFeed, dataOf, type FuturesFeed, keysOf } from '../testing/futures-feed.ts';

/** Key sets are those of the service's published examples. */

const symbol = 'XBTUSDTM';
let feed: FuturesFeed;

beforeEach(() => {
  feed = createFuturesFeed();
});

/** The fields that every order frame of the published examples has. */
const orderKeys = [
  'canceledSize',
  'filledSize',
  'liquidity',
  'marginMode',
  'orderId',
  'orderTime',
  'price',
  'remainSize',
  'side',
  'size',
  'status',
  'symbol',
  'ts',
  'type',
];

describe('tradeOrders', () => {
  it('follows an order from the book to its end', () => {
    const listener = feed.subscribe(`/contractMarket/tradeOrders:${symbol}`, 'ada');
    const order = feed.kit.mustOrder('ada', 'buy', { price: '49990', size: '3', clientOid: 'mine' });
    feed.kit.mustOrder('bob', 'sell', { price: '49990', size: '1' });
    feed.kit.venue.cancel('ada', order.id);
    const frames = listener.take();
    expect(frames.map(frame => frame.subject)).toEqual(Array(3).fill('symbolOrderChange'));
    expect(frames.map(frame => frame.topic)).toEqual([undefined, undefined, undefined]);
    const [open, match, cancelled] = frames.map(dataOf);
    expect(keysOf(frames[0])).toEqual([...orderKeys, 'clientOid', 'orderType', 'tradeType'].toSorted());
    expect(open).toMatchObject({
      type: 'open',
      status: 'open',
      liquidity: 'maker',
      size: '3',
      filledSize: '0',
      remainSize: '3',
      canceledSize: '0',
      price: '49990',
      clientOid: 'mine',
      orderId: order.id,
      tradeType: 'trade',
    });
    expect(match).toMatchObject({
      type: 'match',
      status: 'match',
      filledSize: '1',
      remainSize: '2',
      matchPrice: '49990',
      matchSize: '1',
      liquidity: 'maker',
      feeType: 'makerFee',
      tradeId: '1',
    });
    expect(cancelled).toMatchObject({ type: 'canceled', status: 'done', remainSize: '0', canceledSize: '2' });
    expect(cancelled).not.toHaveProperty('liquidity');
  });

  it('writes a taker without a price that fills at once', () => {
    feed.kit.mustOrder('ada', 'sell', { price: '50010', size: '3' });
    const listener = feed.subscribe(`/contractMarket/tradeOrders:${symbol}`, 'bob');
    feed.kit.mustOrder('bob', 'buy', { size: '2' });
    const [match, filled] = listener.take().map(dataOf);
    expect(match).toMatchObject({
      type: 'match',
      liquidity: 'taker',
      feeType: 'takerFee',
      price: '0',
      orderType: 'market',
    });
    expect(filled).toMatchObject({
      type: 'filled',
      status: 'done',
      filledSize: '2',
      remainSize: '0',
      canceledSize: '0',
    });
  });

  it('publishes all contracts under the topic of the frame, and only the given account', () => {
    const all = feed.subscribe('/contractMarket/tradeOrders', 'ada');
    const one = feed.subscribe(`/contractMarket/tradeOrders:${symbol}`, 'ada');
    feed.kit.mustOrder('ada', 'buy', { price: '49990' });
    feed.kit.mustOrder('ada', 'buy', { symbol: 'ETHUSDTM', price: '1990' });
    feed.kit.mustOrder('cyd', 'buy', { price: '49980' });
    const frames = all.take();
    expect(frames.map(frame => [frame.subject, frame.topic])).toEqual([
      ['orderChange', '/contractMarket/tradeOrders:XBTUSDTM'],
      ['orderChange', '/contractMarket/tradeOrders:ETHUSDTM'],
    ]);
    expect(one.take()).toHaveLength(1);
    all.stop();
    feed.kit.mustOrder('ada', 'buy', { price: '49970' });
    expect(all.take()).toEqual([]);
  });

  it('marks the actions of the system on a liquidated position', () => {
    feed.kit.fund('insurance', '100000');
    feed.kit.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    feed.kit.mustOrder('ada', 'buy', { price: '50000', size: '10', leverage: '50' });
    const listener = feed.subscribe('/contractMarket/tradeOrders', 'ada');
    const positions = feed.subscribe(`/contract/position:${symbol}`, 'ada');
    feed.kit.venue.setIndexPrice(symbol, '49000');
    expect(listener.take().map(frame => [dataOf(frame)['type'], dataOf(frame)['tradeType']])).toEqual([
      ['match', 'liquid'],
      ['filled', 'liquid'],
    ]);
    const reasons = positions.take().map(frame => dataOf(frame)['changeReason']);
    expect(reasons).toContain('liquidation');
  });
});
