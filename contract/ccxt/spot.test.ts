import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { type CcxtClient, ccxtClient, figure, prices } from './testing/ccxt-client.ts';

const pair = 'BTC/USDT';
const cross = { marginMode: 'cross' } as const;

/** A client from another vendor; its terms are its own, so the figures are compared and not the shapes. */
describe.each([true, false])('ccxt on spot and margin, high-frequency endpoints: %s', hf => {
  let exchange: ContractExchange;
  let client: CcxtClient;
  let bid = 0;

  beforeAll(async () => {
    exchange = await startExchange('live');
    client = ccxtClient(exchange.ready, 'spot', { hf });
    await client.ask('loadMarkets');
    bid = Math.floor(figure(await client.one('fetchOrderBook', pair), 'bids', 0, 0) * 0.95);
  });
  afterAll(() => exchange.stop());

  const free = async (currency: string, query: object) =>
    figure(await client.one('fetchBalance', query), currency, 'free');
  const place = (params: object = {}) => client.id('createOrder', pair, 'limit', 'buy', 0.001, bid, params);

  it('starts without a given kind of account', async () => {
    const markets = await client.one('loadMarkets');
    expect(Object.keys(markets)).toEqual(expect.arrayContaining([pair, 'ETH/BTC', 'BTC/USDT:USDT', 'BTC/USD:BTC']));
    expect(markets[pair]).toMatchObject({ id: 'BTC-USDT', margin: true, precision: { price: 0.1 } });
    expect(await client.one('fetchStatus')).toMatchObject({ status: 'ok' });
  });

  it('reads book, tickers, mark prices, trades, candles, fees', async () => {
    const book = await client.one('fetchOrderBook', pair, 20);
    expect([prices(book, 'bids').length, prices(book, 'asks').length]).toEqual([20, 20]);
    expect(figure(book, 'bids', 0, 0)).toBeLessThan(figure(book, 'asks', 0, 0));
    const ticker = await client.one('fetchTicker', pair);
    expect(figure(ticker, 'bid')).toBeLessThan(figure(ticker, 'ask'));
    expect(figure(ticker, 'low')).toBeLessThanOrEqual(figure(ticker, 'high'));
    expect(Object.keys(await client.one('fetchTickers'))).toContain(pair);
    expect(Object.keys(await client.one('fetchMarkPrices'))).toContain(pair);
    expect((await client.rows('fetchTrades', pair)).length).toBe(100);
    const candles = await client.ask('fetchOHLCV', pair, '1h');
    const [opened, high, low, closed] = [1, 2, 3, 4].map(column => figure(candles, 0, column));
    expect(high).toBeGreaterThanOrEqual(Math.max(opened ?? 0, closed ?? 0));
    expect(low).toBeLessThanOrEqual(Math.min(opened ?? 0, closed ?? 0));
    expect(await client.one('fetchTradingFee', pair)).toMatchObject({ maker: 0.001, taker: 0.001 });
  });

  it.each([
    ['limit', {}, { status: 'open', amount: 0.001 }],
    ['post-only', { postOnly: true }, { status: 'open', postOnly: true }],
    ['hidden', { hidden: true }, { status: 'open', info: { hidden: true } }],
    ['iceberg', { iceberg: true, visibleSize: '0.0005' }, { status: 'open', info: { iceberg: true } }],
    ['GTT', { timeInForce: 'GTT', cancelAfter: 600 }, { status: 'open', timeInForce: 'GTT' }],
    ['IOC', { timeInForce: 'IOC' }, { filled: 0, timeInForce: 'IOC' }],
    ['FOK', { timeInForce: 'FOK' }, { filled: 0, timeInForce: 'FOK' }],
  ] as const)('places a %s order', async (_, params, shown) => {
    const id = await place(params);
    expect(await client.one('fetchOrder', id, pair)).toMatchObject({ id, symbol: pair, side: 'buy', ...shown });
    const open = (await client.rows('fetchOpenOrders', pair)).map(order => order['id']);
    if ('status' in shown) {
      expect(open).toContain(id);
      await client.ask('cancelOrder', id, pair);
    } else expect(open).not.toContain(id);
    expect((await client.rows('fetchOpenOrders', pair)).map(order => order['id'])).not.toContain(id);
  });

  it('fills a market order, and reads its trades', async () => {
    const id = await client.id('createOrder', pair, 'market', 'sell', 0.001);
    const order = await client.one('fetchOrder', id, pair);
    expect(order).toMatchObject({ status: 'closed', filled: 0.001 });
    const trades = await client.rows('fetchMyTrades', pair, undefined, 100, { orderId: id });
    const own = trades.filter(trade => trade['order'] === id);
    expect(own.reduce((all, trade) => all + figure(trade, 'cost'), 0)).toBeCloseTo(figure(order, 'cost'), 6);
  });

  it('spends the funds of a market order', async () => {
    const id = await client.id('createMarketBuyOrderWithCost', pair, 50);
    const cost = figure(await client.one('fetchOrder', id, pair), 'cost');
    expect(cost).toBeGreaterThan(49);
    expect(cost).toBeLessThanOrEqual(50);
  });

  it('keeps a trigger order in its own list', async () => {
    const id = await place({ triggerPrice: bid });
    const trigger = { trigger: true };
    expect(await client.one('fetchOrder', id, pair, trigger)).toMatchObject({ id, triggerPrice: bid });
    const listed = await client.rows('fetchOpenOrders', pair, undefined, undefined, trigger);
    expect(listed.map(order => order['id'])).toContain(id);
    await client.ask('cancelOrder', id, pair, trigger);
  });

  it('places several at once, amends one, and tests one', async () => {
    const before = (await client.rows('fetchOpenOrders', pair)).length;
    const row = { symbol: pair, type: 'limit', side: 'buy', amount: 0.001, price: bid };
    await client.ask('createOrders', [row, row]);
    expect((await client.rows('fetchOpenOrders', pair)).length).toBe(before + 2);
    await client.ask('createOrder', pair, 'limit', 'buy', 0.001, bid, { test: true });
    expect((await client.rows('fetchOpenOrders', pair)).length).toBe(before + 2);
    const altered = await client.id('editOrder', await place(), pair, 'limit', 'buy', 0.002, bid);
    expect(await client.one('fetchOrder', altered, pair)).toMatchObject({ amount: 0.002, status: 'open' });
    await client.ask('cancelOrder', altered, pair);
  });

  it('changes the balance of both wallets by transfers', async () => {
    const [main, trade] = [await free('USDT', { type: 'main' }), await free('USDT', { type: 'spot' })];
    expect(await client.one('transfer', 'USDT', 5, 'main', 'trade')).toMatchObject({ amount: 5, status: 'ok' });
    expect(await free('USDT', { type: 'main' })).toBeCloseTo(main - 5, 6);
    expect(await free('USDT', { type: 'spot' })).toBeCloseTo(trade + 5, 6);
    await client.ask('transfer', 'USDT', 5, 'main', 'future');
    expect(await free('USDT', { type: 'main' })).toBeCloseTo(main - 10, 6);
  });

  it('reads both margin accounts, borrows and repays', async () => {
    const isolated = await client.one('fetchBalance', { marginMode: 'isolated' });
    const [idle = 0, used = 0, total] = ['free', 'used', 'total'].map(name => figure(isolated, 'ETH', name));
    expect(used).toBeGreaterThan(0);
    expect(idle + used).toBeCloseTo(total ?? 0, 8);
    const debt = async () => figure(await client.rows('fetchBorrowInterest', 'USDT'), 0, 'info', 'liability');
    const before = await debt();
    expect(await client.one('borrowCrossMargin', 'USDT', 20)).toMatchObject({ currency: 'USDT', amount: 20 });
    expect(await debt()).toBeCloseTo(before + 20, 6);
    await client.ask('repayCrossMargin', 'USDT', 20);
    expect(await debt()).toBeCloseTo(before, 6);
    await client.ask('borrowIsolatedMargin', 'ETH/USDT', 'USDT', 20);
    expect(await client.one('repayIsolatedMargin', 'ETH/USDT', 'USDT', 20)).toMatchObject({ amount: 20 });
    expect((await client.rows('fetchBorrowRateHistory', 'USDT')).length).toBeGreaterThan(10);
  });

  // without the high-frequency endpoints ccxt asks for margin orders that the service took away
  it.runIf(hf)('places, lists and cancels margin orders, and reads past ones and trades', async () => {
    const id = await place(cross);
    expect(await client.one('fetchOrder', id, pair, cross)).toMatchObject({ id, status: 'open', price: bid });
    const listed = await client.rows('fetchOpenOrders', pair, undefined, undefined, cross);
    expect(listed.map(order => order['id'])).toContain(id);
    await client.ask('cancelOrder', id, pair, cross);
    const auto = await place({ ...cross, autoBorrow: true, autoRepay: true });
    expect(await client.one('fetchOrder', auto, pair, cross)).toMatchObject({ status: 'open' });
    await client.ask('cancelAllOrders', pair, cross);
    expect(await client.rows('fetchOpenOrders', pair, undefined, undefined, cross)).toEqual([]);
    expect((await client.rows('fetchClosedOrders', pair, undefined, undefined, cross)).length).toBeGreaterThan(2);
    for (const trade of await client.rows('fetchMyTrades', pair, undefined, undefined, cross))
      expect(trade['cost']).toBeCloseTo(figure(trade, 'price') * figure(trade, 'amount'), 6);
  });

  it('reads past orders, trades, ledger, withdrawals', async () => {
    const done = await client.rows('fetchClosedOrders', pair);
    expect(done.length).toBeGreaterThan(3);
    expect(done.every(order => order['symbol'] === pair && order['status'] !== 'open')).toBe(true);
    const ledger = await client.rows('fetchLedger', 'USDT');
    expect(ledger.length).toBeGreaterThan(10);
    for (const entry of ledger) {
      expect(entry['currency']).toBe('USDT');
      expect(['in', 'out']).toContain(entry['direction']);
      expect(entry['after']).toBeGreaterThan(0);
    }
    const deposits = await client.rows('fetchDeposits', 'USDT');
    expect(deposits.length).toBeGreaterThan(1);
    expect(deposits.every(each => each['currency'] === 'USDT' && each['status'] === 'ok')).toBe(true);
    const address = await client.one('fetchDepositAddress', 'USDT', { network: 'TRC20' });
    expect(address).toMatchObject({ currency: 'USDT', address: deposits[0]?.['address'] });
    const addresses = await client.one('fetchDepositAddressesByNetwork', 'USDT');
    expect(addresses['TRC20']).toMatchObject({ currency: 'USDT', address: deposits[0]?.['address'] });
    const paid = await client.rows('fetchWithdrawals', 'USDT');
    expect(new Set(paid.map(each => each['status']))).toEqual(new Set(['ok', 'failed', 'pending']));
    const id = await client.id('withdraw', 'USDT', 100, 'TxTzUXJteSSrXN5Xwwbz4H1h9KSmiGcB27', undefined, {
      network: 'TRC20',
    });
    expect(id).not.toBe('');
    expect((await client.rows('fetchWithdrawals', 'USDT')).length).toBe(paid.length + 1);
  });

  it('places, lists and cancels trigger orders on margin, by id and together', async () => {
    const trigger = { ...cross, trigger: true };
    const stop = () => client.id('createOrder', pair, 'limit', 'buy', 0.001, bid, { ...cross, triggerPrice: bid });
    const id = await stop();
    expect(await client.one('fetchOrder', id, pair, trigger)).toMatchObject({ id, symbol: pair, triggerPrice: bid });
    const listed = await client.rows('fetchOpenOrders', pair, undefined, undefined, trigger);
    expect(listed.map(order => order['id'])).toContain(id);
    await client.ask('cancelOrder', id, pair, trigger);
    await stop();
    await client.ask('cancelAllOrders', pair, trigger);
    expect(await client.rows('fetchOpenOrders', pair, undefined, undefined, trigger)).toEqual([]);
  });

  it('reads deposit addresses, sets the leverage of margin, and transfers under both names of the trade wallet', async () => {
    const { address, network } = await client.one('createDepositAddress', 'USDT', { network: 'TRC20' });
    expect(network).toBe('TRC20');
    expect(await client.one('fetchDepositAddress', 'USDT', { network: 'TRC20' })).toMatchObject({ address });
    const all = await client.one('fetchDepositAddressesByNetwork', 'USDT');
    expect(all['TRC20']).toMatchObject({ address, currency: 'USDT' });
    await client.ask('setLeverage', 4, pair, cross);
    await client.ask('setLeverage', 5, pair, cross);
    const before = await free('USDT', { type: 'main' });
    expect(await client.id('transfer', 'USDT', 3, 'main', 'hf')).not.toBe('');
    expect(await client.id('transfer', 'USDT', 2, 'main', 'spot')).not.toBe('');
    expect(await free('USDT', { type: 'main' })).toBeCloseTo(before - 5, 8);
    const moved = await client.rows('fetchLedger', 'USDT', undefined, undefined, { type: 'margin', ...cross });
    expect(moved.length).toBeGreaterThan(0);
  });

  it('cancels everything at the end', async () => {
    await place();
    await client.ask('cancelAllOrders', pair);
    expect(await client.rows('fetchOpenOrders', pair)).toEqual([]);
    await client.ask('cancelAllOrders', pair, { trigger: true });
    expect(await client.rows('fetchOpenOrders', pair, undefined, undefined, { trigger: true })).toEqual([]);
  });
});
