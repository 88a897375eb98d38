import { describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createFakeExchange, json } from '../testing/fake-exchange.ts';
import { createSigner } from '../sign.ts';

const visible = { priority: 'visible' } as const;

function createFixture(servers: readonly unknown[], url = 'https://api.venue.example') {
  const time = createFakeClock();
  const data = { token: 'tok==', instanceServers: servers };
  const exchange = createFakeExchange(time.nowMs, () => json({ code: '200000', data }));
  const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '3', headerPrefix: 'KC' });
  const settings = { spotUrl: url, futuresUrl: url, headerPrefix: 'KC', keyVersion: '3' } as const;
  const { feedAccess } = createClient(settings, signer, { ...time, fetch: exchange.fetch });
  return { feedAccess, exchange };
}

const server = (endpoint: string, pingInterval: unknown = 18_000, pingTimeout: unknown = 10_000) => ({
  endpoint,
  encrypt: true,
  protocol: 'websocket',
  pingInterval,
  pingTimeout,
});

describe('a feed token', () => {
  it('a feed token is requested without a signature for public topics, with one for private topics', async () => {
    const { feedAccess, exchange } = createFixture([server('wss://feed.venue.example/endpoint')]);
    for (const venue of ['spot', 'futures'] as const) {
      for (const isPrivate of [false, true]) {
        expect(await feedAccess.open({ venue, isPrivate }, visible)).toEqual({
          ok: true,
          value: {
            endpoint: 'wss://feed.venue.example/endpoint',
            token: 'tok==',
            pingIntervalMs: 18_000,
            pingTimeoutMs: 10_000,
          },
        });
      }
    }
    const seen = exchange.calls().map(({ method, target, body, headers }) => {
      return [method, target, body, headers.has('KC-API-SIGN')];
    });
    expect(seen).toEqual([
      ['POST', '/api/v1/bullet-public', '', false],
      ['POST', '/api/v1/bullet-private', '', true],
      ['POST', '/api/v1/bullet-public', '', false],
      ['POST', '/api/v1/bullet-private', '', true],
    ]);
  });

  it.each([
    ['https://api.venue.example', 'ws://feed.venue.example/'],
    ['https://api.venue.example', 'ws://127.0.0.1:9/'],
    ['https://api.venue.example', 'https://feed.venue.example/'],
    ['https://api.venue.example', 'wss://feed.evil.example/'],
    ['http://127.0.0.1:7001', 'wss://feed.venue.example/'],
    ['https://api.venue.example', 'wss://user@feed.example/'],
    ['https://api.venue.example', 'wss://:secret@feed.example/'],
    ['https://api.venue.example', 'not an address'],
    ['http://127.0.0.1:7001', 'ws://feed.venue.example/'],
    ['http://127.0.0.1:7001', 'ws://localhost:9/'],
  ])('never leads from %s to %s', async (url, endpoint) => {
    const { feedAccess } = createFixture([server(endpoint)], url);
    const answer = await feedAccess.open({ venue: 'spot', isPrivate: true }, visible);
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', field: 'instanceServers', endpoint: 'POST /api/v1/bullet-private' },
    });
    expect(JSON.stringify(answer)).not.toContain('tok==');
    const open = await feedAccess.open({ venue: 'spot', isPrivate: false }, visible);
    expect(open).toMatchObject({ ok: false, error: { endpoint: 'POST /api/v1/bullet-public' } });
  });

  it.each(['ws://127.0.0.1:9/', 'ws://[::1]:9/', 'wss://127.0.0.1:9/'])(
    'leads to %s for an exchange on this machine',
    async endpoint => {
      const { feedAccess } = createFixture([server('ws://far.example/'), server(endpoint)], 'http://127.0.0.1:7001');
      const answer = await feedAccess.open({ venue: 'spot', isPrivate: false }, visible);
      expect(answer).toMatchObject({ ok: true, value: { endpoint } });
    },
  );

  it('names a server of another site, and uses one of its own site when there is one', async () => {
    const foreign = createFixture([server('wss://feed.evil.example:9/')]);
    expect(await foreign.feedAccess.open({ venue: 'spot', isPrivate: true }, visible)).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', message: expect.stringContaining('a feed at feed.evil.example:9') },
    });
    const both = createFixture([server('wss://feed.evil.example/'), server('wss://feed.venue.example/')]);
    expect(await both.feedAccess.open({ venue: 'spot', isPrivate: true }, visible)).toMatchObject({
      ok: true,
      value: { endpoint: 'wss://feed.venue.example/' },
    });
  });

  it('limits an interval that would flood the exchange or be disconnected by it', async () => {
    const { feedAccess } = createFixture([server('wss://feed.venue.example/', 1, '3600000')]);
    expect(await feedAccess.open({ venue: 'spot', isPrivate: false }, visible)).toMatchObject({
      value: { pingIntervalMs: 20, pingTimeoutMs: 30_000 },
    });
  });

  it('a feed token is rejected without a server', async () => {
    const { feedAccess } = createFixture([]);
    expect(await feedAccess.open({ venue: 'spot', isPrivate: false }, visible)).toMatchObject({ ok: false });
  });
});
