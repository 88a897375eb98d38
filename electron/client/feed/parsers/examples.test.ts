import { describe, expect, it } from 'vitest';
import type { FeedKind } from '../messages/messages.ts';
import { kinds } from '../topic-table.ts';
import { valueOf, frame } from './testing/parse.ts';

const depthRows = { asks: [['67996.7', '1.14213262']], bids: [['67996.60', '0.37969491']], timestamp: 1729822226746 };

describe('the parser of each topic reads the example of the interface', () => {
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
    [
      'futures.marginMode',
      '{"topic":"/contract/marginMode","type":"message","data":{"ETHUSDTM":"ISOLATED","XBTUSDTM":"CROSS"},"subject":"user.config"}',
      [
        { symbol: 'ETHUSDTM', marginMode: 'isolated' },
        { symbol: 'XBTUSDTM', marginMode: 'cross' },
      ],
    ],
    [
      'futures.crossLeverage',
      '{"topic":"/contract/crossLeverage","type":"message","data":{"ETHUSDTM":{"leverage":"8.0"}},"subject":"user.config"}',
      [{ symbol: 'ETHUSDTM', leverage: '8' }],
    ],
  ];

  it.each(examples)('%s', (kind, text, expected) => {
    expect(valueOf(kind, text)).toEqual(expected);
  });

  it('makes one line of the reason for a stop, whatever the exchange sends', () => {
    const text = examples.find(([kind]) => kind === 'futures.stopOrders')?.[1] ?? '';
    const forged = text.replace('error.createOrder.accountBalanceInsufficient', 'no\\r\\nforged \\u202e');
    expect(valueOf('futures.stopOrders', forged)).toMatchObject({ failMessage: 'no forged  ' });
  });

  it('has an example of every kind except orders and positions, which follow', () => {
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
