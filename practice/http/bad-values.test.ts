import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DialectName } from './endpoint/dialect.ts';
import { openWholeExchange, type WholeExchange } from './testing/whole-exchange.ts';

const names: readonly DialectName[] = ['document', 'live'];
type Fields = Readonly<Record<string, unknown>>;
/** A list with fields that do, and what is refused in place of one of them. */
type ListRow = readonly [venue: 'spot' | 'futures', path: string, good: Fields, bad: readonly Fields[]];

const dayMs = 86_400_000;
const startAt = 1_732_000_000_000 - dayMs;
const endAt = 1_732_000_000_000;
const window = { startAt, endAt };
const badTimes: readonly Fields[] = [{ startAt: 'x' }, { endAt: -1 }, { startAt: endAt, endAt: startAt }];
const badPages = (most: number): readonly Fields[] => [
  { pageSize: most + 1 },
  { pageSize: 0 },
  { pageSize: 'x' },
  { currentPage: 0 },
  { currentPage: '1.5' },
];
const badSides: readonly Fields[] = [{ side: 'long' }, { type: 'iceberg' }];
const margin = { symbol: 'BTC-USDT', tradeType: 'MARGIN_TRADE' };
const badMargin: readonly Fields[] = [{ symbol: '' }, { symbol: 'NO-SUCH' }, { tradeType: 'TRADE' }, { tradeType: '' }];

const lists: readonly ListRow[] = [
  [
    'spot',
    '/api/v1/orders',
    { status: 'done', ...window },
    [...badTimes, ...badPages(500), ...badSides, { status: 'x' }],
  ],
  ['spot', '/api/v1/orders', { status: 'done' }, [{ startAt: startAt - 8 * dayMs, endAt }, { tradeType: 'x' }]],
  ['spot', '/api/v1/stop-order', { symbol: 'BTC-USDT' }, [...badTimes, ...badPages(500), ...badSides, { stop: 'x' }]],
  ['spot', '/api/v1/hf/orders/active', { symbol: 'BTC-USDT' }, [{ symbol: '' }]],
  [
    'spot',
    '/api/v1/hf/orders/done',
    { symbol: 'BTC-USDT' },
    [...badTimes, ...badSides, { limit: 101 }, { limit: 0 }, { lastId: 'x' }],
  ],
  [
    'spot',
    '/api/v1/hf/fills',
    { symbol: 'BTC-USDT' },
    [...badTimes, ...badSides, { limit: 201 }, { limit: 0 }, { lastId: 'x' }],
  ],
  ['spot', '/api/v3/hf/margin/orders/active', margin, badMargin],
  [
    'spot',
    '/api/v3/hf/margin/fills',
    margin,
    [...badMargin, { limit: 0 }, { lastId: 'x' }, ...badSides, { startAt: endAt, endAt: startAt }],
  ],
  ['spot', '/api/v3/hf/margin/orders/done', margin, [...badMargin, { limit: 0 }, { lastId: 'x' }]],
  ['spot', '/api/v3/margin/borrow', { currency: 'USDT' }, [{ currency: '' }, ...badPages(500), { isIsolated: 'x' }]],
  ['spot', '/api/v3/margin/interest', {}, [...badPages(500), { isIsolated: 'x' }]],
  [
    'spot',
    '/api/v1/hist-withdrawals',
    window,
    [...badTimes, { status: 'LOST' }, { pageSize: 501 }, { currentPage: 0 }],
  ],
  ['spot', '/api/v1/withdrawals', window, [...badTimes, { status: 'LOST' }, { pageSize: 501 }, { currentPage: 0 }]],
  ['spot', '/api/v2/sub-accounts', { pageSize: 100 }, badPages(100)],
  ['spot', '/api/v2/sub/user', { pageSize: 100 }, badPages(100)],
  ['spot', '/api/v1/base-fee', { currencyType: '1' }, [{ currencyType: '2' }]],
  ['spot', '/api/v1/accounts/ledgers', window, [...badTimes, ...badPages(500), { direction: 'up' }]],
  ['spot', '/api/v1/hf/accounts/ledgers', window, [...badTimes, { limit: 201 }, { limit: 0 }, { direction: 'up' }]],
  [
    'spot',
    '/api/v3/hf/margin/account/ledgers',
    window,
    [...badTimes, { limit: 201 }, { limit: 0 }, { direction: 'up' }, { lastId: 'x' }],
  ],
  [
    'spot',
    '/api/v3/margin/currencies',
    { isIsolated: 'true', symbol: 'BTC-USDT' },
    [{ isIsolated: 'yes' }, { isIsolated: '' }, { symbol: 'NO-SUCH' }, { isIsolated: 'false', currency: 'EUR' }],
  ],
  [
    'spot',
    '/api/v3/margin/borrowRate',
    { currency: 'BTC,USDT' },
    [{ vipLevel: 13 }, { vipLevel: -1 }, { currency: 'EUR' }],
  ],
  ['spot', '/api/v1/market/orderbook/level2_20', { symbol: 'BTC-USDT' }, [{ symbol: '' }, { symbol: 'NO-SUCH' }]],
  [
    'futures',
    '/api/v1/orders',
    { status: 'done' },
    [...badPages(1000), ...badSides, { status: 'x' }, { startAt: 'x' }],
  ],
  ['futures', '/api/v1/stopOrders', { pageSize: 1000 }, [...badPages(1000), ...badSides, { startAt: 'x' }]],
  ['futures', '/api/v1/fills', {}, [...badPages(1000), { startAt: startAt - 8 * dayMs, endAt }, { side: 'x' }]],
  ['futures', '/api/v1/history-positions', {}, [{ limit: 201 }, { limit: 0 }, { pageId: 0 }]],
  ['futures', '/api/v1/transaction-history', {}, [{ maxCount: 0 }, { offset: 'x' }]],
];

