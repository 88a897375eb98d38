import { beforeEach, describe, expect, it } from 'vitest';
import { add, subtract, sum } from '#shared/decimal.ts';
import { DecimalText } from '#shared/domain/scalars.ts';
import type { Frame } from '../types.ts';
import { createFuturesFeed, dataOf, type FuturesFeed } from '../testing/futures-feed.ts';

/** Key sets are those of the service's published examples. */

const symbol = 'XBTUSDTM';
let feed: FuturesFeed;

beforeEach(() => {
  feed = createFuturesFeed();
});

function keysOf(frame: Frame | undefined): readonly string[] {
  return Object.keys(dataOf(frame)).toSorted();
}

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
    const listener = feed.listen(`/contractMarket/tradeOrders:${symbol}`, 'ada');
    const order = feed.desk.mustOrder('ada', 'buy', { price: '49990', size: '3', clientOid: 'mine' });
    feed.desk.mustOrder('bob', 'sell', { price: '49990', size: '1' });
    feed.desk.venue.cancel('ada', order.id);
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

  it('writes a taker without a price, filled at once', () => {
    feed.desk.mustOrder('ada', 'sell', { price: '50010', size: '3' });
    const listener = feed.listen(`/contractMarket/tradeOrders:${symbol}`, 'bob');
    feed.desk.mustOrder('bob', 'buy', { size: '2' });
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

  it('tells all contracts apart by the topic of the frame, and keeps to its own account', () => {
    const all = feed.listen('/contractMarket/tradeOrders', 'ada');
    const one = feed.listen(`/contractMarket/tradeOrders:${symbol}`, 'ada');
    feed.desk.mustOrder('ada', 'buy', { price: '49990' });
    feed.desk.mustOrder('ada', 'buy', { symbol: 'ETHUSDTM', price: '1990' });
    feed.desk.mustOrder('cyd', 'buy', { price: '49980' });
    const frames = all.take();
    expect(frames.map(frame => [frame.subject, frame.topic])).toEqual([
      ['orderChange', '/contractMarket/tradeOrders:XBTUSDTM'],
      ['orderChange', '/contractMarket/tradeOrders:ETHUSDTM'],
    ]);
    expect(one.take()).toHaveLength(1);
    all.stop();
    feed.desk.mustOrder('ada', 'buy', { price: '49970' });
    expect(all.take()).toEqual([]);
  });

  it('marks what the system did to a position that was liquidated', () => {
    feed.desk.fund('insurance', '100000');
    feed.desk.mustOrder('bob', 'sell', { price: '50000', size: '10' });
    feed.desk.mustOrder('ada', 'buy', { price: '50000', size: '10', leverage: '50' });
    const listener = feed.listen('/contractMarket/tradeOrders', 'ada');
    const positions = feed.listen(`/contract/position:${symbol}`, 'ada');
    feed.desk.venue.setIndexPrice(symbol, '49000');
    expect(listener.take().map(frame => [dataOf(frame)['type'], dataOf(frame)['tradeType']])).toEqual([
      ['match', 'liquid'],
      ['filled', 'liquid'],
    ]);
    const reasons = positions.take().map(frame => dataOf(frame)['changeReason']);
    expect(reasons).toContain('liquidation');
  });
});

describe('advancedOrders', () => {
  const stop = { stop: 'up', stopPrice: '50500', stopPriceType: 'IP', price: '50600', size: '2' } as const;

  it('tells that a stop order was placed, triggered, cancelled', () => {
    const listener = feed.listen('/contractMarket/advancedOrders', 'ada');
    const first = feed.desk.mustOrder('ada', 'buy', stop);
    const second = feed.desk.mustOrder('ada', 'buy', { ...stop, stopPrice: '60000' });
    feed.desk.venue.cancel('ada', second.id);
    feed.desk.mustOrder('bob', 'buy', stop);
    feed.desk.venue.setIndexPrice(symbol, '50501');
    const frames = listener.take();
    expect(frames.map(frame => [dataOf(frame)['orderId'], dataOf(frame)['type']])).toEqual([
      [first.id, 'open'],
      [second.id, 'open'],
      [second.id, 'cancel'],
      [first.id, 'triggered'],
    ]);
    expect(keysOf(frames[0])).toEqual([
      'createdAt',
      'marginMode',
      'orderId',
      'orderPrice',
      'orderType',
      'side',
      'size',
      'stop',
      'stopPrice',
      'stopPriceType',
      'symbol',
      'ts',
      'type',
    ]);
    expect(dataOf(frames[0])).toMatchObject({
      orderPrice: '50600',
      orderType: 'stop',
      size: 2,
      marginMode: 'ISOLATED',
    });
    expect(dataOf(frames[3])).toMatchObject({ triggerSuccess: true });
    expect(dataOf(frames[3])).not.toHaveProperty('error');
    expect(frames[0]?.id).toMatch(/^[\da-f]{24}$/);
  });

  it('says why a trigger has failed', () => {
    feed.desk.fund('poor', '1');
    const listener = feed.listen('/contractMarket/advancedOrders', 'poor');
    feed.desk.mustOrder('poor', 'buy', stop);
    feed.desk.venue.setIndexPrice(symbol, '50501');
    expect(dataOf(listener.take()[1])).toMatchObject({
      type: 'triggered',
      triggerSuccess: false,
      error: 'error.createOrder.accountBalanceInsufficient',
    });
  });
});

