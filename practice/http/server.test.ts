import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMarketHistory } from '../history/market-history.ts';
import { createPracticeServer, PortError } from './server.ts';
import { type FakeExchange, openFakeExchange, tokens } from './testing/fake-exchange.ts';
import { misfits, sharedShapes } from './testing/wire-shapes.ts';

let exchange: FakeExchange;
beforeEach(async () => {
  exchange = await openFakeExchange('document');
});
afterEach(() => exchange.server.close());

const portOf = (url: string): number => Number(new URL(url).port);

/** Speaks HTTP by hand, for what fetch refuses to send. */
async function rawExchange(url: string, text: string): Promise<string> {
  const socket = connect(portOf(url), '127.0.0.1');
  socket.end(text);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describe('createPracticeServer', () => {
  it('opens two loopback ports and names the header prefix', () => {
    expect(exchange.server.spotUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(exchange.server.futuresUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(exchange.server.spotUrl).not.toBe(exchange.server.futuresUrl);
    expect(exchange.server.headerPrefix).toBe('SVC');
  });

  it('names the port in use, and leaves no other open', async () => {
    const taken = portOf(exchange.server.futuresUrl);
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const address = free.address();
    const spotPort = typeof address === 'object' && address !== null ? address.port : 0;
    free.close();
    await once(free, 'close');
    const start = createPracticeServer({
      spot: exchange.spot.venue,
      futures: exchange.futures.venue,
      ledger: exchange.ledger,
      withdrawals: exchange.withdrawals,
      deposits: exchange.deposits,
      transfers: exchange.transfers,
      movements: exchange.movements,
      margin: exchange.margin,
      directory: { master: { accountId: '', uid: 0, userId: '' }, keyOf: () => null, keys: [], subAccounts: [] },
      history: createMarketHistory({
        spot: exchange.spot.venue,
        futures: exchange.futures.venue,
        clock: { nowMs: () => 0 },
      }),
      tokens,
      clock: { nowMs: () => 0, nowNs: () => 0n },
      dialect: 'live',
      spotPort,
      futuresPort: taken,
    });
    await expect(start).rejects.toMatchObject({ kind: 'port-in-use', port: taken });
    await expect(start).rejects.toBeInstanceOf(PortError);
    await expect(fetch(`http://127.0.0.1:${spotPort}/api/v1/timestamp`)).rejects.toThrow('fetch failed');
  });

  it.each([
    ['idle', 'GET /api/v1/timestamp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n'],
    [
      'half-sent',
      'GET /api/v1/timestamp HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nPOST /api/v1/hf/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('closes %s connections when it closes', async (_state, text) => {
    const socket = connect(portOf(exchange.server.spotUrl), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write(text);
    await once(socket, 'data');
    const closed = once(socket, 'close');
    await exchange.server.close();
    await closed;
    await expect(fetch(exchange.server.spotUrl)).rejects.toThrow('fetch failed');
  });
});

describe('requests that reach no endpoint', () => {
  it.each([
    ['spot', 'GET', '/api/v1/nowhere'],
    ['spot', 'GET', '/api/v1/orders/'],
    ['spot', 'GET', '/api/v3/currencies/BTC/chains'],
    ['spot', 'PUT', '/api/v1/hf/orders/somewhere'],
    ['spot', 'DELETE', '/api/v1/mark-price//current'],
    ['spot', 'GET', '/api/v1/margin/account'],
    ['spot', 'GET', '/api/v1/contracts/active'],
    ['futures', 'GET', '/api/v1/stop-order'],
    ['futures', 'GET', '/'],
  ] as const)('%s %s %s has an unknown path', async (venue, method, target) => {
    const reply = await exchange.call({ venue, method, target });
    expect(reply.status).toBe(404);
    expect(reply.json).toEqual({ code: '404000', msg: 'Url Not Found' });
    expect(reply.headers.get('gw-ratelimit-limit')).toBe('2000');
  });

  it.each([
    ['PUT', '/api/v1/limit/fills', 'GET'],
    ['POST', '/api/v1/limit/fills', 'GET'],
    ['PATCH', '/api/v1/stop-order', 'GET, POST'],
    ['OPTIONS', '/api/v1/timestamp', 'GET'],
    ['GET', '/api/v1/hf/orders/multi', 'POST'],
    ['PUT', '/api/v1/hf/orders/5c35c02703aa673ceec2a168?symbol=BTC-USDT', 'GET, DELETE'],
    ['DELETE', '/api/v1/mark-price/USDT-BTC/current', 'GET'],
  ])('%s %s has a wrong method', async (method, target, allow) => {
    const reply = await exchange.call({ method, target });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe(allow);
    expect(reply.json).toEqual({ code: '405000', msg: `Request method '${method}' is not supported` });
  });
});

describe('requests that cannot be read', () => {
  const place = { method: 'POST', target: '/api/v1/hf/orders' } as const;

  it('return an error for malformed JSON, with the code of the venue', async () => {
    const spot = await exchange.call({ ...place, text: '{"symbol":' });
    expect(spot.status).toBe(400);
    expect(spot.json).toEqual({ code: '400100', msg: 'the body is not valid JSON' });
    const futures = await exchange.call({ venue: 'futures', method: 'POST', target: '/api/v1/orders', text: 'nope' });
    expect(futures.json).toEqual({ code: '300000', msg: 'the body is not valid JSON' });
  });

  it('return an error for absurd nesting and a missing body', async () => {
    const nested = await exchange.call({ ...place, text: '['.repeat(50_000) });
    expect(nested.json).toMatchObject({ code: '400100' });
    const missing = await exchange.call(place);
    expect(missing.json).toEqual({ code: '400100', msg: 'a JSON object is required' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'return an error for the content type %j',
    async type => {
      const reply = await exchange.call({ ...place, body: {}, headers: { 'Content-Type': type } });
      expect(reply.status).toBe(415);
      expect(reply.json).toEqual({ code: '415000', msg: 'Unsupported Media Type' });
    },
  );

  it('accept a charset with the content type', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    const reply = await exchange.call({ ...place, body: {}, headers });
    expect(reply.json).toMatchObject({ code: '400100', msg: 'symbol is required' });
  });

  it('return an error for a body that is too large', async () => {
    const reply = await exchange.call({ ...place, text: `"${'x'.repeat(300_000)}"` });
    expect(reply.status).toBe(413);
    expect(reply.json).toEqual({ code: '413000', msg: 'Request Entity Too Large' });
  });

  it('return an error for a GET with a body', async () => {
    const request =
      'GET /api/v1/timestamp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
    const reply = await rawExchange(exchange.server.spotUrl, request);
    expect(reply).toContain('HTTP/1.1 400');
    expect(reply).toContain('{"code":"400100","msg":"a GET request must not have a body"}');
  });

  it('return an error in the envelope of the port for a target that cannot be decoded', async () => {
    const request = 'GET /api/v2/symbols/%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
    const reply = await rawExchange(exchange.server.spotUrl, request);
    expect(reply).toContain('HTTP/1.1 400');
    expect(reply).toContain('{"code":"400100","msg":"the request cannot be read"}');
  });
});

describe('path parameters', () => {
  const long = '7'.repeat(65);

  it.each([
    ['spot', 'GET', `/api/v1/hf/orders/${long}?symbol=BTC-USDT`, '400100', 'orderId', 64],
    ['spot', 'DELETE', `/api/v1/hf/orders/${long}?symbol=BTC-USDT`, '400100', 'orderId', 64],
    ['spot', 'GET', `/api/v1/hf/orders/client-order/${long}?symbol=BTC-USDT`, '400100', 'clientOid', 40],
    ['spot', 'GET', `/api/v1/stop-order/${long}`, '400100', 'orderId', 64],
    ['spot', 'GET', `/api/v1/stop-order/queryOrderByClientOid?clientOid=${long}`, '400100', 'clientOid', 40],
    ['spot', 'DELETE', `/api/v1/stop-order/cancel?symbol=${long}`, '400100', 'symbol', 32],
    ['spot', 'GET', `/api/v2/symbols/${long}`, '400100', 'symbol', 32],
    ['spot', 'GET', `/api/v2/symbols?market=${long}`, '400100', 'market', 32],
    ['futures', 'GET', `/api/v1/orders/${long}`, '300000', 'orderId', 64],
    ['futures', 'DELETE', `/api/v1/orders/${long}`, '100001', 'orderId', 64],
    ['futures', 'DELETE', `/api/v1/orders/client-order/${long}?symbol=XBTUSDTM`, '100001', 'clientOid', 40],
    ['futures', 'GET', `/api/v1/recentDoneOrders?symbol=${long}`, '300000', 'symbol', 32],
    ['futures', 'GET', `/api/v1/recentFills?symbol=${long}`, '300000', 'symbol', 32],
    ['futures', 'GET', `/api/v1/fills?orderId=${long}`, '300000', 'orderId', 64],
    ['futures', 'GET', `/api/v1/contracts/${long}`, '300000', 'symbol', 32],
    ['futures', 'GET', `/api/v1/positions?currency=${long}`, '300000', 'currency', 16],
    ['futures', 'GET', `/api/v1/account-overview?currency=${long}`, '300000', 'currency', 16],
  ] as const)(
    'path parameters with too many characters fail by name: %s %s %s',
    async (venue, method, target, code, field, maximum) => {
      const reply = await exchange.call({ venue, method, target });
      expect(reply.json).toEqual({ code, msg: `${field} must be text of 1 to ${maximum} characters` });
    },
  );
});

describe('remote clients', () => {
  it.each(['Host: evil.example', 'Host: 127.0.0.1\r\nOrigin: https://evil.example'])(
    'get no answer from either port: %j',
    async words => {
      for (const url of [exchange.server.spotUrl, exchange.server.futuresUrl]) {
        const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
        const request = `GET /api/v1/timestamp HTTP/1.1\r\n${words}\r\nConnection: close\r\n\r\n`;
        expect(await rawExchange(url, request)).toContain('HTTP/1.1 403');
        expect(await rawExchange(url, request.replace('Connection: close\r\n', upgrade))).toContain('HTTP/1.1 403');
      }
    },
  );
});

describe('the server itself', () => {
  it('answers 500000 and logs the cause when a handler throws, without details for the caller', async () => {
    const broken = new TypeError('secret detail');
    Object.assign(exchange.spot.venue, {
      fills: () => {
        throw broken;
      },
    });
    const reply = await exchange.call({ target: '/api/v1/limit/fills' });
    expect(reply.status).toBe(500);
    expect(reply.json).toEqual({ code: '500000', msg: 'Internal Server Error' });
    expect(exchange.logs.at(-1)).toMatchObject({ status: 500, code: '500000', cause: broken });
  });

  it('logs route, status, code and account, and never the request', async () => {
    await exchange.call({
      method: 'POST',
      target: '/api/v1/hf/orders',
      body: { symbol: 'BTC-USDT', remark: 'private' },
    });
    expect(exchange.logs).toEqual([
      {
        venue: 'spot',
        method: 'POST',
        path: '/api/v1/hf/orders',
        status: 200,
        code: '400100',
        accountId: 'master',
      },
    ]);
  });

  it('writes JSON with its content type', async () => {
    const reply = await exchange.call({ target: '/api/v1/orders' });
    expect(reply.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(misfits((await exchange.call({ target: '/x' })).json, sharedShapes.error)).toEqual([]);
  });

  it('does not answer HEAD like GET', async () => {
    const response = await new Promise<number | undefined>((resolve, reject) => {
      const head = httpRequest(`${exchange.server.spotUrl}/api/v1/timestamp`, { method: 'HEAD' }, reply => {
        reply.resume();
        resolve(reply.statusCode);
      });
      head.on('error', reject);
      head.end();
    });
    expect(response).toBe(405);
  });
});
