import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createFaultClient } from '../control/fault-client.ts';
import { openSocket, type SocketClient } from '../feed/testing/socket-client.ts';
import { dialects } from '../http/endpoint/dialect.ts';
import { endpointsOf } from '../http/endpoint-table.ts';
import { signedHeaders } from '../http/testing/signer.ts';
import type { VenueName } from '../wire/venue-name.ts';
import { createWorld, type ReadyInfo, type World } from './world.ts';

/** An exchange that was used and reset is compared with one that was started at the same time and never used. */

let nowMs = Date.UTC(2026, 3, 7, 9, 30);
const machine = { date: () => nowMs, steady: () => nowMs };
const createQuietWorld = () => createWorld({ seed: 5, dialect: 'document', spotPort: 0, futuresPort: 0, machine });

let used: World;
let fresh: World;
let before: ReadyInfo;
let after: ReadyInfo;
let other: ReadyInfo;
let lastSocket: SocketClient;
const sockets: SocketClient[] = [];

interface Question {
  readonly venue: VenueName;
  readonly method: string;
  readonly target: string;
  readonly body?: unknown;
}

async function ask(ready: ReadyInfo, { venue, method, target, body }: Question) {
  const key = ready.keys.find(({ label }) => label === 'treasurer');
  if (key === undefined) throw new Error('there is no key of the treasurer');
  const text = body === undefined ? '' : JSON.stringify(body);
  const prefix = ready.headerPrefix;
  const signed = signedHeaders(key, { prefix, timestampMs: nowMs, method, endpoint: target, body: text });
  const headers = { ...signed, ...(text === '' ? {} : { 'content-type': 'application/json' }) };
  const response = await fetch(`${ready[venue]}${target}`, { method, headers, ...(text === '' ? {} : { body: text }) });
  // the secrets of a key are new at each start
  const answer = ready.keys.reduce((all, each) => all.replaceAll(each.key, each.label), await response.text());
  return { target, status: response.status, left: response.headers.get('gw-ratelimit-remaining'), answer };
}

const rightsOf = ({ keys }: ReadyInfo) => keys.map(({ label, version, permissions }) => [label, version, permissions]);
const dataOf = (answer: string): unknown => z.object({ data: z.unknown() }).parse(JSON.parse(answer)).data;
const get = (venue: VenueName, target: string): Question => ({ venue, method: 'GET', target });

/** Every list and record that can be read, of one market where one is asked for. */
const reads = (['spot', 'futures'] as const).flatMap(venue => {
  const symbol = venue === 'spot' ? 'BTC-USDT' : 'XBTUSDTM';
  const paths = endpointsOf(venue, dialects.document).filter(({ method }) => method === 'GET');
  const targets = paths.map(({ path }) => path.replace(':symbol', symbol).replace(':currency', 'USDT'));
  const ofMarket = targets.filter(target => !target.includes(':')).map(target => `${target}?symbol=${symbol}`);
  const active = venue === 'spot' ? ['/api/v1/orders?status=active&tradeType=TRADE', '/api/v1/orders?status=done'] : [];
  return [...targets, ...ofMarket, ...active].map(target => get(venue, target));
});

async function readAll(ready: ReadyInfo) {
  const answers = [];
  for (const read of reads) answers.push(await ask(ready, read));
  return answers;
}

async function subscribe(ready: ReadyInfo, topic: string): Promise<SocketClient> {
  const ticket = dataOf((await ask(ready, { venue: 'spot', method: 'POST', target: '/api/v1/bullet-public' })).answer);
  const { token, instanceServers } = z
    .object({ token: z.string(), instanceServers: z.array(z.object({ endpoint: z.string() })) })
    .parse(ticket);
  const client = await openSocket(`${instanceServers[0]?.endpoint}?token=${token}`);
  sockets.push(client);
  await client.next();
  client.say({ id: '1', type: 'subscribe', topic, response: true });
  await client.next();
  return client;
}

const Increment = z.object({ data: z.object({ sequenceStart: z.number() }) });
const order = { clientOid: 'r-1', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '90000', size: '0.001' };
const placing: Question = { venue: 'spot', method: 'POST', target: '/api/v1/hf/orders', body: order };

