import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { windowMs } from './limits.ts';
import { type FakeExchange, keys, openFakeExchange } from './testing/fake-exchange.ts';
import { signatureOf } from './testing/signer.ts';

const gatewayHeaders = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map(name => headers.get(`gw-ratelimit-${name}`));

describe.each(['document', 'live'] as const)('authentication, dialect %s', dialect => {
  let exchange: FakeExchange;
  const prefix = dialect === 'document' ? 'SVC' : 'KC';
  const target = '/api/v1/user/api-key';
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  it.each(['trader', 'legacy', 'newest', 'home'] as const)('accepts %s', async as => {
    const reply = await exchange.call({ target, as });
    expect(reply.json).toMatchObject({ code: '200000', data: { apiVersion: keys[as].version } });
  });

  it('accepts versions 2 and 3 for each other', async () => {
    expect(
      (await exchange.call({ target, as: 'newest', headers: { [`${prefix}-API-KEY-VERSION`]: '2' } })).status,
    ).toBe(200);
    expect(
      (await exchange.call({ target, as: 'trader', headers: { [`${prefix}-API-KEY-VERSION`]: '3' } })).status,
    ).toBe(200);
  });

  it('takes a missing key version as version 1', async () => {
    const reply = await exchange.call({ target, as: 'legacy', headers: { [`${prefix}-API-KEY-VERSION`]: '' } });
    expect(reply.status).toBe(200);
  });

  it.each([
    ['trader', '1'],
    ['legacy', '2'],
    ['trader', '4'],
    ['trader', 'x'],
  ] as const)('rejects %s with key version %s', async (as, version) => {
    const reply = await exchange.call({ target, as, headers: { [`${prefix}-API-KEY-VERSION`]: version } });
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({ code: '400009', msg: `Invalid ${prefix}-API-KEY-VERSION` });
  });

  it.each(['KEY', 'SIGN', 'TIMESTAMP', 'PASSPHRASE'])('requires the header %s', async name => {
    const reply = await exchange.call({ target, headers: { [`${prefix}-API-${name}`]: '' } });
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({
      code: '400001',
      msg: `Please check the header of your request for ${prefix}-API-KEY, ${prefix}-API-SIGN, ${prefix}-API-TIMESTAMP, ${prefix}-API-PASSPHRASE`,
    });
  });

  it('ignores the headers of the other dialect', async () => {
    const other = prefix === 'SVC' ? 'KC' : 'SVC';
    const headers = {
      [`${other}-API-KEY`]: 'a',
      [`${other}-API-SIGN`]: 'b',
      [`${other}-API-TIMESTAMP`]: '1',
      [`${other}-API-PASSPHRASE`]: 'c',
    };
    expect((await exchange.call({ target, as: null, headers })).json).toMatchObject({ code: '400001' });
  });

  it.each([
    [6000, '400002'],
    [-6000, '400002'],
    [5000, '400002'],
    [-5000, '400002'],
    [4999, '200000'],
    [-4999, '200000'],
  ])('answers a clock that is %i ms off: %s', async (offsetMs, code) => {
    const reply = await exchange.call({ target, timestampMs: exchange.time.nowMs + offsetMs });
    expect(reply.json).toMatchObject(code === '200000' ? { code } : { code, msg: `Invalid ${prefix}-API-TIMESTAMP` });
    expect(reply.status).toBe(code === '200000' ? 200 : 400);
  });

  it('rejects a timestamp that is not a number', async () => {
    const reply = await exchange.call({ target, headers: { [`${prefix}-API-TIMESTAMP`]: 'now' } });
    expect(reply.json).toMatchObject({ code: '400002' });
  });

  it.each([
    ['KEY', 401, { code: '400003', msg: `${prefix}-API-KEY not exists` }],
    ['PASSPHRASE', 401, { code: '400004', msg: `Invalid ${prefix}-API-PASSPHRASE` }],
    ['SIGN', 401, { code: '400005', msg: `Invalid ${prefix}-API-SIGN` }],
  ])('rejects a wrong %s', async (name, status, body) => {
    const reply = await exchange.call({ target, headers: { [`${prefix}-API-${name}`]: 'wrong' } });
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual(body);
  });

  it('rejects a plain passphrase of a version 2 key', async () => {
    const headers = { [`${prefix}-API-PASSPHRASE`]: keys.trader.passphrase };
    expect((await exchange.call({ target, headers })).json).toMatchObject({ code: '400004' });
  });

  it('names the address that is not in the list', async () => {
    const reply = await exchange.call({ target, as: 'away' });
    expect(reply.status).toBe(403);
    expect(reply.json).toEqual({ code: '400006', msg: 'Invalid request ip, the current clientIp is:127.0.0.1' });
  });

  it.each([
    ['viewer', 'POST', 'spot', '/api/v1/hf/orders', '400007'],
    ['viewer', 'DELETE', 'spot', '/api/v1/stop-order/x1', '400007'],
    ['viewer', 'POST', 'futures', '/api/v1/orders', '400007'],
    ['dealer', 'GET', 'spot', '/api/v1/orders', '400007'],
    ['dealer', 'GET', 'futures', '/api/v1/stopOrders', '400007'],
  ] as const)('%s may not %s %s %s', async (as, method, venue, path, code) => {
    const reply = await exchange.call({ as, method, venue, target: path });
    expect(reply.status).toBe(403);
    expect(reply.json).toEqual({ code, msg: 'Access denied, require more permission.' });
  });

  it('requires the permission that the dialect names to add margin', async () => {
    const deposit = {
      venue: 'futures',
      method: 'POST',
      target: '/api/v1/position/margin/deposit-margin',
      body: {},
    } as const;
    const viewer = await exchange.call({ ...deposit, as: 'viewer' });
    const dealer = await exchange.call({ ...deposit, as: 'dealer' });
    const [allowed, denied] = dialect === 'document' ? [viewer, dealer] : [dealer, viewer];
    expect(allowed.json).toMatchObject({ code: '100001', msg: 'symbol is required' });
    expect(denied.json).toMatchObject({ code: '400007' });
  });

  it('never rejects a signature on a public endpoint, right or wrong', async () => {
    for (const as of ['trader', null] as const) {
      expect((await exchange.call({ target: '/api/v1/timestamp', as })).json).toMatchObject({ code: '200000' });
    }
    const headers = { [`${prefix}-API-SIGN`]: 'wrong', [`${prefix}-API-TIMESTAMP`]: '1' };
    expect((await exchange.call({ target: '/api/v1/timestamp', headers })).status).toBe(200);
  });

  it('requires a signature for the risk limit, whichever pool it is charged to', async () => {
    const request = { venue: 'futures', target: '/api/v1/contracts/risk-limit/XBTUSDTM' } as const;
    expect((await exchange.call({ ...request, as: null })).json).toMatchObject({ code: '400001' });
    const reply = await exchange.call(request);
    const viewed = await exchange.call({ venue: 'futures', target: '/api/v1/ticker?symbol=XBTUSDTM', as: null });
    expect(reply.headers.get('gw-ratelimit-remaining')).toBe('1995');
    expect(viewed.headers.get('gw-ratelimit-remaining')).toBe(dialect === 'document' ? '1998' : '1993');
  });
});

