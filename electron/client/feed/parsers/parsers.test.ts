import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExact } from '#client/wire/exact-json.ts';
import { readDecimal } from '#client/wire/scalars.ts';
import type { FeedKind } from '../messages.ts';
import { kinds, suffixOf } from '../topic-table.ts';
import { fieldsOf, leanDecimal, leanInteger, type Parsed } from './parser.ts';

/** Reads a frame's text as the feed does. */
function readText(kind: FeedKind, text: string): Parsed<unknown> {
  const spec = kinds[kind];
  const exact = parseExact(text);
  const value: unknown = spec.isLean ? JSON.parse(text) : exact.ok ? exact.value : null;
  const { topic = '', subject = '', data } = fieldsOf(value) ?? {};
  const reader = spec.parsers.get(String(subject)) ?? spec.parsers.get('*');
  if (reader === undefined) throw new Error(`no reader for ${String(subject)}`);
  return reader({ suffix: suffixOf(String(topic)), subject: String(subject), data });
}

function valueOf(kind: FeedKind, text: string): unknown {
  const reading = readText(kind, text);
  return reading.ok ? reading.value : `unreadable: ${reading.field}`;
}

/** A frame around data. */
function frame(topic: string, subject: string, data: unknown): string {
  return JSON.stringify({ type: 'message', topic, subject, data });
}

const depthRows = { asks: [['67996.7', '1.14213262']], bids: [['67996.60', '0.37969491']], timestamp: 1729822226746 };

