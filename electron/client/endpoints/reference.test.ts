import { describe, expect, it } from 'vitest';
import { action, createFixture } from './testing/endpoint-fixture.ts';

describe('reference data', () => {
  it('reads an order book, and rejects one that is out of order', async () => {
    const good = {
      sequence: 9007199254740993n.toString(),
      time: 1700000000000,
      bids: [
        ['2.50', '1'],
        ['2', '3', 'x9'],
      ],
      asks: [['3', '1.0']],
    };
    const { client, sent } = createFixture(good);
    const wanted = { symbol: 'BTC-USDT', depth: 20 } as const;
    expect(await client.reference.book(wanted, action)).toMatchObject({ ok: false });
    const clean = createFixture({
      ...good,
      bids: [
        ['2.50', '1'],
        ['2', '3'],
      ],
    });
    expect(await clean.client.reference.book({ ...wanted, depth: 100 }, action)).toEqual({
      ok: true,
      value: {
        symbol: 'BTC-USDT',
        sequence: '9007199254740993',
        timeMs: 1700000000000,
        bids: [
          ['2.5', '1'],
          ['2', '3'],
        ],
        asks: [['3', '1']],
      },
    });
    expect(sent()).toEqual(['GET s.example /api/v1/market/orderbook/level2_20?symbol=BTC-USDT']);
    expect(clean.sent()).toEqual(['GET s.example /api/v1/market/orderbook/level2_100?symbol=BTC-USDT']);
  });

  it.each([
    [
      'bids upside down',
      {
        bids: [
          ['1', '1'],
          ['2', '1'],
        ],
      },
      'bids',
    ],
    [
      'a price twice',
      {
        asks: [
          ['1', '1'],
          ['1.0', '1'],
        ],
      },
      'asks',
    ],
    ['a negative price', { asks: [['-1', '1']] }, 'asks'],
    ['half a level', { asks: [['1']] }, 'asks.0'],
  ])('rejects %s', async (_name, change, field) => {
    const { client } = createFixture({ sequence: '1', time: 1, bids: [], asks: [], ...change });
    expect(await client.reference.book({ symbol: 'S', depth: 20 }, action)).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', field },
    });
  });

  it('accepts an empty side that is null', async () => {
    const { client } = createFixture({ code: '200000', data: { sequence: 5, time: 1, bids: null, asks: [] } });
    expect(await client.reference.book({ symbol: 'S', depth: 20 }, action)).toMatchObject({
      ok: true,
      value: { sequence: '5', bids: [] },
    });
  });

  it('reads contracts, also with few fields', async () => {
    const wire = {
      symbol: 'XBTUSDTM',
      type: 'FFWCSX',
      status: 'Open',
      baseCurrency: 'XBT',
      quoteCurrency: 'USDT',
      settleCurrency: 'USDT',
      lotSize: 1,
      tickSize: 0.1,
      indexPriceTickSize: 0.01,
      multiplier: 0.001,
      maxOrderQty: 1000000,
      maxPrice: 1000000.0,
      initialMargin: 0.008,
      maintainMargin: 0.004,
      makerFeeRate: 2e-4,
      takerFeeRate: 0.0006,
      isInverse: false,
      isDeleverage: true,
      maxLeverage: 125,
      markPrice: 97333.1,
      indexPrice: null,
      fundingFeeRate: 0.000001,
      nextFundingRateTime: 17752926,
      openInterest: '4977',
      expireDate: null,
      takerFixFee: 0.0,
    };
    const contract = {
      symbol: 'XBTUSDTM',
      type: 'FFWCSX',
      status: 'Open',
      baseCurrency: 'XBT',
      quoteCurrency: 'USDT',
      settleCurrency: 'USDT',
      lotSize: '1',
      tickSize: '0.1',
      indexPriceTickSize: '0.01',
      multiplier: '0.001',
      maxOrderQty: '1000000',
      maxPrice: '1000000',
      initialMargin: '0.008',
      maintainMargin: '0.004',
      makerFeeRate: '0.0002',
      takerFeeRate: '0.0006',
      isInverse: false,
      isDeleverage: true,
      maxLeverage: 125,
      markPrice: '97333.1',
      indexPrice: null,
      lastTradePrice: null,
      fundingFeeRate: '0.000001',
      predictedFundingFeeRate: null,
      nextFundingInMs: 17752926,
      openInterest: '4977',
      expireAtMs: null,
    };
    const one = createFixture(wire);
    expect(await one.client.reference.contract({ symbol: 'XBTUSDTM' }, action)).toEqual({ ok: true, value: contract });
    expect(one.sent()).toEqual(['GET f.example /api/v1/contracts/XBTUSDTM']);
    const all = createFixture({ code: '200000', data: [wire] });
    expect(await all.client.reference.contracts({}, action)).toEqual({ ok: true, value: [contract] });
  });

  it('reads risk limits and the ticker', async () => {
    const level = {
      symbol: 'X',
      level: 1,
      maxRiskLimit: 100000,
      minRiskLimit: 0,
      maxLeverage: 125,
      initialMargin: 0.008,
      maintainMargin: 0.004,
    };
    const limits = createFixture({ code: '200000', data: [level] });
    expect(await limits.client.reference.riskLimits({ symbol: 'X' }, action)).toEqual({
      ok: true,
      value: [
        {
          symbol: 'X',
          level: 1,
          minRiskLimit: '0',
          maxRiskLimit: '100000',
          maxLeverage: 125,
          initialMargin: '0.008',
          maintainMargin: '0.004',
        },
      ],
    });
    const ticker = createFixture(
      '{"code":"200000","data":{"sequence":1638444978558,"symbol":"ETHUSDTM","side":"sell","size":4,"price":"4229.90","bestBidSize":1,"bestBidPrice":"4229","bestAskPrice":"4231","bestAskSize":7,"tradeId":"t","ts":1638519600162158909}}',
    );
    expect(await ticker.client.reference.ticker({ symbol: 'ETHUSDTM' }, action)).toEqual({
      ok: true,
      value: {
        symbol: 'ETHUSDTM',
        sequence: '1638444978558',
        side: 'sell',
        price: '4229.9',
        size: '4',
        bestBidPrice: '4229',
        bestBidSize: '1',
        bestAskPrice: '4231',
        bestAskSize: '7',
        tradeId: 't',
        timeMs: 1638519600162,
      },
    });
  });

  it('reads the time of both hosts', async () => {
    const { client } = createFixture({});
    expect((await client.reference.serverTime({ venue: 'spot' }, action)).ok).toBe(true);
    expect((await client.reference.serverTime({ venue: 'futures' }, action)).ok).toBe(true);
  });

  it('reads symbols', async () => {
    const wire = {
      symbol: 'BTC-USDT',
      baseCurrency: 'BTC',
      quoteCurrency: 'USDT',
      feeCurrency: 'USDT',
      priceIncrement: '0.1',
      baseIncrement: '0.00000001',
      quoteIncrement: '0.000001',
      baseMinSize: '0.00001',
      baseMaxSize: '10000000000',
      quoteMinSize: '0.1',
      minFunds: null,
      priceLimitRate: '0.1',
      isMarginEnabled: true,
      enableTrading: false,
      name: 'BTC-USDT',
    };
    const { client } = createFixture({ code: '200000', data: [wire] });
    const { enableTrading, ...rest } = wire;
    expect(await client.reference.symbols({}, action)).toEqual({
      ok: true,
      value: [{ ...rest, isTradingEnabled: enableTrading }],
    });
  });
});