describe('signature', () => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange('document');
  });
  afterEach(() => exchange.server.close());

  it('agrees with the public test vector', () => {
    const unsigned = {
      prefix: 'KC',
      timestampMs: 1_547_015_186_532,
      method: 'POST',
      endpoint: '/api/v1/deposit-addresses',
      body: '{"currency":"BTC"}',
    };
    const secret = 'f03a5284-5c39-4aaa-9b20-dea10bdcf8e3';
    expect(signatureOf(secret, unsigned)).toBe('7QP/oM0ykidMdrfNEUmng8eZjg/ZvPafjIqmxiVfYu4=');
  });

  it('covers the raw target or its decoded form', async () => {
    const target = '/api/v1/stop-order?orderIds=vs1%2Cvs2%20vs3&symbol=BTC-USDT';
    const decoded = '/api/v1/stop-order?orderIds=vs1,vs2 vs3&symbol=BTC-USDT';
    expect((await exchange.call({ target })).status).toBe(200);
    expect((await exchange.call({ target, endpoint: decoded })).status).toBe(200);
    const tampered = await exchange.call({ target, endpoint: decoded.replace('vs2', 'vs9') });
    expect(tampered.json).toMatchObject({ code: '400005' });
    const bare = await exchange.call({ target, endpoint: '/api/v1/stop-order' });
    expect(bare.json).toMatchObject({ code: '400005' });
  });

  it('accepts a query without valid percent-encoding', async () => {
    const target = '/api/v1/stop-order?symbol=100%';
    expect((await exchange.call({ target })).status).toBe(200);
  });

  it('needs only the path of a POST', async () => {
    const target = '/api/v1/hf/orders?source=test';
    const request = { method: 'POST', target, body: {} } as const;
    expect((await exchange.call({ ...request, endpoint: '/api/v1/hf/orders' })).json).toMatchObject({ code: '400100' });
    expect((await exchange.call(request)).json).toMatchObject({ code: '400100' });
  });

  it('covers the exact bytes of the body', async () => {
    const text = '{ "symbol" : "BTC-USDT",\n"remark":"caf\u00e9" }';
    const post = { method: 'POST', target: '/api/v1/hf/orders' } as const;
    expect((await exchange.call({ ...post, text })).json).toMatchObject({ code: '400100' });
    const timestamp = exchange.time.nowMs;
    const other = JSON.stringify(JSON.parse(text));
    const sign = createHmac('sha256', keys.trader.secret)
      .update(`${timestamp}POST/api/v1/hf/orders${other}`)
      .digest('base64');
    const reply = await exchange.call({ ...post, text, headers: { 'SVC-API-SIGN': sign } });
    expect(reply.json).toMatchObject({ code: '400005' });
  });

  it('covers bytes that are not text, and thus not JSON', async () => {
    const body = Buffer.from([0x22, 0xff, 0x22]);
    const target = '/api/v1/hf/orders';
    const { key, secret, passphrase } = keys.legacy;
    const sign = createHmac('sha256', secret)
      .update(`${exchange.time.nowMs}POST${target}`)
      .update(body)
      .digest('base64');
    const headers = {
      'SVC-API-KEY': key,
      'SVC-API-SIGN': sign,
      'SVC-API-TIMESTAMP': String(exchange.time.nowMs),
      'SVC-API-PASSPHRASE': passphrase,
      'Content-Type': 'application/json',
    };
    const reply = await fetch(`${exchange.server.spotUrl}${target}`, { method: 'POST', headers, body });
    expect(await reply.json()).toEqual({ code: '400100', msg: 'the body is not valid JSON' });
  });

  it('covers the method', async () => {
    const { time } = exchange;
    const unsigned = { prefix: 'SVC', timestampMs: time.nowMs, method: 'DELETE', endpoint: '/api/v1/orders', body: '' };
    const headers = { 'SVC-API-SIGN': signatureOf(keys.trader.secret, unsigned) };
    expect((await exchange.call({ target: '/api/v1/orders', headers })).json).toMatchObject({ code: '400005' });
  });
});