describe('each topic reads the example of the interface', () => {
  // texts, not objects: their numbers must not pass through a double first
  const examples: readonly (readonly [FeedKind, string, unknown])[] = [
    [
      'spot.level2',
      '{"topic":"/market/level2:BTC-USDT","type":"message","subject":"trade.l2update","data":{"changes":{"asks":[["67993.30","1.21427407","14701689783"]],"bids":[["67990","0","14701689784"]]},"sequenceEnd":14701689784,"sequenceStart":14701689783,"symbol":"BTC-USDT","time":1729816425625}}',
      {
        symbol: 'BTC-USDT',
        sequenceStart: 14701689783,
        sequenceEnd: 14701689784,
        timeMs: 1729816425625,
        changes: [
          { side: 'sell', price: '67993.3', size: '1.21427407', sequence: 14701689783 },
          { side: 'buy', price: '67990', size: '0', sequence: 14701689784 },
        ],
      },
    ],
    [
      'spot.depth5',
      frame('/spotMarket/level2Depth5:BTC-USDT', 'level2', depthRows),
      {
        symbol: 'BTC-USDT',
        sequence: null,
        timeMs: 1729822226746,
        asks: [['67996.7', '1.14213262']],
        bids: [['67996.6', '0.37969491']],
      },
    ],
    [
      'spot.depth50',
      frame('/spotMarket/level2Depth50:BTC-USDT', 'level2', depthRows),
      {
        symbol: 'BTC-USDT',
        sequence: null,
        timeMs: 1729822226746,
        asks: [['67996.7', '1.14213262']],
        bids: [['67996.6', '0.37969491']],
      },
    ],
    [
      'spot.level1',
      '{"topic":"/spotMarket/level1:BTC-USDT","type":"message","subject":"level1","data":{"asks":["68145.8","0.51987471"],"bids":[],"timestamp":1729816058766}}',
      { symbol: 'BTC-USDT', sequence: null, bid: null, ask: ['68145.8', '0.51987471'], timeMs: 1729816058766 },
    ],
    [
      'spot.ticker',
      '{"type":"message","topic":"/market/ticker:BTC-USDT","subject":"trade.ticker","data":{"sequence":"1545896668986","price":"0.08","size":"0.011","bestAsk":"0.08","bestAskSize":"0.18","bestBid":"0.049","bestBidSize":"0.036","Time":1704873323416}}',
      {
        symbol: 'BTC-USDT',
        sequence: '1545896668986',
        price: '0.08',
        size: '0.011',
        bid: ['0.049', '0.036'],
        ask: ['0.08', '0.18'],
        timeMs: 1704873323416,
      },
    ],
    [
      'spot.tickers',
      '{"topic":"/market/ticker:all","type":"message","subject":"BTC-USDT","data":{"bestAsk":"67218.7","bestAskSize":"1.92318539","bestBid":null,"bestBidSize":null,"price":"67220","sequence":"14691455768","size":"0.00004316","time":1729757723612}}',
      {
        symbol: 'BTC-USDT',
        sequence: '14691455768',
        price: '67220',
        size: '0.00004316',
        bid: null,
        ask: ['67218.7', '1.92318539'],
        timeMs: 1729757723612,
      },
    ],
    [
      'spot.trades',
      '{"topic":"/market/match:BTC-USDT","type":"message","subject":"trade.l3match","data":{"makerOrderId":"671b5007389355000701b1d3","price":"67523","sequence":"11067996711960577","side":"buy","size":"0.003","symbol":"BTC-USDT","takerOrderId":"671b50161777ff00074c168d","time":"1729843222921000000","tradeId":"11067996711960577","type":"match"}}',
      {
        venue: 'spot',
        symbol: 'BTC-USDT',
        sequence: '11067996711960577',
        tradeId: '11067996711960577',
        price: '67523',
        size: '0.003',
        takerSide: 'buy',
        timeMs: 1729843222921,
      },
    ],
    [
      'spot.candles',
      '{"topic":"/market/candles:BTC-USDT_1hour","type":"message","subject":"trade.candles.update","data":{"symbol":"BTC-USDT","candles":["1729839600","67644.9","67437.6","67724.8","67243.8","44.88321441","3027558.991928447"],"time":1729842192785164840}}',
      {
        venue: 'spot',
        symbol: 'BTC-USDT',
        interval: '1hour',
        candle: {
          openAtMs: 1729839600000,
          open: '67644.9',
          close: '67437.6',
          high: '67724.8',
          low: '67243.8',
          volume: '44.88321441',
        },
        timeMs: 1729842192785,
      },
    ],
    [
      'spot.snapshot',
      '{"topic":"/market/snapshot:BTC-USDT","type":"message","subject":"trade.snapshot","data":{"sequence":"14691517895","data":{"changePrice":315.20000000000000000000,"changeRate":0.0047,"datetime":1729758286011,"high":67611.80000000000000000000,"lastTradedPrice":67158.1,"low":65257.10000000000000000000,"open":66842.9,"symbol":"BTC-USDT","vol":2227.69895852000000000000,"volValue":147972941.0785750730000000000001}}}',
      {
        venue: 'spot',
        symbol: 'BTC-USDT',
        lastPrice: '67158.1',
        open: '66842.9',
        high: '67611.8',
        low: '65257.1',
        change: '315.2',
        changeRate: '0.0047',
        volume: '2227.69895852',
        turnover: '147972941.0785750730000000000001',
        timeMs: 1729758286011,
      },
    ],
    [
      'spot.markPrice',
      '{"id":"5c24c5da03aa673885cd67aa","type":"message","topic":"/indicator/markPrice:USDT-BTC","subject":"tick","data":{"symbol":"USDT-BTC","granularity":5000,"timestamp":1551770400000,"value":0.0001093}}',
      { symbol: 'USDT-BTC', price: '0.0001093', timeMs: 1551770400000 },
    ],
    [
      'spot.indexPrice',
      '{"type":"message","topic":"/indicator/index:USDT-BTC","subject":"tick","data":{"symbol":"USDT-BTC","granularity":5000,"timestamp":1551770400000,"value":1e-7}}',
      { symbol: 'USDT-BTC', price: '0.0000001', timeMs: 1551770400000 },
    ],
    [
      'futures.level2',
      '{"topic":"/contractMarket/level2:XBTUSDTM","type":"message","subject":"level2","sn":1709400450243,"data":{"sequence":1709400450243,"change":"90631.2,sell,2","timestamp":1731897467182}}',
      {
        symbol: 'XBTUSDTM',
        sequenceStart: 1709400450243,
        sequenceEnd: 1709400450243,
        timeMs: 1731897467182,
        changes: [{ side: 'sell', price: '90631.2', size: '2', sequence: 1709400450243 }],
      },
    ],
    [
      'futures.depth5',
      '{"topic":"/contractMarket/level2Depth5:XBTUSDTM","type":"message","subject":"level2","sn":1731680019100,"data":{"bids":[["89720.9",513]],"sequence":1709294294670,"timestamp":1731680019100,"ts":1731680019100,"asks":[["89721",906]]}}',
      {
        symbol: 'XBTUSDTM',
        sequence: 1709294294670,
        timeMs: 1731680019100,
        bids: [['89720.9', '513']],
        asks: [['89721', '906']],
      },
    ],
    [
      'futures.depth50',
      '{"topic":"/contractMarket/level2Depth50:XBTUSDTM","type":"message","subject":"level2","data":{"bids":[],"sequence":5,"timestamp":7,"asks":[]}}',
      { symbol: 'XBTUSDTM', sequence: 5, timeMs: 7, bids: [], asks: [] },
    ],
    [
      'futures.ticker',
      '{"topic":"/contractMarket/tickerV2:XBTUSDTM","type":"message","subject":"tickerV2","sn":1709284589209,"data":{"symbol":"XBTUSDTM","sequence":1709284589209,"bestBidSize":713,"bestBidPrice":"88987.4","bestAskPrice":"88987.5","bestAskSize":1037,"ts":1731665526461000000}}',
      {
        symbol: 'XBTUSDTM',
        sequence: '1709284589209',
        bid: ['88987.4', '713'],
        ask: ['88987.5', '1037'],
        timeMs: 1731665526461,
      },
    ],
    [
      'futures.trades',
      '{"topic":"/contractMarket/execution:XBTUSDTM","type":"message","subject":"match","sn":1794100537695,"data":{"symbol":"XBTUSDTM","sequence":1794100537695,"side":"buy","size":2,"price":"90503.9","takerOrderId":"247822202957807616","makerOrderId":"247822167163555840","tradeId":"1794100537695","ts":1731898619520000000}}',
      {
        venue: 'futures',
        symbol: 'XBTUSDTM',
        sequence: '1794100537695',
        tradeId: '1794100537695',
        price: '90503.9',
        size: '2',
        takerSide: 'buy',
        timeMs: 1731898619520,
      },
    ],
    [
      'futures.instrument',
      '{"topic":"/contract/instrument:XBTUSDTM","type":"message","subject":"mark.index.price","data":{"markPrice":90445.02,"indexPrice":90445.02,"granularity":1000,"timestamp":1731899129000}}',
      { kind: 'prices', symbol: 'XBTUSDTM', markPrice: '90445.02', indexPrice: '90445.02', timeMs: 1731899129000 },
    ],
    [
      'futures.instrument',
      '{"topic":"/contract/instrument:XBTUSDTM","type":"message","subject":"funding.rate","data":{"granularity":60000,"fundingRate":-0.002966,"timestamp":1551770400000}}',
      { kind: 'funding', symbol: 'XBTUSDTM', rate: '-0.002966', isSettled: false, timeMs: 1551770400000 },
    ],
    [
      'futures.instrument',
      '{"topic":"/contract/instrument:XBTUSDTM","type":"message","subject":"funding.rate","data":{"granularity":28800000,"fundingRate":0.0001,"timestamp":1551770400000}}',
      { kind: 'funding', symbol: 'XBTUSDTM', rate: '0.0001', isSettled: true, timeMs: 1551770400000 },
    ],
    [
      'futures.candles',
      '{"topic":"/contractMarket/limitCandle:XBTUSDTM_1min","type":"message","data":{"symbol":"XBTUSDTM","candles":["1731898200","90638.6","90638.7","90638.8","90638.5","21.0","23"],"time":1731898208357},"subject":"candle.stick"}',
      {
        venue: 'futures',
        symbol: 'XBTUSDTM',
        interval: '1min',
        candle: {
          openAtMs: 1731898200000,
          open: '90638.6',
          close: '90638.7',
          high: '90638.8',
          low: '90638.5',
          volume: '23',
        },
        timeMs: 1731898208357,
      },
    ],
    [
      'futures.snapshot',
      '{"topic":"/contractMarket/snapshot:XBTUSDTM","type":"message","subject":"snapshot.24h","id":"673ab3fff4088b0001664f41","data":{"highPrice":91512.8,"lastPrice":90326.7,"lowPrice":88747.8,"price24HoursBefore":89880.4,"priceChg":446.3,"priceChgPct":0.0049,"symbol":"XBTUSDTM","ts":1731900415023929239,"turnover":526928331.0482177734,"volume":5834.46}}',
      {
        venue: 'futures',
        symbol: 'XBTUSDTM',
        lastPrice: '90326.7',
        open: '89880.4',
        high: '91512.8',
        low: '88747.8',
        change: '446.3',
        changeRate: '0.0049',
        volume: '5834.46',
        turnover: '526928331.0482177734',
        timeMs: 1731900415023,
      },
    ],
    [
      'spot.stopOrders',
      '{"topic":"/spotMarket/advancedOrders","type":"message","subject":"stopOrder","channelType":"private","data":{"orderId":"vs93gpupfa48anof003u85mb","orderPrice":"70000","orderType":"stop","side":"buy","size":"0.00007142","stop":"loss","stopPrice":"71000","symbol":"BTC-USDT","tradeType":"TRADE","type":"open","createdAt":1742305928064,"ts":1742305928091268493}}',
      {
        venue: 'spot',
        orderId: 'vs93gpupfa48anof003u85mb',
        symbol: 'BTC-USDT',
        event: 'open',
        side: 'buy',
        price: '70000',
        size: '0.00007142',
        stop: 'loss',
        stopPrice: '71000',
        stopPriceType: null,
        tradeType: 'spot',
        hasTriggered: null,
        failMessage: null,
        createdAtMs: 1742305928064,
        timeMs: 1742305928091,
      },
    ],
    [
      'futures.stopOrders',
      '{"topic":"/contractMarket/advancedOrders","type":"message","data":{"createdAt":1730194206837,"marginMode":"ISOLATED","orderId":"240673378116083712","orderPrice":"0.1","orderType":"stop","side":"buy","size":1,"stop":"down","stopPrice":"1000","stopPriceType":"TP","symbol":"XBTUSDTM","ts":1730194206843133000,"type":"triggered","triggerSuccess":false,"error":"error.createOrder.accountBalanceInsufficient"},"subject":"stopOrder"}',
      {
        venue: 'futures',
        orderId: '240673378116083712',
        symbol: 'XBTUSDTM',
        event: 'triggered',
        side: 'buy',
        price: '0.1',
        size: '1',
        stop: 'down',
        stopPrice: '1000',
        stopPriceType: 'TP',
        tradeType: 'futures',
        hasTriggered: false,
        failMessage: 'error.createOrder.accountBalanceInsufficient',
        createdAtMs: 1730194206837,
        timeMs: 1730194206843,
      },
    ],
    [
      'spot.balances',
      '{"topic":"/account/balance","type":"message","subject":"account.balance","id":"354689988084000","channelType":"private","data":{"accountId":"548674591753","currency":"USDT","total":"21.133773386762","available":"20.132773386762","hold":"1.001","availableChange":"-0.5005","holdChange":"0.5005","relationContext":{"symbol":"BTC-USDT","orderId":"6721d0632db25b0007071fdc"},"relationEvent":"trade.hold","relationEventId":"354689988084000","time":"1730269283892"}}',
      {
        accountId: '548674591753',
        currency: 'USDT',
        total: '21.133773386762',
        available: '20.132773386762',
        held: '1.001',
        event: 'trade.hold',
        eventId: '354689988084000',
        symbol: 'BTC-USDT',
        orderId: '6721d0632db25b0007071fdc',
        timeMs: 1730269283892,
      },
    ],
    [
      'spot.marginPosition',
      '{"topic":"/margin/position","subject":"debt.ratio","type":"message","data":{"debtRatio":0,"totalAsset":0.00052431772284080000000,"marginCoefficientTotalAsset":"0.0005243177228408","totalDebt":"0","assetList":{"BTC":{"total":"0.00002","available":"0","hold":"0.00002"}},"debtList":{"BTC":"0"},"timestamp":1729912435657}}',
      {
        kind: 'debt',
        debtRatio: '0',
        totalAsset: '0.0005243177228408',
        totalDebt: '0',
        assets: [{ currency: 'BTC', total: '0.00002', available: '0', held: '0.00002' }],
        debts: [{ currency: 'BTC', amount: '0' }],
        timeMs: 1729912435657,
      },
    ],
    [
      'spot.marginPosition',
      frame('/margin/position', 'position.status', { type: 'FROZEN_FL', timestamp: 1729912435657 }),
      { kind: 'status', status: 'FROZEN_FL', timeMs: 1729912435657 },
    ],
    [
      'spot.isolatedPosition',
      '{"topic":"/margin/isolatedPosition:BTC-USDT","subject":"positionChange","type":"message","data":{"tag":"BTC-USDT","status":"DEBT","statusBizType":"DEFAULT_DEBT","accumulatedPrincipal":"5.01","changeAssets":{},"timestamp":1730121097742}}',
      { symbol: 'BTC-USDT', status: 'DEBT', reason: 'DEFAULT_DEBT', timeMs: 1730121097742 },
    ],
    [
      'futures.balances',
      '{"topic":"/contractAccount/wallet","type":"message","subject":"walletBalance.change","data":{"crossPosMargin":"0","isolatedOrderMargin":"18.1188","holdBalance":"0","equity":"81.273621258","version":"1337","availableBalance":"26.144281178","isolatedPosMargin":"36.80984008","walletBalance":"81.072921258","isolatedFundingFeeMargin":"0","crossUnPnl":"0","totalCrossMargin":"26.144281178","currency":"USDT","isolatedUnPnl":"0.2007","crossOrderMargin":"0","timestamp":"1731916996764"}}',
      {
        currency: 'USDT',
        walletBalance: '81.072921258',
        availableBalance: '26.144281178',
        holdBalance: '0',
        equity: '81.273621258',
        isolatedOrderMargin: '18.1188',
        isolatedPositionMargin: '36.80984008',
        isolatedUnrealisedPnl: '0.2007',
        isolatedFundingFeeMargin: '0',
        crossOrderMargin: '0',
        crossPositionMargin: '0',
        crossUnrealisedPnl: '0',
        totalCrossMargin: '26.144281178',
        version: '1337',
        timeMs: 1731916996764,
      },
    ],
  ];

  it.each(examples)('%s', (kind, text, expected) => {
    expect(valueOf(kind, text)).toEqual(expected);
  });

  it('has an example of every kind but orders and positions, which follow', () => {
    const shown = new Set(examples.map(([kind]) => kind));
    const rest = Object.keys(kinds).filter(kind => ![...shown].some(other => other === kind));
    expect(rest.toSorted()).toEqual([
      'futures.orders',
      'futures.position',
      'futures.positions',
      'spot.orders',
      'spot.ordersV1',
    ]);
  });
});

