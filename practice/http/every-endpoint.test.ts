import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type DialectName } from './endpoint/dialect.ts';
import type { Endpoint } from './endpoint/endpoint.ts';
import { endpointsOf } from './endpoint-table.ts';
import { openWholeExchange, type WholeExchange } from './testing/whole-exchange.ts';

const names: readonly DialectName[] = ['document', 'live'];
const served = (name: DialectName): readonly Endpoint[] => [
  ...endpointsOf('spot', dialects[name]),
  ...endpointsOf('futures', dialects[name]),
];

/** A target that its handler knows: pairs and contracts where one is named, else an id of nothing. */
function targetOf({ path, venue }: Endpoint): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'symbol') return venue === 'spot' ? 'BTC-USDT' : 'XBTUSDTM';
    return name === 'currency' ? 'USDT' : '6b02aa92ca47d368c200d115';
  });
}

const requestOf = (endpoint: Endpoint) => ({
  venue: endpoint.venue,
  method: endpoint.method,
  target: targetOf(endpoint),
  ...(endpoint.method === 'POST' ? { body: '{}' } : {}),
});

/** What asks for nothing more than its path. */
const needsNothing = [
  'futures DELETE /api/v1/orders',
  'futures DELETE /api/v1/stopOrders',
  'futures GET /api/v1/account-overview',
  'futures GET /api/v1/account-overview-all',
  'futures GET /api/v1/allTickers',
  'futures GET /api/v1/contracts/active',
  'futures GET /api/v1/contracts/risk-limit/:symbol',
  'futures GET /api/v1/fills',
  'futures GET /api/v1/history-positions',
  'futures GET /api/v1/orders',
  'futures GET /api/v1/positions',
  'futures GET /api/v1/recentDoneOrders',
  'futures GET /api/v1/recentFills',
  'futures GET /api/v1/status',
  'futures GET /api/v1/stopOrders',
  'futures GET /api/v1/timestamp',
  'futures GET /api/v1/trade-statistics',
  'futures GET /api/v1/transaction-history',
  'futures GET /api/v2/position/getPositionMode',
  'futures POST /api/v1/bullet-private',
  'futures POST /api/v1/bullet-public',
  'spot DELETE /api/v1/hf/orders/cancelAll',
  'spot DELETE /api/v1/orders',
  'spot DELETE /api/v1/stop-order/cancel',
  'spot DELETE /api/v3/hf/margin/stop-order/cancel',
  'spot DELETE /api/v3/oco/orders',
  'spot GET /api/ua/v1/account/mode',
  'spot GET /api/v1/accounts',
  'spot GET /api/v1/accounts/ledgers',
  'spot GET /api/v1/base-fee',
  'spot GET /api/v1/deposits',
  'spot GET /api/v1/fills',
  'spot GET /api/v1/hf/accounts/ledgers',
  'spot GET /api/v1/hf/accounts/opened',
  'spot GET /api/v1/hf/orders/active/symbols',
  'spot GET /api/v1/hf/orders/dead-cancel-all/query',
  'spot GET /api/v1/hist-deposits',
  'spot GET /api/v1/hist-withdrawals',
  'spot GET /api/v1/isolated/symbols',
  'spot GET /api/v1/limit/fills',
  'spot GET /api/v1/limit/orders',
  'spot GET /api/v1/margin/config',
  'spot GET /api/v1/mark-price/:symbol/current',
  'spot GET /api/v1/market/allTickers',
  'spot GET /api/v1/markets',
  'spot GET /api/v1/orders',
  'spot GET /api/v1/status',
  'spot GET /api/v1/stop-order',
  'spot GET /api/v1/timestamp',
  'spot GET /api/v1/user/api-key',
  'spot GET /api/v1/withdrawals',
  'spot GET /api/v2/sub-accounts',
  'spot GET /api/v2/sub/user',
  'spot GET /api/v2/symbols',
  'spot GET /api/v2/symbols/:symbol',
  'spot GET /api/v2/user-info',
  'spot GET /api/v3/currencies',
  'spot GET /api/v3/currencies/:currency',
  'spot GET /api/v3/hf/margin/account/ledgers',
  'spot GET /api/v3/hf/margin/stop-orders',
  'spot GET /api/v3/isolated/accounts',
  'spot GET /api/v3/margin/accounts',
  'spot GET /api/v3/margin/borrowRate',
  'spot GET /api/v3/margin/interest',
  'spot GET /api/v3/margin/symbols',
  'spot GET /api/v3/mark-price/all-symbols',
  'spot GET /api/v3/oco/orders',
  'spot POST /api/v1/bullet-private',
  'spot POST /api/v1/bullet-public',
];

const codeOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'code' in json ? json.code : null;

