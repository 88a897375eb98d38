import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeExchange, openFakeExchange } from '../http/testing/fake-exchange.ts';
import type { Fault, LastingFault, RestAnswer } from './fault.ts';
import { createFaultRegistry, type FaultRegistry } from './fault-registry.ts';
import { createRequestFaults } from './request-faults.ts';
import { createTimingFaults } from './timing-faults.ts';

let exchange: FakeExchange;
let registry: FaultRegistry;
let pauses: number[];
beforeEach(async () => {
  const random = { next: () => 0 };
  registry = createFaultRegistry({ random, newestConnection: () => 0 });
  pauses = [];
  const faults = createRequestFaults(registry, createTimingFaults(registry, random), async ms => void pauses.push(ms));
  exchange = await openFakeExchange('document', {}, faults);
});
afterEach(() => exchange.server.close());

type Rest = Extract<Fault, { fault: 'rest' }>;

function inject(answer: RestAnswer, change: Partial<Rest> = {}): void {
  registry.add({ fault: 'rest', answer, ...change });
}

const symbol = () => exchange.call({ target: '/api/v2/symbols/BTC-USDT?x=1', as: null });
const symbols = () => exchange.call({ target: '/api/v2/symbols', as: null });
const time = () => exchange.call({ target: '/api/v1/timestamp', as: null });
const place = () =>
  exchange.call({
    method: 'POST',
    target: '/api/v1/hf/orders',
    as: 'trader',
    body: { clientOid: 'c', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' },
  });
const placed = (): boolean => exchange.spot.placements.length > 0;

describe('REST faults', () => {
  it('answer 429 with the headers of the gateway, or without', async () => {
    inject({ kind: 'rate-limited', resetMs: 3000 });
    inject({ kind: 'rate-limited', hasHeaders: false });
    const limited = await time();
    expect(limited).toMatchObject({ status: 429, json: { code: '429000', msg: expect.any(String) } });
    expect(limited.headers.get('gw-ratelimit-remaining')).toBe('0');
    expect(limited.headers.get('gw-ratelimit-reset')).toBe('3000');
    const overloaded = await time();
    expect(overloaded).toMatchObject({ status: 429, json: { code: '429000' } });
    expect(overloaded.headers.get('gw-ratelimit-reset')).toBeNull();
    expect(await time()).toMatchObject({ status: 200 });
  });

  it.each([
    [undefined, 500, '500000'],
    [502, 502, '502000'],
    [503, 503, '503000'],
    [504, 504, '504000'],
  ] as const)('answer %s', async (status, expected, code) => {
    inject({ kind: 'error', status });
    expect(await time()).toMatchObject({ status: expected, json: { code } });
  });

  it('answer a page instead of JSON', async () => {
    inject({ kind: 'html' });
    inject({ kind: 'html', status: 403 });
    const reply = await time();
    expect(reply).toMatchObject({ status: 502, text: expect.stringContaining('<!DOCTYPE html>'), json: null });
    expect(reply.headers.get('content-type')).toBe('text/html');
    expect((await time()).status).toBe(403);
  });

  it('answer a message instead of data, with the code and the status that were asked for', async () => {
    inject({ kind: 'message', code: '200000', message: 'No such thing' });
    inject({ kind: 'message', code: '400002', message: 'Invalid timestamp', status: 400 });
    expect(await time()).toMatchObject({ status: 200, json: { code: '200000', msg: 'No such thing' } });
    expect(await time()).toMatchObject({ status: 400, json: { code: '400002', msg: 'Invalid timestamp' } });
  });

  it('replace or remove a field of one row', async () => {
    const whole = await symbols();
    inject({ kind: 'odd-row', field: 'baseIncrement', value: null });
    inject({ kind: 'odd-row', field: 'baseIncrement', row: 0 });
    inject({ kind: 'odd-row', field: 'baseIncrement', row: 1_000 });
    expect((await symbols()).json).toHaveProperty('data.0.baseIncrement', null);
    expect((await symbols()).json).not.toHaveProperty('data.0.baseIncrement');
    expect((await symbols()).json).toEqual(whole.json);
  });

  it('answer half of the body as if it were complete, or none', async () => {
    inject({ kind: 'truncated' });
    inject({ kind: 'empty' });
    const reply = await time();
    expect([reply.status, reply.json]).toEqual([200, null]);
    expect(reply.text).toMatch(/^\{"code":"200/);
    expect(await time()).toMatchObject({ status: 200, text: '' });
  });

  it.each(['cut', 'reset'] as const)('end the connection: %s', async kind => {
    inject({ kind });
    await expect(time()).rejects.toThrow(/fetch failed|terminated/);
    expect(await time()).toMatchObject({ status: 200 });
  });

  it('leave a request without an answer until the server closes', async () => {
    inject({ kind: 'hang' });
    const reply = time();
    await expect.poll(() => registry.list()[0]?.strikes).toBe(1);
    const failed = expect(reply).rejects.toThrow('fetch failed');
    await exchange.server.close();
    await failed;
  });

  it('lose the request, or only its answer', async () => {
    inject({ kind: 'reset' });
    await expect(place()).rejects.toThrow('fetch failed');
    expect(placed()).toBe(false);
    inject({ kind: 'reset' }, { isExecuted: true });
    await expect(place()).rejects.toThrow('fetch failed');
    expect(placed()).toBe(true);
  });

  it('execute a request whose answer is cut, only when there is an answer to cut', async () => {
    inject({ kind: 'cut' });
    await expect(place()).rejects.toThrow(/fetch failed|terminated/);
    expect(placed()).toBe(true);
  });

  it.each<[Partial<Rest>, boolean]>([
    [{ path: '/api/v1/timestamp' }, true],
    [{ path: '/api/v1/status' }, false],
    [{ method: 'GET', venue: 'spot' }, true],
    [{ method: 'POST' }, false],
    [{ venue: 'futures' }, false],
  ])('match the given requests: %j', async (change, isStruck) => {
    inject({ kind: 'error' }, change);
    expect((await time()).status).toBe(isStruck ? 500 : 200);
  });

  it('match a route by its pattern and by the exact path', async () => {
    inject({ kind: 'error' }, { path: '/api/v2/symbols/:symbol' });
    inject({ kind: 'error', status: 503 }, { path: '/api/v2/symbols/BTC-USDT' });
    inject({ kind: 'error' }, { path: '/api/v2/symbols/ETH-USDT' });
    expect([(await symbol()).status, (await symbol()).status, (await symbol()).status]).toEqual([500, 503, 200]);
  });

  it('apply by count, and skip the given number', async () => {
    inject({ kind: 'error' }, { skip: 1, count: 2 });
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await time()).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  });

  it('delay the answer under latency', async () => {
    const latency: LastingFault = { fault: 'latency', ms: 20, target: 'rest' };
    registry.add(latency);
    expect(await time()).toMatchObject({ status: 200 });
    expect(pauses).toEqual([10, 10]);
    inject({ kind: 'error' });
    expect(await time()).toMatchObject({ status: 500 });
    expect(pauses).toHaveLength(4);
  });
});