/** `data` of the published position frame. */
const fullKeys = [
  'autoDeposit',
  'avgEntryPrice',
  'bankruptPrice',
  'changeReason',
  'crossMode',
  'currentComm',
  'currentCost',
  'currentQty',
  'currentTimestamp',
  'delevPercentage',
  'isOpen',
  'leverage',
  'liquidationPrice',
  'maintMargin',
  'maintMarginReq',
  'marginMode',
  'markPrice',
  'markValue',
  'openingTimestamp',
  'posComm',
  'posCost',
  'posCross',
  'posFunding',
  'posInit',
  'posLoss',
  'posMaint',
  'posMargin',
  'positionSide',
  'realLeverage',
  'realisedCost',
  'realisedGrossCost',
  'realisedGrossPnl',
  'realisedPnl',
  'riskLimit',
  'riskLimitLevel',
  'settleCurrency',
  'symbol',
  'unrealisedCost',
  'unrealisedPnl',
  'unrealisedPnlPcnt',
  'unrealisedRoePcnt',
];

const sparseKeys = [
  'changeReason',
  'currentTimestamp',
  'delevPercentage',
  'maintMargin',
  'markPrice',
  'markValue',
  'realLeverage',
  'settleCurrency',
  'unrealisedPnl',
  'unrealisedPnlPcnt',
  'unrealisedRoePcnt',
];

function deal(changes: Parameters<FuturesFeed['desk']['mustOrder']>[2] = {}): void {
  feed.desk.mustOrder('bob', 'sell', { price: '50000', size: '4', ...changes });
  feed.desk.mustOrder('ada', 'buy', { price: '50000', size: '4', ...changes });
}

function settled(frames: readonly Frame[]): readonly Frame[] {
  return frames.filter(frame => frame.subject === 'position.settlement');
}

