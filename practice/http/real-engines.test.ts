import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IssuedKey } from '../accounts/types.ts';
import { createPracticeServer, type PracticeServer } from './server.ts';
import { createEngines, type Engines } from './testing/engines.ts';
import { tokens } from './testing/fake-exchange.ts';
import { signedHeaders } from './testing/signer.ts';
import { member, rows } from './testing/unwrap.ts';
import { liveShapes, misfits, sharedShapes } from './testing/wire-shapes.ts';

/** The whole way from a signed request through the real engines and back, in the live dialect. */

let server: PracticeServer;
let spot: Engines['spot'];
let futures: Engines['futures'];
let clock: Engines['clock'];
let trader: IssuedKey;

const maker = 'market-maker';

beforeEach(async () => {
  const engines = createEngines(accountId => accountId === maker);
  ({ spot, futures, clock } = engines);
  const issued = engines.directory.keys.find(key => key.label === 'trader');
  if (issued === undefined) throw new Error('the directory issues a trader');
  trader = issued;
  engines.give(maker, 'trade', { BTC: '10', USDT: '1000000' });
  engines.give(maker, 'futures', { USDT: '1000000', XBT: '100' });
  engines.give(trader.accountId, 'trade', { BTC: '1', USDT: '100000' });
  engines.give(trader.accountId, 'futures', { USDT: '10000' });
  server = await createPracticeServer({ ...engines, tokens, dialect: 'live', spotPort: 0, futuresPort: 0 });
});
afterEach(() => server.close());

interface Sent {
  readonly venue?: 'spot' | 'futures';
  readonly body?: unknown;
}

async function call(request: string, { venue = 'spot', body }: Sent = {}): Promise<unknown> {
  const [method = '', target = ''] = request.split(' ');
  const text = body === undefined ? '' : JSON.stringify(body);
  const unsigned = { prefix: 'KC', timestampMs: clock.nowMs(), method, endpoint: target, body: text };
  const headers = {
    ...signedHeaders(trader, unsigned),
    ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
  };
  const base = venue === 'spot' ? server.spotUrl : server.futuresUrl;
  const response = await fetch(`${base}${target}`, { method, headers, ...(text === '' ? {} : { body: text }) });
  const reply: unknown = await response.json();
  return member(reply, 'code') === '200000' ? member(reply, 'data') : reply;
}