const readLevels = (data: unknown) => valueOf('spot.level2', frame('/market/level2:A-B', 'trade.l2update', data));
const readLots = (change: unknown, sequence: unknown = 1) =>
  valueOf('futures.level2', frame('/contractMarket/level2:X', 'level2', { sequence, change, timestamp: 1 }));

describe('levels', () => {
  const whole = { sequenceStart: 1, sequenceEnd: 3, symbol: 'A-B', time: 5 };

  it('takes a price of zero, missing sides and rows out of order', () => {
    const bids = [
      ['10', '2', 3],
      ['10', '1', 2],
    ];
    expect(readLevels({ ...whole, changes: { bids, asks: [['0', '0', '1']] } })).toMatchObject({
      changes: [
        { price: '0', sequence: 1 },
        { price: '10', size: '1', sequence: 2 },
        { price: '10', size: '2', sequence: 3 },
      ],
    });
    const apart = { asks: [['11', '3', 2]], bids: [['10', '2', 1]] };
    expect(readLevels({ ...whole, changes: apart })).toMatchObject({
      changes: [
        { side: 'sell', price: '11', size: '3', sequence: 2 },
        { side: 'buy', price: '10', size: '2', sequence: 1 },
      ],
    });
    expect(readLevels({ ...whole, changes: {} })).toMatchObject({ changes: [] });
    expect(readLevels({ ...whole, symbol: undefined, time: 'soon', changes: { bids: null } })).toMatchObject({
      symbol: 'A-B',
      timeMs: 0,
    });
  });

  it.each([
    ['no data', 'x', 'changes'],
    ['a list for the changes', { ...whole, changes: [] }, 'changes'],
    ['no sequence', { ...whole, sequenceEnd: undefined, changes: {} }, 'sequenceEnd'],
    ['an end before the start', { ...whole, sequenceEnd: 0, changes: {} }, 'sequenceEnd'],
    ['a sequence that no double can hold', { ...whole, sequenceEnd: '12345678901234567', changes: {} }, 'sequenceEnd'],
    ['rows that are none', { ...whole, changes: { asks: 'x' } }, 'changes.asks'],
    ['a row that is none', { ...whole, changes: { asks: [5] } }, 'changes.asks'],
    ['a price that is none', { ...whole, changes: { bids: [['NaN', '1', '1']] } }, 'changes.bids'],
    ['an empty price', { ...whole, changes: { bids: [['', '1', '1']] } }, 'changes.bids'],
    ['a negative size', { ...whole, changes: { bids: [['1', '-1', '1']] } }, 'changes.bids'],
    [
      'a bad row behind a good one',
      {
        ...whole,
        changes: {
          asks: [
            ['1', '1', '1'],
            ['1', 'x', '2'],
          ],
        },
      },
      'changes.asks',
    ],
    ['a row without a sequence', { ...whole, changes: { bids: [['1', '1']] } }, 'changes.bids'],
    [
      'a million rows',
      { ...whole, changes: { bids: Array.from({ length: 20_001 }, () => ['1', '1', 1]) } },
      'changes.bids',
    ],
    ['another symbol', { ...whole, symbol: 'C-D', changes: {} }, 'symbol'],
  ])('26: refuses %s', (_name, data, field) => {
    expect(readLevels(data)).toBe(`unreadable: ${field}`);
  });

  it.each([
    ['no text', 5],
    ['too few parts', '1,buy'],
    ['no commas', '1'],
    ['another side', '1,both,2'],
    ['a price that is none', 'x,buy,2'],
    ['a size that is none', '1,buy,2,3'],
    ['a negative size', '1,buy,-2'],
  ])('26: refuses a futures change with %s', (_name, change) => {
    expect(readLots(change)).toBe('unreadable: change');
  });

  it('26: refuses a futures sequence that is none', () => {
    expect(readLots('1,buy,2', 'x')).toBe('unreadable: sequence');
    expect(valueOf('futures.level2', frame('/contractMarket/level2:X', 'level2', null))).toBe('unreadable: change');
    const timeless = frame('/contractMarket/level2:X', 'level2', { sequence: 1, change: '1,buy,2' });
    expect(valueOf('futures.level2', timeless)).toMatchObject({ timeMs: 0 });
  });

  it.each([
    [null, 'data'],
    [{ bids: 'x', asks: [] }, 'bids'],
    [{ bids: [], asks: [['0', '1']] }, 'asks'],
    [{ bids: [['1', '0']], asks: [] }, 'bids'],
    [{ bids: [7], asks: [] }, 'bids'],
    [{ bids: [], asks: [['1', 'x']] }, 'asks'],
  ])('26: refuses the depth %j', (data, field) => {
    expect(valueOf('spot.depth5', frame('/spotMarket/level2Depth5:A-B', 'level2', data))).toBe(`unreadable: ${field}`);
  });

  it('takes a depth without a time', () => {
    const text = frame('/spotMarket/level2Depth5:A-B', 'level2', { bids: [], asks: [] });
    expect(valueOf('spot.depth5', text)).toEqual({ symbol: 'A-B', sequence: null, timeMs: 0, bids: [], asks: [] });
  });
});

