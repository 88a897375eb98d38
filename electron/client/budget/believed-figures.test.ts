import { describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createFakeExchange, gateway, json } from '../testing/fake-exchange.ts';
import { createSigner } from '../sign.ts';

const action = { priority: 'action' } as const;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const identity = {
  spotUrl: 'https://spot.test',
  futuresUrl: 'https://futures.test',
  headerPrefix: 'SVC',
  keyVersion: '2',
} as const;

function open(first: () => Response) {
  const time = createFakeClock();
  let calls = 0;
  const exchange = createFakeExchange(time.nowMs, () => {
    calls += 1;
    return calls === 1 ? first() : json({ code: '200000', data: { orderId: 'o' } });
  });
  const signer = createSigner({ ...identity, key: 'k', secret: 's', passphrase: 'p' });
  const client = createClient(identity, signer, { log: silent, ...time, random: () => 0, fetch: exchange.fetch });
  return { client, exchange, time };
}

const months = 999_999_999;

describe('gateway figures', () => {
  it.each([
    ['429', () => json({ code: '429000', msg: 'Too many requests' }, 429, gateway(4000, 0, months))],
    ['200', () => json({ code: '200000', data: { orderId: 'o' } }, 200, gateway(4000, 0, months))],
  ])('close a pool for a minute at most, for any reset with a %s (fault 35)', async (_, first) => {
    const { client, exchange, time } = open(first);
    await client.spot.cancel({ orderId: 'o', symbol: 'BTC-USDT' }, action);
    const shut = await client.spot.cancel({ orderId: 'o', symbol: 'BTC-USDT' }, action);
    expect(shut).toMatchObject({ ok: false, error: { kind: 'rate-limited', retryAtMs: time.nowMs() + 60_000 } });
    await time.pass(61_000);
    expect(await client.spot.cancel({ orderId: 'o', symbol: 'BTC-USDT' }, action)).toMatchObject({ ok: true });
    expect(exchange.calls()).toHaveLength(2);
  });
});