describe('spot over real engines', () => {
  const buy = { symbol: 'BTC-USDT', type: 'limit', side: 'buy', price: '50000', size: '0.01' } as const;

  beforeEach(() => {
    const quote = { symbol: 'BTC-USDT', type: 'limit', size: '1' } as const;
    expect(spot.place(maker, { ...quote, side: 'sell', price: '50010' }).ok).toBe(true);
    expect(spot.place(maker, { ...quote, side: 'buy', price: '49990' }).ok).toBe(true);
  });

  it('places, lists, reads and cancels an order', async () => {
    const placed = await call('POST /api/v1/hf/orders', { body: { ...buy, clientOid: 'first' } });
    const orderId = String(member(placed, 'orderId'));
    const active = rows(await call('GET /api/v1/orders?status=active'));
    expect(active.map(row => member(row, 'id'))).toEqual([orderId]);
    expect(misfits(active[0], liveShapes.spotOrder)).toEqual([]);
    const record = await call('GET /api/v1/hf/orders/client-order/first?symbol=BTC-USDT');
    expect(misfits(record, sharedShapes.hfOrder)).toEqual([]);
    expect(record).toMatchObject({ id: orderId, active: true, inOrderBook: true, remainSize: '0.01' });
    expect(await call(`DELETE /api/v1/hf/orders/${orderId}?symbol=BTC-USDT`)).toEqual({ orderId });
    expect(rows(await call('GET /api/v1/orders?status=active'))).toEqual([]);
    const done = rows(await call('GET /api/v1/orders'));
    expect(done).toMatchObject([{ id: orderId, isActive: false, cancelExist: true }]);
  });

  it('fills a market order, and shows fill and balance', async () => {
    const body = { symbol: 'BTC-USDT', type: 'market', side: 'buy', size: '0.1' };
    await call('POST /api/v1/hf/orders', { body });
    const fills = rows(await call('GET /api/v1/limit/fills'));
    expect(misfits(fills[0], liveShapes.fill)).toEqual([]);
    expect(fills).toMatchObject([{ side: 'buy', price: '50010', size: '0.1', funds: '5001', liquidity: 'taker' }]);
    const balances = rows(await call('GET /api/v1/accounts?type=trade&currency=BTC'));
    expect(balances).toMatchObject([{ balance: '1.1', available: '1.1', holds: '0' }]);
  });

  it('answers a synchronous batch with the result of each order', async () => {
    const orderList = [
      { ...buy, clientOid: 'a', price: '50010' },
      { ...buy, clientOid: 'b' },
      { ...buy, clientOid: 'c', price: '50000.05' },
      { ...buy, clientOid: 'b' },
    ];
    const result = rows(await call('POST /api/v1/hf/orders/multi/sync', { body: { orderList } }));
    expect(result.slice(0, 2)).toMatchObject([
      { clientOid: 'a', status: 'done', dealSize: '0.01', remainSize: '0', success: true },
      { clientOid: 'b', status: 'open', dealSize: '0', remainSize: '0.01', success: true },
    ]);
    expect(misfits(result[0], liveShapes.syncBatchRow)).toEqual([]);
    expect(result.slice(2).map(row => member(row, 'success'))).toEqual([false, false]);
    expect(result.slice(2).map(row => typeof member(row, 'failMsg'))).toEqual(['string', 'string']);
  });

  it('rejects an order beyond the balance', async () => {
    const reply = await call('POST /api/v1/hf/orders', { body: { ...buy, size: '5' } });
    expect(reply).toEqual({ code: '200004', msg: 'Balance insufficient!' });
  });

  it('turns a triggered stop order into an order of its own', async () => {
    const stop = { ...buy, side: 'sell', price: '49000', stop: 'loss', stopPrice: '49995', clientOid: 's' };
    const placed = await call('POST /api/v1/stop-order', { body: stop });
    const waiting = rows(await call('GET /api/v1/stop-order'));
    expect(misfits(waiting[0], liveShapes.spotStop)).toEqual([]);
    expect(waiting).toMatchObject([{ id: member(placed, 'orderId'), status: 'NEW' }]);
    await call('POST /api/v1/hf/orders', {
      body: { symbol: 'BTC-USDT', type: 'market', side: 'sell', size: '0.01' },
    });
    expect(rows(await call('GET /api/v1/stop-order'))).toEqual([]);
    const children = rows(await call('GET /api/v1/orders?type=limit_stop'));
    expect(children).toMatchObject([{ type: 'limit_stop', stop: 'loss', stopPrice: '49995', stopTriggered: true }]);
  });

  it('shows the resulting book', async () => {
    const book = await call('GET /api/v1/market/orderbook/level2_20?symbol=BTC-USDT');
    expect(misfits(book, sharedShapes.book)).toEqual([]);
    expect(book).toMatchObject({ bids: [['49990', '1']], asks: [['50010', '1']] });
  });
});

