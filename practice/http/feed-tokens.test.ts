import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './testing/fake-exchange.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench('document');
});
afterEach(() => bench.server.close());

function ticket(venue: string, owner: string) {
  return {
    code: '200000',
    data: {
      token: `${venue} ticket of ${owner}`,
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
    'gives a public ticket to anyone on %s, for 10 of the public pool',
    async venue => {
      const reply = await bench.call({ venue, method: 'POST', target: '/api/v1/bullet-public', as: null });
      expect(reply).toMatchObject({ status: 200, json: ticket(venue, 'nobody') });
      expect(reply.headers.get('gw-ratelimit-limit')).toBe('2000');
      expect(reply.headers.get('gw-ratelimit-remaining')).toBe('1990');
    },
  );

  it.each([
    ['spot', '4000'],
    ['futures', '2000'],
  ] as const)('gives a private ticket on %s to whoever signs, for 10 of the venue', async (venue, limit) => {
    const reply = await bench.call({ venue, method: 'POST', target: '/api/v1/bullet-private', as: 'sub' });
    expect(reply).toMatchObject({ status: 200, json: ticket(venue, 'sub-1') });
    expect(reply.headers.get('gw-ratelimit-limit')).toBe(limit);
    expect(reply.headers.get('gw-ratelimit-remaining')).toBe(String(Number(limit) - 10));
  });

  it('gives no private ticket without a signature', async () => {
    const reply = await bench.call({ method: 'POST', target: '/api/v1/bullet-private', as: null });
    expect(reply).toMatchObject({ status: 400, json: { code: '400001' } });
  });
});