describe('lean scalars', () => {
  it.each([
    ['1.50', '1.5'],
    ['0.0', '0'],
    ['00.5', '0.5'],
    ['1e-7', '0.0000001'],
    [12.5, '12.5'],
    [1e-7, '0.0000001'],
    [0.1 + 0.2, null],
    [Number('12345678901234567'), null],
    ['-1', null],
    [-1, null],
    [Number.NaN, null],
    ['1,5', null],
    [null, null],
    [[], null],
  ])('the decimal of %j is %j', (value, expected) => {
    expect(leanDecimal(value)).toBe(expected);
  });

  it.each([
    ['5', 5],
    [5, 5],
    ['', null],
    [5.5, null],
    [-5, null],
    ['5x', null],
    ['12345678901234567', null],
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740993', null],
    [' 5', null],
    ['1e3', null],
    ['0x1f', null],
    [2 ** 53, null],
    [null, null],
  ])('the whole number of %j is %j', (value, expected) => {
    expect(leanInteger(value)).toBe(expected);
  });

  it('the quick look at a decimal lets through what the reader of decimals lets through, as that one writes it', () => {
    const digits = fc
      .array(fc.constantFrom('0', '0', '1', '9', '.', '-', 'e'), { maxLength: 12 })
      .map(list => list.join(''));
    const long = fc.integer({ min: 30, max: 100 }).map(length => '7'.repeat(length));
    fc.assert(
      fc.property(fc.oneof(digits, long), text => {
        const decimal = readDecimal(text) ?? null;
        expect(leanDecimal(text)).toBe(decimal?.startsWith('-') === true ? null : decimal);
      }),
      { numRuns: 3_000 },
    );
  });

  it('no decimal of a 15 digit number differs from what was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 5 }), (units, scale) => {
        const written = (units / 10 ** scale).toFixed(scale);
        expect(leanDecimal(Number(written))).toBe(leanDecimal(written));
      }),
    );
  });
});