describe.each(names)('every endpoint, %s dialect', name => {
  const all = served(name);
  const signed = all.filter(({ permission }) => permission !== 'public');
  let exchange: WholeExchange;
  beforeAll(async () => {
    exchange = await openWholeExchange(name);
  });
  afterAll(() => exchange.close());

  it.each([
    ['no key', { isUnsigned: true }, 400, '400001'],
    ['a wrong key', { wrong: { key: 'unknown' } }, 401, '400003'],
    ['a wrong passphrase', { wrong: { passphrase: 'no' } }, 401, '400004'],
    ['a wrong signature', { wrong: { secret: 'no' } }, 401, '400005'],
    ['a clock that is behind', { clockErrorMs: -6000 }, 400, '400002'],
    ['a clock that is ahead', { clockErrorMs: 6000 }, 400, '400002'],
  ] as const)('%s', async (_, wrong, status, code) => {
    for (const endpoint of signed) {
      const { status: answered, json } = await exchange.call({ ...requestOf(endpoint), ...wrong });
      expect([answered, codeOf(json)], `${endpoint.method} ${endpoint.path}`).toEqual([status, code]);
    }
  });

  it('rejects a missing right', async () => {
    for (const endpoint of signed) {
      if (endpoint.permission === 'public') continue;
      const { status, json } = await exchange.call({ ...requestOf(endpoint), without: endpoint.permission });
      expect([status, codeOf(json)], `${endpoint.method} ${endpoint.path}`).toEqual([403, '400007']);
    }
  });

  it('needs no key when it is public', async () => {
    for (const endpoint of all.filter(({ permission }) => permission === 'public')) {
      const { json } = await exchange.call({ ...requestOf(endpoint), isUnsigned: true });
      expect(codeOf(json), `${endpoint.method} ${endpoint.path}`).not.toBe('400001');
    }
  });

  it('serves a request without parameters, or names a missing one', async () => {
    const answered: string[] = [];
    for (const endpoint of all) {
      const { status, json } = await exchange.call(requestOf(endpoint));
      expect(status, `${endpoint.method} ${endpoint.path}`).toBeLessThan(500);
      const code = codeOf(json);
      if (typeof code !== 'string' || code === '200000' || code === '200')
        answered.push(`${endpoint.venue} ${endpoint.method} ${endpoint.path}`);
    }
    expect(answered.toSorted()).toEqual(needsNothing);
  });

  it('rejects a request over the rate', async () => {
    const shut = await openWholeExchange(name, { spot: 0, futures: 0, management: 0, public: 0 });
    for (const endpoint of all) {
      const { status, json } = await shut.call(requestOf(endpoint));
      expect([status, codeOf(json)], `${endpoint.method} ${endpoint.path}`).toEqual([429, '429000']);
    }
    await shut.close();
  });

  const words = [
    'symbol',
    'tradeType',
    'side',
    'type',
    'status',
    'startAt',
    'endAt',
    'currentPage',
    'pageSize',
    'limit',
  ];
  const more = [
    'lastId',
    'orderId',
    'clientOid',
    'currency',
    'size',
    'price',
    'amount',
    'leverage',
    'marginMode',
    'funds',
  ];
  const rest = [
    'orderList',
    'orderIds',
    'symbols',
    'stop',
    'stopPrice',
    'timeInForce',
    'chain',
    'margin',
    'bizNo',
    'level',
  ];
  const field = fc.oneof(fc.constantFrom(...words, ...more, ...rest), fc.string({ maxLength: 12 }));
  const value = fc.oneof(
    fc.constantFrom('BTC-USDT', 'XBTUSDTM', 'USDT', 'buy', 'limit', 'market', 'MARGIN_TRADE', 'active', '1', '0', '-1'),
    fc.constantFrom('1e400', '9'.repeat(400), '', ' ', '0.000000000000000001', '9007199254740993'),
    fc.string({ maxLength: 40 }),
  );
  const json = fc.dictionary(field, fc.oneof(value, fc.jsonValue({ maxDepth: 3 })), { maxKeys: 8 });

  it('answers any request, with a code when it is rejected: no crash, no hang', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all),
        fc.dictionary(field, value, { maxKeys: 6 }),
        fc.oneof(
          json.map(body => JSON.stringify(body)),
          fc.string({ maxLength: 60 }),
        ),
        async (endpoint, query, body) => {
          const text = new URLSearchParams(query).toString();
          const request = requestOf(endpoint);
          const target = text === '' ? request.target : `${request.target}?${text}`;
          const sent = endpoint.method === 'POST' ? { body } : {};
          const answer = await exchange.call({ ...request, target, ...sent });
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 400) expect(codeOf(answer.json)).toMatch(/^\d{5,6}$/);
        },
      ),
      { numRuns: 1500 },
    );
  });
});
