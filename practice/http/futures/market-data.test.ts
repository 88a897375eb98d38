import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromUnits, toFixed } from '#shared/decimal.ts';
import { startMs } from '../testing/fake-exchange.ts';
import { type MarketExchange, openMarketExchange } from '../testing/market-exchange.ts';
import { keysOf, member, rows, wrappedData } from '../testing/unwrap.ts';

const symbol = 'XBTUSDTM';
const minuteMs = 60_000;
const firstMs = Math.floor(startMs / minuteMs) * minuteMs;

describe.each(['document', 'live'] as const)('futures market data, dialect %s', dialect => {
  let exchange: MarketExchange;
  beforeEach(async () => {
    exchange = await openMarketExchange(dialect);
    for (const contract of exchange.futures.contracts) exchange.futures.setIndexPrice(contract.symbol, '97000.12');
  });
  afterEach(() => exchange.server.close());

  const get = (target: string) => exchange.get(target, { venue: 'futures' });
  const data = async (target: string): Promise<unknown> => wrappedData(await get(target));

  const statistics = async () => data('/api/v1/trade-statistics');

  describe('books', () => {
    it.each([
      ['snapshot', 130, 3],
      ['depth20', 20, 5],
      ['depth100', 100, 10],
    ] as const)('%s shows %i levels as numbers, for %i', async (path, depth, weight) => {
      for (let level = 0; level < 130; level += 1) {
        exchange.rest('futures', {
          symbol,
          side: 'buy',
          price: fromUnits(969_999n - BigInt(level) * 10n, 1),
          size: '2',
        });
      }
      exchange.trade('futures', { symbol, side: 'buy', price: '97000', size: '5' });
      const reply = await get(`/api/v1/level2/${path}?symbol=${symbol}`);
      const book = wrappedData(reply);
      expect(keysOf(book)).toEqual(['asks', 'bids', 'sequence', 'symbol', 'ts']);
      expect(rows(member(book, 'bids'))).toHaveLength(depth);
      expect(rows(member(book, 'bids'))[0]).toEqual([96_999.9, 2]);
      // a trade has a number of its own in the matching engine, but none in the book
      expect(book).toMatchObject({ symbol, asks: [], sequence: 132 });
      expect(reply.text).toContain(`"ts":${startMs}000000`);
      expect(reply.headers.get('gw-ratelimit-remaining')).toBe(String(2000 - weight));
    });

    it('need an existing contract', async () => {
      expect((await get('/api/v1/level2/snapshot')).json).toMatchObject({ code: '300000', msg: 'symbol is required' });
      expect((await get('/api/v1/level2/snapshot?symbol=NOPE')).json).toMatchObject({ code: '404000' });
    });
  });

  it('lists the last 100 trades, newest first', async () => {
    for (let step = 0; step < 103; step += 1) {
      const side = step % 2 === 0 ? 'buy' : 'sell';
      exchange.trade('futures', { symbol, side, price: toFixed(fromUnits(970_000n + BigInt(step), 1), 1), size: '3' });
    }
    const reply = await get(`/api/v1/trade/history?symbol=${symbol}`);
    const trades = rows(wrappedData(reply));
    expect(trades).toHaveLength(100);
    expect(keysOf(trades[0])).toEqual([
      'contractId',
      'makerOrderId',
      'price',
      'sequence',
      'side',
      'size',
      'takerOrderId',
      'tradeId',
      'ts',
    ]);
    expect(trades[0]).toMatchObject({ contractId: 1, price: '97010.2', size: 3, side: 'buy' });
    expect(typeof member(trades[0], 'tradeId')).toBe('string');
    expect((await get('/api/v1/trade/history?symbol=NOPE')).json).toMatchObject({ code: '404000' });
  });

  describe('klines', () => {
    const target = `/api/v1/kline/query?symbol=${symbol}`;

    beforeEach(() => {
      exchange.trade('futures', { symbol, side: 'buy', price: '97000', size: '2' });
      exchange.trade('futures', { symbol, side: 'buy', price: '97100', size: '1' });
      exchange.trade('futures', { symbol, side: 'buy', price: '97050.5', size: '1' });
      exchange.clock.advanceTo(startMs + 2 * minuteMs);
      exchange.trade('futures', { symbol, side: 'buy', price: '97200', size: '10' });
    });

    it('list the oldest first as numbers [ms, open, high, low, close, lots, turnover], without empty intervals', async () => {
      expect(await data(`${target}&granularity=1`)).toEqual([
        [firstMs, 97_000, 97_100, 97_000, 97_050.5, 4, 388.1505],
        [firstMs + 2 * minuteMs, 97_200, 97_200, 97_200, 97_200, 10, 972],
      ]);
      expect(await data(`${target}&granularity=480`)).toEqual([
        [Date.UTC(2024, 10, 19), 97_000, 97_200, 97_000, 97_200, 14, 1360.1505],
      ]);
    });

    const starts = async (range: string) =>
      rows(await data(`${target}&granularity=1&${range}`)).map(row => rows(row)[0]);

    it('can be limited by milliseconds, the end excluded', async () => {
      expect(await starts(`from=${firstMs + 1}`)).toEqual([firstMs + 2 * minuteMs]);
      expect(await starts(`from=${firstMs}&to=${firstMs + 2 * minuteMs}`)).toEqual([firstMs]);
      expect(await starts(`to=${firstMs + 1}`)).toEqual([firstMs]);
    });

    it.each(['7', 'x', '1.5', '-1'])('reject a granularity of %s', async granularity => {
      const reply = await get(`${target}&granularity=${granularity}`);
      expect(reply.status).toBe(400);
      expect(reply.json).toEqual({ code: '300000', msg: 'Unsupported granularity' });
    });

    it('need a contract and a granularity', async () => {
      expect((await get(target)).json).toEqual({ code: '300000', msg: 'granularity is required' });
      expect((await get('/api/v1/kline/query?symbol=NOPE&granularity=1')).json).toMatchObject({ code: '404000' });
    });

    it('return 500 at a time: the first ones after `from`, else the last', async () => {
      for (let minute = 3; minute < 520; minute += 1) {
        exchange.clock.advanceTo(startMs + minute * minuteMs);
        exchange.trade('futures', { symbol, side: 'buy', price: '97000', size: '1' });
      }
      const newest = rows(await data(`${target}&granularity=1`));
      expect(newest).toHaveLength(500);
      expect(rows(newest[499])[0]).toBe(firstMs + 519 * minuteMs);
      const oldest = rows(await data(`${target}&granularity=1&from=${firstMs}`));
      expect(oldest).toHaveLength(500);
      expect(rows(oldest[0])[0]).toBe(firstMs);
    });
  });

  it('returns mark and index', async () => {
    expect(await data(`/api/v1/mark-price/${symbol}/current`)).toEqual({
      symbol,
      granularity: 1000,
      timePoint: Math.floor(startMs / 1000) * 1000,
      value: 97_000.12,
      indexPrice: 97_000.12,
    });
    expect((await get('/api/v1/mark-price/NOPE/current')).json).toMatchObject({ code: '404000' });
  });

  it('returns the funding rate with the next settlement as an epoch', async () => {
    expect(await data(`/api/v1/funding-rate/${symbol}/current`)).toEqual({
      symbol: '.XBTUSDTMFPI8H',
      granularity: 28_800_000,
      timePoint: Date.UTC(2024, 10, 19),
      value: 0.0001,
      predictedValue: 0.0001,
      fundingRateCap: 0.003,
      fundingRateFloor: -0.003,
      period: 0,
      fundingTime: Date.UTC(2024, 10, 19, 8),
    });
  });

  it('sums the traded value in dollars', async () => {
    expect(await statistics()).toEqual({ turnoverOf24h: 0 });
    exchange.trade('futures', { symbol, side: 'buy', price: '97000', size: '5' });
    expect(await statistics()).toEqual({ turnoverOf24h: 485 });
    // an inverse contract turns over bitcoin: 970 dollars' worth at 97000 are 0.01, at the index of 97000.12
    exchange.trade('futures', { symbol: 'XBTUSDM', side: 'buy', price: '97000', size: '970' });
    expect(await statistics()).toEqual({ turnoverOf24h: 1455.0012 });
  });

  it('lists the tickers of contracts with trades', async () => {
    exchange.trade('futures', { symbol: 'XBTUSDM', side: 'sell', price: '97000', size: '5' });
    const tickers = rows(await data('/api/v1/allTickers'));
    expect(tickers).toHaveLength(1);
    expect(tickers[0]).toMatchObject({ symbol: 'XBTUSDM', side: 'sell', price: '97000', size: 5 });
    expect(keysOf(tickers[0])).toHaveLength(11);
  });

  it.each([
    ['allTickers', 5],
    [`trade/history?symbol=${symbol}`, 5],
    [`kline/query?symbol=${symbol}&granularity=1`, 3],
    [`mark-price/${symbol}/current`, 3],
    [`funding-rate/${symbol}/current`, 2],
  ])('charges %s', async (path, weight) => {
    expect((await get(`/api/v1/${path}`)).headers.get('gw-ratelimit-remaining')).toBe(String(2000 - weight));
  });
});

describe('a contract that is not open yet', () => {
  it('has neither mark nor funding', async () => {
    const exchange = await openMarketExchange('live');
    try {
      for (const path of ['mark-price', 'funding-rate']) {
        const reply = await exchange.get(`/api/v1/${path}/${symbol}/current`, { venue: 'futures' });
        expect(reply.json).toMatchObject({ code: '404000' });
      }
    } finally {
      await exchange.server.close();
    }
  });
});
