import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ControlServer, createControlServer } from './control-server.ts';
import type { Fault } from './fault.ts';
import { createFaultClient } from './fault-client.ts';

let control: ControlServer;
let faults: Fault[];
let resets: number;
beforeEach(async () => {
  faults = [];
  resets = 0;
  control = await createControlServer({
    set(fault) {
      faults.push(fault);
      return fault.fault === 'reset' ? null : { id: faults.length, fault, strikes: 0, isSpent: false };
    },
    list: () => [{ id: 5, fault: { fault: 'lose' }, strikes: 3, isSpent: true }],
    connections: () => [{ number: 1, venue: 'spot', accountId: null, topics: ['/market/level2:BTC-USDT'] }],
    advance: ms => 1_000_000 + ms,
    async reset() {
      resets += 1;
      if (resets === 2) throw new Error('port 7 on 127.0.0.1 is already in use');
      return { spot: 'http://127.0.0.1:1' };
    },
  });
});
afterEach(() => control.close());

async function ask(method: string, path: string, change: { token?: string; body?: string } = {}) {
  const response = await fetch(`${control.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${change.token ?? control.token}` },
    ...(change.body === undefined ? {} : { body: change.body }),
  });
  return { status: response.status, text: await response.text() };
}

describe('createControlServer', () => {
  it('sets a known fault', async () => {
    const reply = await ask('POST', '/faults', { body: '{"fault":"lose","topic":"/market/level2","count":2}' });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toMatchObject({ id: 1, strikes: 0, isSpent: false });
    expect(faults).toEqual([{ fault: 'lose', topic: '/market/level2', count: 2 }]);
  });

  it('moves the time of the exchange forward', async () => {
    const reply = await ask('POST', '/clock', { body: '{"advanceMs":86400000}' });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { nowMs: 87_400_000 }]);
  });

  it.each(['{}', '{"advanceMs":-5000}', '{"advanceMs":1e15}', '{"advanceMs":1500.5}', 'now'])(
    'rejects the time %s',
    async body => {
      expect((await ask('POST', '/clock', { body })).status).toBe(400);
    },
  );

  it.each([
    ['no JSON', '{'],
    ['no body', ''],
    ['an unknown fault', '{"fault":"flood"}'],
    ['an unknown field', '{"fault":"lose","often":1}'],
    ['a wrong value', '{"fault":"lose","probability":2}'],
    ['a wrong answer', '{"fault":"rest","answer":{"kind":"teapot"}}'],
    ['a list', '[]'],
  ])('rejects %s', async (_name, body) => {
    const reply = await ask('POST', '/faults', { body });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('"error"');
    expect(faults).toEqual([]);
  });

  it('rejects browsers, with and without the token', async () => {
    const headers = { authorization: `Bearer ${control.token}`, origin: 'https://evil.example' };
    expect((await fetch(`${control.url}/faults`, { headers })).status).toBe(403);
    expect((await fetch(`${control.url}/faults`, { method: 'OPTIONS', headers })).status).toBe(403);
  });

  it('rejects a client without the token', async () => {
    expect((await ask('POST', '/faults', { token: 'x', body: '{"fault":"reset"}' })).status).toBe(401);
    expect((await fetch(`${control.url}/faults`)).status).toBe(401);
    expect(faults).toEqual([]);
  });

  it('rejects other paths and methods, and a body without end', async () => {
    expect((await ask('GET', '/')).status).toBe(404);
    expect((await ask('DELETE', '/faults')).status).toBe(404);
    expect((await ask('POST', '/faults', { body: ' '.repeat(70_000) })).status).toBe(413);
  });

  it('lists faults and connections', async () => {
    expect(JSON.parse((await ask('GET', '/faults')).text)).toMatchObject([{ id: 5, strikes: 3 }]);
    expect(JSON.parse((await ask('GET', '/connections')).text)).toMatchObject([{ number: 1, venue: 'spot' }]);
  });

  it('answers with the new ready line of a reset, and the reason of a failed one', async () => {
    expect(await ask('POST', '/reset', { token: 'x' })).toMatchObject({ status: 401 });
    expect(await ask('POST', '/reset')).toEqual({ status: 200, text: '{"spot":"http://127.0.0.1:1"}' });
    const failed = await ask('POST', '/reset');
    expect(failed).toMatchObject({ status: 500, text: expect.stringContaining('port 7 on 127.0.0.1') });
    expect(resets).toBe(2);
  });

  it('continues after a client disconnects during a request', async () => {
    const socket = connect(Number(new URL(control.url).port), '127.0.0.1');
    const head = `POST /faults HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${control.token}\r\nContent-Length: 9\r\n\r\n{`;
    await once(socket, 'connect');
    socket.write(head, () => socket.resetAndDestroy());
    await once(socket, 'close');
    expect((await ask('GET', '/faults')).status).toBe(200);
  });
});

describe('createFaultClient', () => {
  it('sets, counts and lists', async () => {
    const port = createFaultClient(control, fetch);
    expect(await port.set({ fault: 'half-open', connections: 'all' })).toBe(1);
    expect(await port.set({ fault: 'reset' })).toBeNull();
    expect(faults).toEqual([{ fault: 'half-open', connections: 'all' }, { fault: 'reset' }]);
    expect([await port.strikes(5), await port.strikes(6), await port.strikes(null)]).toEqual([3, 0, 0]);
    expect(await port.topics()).toEqual([['/market/level2:BTC-USDT']]);
  });

  it('throws when it is rejected', async () => {
    const port = createFaultClient({ url: control.url, token: 'wrong' }, fetch);
    await expect(port.set({ fault: 'reset' })).rejects.toThrow('was answered 401');
  });
});
