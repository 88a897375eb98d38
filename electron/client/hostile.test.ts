import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientOptions, createClient } from './client.ts';
import { createSigner } from './sign.ts';

/** Answers as no exchange should, over real sockets. */
type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

let behave: Behaviour = response => response.end();
const seen: string[] = [];
const server = createServer((request, response) => {
  if (request.url === '/api/v1/timestamp') {
    response.end(JSON.stringify({ code: '200000', data: Date.now() }));
    return;
  }
  seen.push(`${request.method} ${request.url}`);
  request.resume();
  behave(response, request);
});
const elsewhere = createServer((request, response) => {
  seen.push(`elsewhere ${Object.keys(request.headers).join(' ')}`);
  response.end('[]');
});

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

async function listen(one: { listen: (port: number, host: string, done: () => void) => unknown }): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  one.listen(0, '127.0.0.1', () => resolve());
  await promise;
}

const never = createTcpServer();

beforeAll(async () => {
  await Promise.all([listen(server), listen(elsewhere), listen(never)]);
});

afterAll(() => {
  server.closeAllConnections();
  elsewhere.closeAllConnections();
  server.close();
  elsewhere.close();
  never.close();
});

/** No pause between attempts; the deadlines of the line stand still, for here nothing is slow. */
const instant = { wait: (ms: number) => (ms >= 5_000 ? new Promise<void>(() => undefined) : Promise.resolve()) };

function connect(options: ClientOptions = instant) {
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '2', headerPrefix: 'SVC' });
  return createClient({ spotUrl: url, futuresUrl: url, headerPrefix: 'SVC', keyVersion: '2' }, signer, options);
}

function text(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return response => {
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
    response.end(body);
  };
}

const row = {
  symbol: 'BTC-USDT',
  tradeId: '1',
  orderId: '2',
  side: 'buy',
  price: '1.5',
  size: '2',
  funds: '3',
  fee: '0',
  feeRate: '0',
  feeCurrency: 'USDT',
  liquidity: 'taker',
  forceTaker: false,
  createdAt: 1700000000000,
  tradeType: 'TRADE',
};

function fills(change: Readonly<Record<string, unknown>>): Behaviour {
  return text(JSON.stringify({ code: '200000', data: [row, { ...row, tradeId: '9', ...change }] }));
}

const order = { clientOid: 'c', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' } as const;

describe('a hostile answer to a read', () => {
  it.each<readonly [string, Behaviour, string | undefined]>([
    ['HTML', text('<html><body>Attention required</body></html>'), undefined],
    ['nothing', text(''), undefined],
    ['half a JSON', text('{"code":"200000","data":[{"symbol":"BTC'), undefined],
    ['bytes that are no UTF-8', text(Buffer.from([0x22, 0xff, 0xfe, 0x22])), undefined],
    ['9 MiB', text(`"${'x'.repeat(9 * 1024 * 1024)}"`), undefined],
    ['a gzip bomb', text(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)), { 'Content-Encoding': 'gzip' }), undefined],
    ['a broken gzip', text(gzipSync('[]').subarray(0, 12), { 'Content-Encoding': 'gzip' }), undefined],
    ['65 levels', text(`{"data":${'['.repeat(65)}${']'.repeat(65)}}`), undefined],
    ['a million levels', text('['.repeat(1_000_000)), undefined],
    ['__proto__', text('{"code":"200000","data":[],"__proto__":{"polluted":1}}'), '__proto__'],
    ['constructor', text('{"code":"200000","data":[{"constructor":{"prototype":{"polluted":1}}}]}'), 'constructor'],
    ['a repeated key', text('{"code":"200000","code":"400100","data":[]}'), 'code'],
    ['1e400', text('{"code":"200000","data":[{"price":1e400}]}'), 'price'],
    ['NaN', text('{"code":"200000","data":[NaN]}'), undefined],
    ['half a surrogate pair', text('{"code":"200000","data":[{"symbol":"\\ud800"}]}'), 'symbol'],
    ['an object for a list', text('{"code":"200000","data":{"items":[]}}'), 'data'],
    ['a string for a list', text('{"code":"200000","data":"fills"}'), 'data'],
    ['a list of lists', text('{"code":"200000","data":[[]]}'), '0'],
    ['a list of null', text('{"code":"200000","data":[null]}'), '0'],
    ['a wrong side', fills({ side: 'BUY ' }), '1.side'],
    ['a price that is none', fills({ price: '1,5' }), '1.price'],
    ['an empty price', fills({ price: '' }), '1.price'],
    ['an infinite price', fills({ price: 'Infinity' }), '1.price'],
    ['a hexadecimal price', fills({ price: '0x10' }), '1.price'],
    ['an absurd price', fills({ price: '9'.repeat(500) }), '1.price'],
    ['an absurd exponent', fills({ price: '1e999' }), '1.price'],
    ['a price of true', fills({ price: true }), '1.price'],
    ['a price in a list', fills({ price: ['1'] }), '1.price'],
    ['no trade id', fills({ tradeId: null }), '1.tradeId'],
    ['a time that is text', fills({ createdAt: 'yesterday' }), '1.createdAt'],
    ['a flag that is text', fills({ forceTaker: 'false' }), '1.forceTaker'],
    ['an unknown trade type', fills({ tradeType: 'OPTION' }), '1.tradeType'],
  ])('%s is a bad reply that names endpoint and field', async (_name, behaviour, field) => {
    behave = behaviour;
    const client = connect();
    const answer = await client.spot.recentFills({}, { priority: 'visible' });
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', endpoint: 'GET /api/v1/limit/fills', isOutcomeUnknown: false },
    });
    if (field !== undefined) expect(answer).toMatchObject({ error: { field } });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    client.close();
  });

  it('a hostile answer to a read is a bad reply when its body is truncated', async () => {
    behave = response => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"code":"200000","data":[');
      setImmediate(() => response.destroy());
    };
    const client = connect();
    expect(await client.spot.recentFills({}, { priority: 'visible' })).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply' },
    });
    client.close();
  });

  it('a hostile answer to a read is requested again after a pause', async () => {
    let asked = 0;
    behave = (response, request) => {
      asked += 1;
      if (asked === 1) response.writeHead(503).end('busy');
      else text('{"code":"200000","data":[]}')(response, request);
    };
    const client = connect({});
    expect(await client.spot.recentFills({}, { priority: 'visible' })).toEqual({ ok: true, value: [] });
    expect(asked).toBe(2);
    client.close();
  });

  it('a hostile answer to a read is unreachable when it is cut before the first byte', async () => {
    behave = response => response.destroy();
    const client = connect();
    expect(await client.spot.recentFills({}, { priority: 'visible' })).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
    client.close();
  });

  it('keeps digits that a double would lose, and accepts harmless oddities', async () => {
    const odd = `{"data":[{"symbol":"BTC-USDT","tradeId":11040911994273793,"orderId":"2","side":"sell","price":0.1234567890123456789,
      "size":"1.50000000000000000000","funds":1e-7,"fee":-0.0,"feeRate":"1E-3","feeCurrency":"","liquidity":"dark","createdAt":"1700000000000",
      "remark":"__proto__","extra":{"x":[1]}}],"msg":null,"code":200000}`;
    behave = text(odd);
    const client = connect({});
    expect(await client.spot.recentFills({}, { priority: 'visible' })).toEqual({
      ok: true,
      value: [
        {
          venue: 'spot',
          tradeId: '11040911994273793',
          orderId: '2',
          symbol: 'BTC-USDT',
          tradeType: 'spot',
          side: 'sell',
          price: '0.1234567890123456789',
          size: '1.5',
          funds: '0.0000001',
          fee: '0',
          feeRate: '0.001',
          feeCurrency: null,
          openFee: null,
          closeFee: null,
          settleCurrency: null,
          liquidity: 'unknown',
          isForceTaker: false,
          cause: 'trade',
          createdAtMs: 1700000000000,
        },
      ],
    });
    client.close();
  });
});