const readSpotOrder = (data: unknown) =>
  valueOf('spot.orders', frame('/spotMarket/tradeOrdersV2', 'orderChange', data));
const readFuturesOrder = (data: unknown) =>
  valueOf('futures.orders', frame('/contractMarket/tradeOrders:XBTUSDTM', 'symbolOrderChange', data));

describe('orders', () => {
  const open = {
    canceledSize: '0',
    clientOid: '5c52e11203aa677f33e493fb',
    filledSize: '0',
    orderId: '6720ecd9ec71f4000747731a',
    orderTime: 1730211033305,
    orderType: 'limit',
    originSize: '0.00001',
    price: '50000',
    remainSize: '0.00001',
    side: 'buy',
    size: '0.00001',
    status: 'open',
    symbol: 'BTC-USDT',
    ts: '1730211033335000000',
    type: 'open',
  };
  const change = {
    venue: 'spot',
    orderId: '6720ecd9ec71f4000747731a',
    clientOid: '5c52e11203aa677f33e493fb',
    symbol: 'BTC-USDT',
    event: 'open',
    status: 'open',
    side: 'buy',
    type: 'limit',
    price: '50000',
    size: '0.00001',
    funds: null,
    filledSize: '0',
    remainingSize: '0.00001',
    cancelledSize: '0',
    remainingFunds: null,
    cancelledFunds: null,
    oldSize: null,
    match: null,
    marginMode: null,
    isLiquidation: false,
    createdAtMs: 1730211033305,
    timeMs: 1730211033335,
  };

  it('reads an open spot order, by V1 as well', () => {
    expect(readSpotOrder(open)).toEqual(change);
    expect(valueOf('spot.ordersV1', frame('/spotMarket/tradeOrders', 'orderChange', open))).toEqual(change);
  });

  it('says null for what a market order received by funds does not say', () => {
    const { orderId, orderTime, side, symbol, ts } = open;
    const received = {
      orderId,
      orderTime,
      side,
      symbol,
      ts,
      orderType: 'market',
      originFunds: '100',
      type: 'received',
    };
    expect(readSpotOrder({ ...received, status: 'new', originSize: '0' })).toEqual({
      ...change,
      clientOid: null,
      event: 'received',
      status: 'new',
      type: 'market',
      price: null,
      size: null,
      funds: '100',
      filledSize: null,
      remainingSize: null,
      cancelledSize: null,
    });
  });

  it('takes a match with its trade, and only a whole one', () => {
    const match = { ...open, type: 'match', status: 'match', tradeId: '11040911994273793', matchPrice: '50000.0' };
    expect(readSpotOrder({ ...match, matchSize: '0.00001', liquidity: 'taker' })).toMatchObject({
      event: 'match',
      match: { tradeId: '11040911994273793', price: '50000', size: '0.00001', liquidity: 'taker' },
    });
    expect(readSpotOrder(match)).toMatchObject({ match: null });
    const text = frame('/spotMarket/tradeOrdersV2', 'orderChange', { ...match, matchSize: '1', tradeId: 'T' });
    expect(valueOf('spot.orders', text.replace('"T"', '11040911994273793'))).toMatchObject({
      match: { tradeId: '11040911994273793', liquidity: 'unknown' },
    });
  });

  it.each([
    ['canceled', 'cancelled'],
    ['filled', 'filled'],
    ['update', 'update'],
    ['melted', 'unknown'],
  ])('calls the event %s %s', (type, event) => {
    expect(readSpotOrder({ ...open, type, status: 'done', oldSize: '2' })).toMatchObject({
      event,
      status: 'done',
      oldSize: '2',
    });
  });

  it('never guesses a state', () => {
    expect(readSpotOrder({ ...open, status: 'molten' })).toMatchObject({ status: 'unknown' });
  });

  it.each(['orderId', 'symbol', 'side', 'ts'])('refuses an order without %s', field => {
    expect(readSpotOrder({ ...open, [field]: undefined })).toBe(`unreadable: ${field}`);
  });

  it('reads a futures order', () => {
    const wire = {
      symbol: 'XBTUSDTM',
      side: 'buy',
      canceledSize: '0',
      orderId: '247899236673269761',
      liquidity: 'maker',
      marginMode: 'ISOLATED',
      type: 'open',
      orderTime: '1731916985768138917',
      size: '1',
      filledSize: '0',
      price: '91670',
      remainSize: '1',
      status: 'open',
      ts: '1731916985789000000',
    };
    expect(readFuturesOrder(wire)).toEqual({
      ...change,
      venue: 'futures',
      orderId: '247899236673269761',
      clientOid: null,
      symbol: 'XBTUSDTM',
      type: null,
      price: '91670',
      size: '1',
      remainingSize: '1',
      marginMode: 'isolated',
      createdAtMs: 1731916985768,
      timeMs: 1731916985789,
    });
    expect(readFuturesOrder({ ...wire, marginMode: 'CROSS', tradeType: 'liquid' })).toMatchObject({
      marginMode: 'cross',
      isLiquidation: true,
    });
    expect(readFuturesOrder({ ...wire, marginMode: 'OTHER' })).toMatchObject({ marginMode: null });
  });
});

