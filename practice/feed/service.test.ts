import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FeedFaults, noFeedFaults } from './connection/faults.ts';
import type { FeedRules } from './connection/rules.ts';
import { createFeedService, type FeedService } from './service.ts';
import { createFakeTopic } from './testing/fake-topics.ts';
import { createManualTime } from './testing/manual-time.ts';
import { openSocket } from './testing/socket-client.ts';

let servers: { readonly spot: Server; readonly futures: Server };
let feeds: FeedService | null = null;

beforeEach(async () => {
  servers = { spot: createServer(), futures: createServer() };
  for (const server of [servers.spot, servers.futures]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
afterEach(() => {
  feeds?.close();
  feeds = null;
  for (const server of [servers.spot, servers.futures]) {
    server.closeAllConnections();
    server.close();
  }
});

function open(change: { rules?: Partial<FeedRules>; faults?: Partial<FeedFaults> } = {}) {
  const time = createManualTime();
  const books = createFakeTopic({ prefix: '/books' });
  const orders = createFakeTopic({ prefix: '/orders', audience: 'private', symbols: 'none' });
  const service = createFeedService({
    topics: { spot: [books, orders], futures: [createFakeTopic({ prefix: '/contracts' })] },
    time,
    userIdOf: id => `user-${id}`,
    rules: change.rules ?? {},
    faults: { ...noFeedFaults, ...change.faults },
  });
  service.attach('spot', servers.spot);
  service.attach('futures', servers.futures);
  feeds = service;
  const urlOf = (venue: 'spot' | 'futures', accountId: string | null): string => {
    const { endpoint, token } = service.issue(venue, accountId);
    return `${endpoint}?token=${token}&connectId=c1`;
  };
  const enter = async (accountId: string | null = null) => {
    const client = await openSocket(urlOf('spot', accountId));
    expect(await client.next()).toEqual({ id: 'c1', type: 'welcome' });
    return client;
  };
  return { time, books, orders, service, urlOf, enter };
}

/** The HTTP status of an upgrade that is refused. */
async function upgradeStatus(url: string): Promise<string> {
  const { port, pathname, search } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  const [head] = await once(socket, 'data');
  socket.destroy();
  return String(head).split('\r\n', 1)[0] ?? '';
}

describe('createFeedService', () => {
  it('issues tokens for its own endpoints', () => {
    const { service } = open({ rules: { pingIntervalMs: 500 } });
    const issued = service.issue('futures', null);
    expect(issued).toMatchObject({ pingIntervalMs: 500, pingTimeoutMs: 10_000 });
    expect(issued.endpoint).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/$/);
    expect(issued.endpoint).not.toBe(service.issue('spot', null).endpoint);
  });

  it('serves a subscription over a real socket', async () => {
    const { enter, books, service } = open();
    const client = await enter('ann');
    client.say({ id: 1, type: 'subscribe', topic: '/books:A', response: true });
    expect(await client.next()).toEqual({ id: 1, type: 'ack' });
    books.push('A');
    expect(await client.next()).toMatchObject({ topic: '/books:A', data: { of: 'A' } });
    expect(service.connections()).toEqual([{ number: 1, venue: 'spot', accountId: 'ann', topics: ['/books:A'] }]);
    client.socket.close();
    await client.closed;
    await expect.poll(() => books.running).toEqual([]);
    expect(service.connections()).toEqual([]);
  });

  it('creates a missing connectId', async () => {
    const { service } = open();
    const { endpoint, token } = service.issue('spot', null);
    const client = await openSocket(`${endpoint}?token=${token}`);
    expect(await client.next()).toMatchObject({ id: expect.stringMatching(/^[\da-f-]{36}$/), type: 'welcome' });
  });

  it('answers 401 to a token that is unknown, of the other venue, or expired', async () => {
    const { service, time, urlOf } = open();
    const expired = urlOf('spot', null);
    time.advance(86_400_000);
    const { endpoint } = service.issue('spot', null);
    const other = service.issue('futures', null).token;
    for (const url of [endpoint, `${endpoint}?token=x`, `${endpoint}?token=${other}`, expired]) {
      const client = await openSocket(url);
      expect(await client.next()).toMatchObject({ type: 'error', code: 401 });
      expect(await client.closed).toEqual([1000, 'Bye']);
    }
    const valid = urlOf('spot', null);
    service.expireTokens('spot');
    const late = await openSocket(valid);
    expect(await late.next()).toMatchObject({ code: 401 });
  });

  it('rejects private topics for a public token, and the token of one account for another', async () => {
    const { enter, orders } = open();
    const anonymous = await enter();
    anonymous.say({ id: '1', type: 'subscribe', topic: '/orders' });
    expect(await anonymous.next()).toMatchObject({ code: 403, data: 'login is required' });
    const ann = await enter('ann');
    ann.say({ id: '1', type: 'subscribe', topic: '/orders', response: true });
    await ann.next();
    orders.push(' of ann');
    expect(await ann.next()).toMatchObject({ userId: 'user-ann' });
  });

  it('limits the connections of each owner', async () => {
    const { urlOf, enter } = open({ rules: { connectionsPerOwner: 1 } });
    const first = await enter('ann');
    await enter('bob');
    const second = await openSocket(urlOf('spot', 'ann'));
    expect(await second.next()).toMatchObject({ code: 509, data: 'exceed max session count limitation of 1' });
    expect(await second.closed).toEqual([1000, 'Bye']);
    first.socket.close();
    await first.closed;
    await expect.poll(() => feeds?.connections().length).toBe(1);
    await enter('ann');
  });

  it('answers protocol pings, which do not count, and bytes as text', async () => {
    const { enter, time } = open();
    const client = await enter();
    client.socket.ping('hello');
    const [data] = await once(client.socket, 'pong');
    expect(String(data)).toBe('hello');
    client.socket.send(Buffer.from('{"id":"1","type":"ping"}'));
    expect(await client.next()).toMatchObject({ type: 'pong' });
    time.advance(60_000);
    expect(await client.next()).toMatchObject({ code: 400, data: 'ping timeout' });
    expect(await client.closed).toEqual([1000, 'Bye']);
  });

  it('closes on a message that is too large, and continues', async () => {
    const { enter } = open();
    const client = await enter();
    client.say('x'.repeat(70_000));
    expect(await client.closed).toMatchObject([1009, '']);
    await enter();
  });

  it('disconnects the given clients, with or without a close frame', async () => {
    const { enter, service } = open();
    const [ann, anonymous] = [await enter('ann'), await enter()];
    service.cut(({ accountId }) => accountId === 'ann', {
      kind: 'close',
      code: 1012,
      reason: 'service restart',
      isAbrupt: false,
    });
    expect(await ann.closed).toEqual([1012, 'service restart']);
    service.cut(() => true, { kind: 'close', code: 1012, reason: '', isAbrupt: true });
    expect(await anonymous.closed).toEqual([1006, '']);
  });

  it('stops in both directions while half-open, and then continues', async () => {
    let isHalfOpen = false;
    const listeners = new Set<() => void>();
    const faults: Partial<FeedFaults> = {
      behaviour: ({ number }) => ({
        isSilent: () => false,
        isMute: false,
        isHalfOpen: isHalfOpen && number === 1,
        bytesPerSecond: null,
      }),
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const { enter, books } = open({ faults });
    const [client, witness] = [await enter(), await enter()];
    const setHalfOpen = (to: boolean): void => {
      isHalfOpen = to;
      for (const listener of listeners) listener();
    };
    client.say({ id: '1', type: 'subscribe', topic: '/books:A' });
    await expect.poll(() => books.running).toEqual(['A']);
    setHalfOpen(true);
    books.push('A');
    client.say({ id: '1', type: 'ping' });
    client.socket.ping();
    let pongs = 0;
    client.socket.on('pong', () => {
      pongs += 1;
    });
    // a whole round on another socket: had anything come, it would be here
    witness.say({ id: '2', type: 'ping' });
    expect(await witness.next()).toMatchObject({ type: 'pong' });
    expect([client.inbox.length, pongs]).toEqual([0, 0]);
    setHalfOpen(false);
    expect(await client.next()).toMatchObject({ type: 'pong' });
    client.socket.close();
    await client.closed;
    await expect.poll(() => listeners.size).toBe(1);
  });

  it('answers an upgrade with an HTTP status for a fault or an unknown path', async () => {
    const statuses = [503, null];
    const { urlOf } = open({ faults: { upgradeStatus: () => statuses.shift() ?? null } });
    expect(await upgradeStatus(urlOf('spot', null))).toBe('HTTP/1.1 503 Service Unavailable');
    expect(await upgradeStatus(urlOf('spot', null))).toBe('HTTP/1.1 101 Switching Protocols');
    expect(await upgradeStatus(urlOf('spot', null).replace('/?', '/feed?'))).toBe('HTTP/1.1 404 Not Found');
  });

  it('leaves neither socket nor timer when it closes', async () => {
    const { enter, time, service, books } = open();
    const client = await enter();
    client.say({ id: '1', type: 'subscribe', topic: '/books:A', response: true });
    await client.next();
    service.close();
    expect(await client.closed).toEqual([1006, '']);
    expect([time.waiting(), books.running.length, service.connections().length]).toEqual([0, 0, 0]);
    expect(servers.spot.listenerCount('upgrade')).toBe(0);
  });

  it('issues no token before anything is served', () => {
    const time = createManualTime();
    const service = createFeedService({ topics: { spot: [], futures: [] }, time, userIdOf: id => id });
    expect(() => service.issue('spot', null)).toThrow('no sockets are served for spot');
  });
});