describe('positions', () => {
  it('sends the full record after a trade and after added margin', () => {
    const listener = feed.listen(`/contract/position:${symbol}`, 'ada');
    deal();
    const frames = listener.take();
    expect(keysOf(frames.at(-1))).toEqual(fullKeys);
    expect(frames.at(-1)).toMatchObject({ subject: 'position.change' });
    expect(dataOf(frames.at(-1))).toMatchObject({
      symbol,
      currentQty: 4,
      changeReason: 'positionChange',
      leverage: 10,
    });
    feed.desk.venue.addMargin('ada', { symbol, margin: '5', bizNo: 'one' });
    const [added] = listener.take();
    expect(keysOf(added)).toEqual(fullKeys);
    expect(dataOf(added)).toMatchObject({ changeReason: 'marginChange', posCross: 5 });
  });

  it('sends only what the mark price has changed, with the symbol on its own topic and without it on that of all', () => {
    deal();
    const one = feed.listen(`/contract/position:${symbol}`, 'ada');
    const all = feed.listen('/contract/positionAll', 'ada');
    feed.desk.venue.setIndexPrice(symbol, '50100');
    const [own] = one.take();
    const [any] = all.take();
    expect(keysOf(own)).toEqual([...sparseKeys, 'symbol'].toSorted());
    expect(dataOf(own)).toMatchObject({
      symbol,
      markPrice: 50_100,
      unrealisedPnl: 0.4,
      changeReason: 'markPriceChange',
    });
    expect(keysOf(any)).toEqual(sparseKeys);
    expect(any).toMatchObject({ subject: 'position.change', topic: '/contract/position:XBTUSDTM' });
    expect(own?.topic).toBeUndefined();
  });

  it('covers every contract on the topic of all, and only the own account', () => {
    const one = feed.listen('/contract/position:ETHUSDTM', 'ada');
    const all = feed.listen('/contract/positionAll', 'ada');
    deal();
    deal({ symbol: 'ETHUSDTM', price: '2000' });
    expect(new Set(all.take().map(frame => frame.topic))).toEqual(
      new Set(['/contract/position:XBTUSDTM', '/contract/position:ETHUSDTM']),
    );
    expect(new Set(one.take().map(frame => dataOf(frame)['symbol']))).toEqual(new Set(['ETHUSDTM']));
    one.stop();
    all.stop();
    deal();
    expect([...one.take(), ...all.take()]).toEqual([]);
  });

  it('leaves out of a cross position what only an isolated one has', () => {
    const listener = feed.listen('/contract/positionAll', 'ada');
    deal({ marginMode: 'CROSS' });
    const isolated = new Set([
      'autoDeposit',
      'maintMarginReq',
      'riskLimit',
      'realLeverage',
      'posCross',
      'posComm',
      'posLoss',
      'posFunding',
      'posMaint',
      'maintMargin',
    ]);
    const last = listener.take().at(-1);
    expect(keysOf(last)).toEqual(fullKeys.filter(key => !isolated.has(key)));
    expect(dataOf(last)).toMatchObject({ crossMode: true, marginMode: 'CROSS' });
  });

  it('tells the settlement of funding to both sides', () => {
    deal();
    const long = feed.listen(`/contract/position:${symbol}`, 'ada');
    const short = feed.listen('/contract/positionAll', 'bob');
    feed.time.advance(Date.UTC(2024, 10, 19, 8, 0, 2) - feed.time.clock.nowMs());
    feed.desk.venue.tick(feed.time.clock.nowMs());
    const [paid] = settled(long.take());
    const [received] = settled(short.take());
    expect(keysOf(paid)).toEqual([
      'fundingFee',
      'fundingRate',
      'fundingTime',
      'markPrice',
      'qty',
      'settleCurrency',
      'symbol',
      'ts',
    ]);
    expect(dataOf(paid)).toMatchObject({
      qty: 4,
      fundingRate: 0.0001,
      fundingFee: -0.02,
      fundingTime: Date.UTC(2024, 10, 19, 8),
    });
    expect(dataOf(received)).toMatchObject({ qty: -4, fundingFee: 0.02 });
    expect(received?.topic).toBe('/contract/position:XBTUSDTM');
  });
});

describe('wallet', () => {
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

  it('tells each changed wallet once after the act, with sums that hold', () => {
    const listener = feed.listen('/contractAccount/wallet', 'ada');
    feed.desk.mustOrder('ada', 'buy', { price: '49990', size: '3' });
    expect(listener.take()).toEqual([]);
    feed.time.advance(0);
    const frames = listener.take();
    expect(frames).toHaveLength(1);
    expect(keysOf(frames[0])).toEqual(keys);
    for (const value of Object.values(dataOf(frames[0]))) expect(typeof value).toBe('string');
    expect(dataOf(frames[0])).toMatchObject({ currency: 'USDT', version: '1', walletBalance: '100000' });
    expect(frames[0]?.subject).toBe('walletBalance.change');
    deal();
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

  it('keeps margin of cross orders and positions apart', () => {
    deal({ marginMode: 'CROSS' });
    feed.desk.mustOrder('ada', 'buy', { price: '49000', marginMode: 'CROSS' });
    feed.desk.mustOrder('ada', 'buy', { symbol: 'ETHUSDTM', price: '1900' });
    feed.desk.venue.setIndexPrice(symbol, '50100');
    const listener = feed.listen('/contractAccount/wallet', 'ada');
    feed.desk.fund('ada', '1');
    feed.time.advance(0);
    const [data] = listener.take().map(dataOf);
    const text = (name: string) => DecimalText.parse(data?.[name]);
    const overview = feed.desk.venue.overview('ada', 'USDT');
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

  it('hears neither of other accounts nor of other wallets, and nothing after its end', () => {
    const listener = feed.listen('/contractAccount/wallet', 'ada');
    feed.desk.fund('bob', '5');
    feed.desk.ledger.deposit({ accountId: 'ada', wallet: 'main', currency: 'USDT', amount: '5' });
    feed.time.advance(10);
    expect(listener.take()).toEqual([]);
    feed.desk.fund('ada', '5');
    feed.desk.fund('ada', '1', 'XBT');
    listener.stop();
    feed.time.advance(10);
    expect(listener.take()).toEqual([]);
    expect(feed.time.waiting()).toBe(0);
  });
});