describe('weights', () => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange('document', { spot: 45, management: 40, public: 9 });
  });
  afterEach(() => exchange.server.close());

  it('weights are charged per pool and shown in every answer', async () => {
    const first = await exchange.call({ target: '/api/v1/limit/fills' });
    expect(gatewayHeaders(first.headers)).toEqual(['45', '25', '30000']);
    exchange.time.nowMs += 6;
    const second = await exchange.call({ target: '/api/v1/stop-order' });
    expect(gatewayHeaders(second.headers)).toEqual(['45', '17', '29994']);
    const managed = await exchange.call({ target: '/api/v2/sub/user' });
    expect(gatewayHeaders(managed.headers)).toEqual(['40', '20', '30000']);
  });

  it('answer 429000 once the pool is exceeded, until its window ends', async () => {
    for (let used = 0; used < 2; used += 1) await exchange.call({ target: '/api/v1/limit/fills' });
    const refused = await exchange.call({ target: '/api/v1/limit/fills' });
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({ code: '429000', msg: 'Too many requests. User-level rate limit exceeded.' });
    expect(gatewayHeaders(refused.headers)).toEqual(['45', '0', '30000']);
    exchange.time.nowMs += windowMs - 1;
    expect((await exchange.call({ target: '/api/v1/base-fee' })).status).toBe(429);
    expect((await exchange.call({ target: '/api/v1/user/api-key' })).status).toBe(200);
    expect((await exchange.call({ target: '/api/v1/base-fee', as: 'sub' })).status).toBe(200);
    exchange.time.nowMs += 1;
    const again = await exchange.call({ target: '/api/v1/base-fee' });
    expect(again.status).toBe(200);
    expect(gatewayHeaders(again.headers)).toEqual(['45', '42', '30000']);
  });

  it('weights of one user are shared by all keys of the account', async () => {
    await exchange.call({ target: '/api/v1/limit/fills' });
    const viewer = await exchange.call({ target: '/api/v1/limit/fills', as: 'viewer' });
    expect(viewer.headers.get('gw-ratelimit-remaining')).toBe('5');
  });

  it('weights of public endpoints are charged to the address, on both ports together', async () => {
    await exchange.call({ target: '/api/v1/timestamp', as: null });
    const signed = await exchange.call({ venue: 'futures', target: '/api/v1/timestamp' });
    expect(signed.headers.get('gw-ratelimit-remaining')).toBe('4');
    expect((await exchange.call({ target: '/api/v2/symbols', as: null })).status).toBe(200);
    expect((await exchange.call({ target: '/api/v1/timestamp', as: null })).status).toBe(429);
  });

  it('cost nothing when authentication fails', async () => {
    const refused = await exchange.call({ target: '/api/v1/limit/fills', headers: { 'SVC-API-SIGN': 'wrong' } });
    expect(gatewayHeaders(refused.headers)).toEqual(['9', '9', '30000']);
    const served = await exchange.call({ target: '/api/v1/limit/fills' });
    expect(served.headers.get('gw-ratelimit-remaining')).toBe('25');
  });
});

