import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#shared/contract.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { fail, type Result } from '#shared/errors.ts';
import { createClient, type ExchangeClient } from '#client/client.ts';
import { createSigner } from '#client/sign.ts';
import { createFakeExchange, type FakeExchange, json } from '#client/testing/fake-exchange.ts';
import type { Log } from '#log/log.ts';
import { systemClock } from '#time/clock.ts';
import { createTurns, type Turns } from '#time/turns.ts';
import { silent, startTestTrading } from '#trading/testing/trading-fixture.ts';
import { createGate, type Gate, type Handlers } from './gate.ts';
import { classOf } from './rate-cap.ts';
import { mostAskingOfWindow } from './read-queue.ts';

/** What a cancel waits for is counted in reads, not in time: the clock of the turns is stopped. */

const page = {};
const nowMs = () => 1_700_000_000_000;
const names = Object.keys(calls).filter((name): name is CallName => Object.hasOwn(calls, name));
const cancelInput = { profileId: 'p1', venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1' };

const createStillTurns = () => createTurns({ ...systemClock, monotonicMs: () => 0, after: () => () => {} });

const gateOn = (handlers: Partial<Handlers>, turns: Turns): Gate =>
  createGate({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked
    handlers: handlers as Handlers,
    windowOf: sender => (sender === page ? mainWindowId : null),
    log: silent,
    nowMs,
    turns,
  });

describe('a cancel at the gate', () => {
  it('reaches its handler at once while every read of the contract waits, and delays the reads until it is answered [45]', async () => {
    let begun = 0;
    let hasReached = false;
    const answer = Promise.withResolvers<Result<never>>();
    const cancel: Handlers['orders.cancel'] = () => {
      hasReached = true;
      return answer.promise;
    };
    const reads = names.filter(name => classOf(name) === 'read');
    const hang = () => {
      begun += 1;
      return new Promise<never>(() => {});
    };
    const hanging: Partial<Handlers> = Object.fromEntries(reads.map(name => [name, hang]));
    const accepted: CallName[] = [
      'app.info',
      'audit.list',
      'tables.read',
      'profiles.list',
      'lock.read',
      'windows.self',
    ];
    const gate = gateOn({ ...hanging, 'orders.cancel': cancel }, createStillTurns());
    for (let turn = 0; turn < 100; turn += 1) for (const name of reads) void gate(name, {}, page);
    // some of them run before
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    for (let turn = 0; turn < 10; turn += 1) for (const name of accepted) void gate(name, {}, page);
    const before = begun;
    const cancelled = gate('orders.cancel', cancelInput, page);
    expect(hasReached).toBe(true);
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    expect(begun).toBe(before);
    answer.resolve(fail('declined', 'no'));
    expect(await cancelled).toMatchObject({ error: { kind: 'declined' } });
    for (let turn = 0; turn < 2000; turn += 1) await setImmediate();
    expect(begun).toBeGreaterThan(before);
  });
});

const trading = startTestTrading();

describe('a cancel on its way to the exchange and back', () => {
  let exchange: FakeExchange;
  let client: ExchangeClient;
  let turns: Turns;
  /** answers that were read, as the log has them */
  let answered: string[];

  beforeEach(async () => {
    answered = [];
    const log: Log = { ...silent, debug: (_event, fields) => void answered.push(String(fields?.['endpoint'])) };
    const levels = Array.from({ length: 100 }, (_, index) => [String(1000 - index), '1']);
    const book = json({ code: '200000', data: { sequence: '1', time: nowMs(), bids: levels, asks: [] } });
    exchange = createFakeExchange(nowMs, async ({ method }) => {
      for (let turn = 0; turn < (method === 'DELETE' ? 30 : 3); turn += 1) await setImmediate();
      return method === 'DELETE' ? json({ code: '200000', data: { cancelledOrderIds: ['o1'] } }) : book.clone();
    });
    turns = createStillTurns();
    const signer = createSigner({ key: 'k', secret: 's', passphrase: 'p', keyVersion: '2', headerPrefix: 'SVC' });
    const hosts = { spotUrl: 'https://spot.example', futuresUrl: 'https://futures.example' };
    const settings = { ...hosts, headerPrefix: 'SVC', keyVersion: '2' } as const;
    client = createClient(settings, signer, { ...systemClock, nowMs, fetch: exchange.fetch, turns, log });
    await client.connect();
  });
  afterEach(() => client.close());

  it('a cancel is sent before any waiting read, and its answer passes all but one of those that arrived meanwhile [45]', async () => {
    const gate = gateOn(
      {
        'book.read': ({ symbol }) => client.reference.book({ symbol, depth: 100 }, { priority: 'visible' }),
        'orders.cancel': input => trading.trading.cancel({ profileId: 'p1', client }, { ...input, isStop: false }),
      },
      turns,
    );
    const reads = Array.from({ length: 100 }, (_, index) =>
      gate('book.read', { profileId: 'p1', venue: 'spot', symbol: `C${index}-USDT`, depth: 100 }, page),
    );
    const direct = Array.from({ length: mostAskingOfWindow }, (_, index) =>
      client.reference.book({ symbol: `D${index}-USDT`, depth: 100 }, { priority: 'background' }),
    );
    for (let turn = 0; turn < 4; turn += 1) await setImmediate();
    const [sentBefore, readBefore] = [exchange.calls().length, answered.length];
    const cancelled = await gate('orders.cancel', cancelInput, page);
    expect(cancelled).toMatchObject({ ok: true, value: { outcome: 'requested' } });
    expect(exchange.calls()[sentBefore]?.method).toBe('DELETE');
    expect(answered.slice(readBefore).filter(endpoint => !endpoint.startsWith('DELETE')).length).toBeLessThanOrEqual(1);
    // what waited is answered afterwards
    expect((await Promise.all([...reads, ...direct])).every(({ ok }) => ok)).toBe(true);
  });
});
