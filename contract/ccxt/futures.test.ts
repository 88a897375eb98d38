import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { type CcxtClient, ccxtClient, figure } from './testing/ccxt-client.ts';

const contract = 'BTC/USDT:USDT';
const crossContract = 'SOL/USDT:USDT';

describe('ccxt on futures', () => {
  let exchange: ContractExchange;
  let client: CcxtClient;
  let bid = 0;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = ccxtClient(exchange.ready, 'futures');
    await client.ask('loadMarkets');
    bid = Math.floor(figure(await client.one('fetchOrderBook', contract), 'bids', 0, 0) * 0.95);
  });
  afterAll(() => exchange.stop());

  const place = (params: object = {}) => client.id('createOrder', contract, 'limit', 'buy', 1, bid, params);
  const held = async (of: string) => (await client.rows('fetchPositions')).find(each => each['symbol'] === of);
  const lots = async (of: string) => figure(await held(of), 'contracts');

  it('reads markets, ticker, mark price, trades, candles, fee', async () => {
    const markets = await client.one('loadMarkets');
    expect(markets[contract]).toMatchObject({ id: 'XBTUSDTM', contractSize: 0.001, linear: true });
    expect(markets['BTC/USD:BTC']).toMatchObject({ inverse: true, settle: 'BTC' });
    const ticker = await client.one('fetchTicker', contract);
    expect(figure(ticker, 'bid')).toBeLessThan(figure(ticker, 'ask'));
    expect((await client.one('fetchMarkPrice', contract))['markPrice']).toBeGreaterThan(bid);
    expect((await client.rows('fetchTrades', contract)).length).toBeGreaterThan(50);
    expect(figure(await client.ask('fetchOHLCV', contract), 'length')).toBeGreaterThan(10);
    expect(await client.one('fetchTradingFee', contract)).toMatchObject({ maker: 0.0002, taker: 0.0006 });
    expect(Object.keys(await client.one('fetchBidsAsks'))).toContain(contract);
  });

  it.each([
    ['limit', { leverage: 5 }, { amount: 1, postOnly: false }],
    ['post-only', { postOnly: true }, { postOnly: true }],
    ['hidden', { hidden: true }, { info: { hidden: true } }],
    ['iceberg', { iceberg: true, visibleSize: '1' }, { info: { iceberg: true } }],
    ['stop', { stop: 'down', stopPrice: 90_000, stopPriceType: 'TP' }, { triggerPrice: 90_000 }],
  ] as const)('places a %s order', async (_, params, shown) => {
    const id = await place(params);
    expect(await client.one('fetchOrder', id, contract)).toMatchObject({ id, price: bid, side: 'buy', ...shown });
    const query = 'stop' in params ? { stop: true } : {};
    const open = async () =>
      (await client.rows('fetchOpenOrders', contract, undefined, undefined, query)).map(order => order['id']);
    expect(await open()).toContain(id);
    await client.ask('cancelOrder', id, contract);
    expect(await open()).not.toContain(id);
  });

  it('ends an IOC order without a counterparty at once', async () => {
    const id = await place({ timeInForce: 'IOC' });
    expect(await client.one('fetchOrder', id, contract)).toMatchObject({ timeInForce: 'IOC', filled: 0 });
    expect((await client.rows('fetchOpenOrders', contract)).map(order => order['id'])).not.toContain(id);
  });

  it('moves the position by a market order, and back by a reducing one', async () => {
    const before = await lots(contract);
    const id = await client.id('createOrder', contract, 'market', 'buy', 2);
    expect(await client.one('fetchOrder', id, contract)).toMatchObject({ filled: 2, status: 'closed' });
    expect(await lots(contract)).toBe(before + 2);
    await client.ask('createOrder', contract, 'market', 'sell', 2, undefined, { reduceOnly: true });
    expect(await lots(contract)).toBe(before);
  });

  it('reads a cross position, its leverage, and an order with its mode', async () => {
    const before = await held(crossContract);
    expect(before).toMatchObject({ marginMode: 'cross', side: 'long' });
    expect(await client.one('fetchMarginMode', crossContract)).toMatchObject({ marginMode: 'cross' });
    await client.ask('createOrder', crossContract, 'market', 'buy', 1, undefined, { marginMode: 'cross' });
    expect(await lots(crossContract)).toBe(figure(before, 'contracts') + 1);
    await client.ask('setLeverage', 4, crossContract, { marginMode: 'cross' });
    const received = await client.one('futuresPrivateGetGetCrossUserLeverage', { symbol: 'SOLUSDTM' });
    expect(received).toMatchObject({ data: { symbol: 'SOLUSDTM', leverage: '4' } });
  });

  it('adds and removes margin, and closes a position', async () => {
    const margin = async () => figure(await client.one('fetchPosition', contract), 'info', 'posMargin');
    const before = await margin();
    await client.ask('addMargin', contract, 5);
    expect(await margin()).toBeCloseTo(before + 5, 6);
    // without a name of its own in ccxt
    await client.ask('futuresPrivatePostMarginWithdrawMargin', { symbol: 'XBTUSDTM', withdrawAmount: '5' });
    expect(await margin()).toBeCloseTo(before, 6);
    expect(await held('XRP/USDT:USDT')).toBeDefined();
    await client.ask('closePosition', 'XRP/USDT:USDT');
    expect(await held('XRP/USDT:USDT')).toBeUndefined();
  });

  it('places several orders, an order with both exits and a test, and cancels all', async () => {
    const open = () => client.rows('fetchOpenOrders', contract);
    const before = (await open()).length;
    const row = { symbol: contract, type: 'limit', side: 'buy', amount: 1, price: bid };
    const made = await client.rows('createOrders', [row, row]);
    expect(made.map(each => typeof each['id'])).toEqual(['string', 'string']);
    await place({ takeProfit: { triggerPrice: bid * 1.3 }, stopLoss: { triggerPrice: bid * 0.9 } });
    await place({ test: true });
    expect((await open()).length).toBe(before + 3);
    await client.ask('cancelAllOrders', contract);
    expect(await open()).toEqual([]);
    await client.ask('cancelAllOrders', contract, { stop: true });
    expect(await client.rows('fetchOpenOrders', contract, undefined, undefined, { stop: true })).toEqual([]);
  });

  it('reads funding, closed positions, trades, past orders and the mode', async () => {
    expect(await client.one('fetchFundingRate', contract)).toMatchObject({ fundingRate: 0.0001, interval: '8h' });
    expect((await client.rows('fetchFundingRateHistory', contract)).length).toBeGreaterThan(10);
    const paid = await client.rows('fetchFundingHistory', contract);
    expect(paid.length).toBeGreaterThan(3);
    expect(paid.every(each => each['code'] === 'USDT')).toBe(true);
    expect((await client.rows('fetchPositionsHistory')).length).toBeGreaterThan(3);
    for (const trade of await client.rows('fetchMyTrades', contract))
      expect(trade).toMatchObject({ symbol: contract, fee: { currency: 'USDT' } });
    const done = await client.rows('fetchClosedOrders', contract);
    expect(done.length).toBeGreaterThan(3);
    expect(await client.one('fetchPositionMode', contract)).toMatchObject({ hedged: false });
    expect(await client.one('fetchBalance')).toMatchObject({ USDT: { total: expect.any(Number) } });
  });
});