/** docs/exchange/endpoints.md: the tables of §2 to §10. */
const documentWeights = [
  ['spot', 'GET', '/api/v1/timestamp', 'public', 3],
  ['spot', 'GET', '/api/v1/status', 'public', 3],
  ['spot', 'GET', '/api/v2/symbols', 'public', 4],
  ['spot', 'GET', '/api/v2/symbols/BTC-USDT', 'public', 4],
  ['spot', 'GET', '/api/v1/market/orderbook/level2_20?symbol=BTC-USDT', 'public', 2],
  ['spot', 'GET', '/api/v1/market/orderbook/level2_100?symbol=BTC-USDT', 'public', 4],
  ['spot', 'GET', '/api/v1/orders', 'spot', 2],
  ['spot', 'GET', '/api/v1/limit/fills', 'spot', 20],
  ['spot', 'GET', '/api/v1/stop-order', 'spot', 8],
  ['spot', 'GET', '/api/v1/base-fee', 'spot', 3],
  ['spot', 'POST', '/api/v1/hf/orders', 'spot', 1],
  ['spot', 'POST', '/api/v1/hf/orders/multi', 'spot', 1],
  ['spot', 'POST', '/api/v1/hf/orders/multi/sync', 'spot', 1],
  ['spot', 'GET', '/api/v1/hf/orders/x1', 'spot', 2],
  ['spot', 'DELETE', '/api/v1/hf/orders/x1', 'spot', 1],
  ['spot', 'GET', '/api/v1/hf/orders/client-order/x', 'spot', 2],
  ['spot', 'DELETE', '/api/v1/hf/orders/client-order/x', 'spot', 1],
  ['spot', 'POST', '/api/v1/stop-order', 'spot', 1],
  ['spot', 'GET', '/api/v1/stop-order/x1', 'spot', 3],
  ['spot', 'DELETE', '/api/v1/stop-order/x1', 'spot', 3],
  ['spot', 'DELETE', '/api/v1/stop-order/cancel', 'spot', 3],
  ['spot', 'GET', '/api/v1/stop-order/queryOrderByClientOid', 'spot', 3],
  ['spot', 'DELETE', '/api/v1/stop-order/cancelOrderByClientOid', 'spot', 5],
  ['spot', 'GET', '/api/v2/sub/user', 'management', 20],
  ['spot', 'GET', '/api/v2/sub-accounts', 'management', 20],
  ['spot', 'GET', '/api/v1/accounts', 'management', 5],
  ['spot', 'GET', '/api/v1/user/api-key', 'management', 20],
  ['futures', 'GET', '/api/v1/timestamp', 'public', 2],
  ['futures', 'GET', '/api/v1/status', 'public', 4],
  ['futures', 'GET', '/api/v1/ticker?symbol=XBTUSDTM', 'public', 2],
  ['futures', 'GET', '/api/v1/contracts/XBTUSDTM', 'public', 3],
  ['futures', 'GET', '/api/v1/contracts/active', 'public', 3],
  ['futures', 'GET', '/api/v1/contracts/risk-limit/XBTUSDTM', 'futures', 5],
  ['futures', 'GET', '/api/v1/orders', 'futures', 2],
  ['futures', 'POST', '/api/v1/orders', 'futures', 2],
  ['futures', 'GET', '/api/v1/orders/x1', 'futures', 5],
  ['futures', 'GET', '/api/v1/orders/byClientOid?clientOid=x', 'futures', 5],
  ['futures', 'DELETE', '/api/v1/orders/x1', 'futures', 1],
  ['futures', 'DELETE', '/api/v1/orders/client-order/x', 'futures', 1],
  ['futures', 'GET', '/api/v1/recentDoneOrders', 'futures', 5],
  ['futures', 'GET', '/api/v1/fills', 'futures', 5],
  ['futures', 'GET', '/api/v1/recentFills', 'futures', 3],
  ['futures', 'GET', '/api/v1/stopOrders', 'futures', 6],
  ['futures', 'GET', '/api/v1/positions', 'futures', 2],
  ['futures', 'GET', '/api/v1/position', 'futures', 2],
  ['futures', 'POST', '/api/v1/position/margin/deposit-margin', 'futures', 4],
  ['futures', 'GET', '/api/v1/account-overview', 'futures', 5],
] as const;

describe('endpoint table', () => {
  it('charges each endpoint the weight of docs/exchange/endpoints.md', async () => {
    const limits = { spot: 1001, futures: 1002, management: 1003, public: 1004 };
    const exchange = await openFakeExchange('document', limits);
    for (const [venue, method, target, pool, weight] of documentWeights) {
      exchange.time.nowMs += windowMs;
      const { headers } = await exchange.call({ venue, method, target });
      const charged = Number(headers.get('gw-ratelimit-limit')) - Number(headers.get('gw-ratelimit-remaining'));
      expect([target, headers.get('gw-ratelimit-limit'), charged]).toEqual([target, String(limits[pool]), weight]);
    }
    await exchange.server.close();
  });
});