const row = { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '50000', size: '0.001' };
const orders = (count: number, change: Fields = {}): Fields => ({
  orderList: Array.from({ length: count }, (_, index) => ({ ...row, clientOid: `row-${index}`, ...change })),
});
const long = 'x'.repeat(21);

/** Actions that are refused as a whole. */
const actions: readonly (readonly ['spot' | 'futures', string, Fields])[] = [
  ['spot', '/api/v1/hf/orders/multi', orders(6)],
  ['spot', '/api/v1/hf/orders/multi', orders(0)],
  ['spot', '/api/v1/hf/orders/multi', orders(2, { type: 'market' })],
  ['spot', '/api/v1/hf/orders/multi', { orderList: [row, { ...row, symbol: 'ETH-USDT' }] }],
  ['spot', '/api/v1/hf/orders/multi/sync', orders(21)],
  ['spot', '/api/v1/hf/orders', { ...row, remark: long }],
  ['spot', '/api/v1/hf/orders', { ...row, tags: long }],
  ['spot', '/api/v1/hf/orders', { ...row, side: 'long' }],
  ['spot', '/api/v1/hf/orders', { ...row, price: '-1' }],
  ['spot', '/api/v1/hf/orders', { ...row, size: '1e400' }],
  ['spot', '/api/v1/hf/orders', { ...row, timeInForce: 'DAY' }],
  ['spot', '/api/v1/hf/orders', { ...row, stp: 'XX' }],
  ['spot', '/api/v3/hf/margin/order', { ...row, clientOid: 'a', isIsolated: 'maybe' }],
  ['spot', '/api/v3/margin/borrow', { currency: 'USDT', size: '-5', timeInForce: 'FOK' }],
  ['spot', '/api/v3/margin/borrow', { currency: 'USDT', size: '5', timeInForce: 'GTC' }],
  ['spot', '/api/v3/margin/repay', { currency: 'USDT', size: '0' }],
  ['spot', '/api/v3/accounts/universal-transfer', { clientOid: 'a', type: 'GIFT', currency: 'USDT', amount: '1' }],
  [
    'futures',
    '/api/v1/orders',
    { clientOid: 'a', symbol: 'XBTUSDTM', side: 'buy', type: 'limit', price: '1', size: 0 },
  ],
  ['futures', '/api/v1/orders', { clientOid: 'a', symbol: 'NOSUCHM', side: 'buy', type: 'market', size: 1 }],
  ['futures', '/api/v1/position/margin/deposit-margin', { symbol: 'XBTUSDTM', margin: 5, bizNo: 'x'.repeat(37) }],
  ['futures', '/api/v1/position/margin/deposit-margin', { symbol: 'XBTUSDTM', margin: -5, bizNo: 'a' }],
  ['futures', '/api/v2/position/changeMarginMode', { symbol: 'XBTUSDTM', marginMode: 'BOTH' }],
  ['futures', '/api/v2/changeCrossUserLeverage', { symbol: 'XBTUSDTM', leverage: 'x' }],
];

function isSuccess(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('code' in json)) return true;
  return json.code === '200000' || json.code === '200';
}

const targetOf = (path: string, fields: Fields): string => {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  return `${path}?${new URLSearchParams(pairs).toString()}`;
};

describe.each(names)('invalid values of an endpoint, %s dialect', name => {
  let exchange: WholeExchange;
  beforeAll(async () => {
    exchange = await openWholeExchange(name);
  });
  afterAll(() => exchange.close());

  it.each(lists)('%s %s %j', async (venue, path, good, bad) => {
    const ask = async (fields: Fields) => await exchange.call({ venue, method: 'GET', target: targetOf(path, fields) });
    expect(isSuccess((await ask(good)).json), JSON.stringify(good)).toBe(true);
    for (const change of bad) {
      const { status, json } = await ask({ ...good, ...change });
      expect(isSuccess(json), JSON.stringify(change)).toBe(false);
      expect(json).toMatchObject({ code: expect.stringMatching(/^\d{5,6}$/), msg: expect.any(String) });
      expect(status).toBeLessThan(500);
    }
  });

  it.each(actions)('%s POST %s %j', async (venue, path, body) => {
    const { status, json } = await exchange.call({ venue, method: 'POST', target: path, body: JSON.stringify(body) });
    expect(isSuccess(json)).toBe(false);
    expect(json).toMatchObject({ code: expect.stringMatching(/^\d{5,6}$/), msg: expect.any(String) });
    expect(status).toBeLessThan(500);
  });
});
