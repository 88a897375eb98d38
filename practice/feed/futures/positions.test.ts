import { beforeEach, describe, expect, it } from 'vitest';
import type { TopicFrame } from '../topics/topic.ts';
import { createFuturesFeed, dataOf, type FuturesFeed, keysOf, trade } from '../testing/futures-feed.ts';

/** Key sets are those of the service's published examples. */

const symbol = 'XBTUSDTM';
let feed: FuturesFeed;

beforeEach(() => {
  feed = createFuturesFeed();
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

function settled(frames: readonly TopicFrame[]): readonly TopicFrame[] {
  return frames.filter(frame => frame.subject === 'position.settlement');
}

describe('positions', () => {
  it('sends the full record after a trade and after added margin', () => {
    const listener = feed.subscribe(`/contract/position:${symbol}`, 'ada');
    trade(feed);
    const frames = listener.take();
    expect(keysOf(frames.at(-1))).toEqual(fullKeys);
    expect(frames.at(-1)).toMatchObject({ subject: 'position.change' });
    expect(dataOf(frames.at(-1))).toMatchObject({
      symbol,
      currentQty: 4,
      changeReason: 'positionChange',
      leverage: 10,
    });
    feed.kit.venue.addMargin('ada', { symbol, margin: '5', bizNo: 'one' });
    const [added] = listener.take();
    expect(keysOf(added)).toEqual(fullKeys);
    expect(dataOf(added)).toMatchObject({ changeReason: 'marginChange', posCross: 5 });
  });

  it('sends only the changes by the mark price, with the symbol on its own topic and without it on that of all', () => {
    trade(feed);
    const one = feed.subscribe(`/contract/position:${symbol}`, 'ada');
    const all = feed.subscribe('/contract/positionAll', 'ada');
    feed.kit.venue.setIndexPrice(symbol, '50100');
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

  it('covers every contract on the topic of all, and only the given account', () => {
    const one = feed.subscribe('/contract/position:ETHUSDTM', 'ada');
    const all = feed.subscribe('/contract/positionAll', 'ada');
    trade(feed);
    trade(feed, { symbol: 'ETHUSDTM', price: '2000' });
    expect(new Set(all.take().map(frame => frame.topic))).toEqual(
      new Set(['/contract/position:XBTUSDTM', '/contract/position:ETHUSDTM']),
    );
    expect(new Set(one.take().map(frame => dataOf(frame)['symbol']))).toEqual(new Set(['ETHUSDTM']));
    one.stop();
    all.stop();
    trade(feed);
    expect([...one.take(), ...all.take()]).toEqual([]);
  });

  it('omits isolated-only fields from a cross position', () => {
    const listener = feed.subscribe('/contract/positionAll', 'ada');
    trade(feed, { marginMode: 'CROSS' });
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

  it('publishes a change of the risk level', () => {
    trade(feed);
    const one = feed.subscribe(`/contract/position:${symbol}`, 'ada');
    const all = feed.subscribe('/contract/positionAll', 'ada');
    feed.kit.venue.changeRiskLevel('ada', symbol, 2);
    const reported = { subject: 'position.adjustRiskLimit', data: { success: true, riskLimitLevel: 2, msg: '' } };
    expect(one.take()).toContainEqual(reported);
    expect(all.take()).toContainEqual({ ...reported, topic: '/contract/position:XBTUSDTM' });
  });

  it('publishes the settlement of funding to both sides', () => {
    trade(feed);
    const long = feed.subscribe(`/contract/position:${symbol}`, 'ada');
    const short = feed.subscribe('/contract/positionAll', 'bob');
    feed.time.advance(Date.UTC(2024, 10, 19, 8, 0, 2) - feed.time.clock.nowMs());
    feed.kit.venue.tick(feed.time.clock.nowMs());
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
