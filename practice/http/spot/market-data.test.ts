import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMs } from '../testing/fake-exchange.ts';
import { type MarketExchange, openMarketExchange } from '../testing/market-exchange.ts';
import { keysOf, member, rows, wrappedData } from '../testing/unwrap.ts';

const symbol = 'BTC-USDT';
/** startMs is 07:06:40 */
const minuteS = Math.floor(startMs / 60_000) * 60;

/** Fields of the service's published examples. */
const dayKeys = [
  'averagePrice',
  'buy',
  'changePrice',
  'changeRate',
  'high',
  'last',
  'low',
  'makerCoefficient',
  'makerFeeRate',
  'sell',
  'symbol',
  'takerCoefficient',
  'takerFeeRate',
  'vol',
  'volValue',
];

describe.each(['document', 'live'] as const)('spot market data, dialect %s', dialect => {
  let exchange: MarketExchange;
  beforeEach(async () => {
    exchange = await openMarketExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const data = async (target: string): Promise<unknown> => wrappedData(await exchange.get(target));

  describe('the whole book', () => {
    const target = `/api/v3/market/orderbook/level2?symbol=${symbol}`;

    it('has more levels than the public ones, and costs 3 of the spot pool', async () => {
      for (let level = 0; level < 150; level += 1) {
        exchange.rest('spot', { symbol, side: 'buy', price: `${97_000 - level}`, size: '0.01' });
      }
      exchange.rest('spot', { symbol, side: 'sell', price: '97010', size: '0.5' });
      const reply = await exchange.get(target, { isSigned: true });
      const book = wrappedData(reply);
      expect(keysOf(book)).toEqual(['asks', 'bids', 'sequence', 'time']);
      expect(rows(member(book, 'bids'))).toHaveLength(150);
      expect(rows(member(book, 'bids'))[149]).toEqual(['96851', '0.01']);
      expect(book).toMatchObject({ asks: [['97010', '0.5']], sequence: '151', time: exchange.clock.nowMs() });
      expect(reply.headers.get('gw-ratelimit-limit')).toBe('4000');
      expect(reply.headers.get('gw-ratelimit-remaining')).toBe('3997');
    });

    it('requires a signature and an existing symbol', async () => {
      expect((await exchange.get(target)).json).toMatchObject({ code: '400001' });
      const signed = { isSigned: true } as const;
      expect((await exchange.get('/api/v3/market/orderbook/level2', signed)).json).toMatchObject({ code: '400100' });
      expect((await exchange.get('/api/v3/market/orderbook/level2?symbol=NO-PE', signed)).json).toMatchObject({
        code: '900001',
      });
    });
  });

  it('shows the top with the last trade, zeros for missing values', async () => {
    const target = `/api/v1/market/orderbook/level1?symbol=${symbol}`;
    expect(await data(target)).toEqual({
      time: startMs,
      sequence: '0',
      price: '0',
      size: '0',
      bestBid: '0',
      bestBidSize: '0',
      bestAsk: '0',
      bestAskSize: '0',
    });
    exchange.trade('spot', { symbol, side: 'buy', price: '97000', size: '0.2' });
    exchange.rest('spot', { symbol, side: 'buy', price: '96990', size: '0.3' });
    expect(await data(target)).toMatchObject({ price: '97000', size: '0.2', bestBid: '96990', bestBidSize: '0.3' });
  });

  describe('24 h statistics', () => {
    it('match in the list and alone', async () => {
      exchange.trade('spot', { symbol, side: 'buy', price: '97000', size: '0.2' });
      exchange.trade('spot', { symbol, side: 'sell', price: '96030', size: '0.1' });
      exchange.rest('spot', { symbol, side: 'buy', price: '96000', size: '0.3' });
      const stats = await data(`/api/v1/market/stats?symbol=${symbol}`);
      expect(keysOf(stats)).toEqual([...dayKeys, 'time'].toSorted());
      expect(stats).toEqual({
        time: startMs,
        symbol,
        buy: '96000',
        sell: '0',
        changeRate: '-0.01',
        changePrice: '-970',
        high: '97000',
        low: '96030',
        vol: '0.3',
        volValue: '29003',
        last: '96030',
        averagePrice: '96676.66666667',
        takerFeeRate: '0.001',
        makerFeeRate: '0.001',
        takerCoefficient: '1',
        makerCoefficient: '1',
      });
      const tickers = await data('/api/v1/market/allTickers');
      const [own, other] = rows(member(tickers, 'ticker'));
      expect(rows(member(tickers, 'ticker'))).toHaveLength(exchange.spot.pairs.length);
      expect(member(tickers, 'time')).toBe(startMs);
      expect(keysOf(own)).toEqual([...dayKeys, 'bestAskSize', 'bestBidSize', 'symbolName'].toSorted());
      expect(own).toMatchObject({ symbolName: symbol, bestBidSize: '0.3', vol: '0.3', changeRate: '-0.01' });
      expect(other).toMatchObject({ symbol: 'ETH-USDT', last: null, changeRate: null, vol: '0' });
    });

    it('keep the last price of a pair that has stopped trading', async () => {
      exchange.trade('spot', { symbol, side: 'buy', price: '97000', size: '0.2' });
      exchange.clock.advanceTo(startMs + 3 * 86_400_000);
      expect(await data(`/api/v1/market/stats?symbol=${symbol}`)).toMatchObject({
        last: '97000',
        vol: '0',
        averagePrice: '97000',
        changePrice: '0',
      });
    });
  });

  it('lists the last 100 trades, newest first, time in nanoseconds', async () => {
    for (let step = 0; step < 103; step += 1) {
      exchange.trade('spot', {
        symbol,
        side: step % 2 === 0 ? 'buy' : 'sell',
        price: `${97_000 + step}`,
        size: '0.01',
      });
    }
    const reply = await exchange.get(`/api/v1/market/histories?symbol=${symbol}`);
    const trades = rows(wrappedData(reply));
    expect(trades).toHaveLength(100);
    expect(keysOf(trades[0])).toEqual(['price', 'sequence', 'side', 'size', 'time']);
    expect(trades[0]).toMatchObject({ price: '97102', size: '0.01', side: 'buy' });
    expect(trades[99]).toMatchObject({ price: '97003', side: 'sell' });
    expect(reply.text).toMatch(/"time":17320000\d{11}[},]/);
  });

  describe('candles', () => {
    const target = `/api/v1/market/candles?symbol=${symbol}`;

    beforeEach(() => {
      exchange.trade('spot', { symbol, side: 'buy', price: '97000', size: '0.2' });
      exchange.trade('spot', { symbol, side: 'buy', price: '97100', size: '0.1' });
      exchange.trade('spot', { symbol, side: 'buy', price: '97050', size: '0.1' });
      exchange.clock.advanceTo(startMs + 120_000);
      exchange.trade('spot', { symbol, side: 'buy', price: '97200', size: '1' });
    });

    it('list the newest first as [seconds, open, close, high, low, volume, turnover], without empty intervals', async () => {
      expect(await data(`${target}&type=1min`)).toEqual([
        [String(minuteS + 120), '97200', '97200', '97200', '97200', '1', '97200'],
        [String(minuteS), '97000', '97050', '97100', '97000', '0.4', '38815'],
      ]);
      const hour = Math.floor(startMs / 3_600_000) * 3600;
      expect(await data(`${target}&type=1hour`)).toEqual([
        [String(hour), '97000', '97200', '97200', '97000', '1.4', '136015'],
      ]);
    });

    const starts = async (range: string) =>
      rows(await data(`${target}&type=1min&${range}`)).map(row => Number(rows(row)[0]));

    it('can be limited by seconds, the end excluded; 0 means no bound', async () => {
      expect(await starts(`startAt=${minuteS + 1}`)).toEqual([minuteS + 120]);
      expect(await starts(`startAt=${minuteS}&endAt=${minuteS + 120}`)).toEqual([minuteS]);
      expect(await starts(`endAt=${minuteS + 121}`)).toEqual([minuteS + 120, minuteS]);
      expect(await starts('startAt=0&endAt=0')).toEqual([minuteS + 120, minuteS]);
      expect(await starts(`startAt=${minuteS + 600}`)).toEqual([]);
    });

    it('need an existing type, and whole seconds', async () => {
      expect((await exchange.get(target)).json).toMatchObject({ code: '400100', msg: 'type is required' });
      expect((await exchange.get(`${target}&type=7min`)).json).toEqual({
        code: '400100',
        msg: 'Unsupported type 7min',
      });
      expect((await exchange.get(`${target}&type=1min&startAt=now`)).json).toMatchObject({ code: '400100' });
      const unknown = await exchange.get('/api/v1/market/candles?symbol=NO-PE&type=1min');
      expect(unknown.json).toMatchObject({ code: '900001' });
    });

    it('return 1500 at a time', async () => {
      for (let minute = 3; minute < 1520; minute += 1) {
        exchange.clock.advanceTo(startMs + minute * 60_000);
        exchange.trade('spot', { symbol, side: 'buy', price: '97000', size: '0.01' });
      }
      const newest = rows(await data(`${target}&type=1min`));
      expect(newest).toHaveLength(1500);
      expect(rows(newest[0])[0]).toBe(String(minuteS + 1519 * 60));
    });
  });

  it('marks a pair by the mid of its book, by its last trade when a side is empty', async () => {
    const target = `/api/v1/mark-price/${symbol}/current`;
    const timePoint = Math.floor(startMs / 1000) * 1000;
    expect(await data(target)).toEqual({ symbol, timePoint, value: 0 });
    exchange.trade('spot', { symbol, side: 'buy', price: '97000', size: '0.2' });
    expect(await data(target)).toEqual({ symbol, timePoint, value: 97_000 });
    exchange.rest('spot', { symbol, side: 'buy', price: '96999.9', size: '0.3' });
    exchange.rest('spot', { symbol, side: 'sell', price: '97010.4', size: '0.3' });
    expect(await data(target)).toEqual({ symbol, timePoint, value: 97_005.2 });
    expect((await exchange.get('/api/v1/mark-price/NO-PE/current')).json).toMatchObject({ code: '900001' });
  });

  it.each([
    ['orderbook/level1?symbol=BTC-USDT', 2],
    ['allTickers', 15],
    ['stats?symbol=BTC-USDT', 15],
    ['histories?symbol=BTC-USDT', 3],
    ['candles?symbol=BTC-USDT&type=1min', 3],
  ])('charges %s', async (path, weight) => {
    const reply = await exchange.get(`/api/v1/market/${path}`);
    expect(reply.headers.get('gw-ratelimit-remaining')).toBe(String(2000 - weight));
  });

  it.each(['orderbook/level1', 'stats', 'histories'])('requires an existing symbol: %s', async path => {
    expect((await exchange.get(`/api/v1/market/${path}`)).json).toEqual({ code: '400100', msg: 'symbol is required' });
    expect((await exchange.get(`/api/v1/market/${path}?symbol=NO-PE`)).json).toMatchObject({ code: '900001' });
  });
});
