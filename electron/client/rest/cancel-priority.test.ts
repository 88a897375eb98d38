import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Log } from '#log/log.ts';
import { systemClock } from '#time/clock.ts';
import { createTurns } from '#time/turns.ts';
import { createClient, type ExchangeClient } from '../client.ts';
import { createSigner } from '../sign.ts';
import { type Answering, createFakeExchange, json } from '../testing/fake-exchange.ts';

/** What a cancel of the client waits for, for any caller: the kill switch does not use the gate. */

const nowMs = () => 1_700_000_000_000;
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const cancelled = { code: '200000', data: { cancelledOrderIds: ['o1'] } };
const bookOf = (symbol: string) => ({ symbol, depth: 100 }) as const;
const asCancel = { priority: 'cancel' } as const;
const asPanel = { priority: 'visible' } as const;
const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '2', headerPrefix: 'SVC' });

function clientOf(origin: string, fetch: typeof globalThis.fetch, log: Log): ExchangeClient {
  // the clock of the turns is stopped, so that no read is due while a cancel is under way
  const turns = createTurns({ ...systemClock, monotonicMs: () => 0, after: () => () => {} });
  const settings = { spotUrl: origin, futuresUrl: origin, headerPrefix: 'SVC', keyVersion: '2' } as const;
  return createClient(settings, signer, { ...systemClock, nowMs, fetch, turns, log });
}

const book = { code: '200000', data: { sequence: '1', time: nowMs(), bids: [['1', '1']], asks: [] } };
/** A cancel is under way for long enough that many reads could be checked meanwhile. */
const answerLate: Answering = async ({ method }) => {
  for (let turn = 0; turn < (method === 'DELETE' ? 30 : 3); turn += 1) await setImmediate();
  return json(method === 'DELETE' ? cancelled : book);
};

describe('the client', () => {
  it('reads the answer of a cancel before all but one of the answers that arrived meanwhile [45]', async () => {
    const answered: string[] = [];
    const log: Log = { ...silent, debug: (_event, fields) => void answered.push(String(fields?.['endpoint'])) };
    const client = clientOf('https://spot.example', createFakeExchange(nowMs, answerLate).fetch, log);
    await client.connect();
    const reads = Array.from({ length: 50 }, (_, index) => client.reference.book(bookOf(`C${index}-USDT`), asPanel));
    await setImmediate();
    const before = answered.length;
    expect(await client.spot.cancel({ orderId: 'o1', symbol: 'BTC-USDT' }, asCancel)).toMatchObject({ ok: true });
    expect(answered.slice(before).filter(endpoint => !endpoint.startsWith('DELETE')).length).toBeLessThanOrEqual(1);
    expect((await Promise.all(reads)).every(({ ok }) => ok)).toBe(true);
    client.close();
  });

  it('checks one reader’s answer per turn of the event loop [45]', async () => {
    const exchange = createFakeExchange(nowMs, answerLate);
    const client = clientOf('https://spot.example', exchange.fetch, silent);
    await client.connect();
    let checked = 0;
    const reads = Array.from({ length: 20 }, async () => {
      await client.reference.book(bookOf('BTC-USDT'), asPanel);
      checked += 1;
    });
    while (checked < reads.length) {
      const before = checked;
      await setImmediate();
      expect(checked - before).toBeLessThanOrEqual(1);
    }
    expect(exchange.calls()).toHaveLength(1);
    client.close();
  });

  it('sends a cancel while the maximum number of reads hangs on their sockets [45]', async () => {
    let hanging = 0;
    const server = createServer((request, response) => {
      const answer = (body: unknown) =>
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
      if (request.url === '/api/v1/timestamp') answer({ code: '200000', data: nowMs() });
      else if (request.method === 'DELETE') answer(cancelled);
      else hanging += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const client = clientOf(`http://127.0.0.1:${address.port}`, globalThis.fetch, silent);
    await client.connect();
    const reads = Array.from({ length: 100 }, (_, index) => client.reference.book(bookOf(`C${index}-USDT`), asPanel));
    while (hanging < reads.length) await setImmediate();
    expect(await client.spot.cancel({ orderId: 'o1', symbol: 'BTC-USDT' }, asCancel)).toMatchObject({ ok: true });
    expect(hanging).toBe(reads.length);
    client.close();
    server.closeAllConnections();
    server.close();
    await Promise.all(reads);
  });
});