describe('futures over real engines', () => {
  const on = { venue: 'futures' } as const;
  const open = {
    clientOid: 'f1',
    symbol: 'XBTUSDTM',
    side: 'buy',
    type: 'limit',
    leverage: 10,
    price: '50000',
    size: 100,
  };

  beforeEach(() => {
    futures.setIndexPrice('XBTUSDTM', '50000');
    futures.setIndexPrice('XBTUSDM', '50000');
    const quote = {
      symbol: 'XBTUSDTM',
      side: 'sell',
      type: 'limit',
      price: '50000',
      size: '100',
      leverage: '10',
    } as const;
    expect(futures.place(maker, quote).ok).toBe(true);
  });

  it('opens a position and adds margin once per bizNo', async () => {
    const placed = await call('POST /api/v1/orders', { ...on, body: open });
    expect(placed).toMatchObject({ clientOid: 'f1' });
    const done = rows(await call('GET /api/v1/recentDoneOrders', on));
    expect(misfits(done[0], liveShapes.futuresOrder)).toEqual([]);
    expect(done).toMatchObject([{ status: 'done', filledSize: 100, dealValue: '5000', avgDealPrice: '50000' }]);
    const [before] = rows(await call('GET /api/v1/positions', on));
    expect(misfits(before, sharedShapes.position)).toEqual([]);
    const deposit = { ...on, body: { symbol: 'XBTUSDTM', margin: 12.5, bizNo: 'once' } };
    const first = await call('POST /api/v1/position/margin/deposit-margin', deposit);
    expect(misfits(first, sharedShapes.deposited)).toEqual([]);
    expect(first).toMatchObject({ posCross: 12.5, currentQty: 100 });
    expect(Number(member(first, 'liquidationPrice'))).toBeLessThan(Number(member(before, 'liquidationPrice')));
    const again = await call('POST /api/v1/position/margin/deposit-margin', deposit);
    expect(again).toMatchObject({ posCross: 12.5 });
  });

  it('shows a fill in both lists, with its fee split into opening and closing', async () => {
    await call('POST /api/v1/orders', { ...on, body: open });
    const bid = { symbol: 'XBTUSDTM', side: 'buy', type: 'limit', price: '50000', size: '40', leverage: '10' } as const;
    expect(futures.place(maker, bid).ok).toBe(true);
    const close = { ...open, clientOid: 'f2', side: 'sell', size: 40 };
    const placed = await call('POST /api/v1/orders', { ...on, body: close });
    const recent = rows(await call('GET /api/v1/recentFills', on));
    for (const row of recent) expect(misfits(row, sharedShapes.futuresFill)).toEqual([]);
    expect(recent).toMatchObject([
      { side: 'sell', size: 40, value: '2000', fee: '1.2', openFeePay: '0', closeFeePay: '1.2', liquidity: 'taker' },
      { side: 'buy', size: 100, value: '5000', fee: '3', openFeePay: '3', closeFeePay: '0', liquidity: 'taker' },
    ]);
    const ofOrder = await call(`GET /api/v1/fills?orderId=${String(member(placed, 'orderId'))}`, on);
    expect(rows(ofOrder)).toMatchObject([{ tradeId: member(recent[0], 'tradeId'), closeFeePay: '1.2' }]);
  });

  it('names the error of a deposit', async () => {
    const target = 'POST /api/v1/position/margin/deposit-margin';
    const deposit = (body: unknown) => call(target, { ...on, body });
    expect(await deposit({ symbol: 'XBTUSDTM', margin: 5, bizNo: 'x' })).toMatchObject({ code: '300009' });
    await call('POST /api/v1/orders', { ...on, body: open });
    expect(await deposit({ symbol: 'XBTUSDTM', margin: 0.000001, bizNo: 'x' })).toMatchObject({ code: '100001' });
    expect(await deposit({ symbol: 'XBTUSDTM', margin: 1_000_000, bizNo: 'x' })).toMatchObject({ code: '300003' });
    expect(await deposit({ symbol: 'NOPE', margin: 5, bizNo: 'x' })).toMatchObject({ code: '100003' });
  });

  it('separates a stop order from the open orders until it is cancelled', async () => {
    const stop = { ...open, clientOid: 's', stop: 'down', stopPrice: '45000', stopPriceType: 'MP', price: '44000' };
    const placed = await call('POST /api/v1/orders', { ...on, body: stop });
    const id = String(member(placed, 'orderId'));
    const stops = rows(await call('GET /api/v1/stopOrders', on));
    expect(misfits(stops[0], liveShapes.futuresOrder)).toEqual([]);
    expect(stops).toMatchObject([{ id, stop: 'down', stopPrice: '45000', stopTriggered: false }]);
    expect(rows(await call('GET /api/v1/orders?status=active', on))).toEqual([]);
    expect(await call(`DELETE /api/v1/orders/${id}`, on)).toEqual({ cancelledOrderIds: [id] });
    expect(rows(await call('GET /api/v1/stopOrders', on))).toEqual([]);
  });

  it('shows contracts, ticker and overview', async () => {
    await call('POST /api/v1/orders', { ...on, body: open });
    const listed = rows(await call('GET /api/v1/contracts/active', on));
    expect(listed.map(row => member(row, 'symbol'))).toEqual(
      futures.contracts.map(contract => contract.symbol).filter(symbol => futures.state(symbol) !== null),
    );
    expect(await call('GET /api/v1/contracts/ETHUSDTM', on)).toMatchObject({ code: '404000' });
    for (const symbol of ['XBTUSDTM', 'XBTUSDM']) {
      expect(misfits(await call(`GET /api/v1/contracts/${symbol}`, on), liveShapes.contract)).toEqual([]);
    }
    const inverse = listed.find(row => member(row, 'symbol') === 'XBTUSDM');
    expect(Number(member(inverse, 'multiplier'))).toBeLessThan(0);
    const ticker = await call('GET /api/v1/ticker?symbol=XBTUSDTM', on);
    expect(misfits(ticker, sharedShapes.ticker)).toEqual([]);
    const overview = await call('GET /api/v1/account-overview?currency=USDT', on);
    expect(misfits(overview, sharedShapes.overview)).toEqual([]);
  });
});

describe('accounts over real engines', () => {
  it('list at least twelve sub-accounts and their assets', async () => {
    const users = await call('GET /api/v2/sub/user?pageSize=100');
    expect(rows(users).length).toBeGreaterThanOrEqual(12);
    for (const row of rows(users)) expect(misfits(row, liveShapes.subUser)).toEqual([]);
    const holdings = rows(await call('GET /api/v2/sub-accounts?pageSize=100'));
    expect(holdings).toHaveLength(rows(users).length);
    for (const row of holdings) expect(misfits(row, liveShapes.subHolding)).toEqual([]);
  });

  it('describe the key', async () => {
    const key = await call('GET /api/v1/user/api-key');
    expect(misfits(key, sharedShapes.apiKey)).toEqual([]);
    expect(key).toMatchObject({ apiKey: trader.key, isMaster: true });
  });
});
