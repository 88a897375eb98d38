import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeExchange, openFakeExchange } from './testing/fake-exchange.ts';

let exchange: FakeExchange;
beforeEach(async () => {
  exchange = await openFakeExchange('document');
});
afterEach(() => exchange.server.close());

function tokenReply(venue: string, owner: string) {
  return {
    code: '200000',
    data: {
      token: `${venue} token of ${owner}`,
      instanceServers: [
        {
          endpoint: `ws://${venue}.test/`,
          encrypt: false,
          protocol: 'websocket',
          pingInterval: 18_000,
          pingTimeout: 10_000,
        },
      ],
    },
  };
}

describe('POST /api/v1/bullet-*', () => {
  it.each(['spot', 'futures'] as const)(
    'gives a public token to anyone on %s, for 10 of the public pool',
    async venue => {
      const reply = await exchange.call({ venue, method: 'POST', target: '/api/v1/bullet-public', as: null });
      expect(reply).toMatchObject({ status: 200, json: tokenReply(venue, 'unknown') });
      expect(reply.headers.get('gw-ratelimit-limit')).toBe('2000');
      expect(reply.headers.get('gw-ratelimit-remaining')).toBe('1990');
    },
  );

  it.each([
    ['spot', '4000'],
    ['futures', '2000'],
  ] as const)('gives a private token on %s for a signature, for 10 of the venue', async (venue, limit) => {
    const reply = await exchange.call({ venue, method: 'POST', target: '/api/v1/bullet-private', as: 'sub' });
    expect(reply).toMatchObject({ status: 200, json: tokenReply(venue, 'sub-1') });
    expect(reply.headers.get('gw-ratelimit-limit')).toBe(limit);
    expect(reply.headers.get('gw-ratelimit-remaining')).toBe(String(Number(limit) - 10));
  });

  it('gives no private token without a signature', async () => {
    const reply = await exchange.call({ method: 'POST', target: '/api/v1/bullet-private', as: null });
    expect(reply).toMatchObject({ status: 400, json: { code: '400001' } });
  });
});
