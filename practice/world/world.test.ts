import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createFaultClient, type FaultClient } from '../control/fault-client.ts';
import { openSocket, type SocketClient } from '../feed/testing/socket-client.ts';
import { signedHeaders } from '../http/testing/signer.ts';
import { createWorld, type ReadyInfo, type World } from './world.ts';

/** The whole exchange over real sockets: what the parts' own tests cannot show is that they are put together. */

let world: World;
let ready: ReadyInfo;
let faults: FaultClient;
const clients: SocketClient[] = [];

beforeAll(async () => {
  world = await createWorld({
    seed: 3,
    dialect: 'live',
    spotPort: 0,
    futuresPort: 0,
    feed: { pingIntervalMs: 700 },
    faults: [{ fault: 'refuse-upgrade', status: 401 }],
  });
  ready = await world.start();
  faults = createFaultClient(ready.control, fetch);
});
// a fault strikes one frame on one connection: it must not be that of an earlier test
afterEach(async () => {
  for (const { socket, closed } of clients.splice(0)) {
    socket.terminate();
    await closed;
  }
  await expect.poll(() => faults.topics().catch(() => [])).toEqual([]);
});
afterAll(() => world.stop());

const Ticket = z.object({
  code: z.literal('200000'),
  data: z.object({
    token: z.string(),
    instanceServers: z.array(z.object({ endpoint: z.string(), pingInterval: z.number() })),
  }),
});

