import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import type { KillRun, KillScope } from '#shared/domain/safety/kill-switch.ts';
import type { ExchangeClient } from '#client/client.ts';
import { joinSpotFamilies } from '#client/families/join-families.ts';
import type { Log } from '#log/log.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { openStore, type Store } from '#store/store.ts';
import { createFakeSafeguards } from '#trading/testing/fake-safety.ts';
import { createKillSwitch, type KillSwitch } from '#trading/kill/kill-switch.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

const row = (run: KillRun, scope: KillScope) => run.rows.find(each => each.scope === scope);

describe.each(dialects)('the kill switch on the practice exchange, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;
  let folder: string;
  let store: Store;
  let killSwitch: KillSwitch;
  let made = 0;

  beforeEach(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
    folder = mkdtempSync(join(tmpdir(), 'fathom-kill-'));
    store = must(openStore({ dataDir: folder, log: silent, nowMs: Date.now }));
    killSwitch = createKillSwitch({
      safeguards: createFakeSafeguards(),
      journal: store.journal,
      log: silent,
      nowMs: Date.now,
      publish: () => {},
      publishRun: () => {},
      notice: () => {},
    });
  });
  afterEach(async () => {
    killSwitch.close();
    store.close();
    removeFolder(folder);
    await exchange.stop();
  });

  const oid = () => {
    made += 1;
    return `kill-${process.pid}-${made}`;
  };
  /** One order of each kind, far from the market, beside what the prepared account has. */
  const placeAll = async () => {
    const spot = { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '90000', size: '0.001' } as const;
    must(await client.spot.place({ ...spot, clientOid: oid() }, action));
    must(await client.margin.place({ ...spot, clientOid: oid(), tradeType: 'cross' }, action));
    must(await client.stops.place({ ...spot, clientOid: oid(), stop: 'loss', stopPrice: '90000' }, action));
    const { bestBidPrice } = must(await client.reference.ticker({ symbol: 'XBTUSDTM' }, visible));
    const price = roundToStep(multiply(bestBidPrice, '0.97'), '0.1', 'floor');
    const futures = { symbol: 'XBTUSDTM', side: 'buy', type: 'limit', leverage: '5', price, size: '1' } as const;
    must(await client.futures.place({ ...futures, clientOid: oid() }, action));
    const stop = { ...futures, clientOid: oid(), stop: 'down', stopPrice: price, stopPriceType: 'MP' } as const;
    must(await client.futures.place(stop, action));
  };
  const active = async () => ({
    spot: must(await client.spot.allOrders({ status: 'active' }, visible)).items.length,
    stops: must(await client.stops.all({}, visible)).items.length,
    cross: must(await client.spot.allOrders({ status: 'active', tradeType: 'cross' }, visible)).items.length,
    isolated: must(await client.spot.allOrders({ status: 'active', tradeType: 'isolated' }, visible)).items.length,
    futures: must(await client.futures.allOrders({ status: 'active' }, visible)).items.length,
    futuresStops: must(await client.futures.allStops({}, visible)).items.length,
  });
  const fire = async (): Promise<KillRun> => {
    killSwitch.fire({ profileId: 'p', client });
    const run = await killSwitch.settled('p');
    if (run === null) throw new Error('there was no run');
    return run;
  };

  it.each(['hf', 'classic'])('clears the spot orders of an account of one endpoint family: %s', async label => {
    client = joinSpotFamilies(exchange.client(label));
    must(await client.connect());
    expect((await active()).spot).toBe(13);
    expect(row(await fire(), 'spot-orders')).toMatchObject({ state: 'clear', found: 13, left: 0 });
    expect((await active()).spot).toBe(0);
  });
  const nothing = { spot: 0, stops: 0, cross: 0, isolated: 0, futures: 0, futuresStops: 0 };

  it('leaves no order open on any venue, and reports the exchange’s own numbers', async () => {
    await placeAll();
    const before = await active();
    const run = await fire();
    expect(await active()).toEqual(nothing);
    expect(run.rows.map(({ scope, state }) => [scope, state]).filter(([, state]) => state !== 'clear')).toEqual([]);
    expect({
      spot: row(run, 'spot-orders')?.gone,
      stops: row(run, 'spot-stops')?.gone,
      cross: row(run, 'cross-orders')?.gone,
      isolated: row(run, 'isolated-orders')?.gone,
      futures: row(run, 'futures-orders')?.gone,
      futuresStops: row(run, 'futures-stops')?.gone,
    }).toEqual(before);
    expect(must(store.journal.open('p'))).toEqual([]);
  });

  it('continues with spot and margin while futures answers 503, and clears futures when it is back', async () => {
    await placeAll();
    await exchange.faults.set({
      fault: 'rest',
      answer: { kind: 'error', status: 503 },
      venue: 'futures',
      count: 100_000,
    });
    killSwitch.fire({ profileId: 'p', client });
    await expect.poll(() => row(killSwitch.lastRun('p') ?? never(), 'spot-orders')?.state).toBe('clear');
    await expect.poll(() => row(killSwitch.lastRun('p') ?? never(), 'futures-orders')?.state).toBe('unreachable');
    const { spot, stops, cross, isolated } = nothing;
    await exchange.faults.set({ fault: 'reset' });
    const run = await killSwitch.settled('p');
    expect(run?.rows.every(({ state }) => state === 'clear')).toBe(true);
    expect(await active()).toEqual({ ...nothing, spot, stops, cross, isolated });
  });

  it('continues after a 429 has closed the pool, as soon as that opens (fault 35)', async () => {
    await placeAll();
    const answer = { kind: 'rate-limited', hasHeaders: true, resetMs: 3_000 } as const;
    await exchange.faults.set({ fault: 'rest', answer, venue: 'spot', count: 2 });
    const run = await fire();
    expect(run.rows.every(({ state }) => state === 'clear')).toBe(true);
    expect(await active()).toEqual(nothing);
  });

  it('cancels when the answers to its cancels are lost', async () => {
    await placeAll();
    await exchange.faults.set({
      fault: 'rest',
      answer: { kind: 'reset' },
      isExecuted: true,
      method: 'DELETE',
      count: 4,
    });
    const run = await fire();
    expect(run.rows.every(({ state }) => state === 'clear')).toBe(true);
    expect(await active()).toEqual(nothing);
  });
});

function never(): never {
  throw new Error('there is no run');
}
