import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MasterExchange, openMasterExchange } from '../../testing/master-exchange.ts';
import { member, rows, wrappedData } from '../../testing/unwrap.ts';
import { misfits, sharedShapes } from '../../testing/wire-shapes.ts';

const dayMs = 86_400_000;
const base = { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '50000', size: '0.5' };

const ids = (list: unknown) => rows(list).map(row => member(row, 'id'));

describe.each(['document', 'live'] as const)('high-frequency orders, dialect %s', dialect => {
  let exchange: MasterExchange;
  beforeEach(async () => {
    exchange = await openMasterExchange(dialect);
    exchange.other('sell', '50100');
    exchange.other('buy', '50100', { size: '0.1' });
  });
  afterEach(() => exchange.close());

  const get = async (path: string) => wrappedData(await exchange.call({ target: `/api/v1/hf/${path}` }));
  const send = (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
    exchange.call({ method, target: `/api/v1/hf/orders${path}`, body });
  const placeOne = async (change = {}) =>
    String(member(wrappedData(await send('POST', '', { ...base, ...change })), 'orderId'));

  describe('open orders', () => {
    it('have the form of an array, newest first, of one pair', async () => {
      const placed = [await placeOne(), await placeOne({ price: '49000' })];
      await placeOne({ symbol: 'ETH-USDT', price: '2000' });
      const active = await get('orders/active?symbol=BTC-USDT');
      expect(Array.isArray(active)).toBe(true);
      expect(ids(active)).toEqual(placed.toReversed());
      expect(misfits(rows(active)[0], sharedShapes.hfOrder)).toEqual([]);
      expect((await exchange.call({ target: '/api/v1/hf/orders/active' })).json).toEqual({
        code: '400100',
        msg: 'symbol is required',
      });
    });

    it('page correctly while orders end', async () => {
      const placed = [];
      for (const price of ['49000', '49001', '49002', '49003', '49004']) placed.push(await placeOne({ price }));
      const page = await get('orders/active/page?symbol=BTC-USDT&pageSize=2');
      expect(misfits(page, sharedShapes.page)).toEqual([]);
      expect(page).toMatchObject({ currentPage: 1, pageSize: 2, totalNum: 5, totalPage: 3 });
      await send('DELETE', `/${placed[4]}?symbol=BTC-USDT`);
      const second = await get('orders/active/page?symbol=BTC-USDT&pageSize=2&pageNum=2');
      expect(second).toMatchObject({ totalNum: 4, totalPage: 2 });
      expect(ids(second)).toEqual([placed[1], placed[0]]);
      expect(await get('orders/active/page?symbol=BTC-USDT')).toMatchObject({ pageSize: 20 });
      const tooWide = await exchange.call({ target: '/api/v1/hf/orders/active/page?symbol=BTC-USDT&pageSize=51' });
      expect(tooWide.json).toEqual({ code: '400100', msg: 'pageSize must be a whole number from 1 to 50' });
    });

    it('list their pairs', async () => {
      expect(await get('orders/active/symbols')).toEqual({ symbols: [] });
      await placeOne();
      await placeOne({ symbol: 'ETH-USDT', price: '2000' });
      expect(await get('orders/active/symbols')).toEqual({ symbols: ['ETH-USDT', 'BTC-USDT'] });
    });

    it('omit margin orders', async () => {
      exchange.give(exchange.master, 'margin', { USDT: '1000' });
      const margin = { ...base, tradeType: 'MARGIN_TRADE', size: '0.01' } as const;
      const placed = exchange.spot.place(exchange.master, {
        ...margin,
        side: 'buy',
        type: 'limit',
        price: '50000',
        size: '0.01',
      });
      expect(placed.ok).toBe(true);
      expect(await get('orders/active?symbol=BTC-USDT')).toEqual([]);
      expect(wrappedData(await send('DELETE', '?symbol=BTC-USDT'))).toBe('success');
      expect(exchange.spot.orders(exchange.master, 'active', { tradeType: 'MARGIN_TRADE' })).toHaveLength(1);
    });
  });

  describe('past orders', () => {
    it('walk batch by batch without loss or duplicates while rows arrive', async () => {
      const placed = [];
      for (let index = 0; index < 5; index += 1) {
        placed.push(await placeOne({ price: '50100', size: '0.01' }));
        exchange.clock.advanceTo(exchange.clock.nowMs() + 1000);
      }
      const seen = [];
      let lastId = '';
      for (let batch = 0; batch < 3; batch += 1) {
        const answer = await get(`orders/done?symbol=BTC-USDT&limit=2${lastId}`);
        seen.push(...ids(answer));
        lastId = `&lastId=${String(member(answer, 'lastId'))}`;
        await placeOne({ price: '50100', size: '0.01' });
      }
      expect(seen).toEqual(placed.toReversed());
      expect(Number.isSafeInteger(member(await get('orders/done?symbol=BTC-USDT'), 'lastId'))).toBe(true);
    });

    it('filter by side, type and time', async () => {
      await placeOne({ price: '50100', size: '0.01' });
      await placeOne({ type: 'market', price: undefined, size: '0.01' });
      const kept = await placeOne();
      await send('DELETE', `/${kept}?symbol=BTC-USDT`);
      const count = async (query: string) => rows(await get(`orders/done?symbol=BTC-USDT${query}`)).length;
      expect(await count('')).toBe(3);
      expect(await count('&type=market')).toBe(1);
      expect(await count('&side=sell')).toBe(0);
      expect(await count(`&endAt=${exchange.clock.nowMs() - 1}`)).toBe(0);
      expect(misfits(rows(await get('orders/done?symbol=BTC-USDT'))[0], sharedShapes.hfOrder)).toEqual([]);
      const wide = `&startAt=${exchange.clock.nowMs() - 8 * dayMs}&endAt=${exchange.clock.nowMs()}`;
      expect((await exchange.call({ target: `/api/v1/hf/orders/done?symbol=BTC-USDT${wide}` })).json).toMatchObject({
        code: '400100',
      });
    });

    it('stay for one month when cancelled and for six when filled', async () => {
      await placeOne({ price: '50100', size: '0.01' });
      await send('DELETE', `/${await placeOne()}?symbol=BTC-USDT`);
      const placedAt = exchange.clock.nowMs();
      const window = `&startAt=${placedAt - 1000}&endAt=${placedAt + 1000}`;
      const states = async () =>
        rows(await get(`orders/done?symbol=BTC-USDT${window}`)).map(row => member(row, 'cancelExist'));
      expect(await states()).toEqual([true, false]);
      exchange.clock.advanceTo(placedAt + 31 * dayMs);
      expect(await states()).toEqual([false]);
      exchange.clock.advanceTo(placedAt + 181 * dayMs);
      expect(await states()).toEqual([]);
    });
  });

  describe('fills', () => {
    it('have rising numbers, and walk by them', async () => {
      for (let index = 0; index < 3; index += 1) await placeOne({ price: '50100', size: '0.01' });
      const first = await get('fills?symbol=BTC-USDT&limit=2');
      expect(misfits(rows(first)[0], sharedShapes.hfFill)).toEqual([]);
      const [newest, next] = ids(first).map(Number);
      expect(newest).toBeGreaterThan(next ?? Number.NaN);
      expect(member(first, 'lastId')).toBe(next);
      const rest = await get(`fills?symbol=BTC-USDT&limit=2&lastId=${next}`);
      expect(rows(rest)).toHaveLength(1);
      expect(Number(ids(rest)[0])).toBeLessThan(next ?? Number.NaN);
      const text = (await exchange.call({ target: '/api/v1/hf/fills?symbol=BTC-USDT' })).text;
      expect(text).toMatch(/"tradeId":\d{17}/);
    });

    it('fills of an order ignore the other filters', async () => {
      const orderId = await placeOne({ price: '50100', size: '0.01' });
      await placeOne({ price: '50100', size: '0.02' });
      const fills = rows(await get(`fills?orderId=${orderId}&symbol=ETH-USDT&side=sell&startAt=5`));
      expect(fills).toMatchObject([{ orderId, size: '0.01', liquidity: 'taker', side: 'buy' }]);
      expect(rows(await get('fills?symbol=ETH-USDT'))).toEqual([]);
      expect(rows(await get('fills?symbol=BTC-USDT&side=sell'))).toEqual([]);
      expect(rows(await get('fills?symbol=BTC-USDT&type=market'))).toEqual([]);
      expect((await exchange.call({ target: '/api/v1/hf/fills' })).json).toMatchObject({ msg: 'symbol is required' });
    });
  });

  describe('placing', () => {
    it('placing in sync returns the result of the order', async () => {
      const open = wrappedData(await send('POST', '/sync', { ...base, clientOid: 'a1' }));
      expect(open).toMatchObject({ clientOid: 'a1', originSize: '0.5', remainSize: '0.5', status: 'open' });
      expect(misfits(open, sharedShapes.syncOrder)).toEqual([]);
      const done = wrappedData(await send('POST', '/sync', { ...base, price: '50100', size: '0.3' }));
      expect(done).toMatchObject({ dealSize: '0.3', remainSize: '0', canceledSize: '0', status: 'done' });
    });

    it('placing as a test places nothing and rejects errors', async () => {
      const tested = wrappedData(await send('POST', '/test', { ...base, clientOid: 'a1' }));
      expect(tested).toEqual({ orderId: expect.stringMatching(/^[\da-f]{24}$/), clientOid: 'a1' });
      expect(await get('orders/active?symbol=BTC-USDT')).toEqual([]);
      expect((await send('POST', '/test', { ...base, size: '500' })).json).toMatchObject({ code: '200004' });
      expect((await send('POST', '/test', { ...base, price: '0.05' })).json).toMatchObject({ code: '600100' });
      expect((await send('POST', '/test', { ...base, symbol: undefined })).json).toMatchObject({ code: '400100' });
    });

    it('placing as a replacement keeps the clientOid', async () => {
      const orderId = await placeOne({ clientOid: 'a1' });
      const altered = await send('POST', '/alter', { symbol: 'BTC-USDT', orderId, newPrice: '49500' });
      const newOrderId = member(wrappedData(altered), 'newOrderId');
      expect(wrappedData(altered)).toEqual({ newOrderId: expect.stringMatching(/^[\da-f]{24}$/), clientOid: 'a1' });
      expect(ids(await get('orders/active?symbol=BTC-USDT'))).toEqual([newOrderId]);
      const byOid = { symbol: 'BTC-USDT', clientOid: 'a1', newSize: '0.7' };
      expect(wrappedData(await send('POST', '/alter', byOid))).toMatchObject({ clientOid: 'a1' });
      expect(rows(await get('orders/active?symbol=BTC-USDT'))).toMatchObject([{ price: '49500', size: '0.7' }]);
    });

    it.each([
      [{ symbol: 'BTC-USDT', orderId: 'x1' }, '400100', 'newPrice is required when there is no newSize'],
      [{ symbol: 'BTC-USDT', newSize: '1' }, '400100', 'orderId is required when there is no clientOid'],
      [{ orderId: 'x1', newSize: '1' }, '400100', 'symbol is required'],
      [{ symbol: 'BTC-USDT', orderId: 'x1', newSize: '-1' }, '400100', 'newSize must be a positive decimal string'],
      [{ symbol: 'BTC-USDT', orderId: 'x1', newSize: '1' }, '400100', 'order_not_exist_or_not_allow_to_cancel'],
    ])('placing with the change %o fails', async (body, code, msg) => {
      expect((await send('POST', '/alter', body)).json).toEqual({ code, msg });
    });
  });

  describe('cancelling', () => {
    it('cancelling in sync returns the final state of the order', async () => {
      const orderId = await placeOne({ clientOid: 'a1' });
      expect(wrappedData(await send('DELETE', `/sync/${orderId}?symbol=BTC-USDT`))).toEqual({
        orderId,
        originSize: '0.5',
        dealSize: '0',
        remainSize: '0',
        canceledSize: '0.5',
        status: 'done',
      });
      await placeOne({ clientOid: 'a2' });
      expect(wrappedData(await send('DELETE', '/sync/client-order/a2?symbol=BTC-USDT'))).toMatchObject({
        clientOid: 'a2',
        canceledSize: '0.5',
      });
      expect((await send('DELETE', `/sync/${orderId}?symbol=BTC-USDT`)).json).toMatchObject({ code: '400100' });
      expect((await send('DELETE', '/sync/client-order/a2')).json).toMatchObject({ msg: 'symbol is required' });
    });

    it('cancelling of a part keeps the rest', async () => {
      const orderId = await placeOne();
      const cut = await send('DELETE', `/cancel/${orderId}?symbol=BTC-USDT&cancelSize=0.2`);
      expect(wrappedData(cut)).toEqual({ orderId, cancelSize: '0.2' });
      expect(await get(`orders/${orderId}?symbol=BTC-USDT`)).toMatchObject({
        active: true,
        remainSize: '0.3',
        cancelledSize: '0.2',
        cancelExist: true,
      });
      const missing = await send('DELETE', `/cancel/${orderId}?symbol=BTC-USDT`);
      expect(missing.json).toMatchObject({ msg: 'cancelSize is required' });
      const tooMuch = await send('DELETE', `/cancel/${orderId}?symbol=BTC-USDT&cancelSize=0.4`);
      expect(tooMuch.json).toMatchObject({ msg: 'cancelSize must be at most 0.3' });
    });

    it('covers a pair, or everything', async () => {
      await placeOne();
      const ether = await placeOne({ symbol: 'ETH-USDT', price: '2000' });
      expect(wrappedData(await send('DELETE', '?symbol=BTC-USDT'))).toBe('success');
      expect(ids(await get('orders/active?symbol=ETH-USDT'))).toEqual([ether]);
      expect((await send('DELETE', '')).json).toMatchObject({ msg: 'symbol is required' });
      await placeOne();
      expect(wrappedData(await send('DELETE', '/cancelAll'))).toEqual({
        succeedSymbols: ['BTC-USDT', 'ETH-USDT'],
        failedSymbols: [],
      });
      expect(await get('orders/active/symbols')).toEqual({ symbols: [] });
    });

    it('cancelling by a timer happens unless it is set again', async () => {
      const path = '/dead-cancel-all';
      expect(await get('orders/dead-cancel-all/query')).toBeNull();
      await placeOne();
      const nowS = Math.floor(exchange.clock.nowMs() / 1000);
      const set = await send('POST', path, { timeout: 30, symbols: 'BTC-USDT,ETH-USDT' });
      expect(wrappedData(set)).toEqual({ currentTime: nowS, triggerTime: nowS + 30 });
      expect(await get('orders/dead-cancel-all/query')).toEqual({
        timeout: 30,
        symbols: 'BTC-USDT,ETH-USDT',
        currentTime: nowS,
        triggerTime: nowS + 30,
      });
      exchange.clock.advanceTo(exchange.clock.nowMs() + 30_000);
      exchange.spot.expire(exchange.clock.nowMs());
      expect(await get('orders/active/symbols')).toEqual({ symbols: [] });
      expect(await get('orders/dead-cancel-all/query')).toBeNull();
      expect(wrappedData(await send('POST', path, { timeout: -1 }))).toMatchObject({ triggerTime: 0 });
    });

    it.each([
      [{}, '400100', 'timeout is required'],
      [{ timeout: 4 }, '400100', 'timeout must be -1 or 5 to 86400 seconds'],
      [{ timeout: 86_401 }, '400100', 'timeout must be a whole number from -1 to 86400'],
      [{ timeout: 5, symbols: 'NO-NE' }, '900001', 'symbol not exists'],
      [
        { timeout: 5, symbols: Array.from({ length: 51 }, () => 'BTC-USDT').join() },
        '400100',
        'symbols must name at most 50 pairs',
      ],
    ])('cancelling by a timer with %o fails', async (body, code, msg) => {
      expect((await send('POST', '/dead-cancel-all', body)).json).toEqual({ code, msg });
    });
  });
});