describe('stops', () => {
  const stop = {
    orderId: 'vs9',
    orderPrice: '0',
    side: 'sell',
    size: '1',
    stop: 'loss',
    stopPrice: '71000',
    symbol: 'BTC-USDT',
    tradeType: 'MARGIN_TRADE',
    type: 'cancel',
    createdAt: 1742305928064,
    ts: 1742305928091,
  };
  const spot = (change: object) =>
    valueOf('spot.stopOrders', frame('/spotMarket/advancedOrders', 'stopOrder', { ...stop, ...change }));

  it.each([
    ['l_s_o', 'loss'],
    ['e_l_o', 'entry'],
    ['entry', 'entry'],
    ['tso', 'unknown'],
  ])('calls the trigger %s %s', (word, expected) => {
    expect(spot({ stop: word })).toMatchObject({ stop: expected, event: 'cancelled', price: null, tradeType: 'cross' });
  });

  it.each([
    ['canceled', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['triggered', 'triggered'],
    ['melted', 'unknown'],
  ])('calls the event %s %s', (type, event) => {
    expect(spot({ type })).toMatchObject({ event });
  });

  it('does not know other words of a futures stop', () => {
    const data = { ...stop, stop: 'sideways', stopPriceType: 'XX' };
    const text = frame('/contractMarket/advancedOrders', 'stopOrder', data);
    expect(valueOf('futures.stopOrders', text)).toMatchObject({ stop: 'unknown', stopPriceType: null });
  });
});

const one = '/contract/position:XBTUSDTM';
const all = '/contract/positionAll';
const readPosition = (data: unknown, topic = one) =>
  valueOf('futures.positions', frame(topic, 'position.change', data));

describe('positions', () => {
  const full = {
    symbol: 'XBTUSDTM',
    maintMarginReq: 0.005,
    riskLimit: 500000,
    realLeverage: 4.9685590767,
    crossMode: false,
    delevPercentage: 0.1,
    openingTimestamp: 1731916913097,
    autoDeposit: true,
    currentTimestamp: 1731924561514,
    currentQty: 1,
    isOpen: true,
    markPrice: 91839.79,
    markValue: 91.83979,
    posCost: 91.6945,
    posCross: 0,
    posInit: 18.3389,
    posComm: 0.06602004,
    posLoss: 0,
    posMargin: 18.40492004,
    posMaint: 0.5634627025,
    maintMargin: 18.55021004,
    avgEntryPrice: 91694.5,
    liquidationPrice: 73853.0426625,
    bankruptPrice: 73355.6,
    settleCurrency: 'USDT',
    changeReason: 'positionChange',
    realisedPnl: 0.07210716,
    unrealisedPnl: 0.14529,
    unrealisedPnlPcnt: 0.0016,
    unrealisedRoePcnt: 0.0079,
    marginMode: 'ISOLATED',
  };
  const sparse = {
    markPrice: 90445.02,
    markValue: 90.44502,
    maintMargin: 17.5,
    realLeverage: 5.1,
    unrealisedPnl: -0.5,
    unrealisedRoePcnt: -0.02,
    unrealisedPnlPcnt: -0.005,
    delevPercentage: 0.2,
    currentTimestamp: 1731924562000,
    settleCurrency: 'USDT',
    changeReason: 'markPriceChange',
  };
  const patch = {
    markPrice: '90445.02',
    markValue: '90.44502',
    marginWithPnl: '17.5',
    realLeverage: '5.1',
    unrealisedPnl: '-0.5',
    returnOnEquity: '-0.02',
    unrealisedPnlRatio: '-0.005',
    adlPercentile: '0.2',
    settleCurrency: 'USDT',
  };

  it('reads a whole record', () => {
    expect(readPosition(full)).toEqual({
      kind: 'full',
      symbol: 'XBTUSDTM',
      reason: 'positionChange',
      position: {
        symbol: 'XBTUSDTM',
        settleCurrency: 'USDT',
        isOpen: true,
        marginMode: 'isolated',
        isInverse: null,
        quantity: '1',
        averageEntryPrice: '91694.5',
        markPrice: '91839.79',
        markValue: '91.83979',
        liquidationPrice: '73853.0426625',
        bankruptPrice: '73355.6',
        realLeverage: '4.9685590767',
        riskLimit: '500000',
        maintenanceMarginRate: '0.005',
        adlPercentile: '0.1',
        positionCost: '91.6945',
        addedMargin: '0',
        initialMargin: '18.3389',
        bankruptcyCost: '0.06602004',
        fundingPaid: '0',
        positionMargin: '18.40492004',
        maintenanceMargin: '0.5634627025',
        marginWithPnl: '18.55021004',
        realisedPnl: '0.07210716',
        unrealisedPnl: '0.14529',
        unrealisedPnlRatio: '0.0016',
        returnOnEquity: '0.0079',
        isAutoDeposit: true,
        openedAtMs: 1731916913097,
        asOfMs: 1731924561514,
      },
    });
  });

  it('reads a closed position, which has no opening time any more', () => {
    const closed = { ...full, isOpen: false, currentQty: 0, openingTimestamp: null };
    expect(readPosition(closed)).toMatchObject({
      kind: 'full',
      position: { isOpen: false, openedAtMs: 1731924561514 },
    });
  });

  it('reads the few figures that move with the mark price as a patch, the symbol from the topic', () => {
    const expected = { kind: 'sparse', symbol: 'XBTUSDTM', patch, asOfMs: 1731924562000 };
    expect(readPosition(sparse)).toEqual(expected);
    expect(readPosition({ ...sparse, symbol: 'XBTUSDTM' }, all)).toEqual(expected);
    expect(readPosition({ ...sparse, changeReason: undefined })).toEqual(expected);
    expect(readPosition({ ...full, changeReason: 'markPriceChange' })).toMatchObject({ kind: 'sparse' });
  });

  it('refuses a record whose symbol nobody knows, and half a record', () => {
    expect(readPosition(sparse, all)).toBe('unreadable: symbol');
    expect(readPosition({ ...full, markPrice: undefined })).toBe('unreadable: markPrice');
    expect(readPosition({ ...full, posMaint: undefined })).toBe('unreadable: posMaint');
    expect(readPosition('x')).toBe('unreadable: data');
  });

  it('reads settlements and changes of the risk limit', () => {
    const settlement = {
      fundingTime: 1551770400000,
      qty: 100,
      markPrice: 3610.85,
      fundingRate: -0.002966,
      fundingFee: -296,
      ts: '1547697294838004923',
      settleCurrency: 'XBT',
    };
    expect(valueOf('futures.position', frame(one, 'position.settlement', settlement))).toEqual({
      kind: 'funding-settled',
      symbol: 'XBTUSDTM',
      fundingFee: '-296',
      fundingRate: '-0.002966',
      timeMs: 1547697294838,
    });
    const limit = { success: true, riskLimitLevel: 2, msg: '' };
    expect(valueOf('futures.position', frame(one, 'position.adjustRiskLimit', limit))).toEqual({
      kind: 'risk-limit',
      symbol: 'XBTUSDTM',
      isDone: true,
      level: 2,
      message: null,
    });
    expect(valueOf('futures.positions', frame(all, 'position.settlement', settlement))).toBe('unreadable: symbol');
    expect(valueOf('futures.positions', frame(all, 'position.adjustRiskLimit', limit))).toBe('unreadable: symbol');
  });
});

const readLotCandle = (topic: string, candles: unknown) =>
  valueOf('futures.candles', frame(topic, 'candle.stick', { symbol: 'X', candles, time: 1 }));

describe('candles and wallets at their edges', () => {
  it('takes the one volume there is', () => {
    const row = ['1731898200', '1', '2', '3', '0.5', '21'];
    expect(readLotCandle('/contractMarket/limitCandle:X_1min', row)).toMatchObject({ candle: { volume: '21' } });
  });

  it.each([
    ['/contractMarket/limitCandle:X_3years', ['1731898200', '1', '2', '3', '0.5', '21'], 'topic'],
    ['/contractMarket/limitCandle:X_1min', ['1731898200', '1', '2'], 'candles'],
    ['/contractMarket/limitCandle:X_1min', ['1731898200.5', '1', '2', '3', '0.5', '21'], 'candles'],
  ])('refuses %s %j', (topic, row, field) => {
    expect(readLotCandle(topic, row)).toBe(`unreadable: ${field}`);
  });

  it('takes the older wallet subjects for the part that they say', () => {
    const data = { availableBalance: 5923, holdBalance: 2312, currency: 'USDT', timestamp: 1553842862614 };
    const text = frame('/contractAccount/wallet', 'availableBalance.change', data);
    expect(valueOf('futures.balances', text)).toMatchObject({
      availableBalance: '5923',
      holdBalance: '2312',
      walletBalance: null,
      version: null,
    });
  });

  it('takes a balance without a context', () => {
    const data = { accountId: '1', currency: 'USDT', total: '1', available: '1', hold: '0', time: '1730269283892' };
    const text = frame('/account/balance', 'account.balance', { ...data, relationEvent: 'main.deposit' });
    expect(valueOf('spot.balances', text)).toMatchObject({ symbol: null, orderId: null, eventId: null });
  });

  it('names the whole frame when the data is none', () => {
    expect(valueOf('spot.trades', frame('/market/match:A-B', 'trade.l3match', 'x'))).toBe('unreadable: data');
  });
});