describe('a redirect', () => {
  it.each([301, 302, 307, 308])('%i is not followed, and no header reaches the other host', async status => {
    behave = response => {
      response.writeHead(status, { Location: `http://127.0.0.1:${portOf(elsewhere.address())}/api/v1/limit/fills` });
      response.end();
    };
    seen.length = 0;
    const client = connect();
    expect(await client.spot.recentFills({}, { priority: 'action' })).toMatchObject({
      ok: false,
      error: { kind: 'exchange-failed' },
    });
    expect(await client.spot.place(order, { priority: 'action' })).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
    expect(seen).toEqual(['GET /api/v1/limit/fills', 'POST /api/v1/hf/orders']);
    client.close();
  });
});

describe('a write over a bad connection', () => {
  it.each<readonly [string, Behaviour]>([
    ['cut before the answer', response => response.destroy()],
    [
      'cut in the answer',
      response => {
        response.writeHead(200, { 'Content-Length': '1000' });
        response.write('{"code":"200000","data":{"orderId":"1"');
        setImmediate(() => response.destroy());
      },
    ],
    ['answered with 9 MiB', text(`"${'x'.repeat(9 * 1024 * 1024)}"`)],
    ['answered in HTML', text('<html></html>')],
    ['answered with __proto__', text('{"code":"200000","data":{"orderId":"1","__proto__":{}}}')],
  ])('%s is unknown and was sent once', async (_name, behaviour) => {
    behave = behaviour;
    seen.length = 0;
    const client = connect();
    expect(await client.spot.place(order, { priority: 'action' })).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true, endpoint: 'POST /api/v1/hf/orders' },
    });
    expect(seen).toEqual(['POST /api/v1/hf/orders']);
    client.close();
  });

  it('a write over a bad connection is certainly not sent to a port without a listener', async () => {
    const port = portOf(never.address());
    const { promise, resolve } = Promise.withResolvers<void>();
    never.close(() => resolve());
    await promise;
    behave = text('{}');
    const url = `http://127.0.0.1:${portOf(server.address())}`;
    const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '2', headerPrefix: 'SVC' });
    const settings = {
      spotUrl: url,
      futuresUrl: `http://127.0.0.1:${port}`,
      headerPrefix: 'SVC',
      keyVersion: '2',
    } as const;
    const client = createClient(settings, signer, instant);
    const added = await client.futures.depositMargin(
      { symbol: 'XBTUSDTM', amount: '1', bizNo: 'b' },
      { priority: 'action' },
    );
    expect(added).toMatchObject({ ok: false, error: { kind: 'unreachable', isOutcomeUnknown: false } });
    expect(JSON.stringify(added)).toContain('ECONNREFUSED');
    client.close();
  });
});