async function request(base: string, [method, path]: [string, string], body = ''): Promise<unknown> {
  const key = ready.keys.find(({ label }) => label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const unsigned = { prefix: 'KC', timestampMs: Date.now(), method, endpoint: path, body };
  const headers = { ...signedHeaders(key, unsigned), ...(body === '' ? {} : { 'content-type': 'application/json' }) };
  const response = await fetch(`${base}${path}`, { method, headers, ...(body === '' ? {} : { body }) });
  return response.json();
}

async function ticketUrl(base: string, kind: 'public' | 'private' = 'public'): Promise<string> {
  const { data } = Ticket.parse(await request(base, ['POST', `/api/v1/bullet-${kind}`]));
  expect(data.instanceServers).toMatchObject([{ pingInterval: 700 }]);
  return `${data.instanceServers[0]?.endpoint}?token=${data.token}`;
}

async function enter(base: string, topics: readonly string[], kind: 'public' | 'private' = 'public') {
  const client = await openSocket(await ticketUrl(base, kind));
  clients.push(client);
  await client.next();
  for (const topic of topics) {
    client.say({ id: topic, type: 'subscribe', topic, response: true });
    let frame = await client.next();
    while (!isAck(frame, topic)) frame = await client.next();
  }
  return client;
}

function isAck(frame: unknown, id: string): boolean {
  return z.object({ id: z.literal(id), type: z.literal('ack') }).safeParse(frame).success;
}

/** The next frame of the topic. */
async function nextOf(client: SocketClient, topic: string): Promise<unknown> {
  for (;;) {
    const frame = await client.next();
    if (z.object({ topic: z.literal(topic) }).safeParse(frame).success) return frame;
  }
}

const books = '/api/v1/market/orderbook/level2_20';
const Bids = z.object({
  data: z.object({ sequence: z.string(), bids: z.array(z.tuple([z.string(), z.string()])) }),
});
const Range = z.object({ data: z.object({ sequenceStart: z.number(), sequenceEnd: z.number() }) });

const Time = z.object({ data: z.number() });

async function sequenceNow(): Promise<number> {
  return Number(Bids.parse(await request(ready.spot, ['GET', `${books}?symbol=BTC-USDT`])).data.sequence);
}

async function timeNow(): Promise<number> {
  return Time.parse(await request(ready.spot, ['GET', '/api/v1/timestamp'])).data;
}

describe('createWorld', () => {
  it('starts with the given faults', async () => {
    await expect(openSocket(await ticketUrl(ready.spot))).rejects.toThrow('401');
    expect(await faults.strikes(1)).toBe(1);
  });

  it('runs: increments follow each other on both venues', async () => {
    const spot = await enter(ready.spot, ['/market/level2:BTC-USDT']);
    const first = Range.parse(await nextOf(spot, '/market/level2:BTC-USDT'));
    const second = Range.parse(await nextOf(spot, '/market/level2:BTC-USDT'));
    expect(second.data.sequenceStart).toBe(first.data.sequenceEnd + 1);
    const futures = await enter(ready.futures, ['/contractMarket/level2:XBTUSDTM']);
    expect(await nextOf(futures, '/contractMarket/level2:XBTUSDTM')).toMatchObject({ subject: 'level2' });
  });

  it('drops a message on request', async () => {
    const topic = '/market/level2:BTC-USDT';
    const client = await enter(ready.spot, [topic]);
    const before = Range.parse(await nextOf(client, topic));
    await faults.set({ fault: 'lose', topic });
    let [last, next] = [before, before];
    do {
      last = next;
      next = Range.parse(await nextOf(client, topic));
    } while (next.data.sequenceStart === last.data.sequenceEnd + 1);
    expect(next.data.sequenceStart).toBeGreaterThan(last.data.sequenceEnd + 1);
  });

  it('publishes an order and its balance to a logged-in client', async () => {
    const client = await enter(ready.spot, ['/spotMarket/tradeOrdersV2', '/account/balance'], 'private');
    const { data } = Bids.parse(await request(ready.spot, ['GET', `${books}?symbol=ETH-USDT`]));
    const price = data.bids.at(-1)?.[0];
    const order = { clientOid: 'w-1', symbol: 'ETH-USDT', side: 'buy', type: 'limit', price, size: '0.01' };
    const placed = await request(ready.spot, ['POST', '/api/v1/hf/orders'], JSON.stringify(order));
    expect(placed).toMatchObject({ code: '200000' });
    expect(await nextOf(client, '/account/balance')).toMatchObject({
      channelType: 'private',
      data: { currency: 'USDT', relationEvent: 'trade.hold', relationContext: { symbol: 'ETH-USDT' } },
    });
    expect(await nextOf(client, '/spotMarket/tradeOrdersV2')).toMatchObject({
      userId: expect.stringMatching(/^[\da-f]{24}$/),
      data: { clientOid: 'w-1', status: 'new' },
    });
  });

  it('lists its topics, answers stale books, and shifts its clock on request', async () => {
    const topic = '/market/level2:BTC-USDT';
    const client = await enter(ready.spot, [topic]);
    expect(await faults.topics()).toEqual([[topic]]);
    await faults.set({ fault: 'stale-snapshot', symbol: 'BTC-USDT', count: 2 });
    const old = await sequenceNow();
    let moved = 0;
    while (moved <= old) moved = Range.parse(await nextOf(client, topic)).data.sequenceEnd;
    expect(await sequenceNow()).toBe(old);
    expect(await sequenceNow()).toBeGreaterThanOrEqual(moved);
    await faults.set({ fault: 'clock-skew', ms: -3_600_000 });
    expect(await request(ready.spot, ['GET', '/api/v1/accounts'])).toMatchObject({ code: '400002' });
    await faults.set({ fault: 'reset' });
    expect(await request(ready.spot, ['GET', '/api/v1/accounts'])).toMatchObject({ code: '200000' });
  });

  it('stops on request, while its clock and its answers continue', async () => {
    await faults.set({ fault: 'quiet-market' });
    const [still, since] = [await sequenceNow(), await timeNow()];
    await expect.poll(timeNow, { timeout: 20_000 }).toBeGreaterThan(since + 1000);
    expect(await sequenceNow()).toBe(still);
    await faults.set({ fault: 'reset' });
    await expect.poll(sequenceNow, { timeout: 20_000 }).toBeGreaterThan(still);
  });

  it('disconnects every client at once', async () => {
    const client = await enter(ready.futures, []);
    await faults.set({ fault: 'close', isAbrupt: true });
    expect(await client.closed).toEqual([1006, '']);
  });

  it('leaves no port open', async () => {
    await world.stop();
    for (const url of [ready.spot, ready.futures, ready.control.url]) await expect(fetch(url)).rejects.toThrow();
  });
});