/** Does to the exchange what stories do: time passes, orders, money, faults, subscriptions and spent rate pools. */
async function use(ready: ReadyInfo): Promise<void> {
  lastSocket = await subscribe(ready, '/market/level2:BTC-USDT');
  nowMs += 2_500;
  // the market has moved once it publishes
  await lastSocket.next();
  expect((await ask(ready, placing)).answer).toContain('orderId');
  const transfer = { clientOid: 'r-2', currency: 'USDT', from: 'trade', to: 'main', amount: '25' };
  const target = '/api/v2/accounts/inner-transfer';
  const moved = await ask(ready, { venue: 'spot', method: 'POST', target, body: transfer });
  expect(moved.answer).toContain('"200000"');
  const faults = createFaultClient(ready.control, fetch);
  await faults.set({ fault: 'clock-skew', ms: 500 });
  await faults.set({ fault: 'rest', path: '/api/v1/fills', answer: { kind: 'error', status: 503 } });
  await faults.set({ fault: 'quiet-market' });
}

async function callControl({ url, token }: ReadyInfo['control'], method: string, path: string): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  return response.json();
}

beforeAll(async () => {
  used = await createQuietWorld();
  before = await used.start();
  await use(before);
  nowMs += 40_000;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of our own control server, compared below
  after = (await callControl(before.control, 'POST', '/reset')) as ReadyInfo;
  fresh = await createQuietWorld();
  other = await fresh.start();
});
afterAll(async () => {
  for (const { socket } of sockets) socket.terminate();
  await Promise.all([used.stop(), fresh.stop()]);
});

describe('a reset of the practice exchange', () => {
  it('closes every connection and port of the exchange before, and keeps the control server', async () => {
    await lastSocket.closed;
    await expect(fetch(`${before.spot}/api/v1/timestamp`)).rejects.toThrow('fetch failed');
    await expect(fetch(`${before.futures}/api/v1/timestamp`)).rejects.toThrow('fetch failed');
    expect(after.control).toEqual(before.control);
    expect(await callControl(after.control, 'GET', '/connections')).toEqual([]);
    expect(await callControl(after.control, 'GET', '/faults')).toEqual([]);
  });

  it('issues new keys with the same rights, and accepts none of the keys before', async () => {
    expect(rightsOf(after)).toEqual(rightsOf(other));
    expect(after.keys.map(({ key }) => key)).not.toContain(before.keys[0]?.key);
    const refused = await ask({ ...after, keys: before.keys }, get('spot', '/api/v1/accounts'));
    expect(refused.answer).toContain('"400003"');
  });

  it('starts like a new process: balances, orders, ids, books, rate pools and the clock', async () => {
    expect(after.opening).toBe(other.opening);
    expect(after.opening).toBe(before.opening);
    expect(new Set([before.runId, after.runId, other.runId]).size).toBe(3);
    const [seen, expected] = [await readAll(after), await readAll(other)];
    expect(seen).toEqual(expected);
    // most reads are answered: two rejections would be equal as well
    expect(seen.filter(({ answer }) => answer.includes('"200000"')).length).toBeGreaterThan(100);
    expect(seen.filter(({ left }) => left !== null).length).toBeGreaterThan(100);
  });

  it('gives the next order the same id, and publishes the same sequence of the book', async () => {
    const [seen, expected] = [await ask(after, placing), await ask(other, placing)];
    expect(seen).toEqual(expected);
    expect(seen.answer).toContain('orderId');
    const topic = '/market/level2:BTC-USDT';
    const clients = [await subscribe(after, topic), await subscribe(other, topic)] as const;
    nowMs += 1_000;
    const starts = await Promise.all(
      clients.map(async client => Increment.parse(await client.next()).data.sequenceStart),
    );
    expect(starts[0]).toBe(starts[1]);
    expect(await callControl(after.control, 'GET', '/connections')).toEqual(
      await callControl(other.control, 'GET', '/connections'),
    );
  });

  it('answers each of two simultaneous resets', async () => {
    const [first, second] = await Promise.all([used.reset(), used.reset()]);
    await expect(fetch(`${first.spot}/api/v1/timestamp`)).rejects.toThrow('fetch failed');
    expect(await ask(second, get('spot', '/api/v1/accounts'))).toMatchObject({ status: 200 });
  });
});
