import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KillRun, KillScope } from '#shared/domain/safety/kill-switch.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import { type Failure, fail } from '#shared/errors.ts';
import { buildIntent } from '#shared/testing/build-intent.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import { createFakeSafeguards } from '../testing/fake-safety.ts';
import { createRestingExchange, fillExchange, type RestingExchange } from '../testing/resting-exchange.ts';
import { silent, startTestTrading } from '../testing/trading-fixture.ts';
import { createKillSwitch, type KillSwitch } from './kill-switch.ts';
import { outcomeOf } from './report-text.ts';

/** Each failure case, on a simulated exchange and a stopped clock. */

const test = startTestTrading();
let exchange: RestingExchange;
let safeguards: SafeguardList;
let publishedRuns: KillRun[];
let killSwitch: KillSwitch;

beforeEach(() => {
  exchange = createRestingExchange();
  fillExchange(exchange);
  safeguards = createFakeSafeguards();
  publishedRuns = [];
  killSwitch = createKillSwitch({
    safeguards,
    journal: test.store.journal,
    log: silent,
    nowMs: test.time.nowMs,
    publish: test.publish,
    publishRun: (_, run) => void publishedRuns.push(run),
    notice: test.notice,
    wait: test.time.wait,
  });
});
afterEach(() => killSwitch.close());

const account = () => ({ profileId: 'p1', client: exchange.client });
const last = (): KillRun => {
  const run = killSwitch.lastRun('p1');
  if (run === null) throw new Error('there was no run');
  return run;
};
const fire = async (ms = 60_000): Promise<KillRun> => {
  killSwitch.fire(account());
  await test.time.pass(ms);
  return last();
};
const row = (run: KillRun, scope: KillScope) => run.rows.find(each => each.scope === scope);
const open = (kind: Intent['kind']): Intent => buildIntent({ id: 'i', profileId: 'p1', kind, state: 'unknown' });
const failure = (...reason: Parameters<typeof fail>): Failure => fail(...reason).error;
const outage = failure('unreachable', 'The futures host does not answer.');

describe('the kill switch', () => {
  it('freezes first, cancels on every venue and reads twice that no order is open', async () => {
    killSwitch.fire(account());
    expect(safeguards.of('p1').frozenSinceMs).toBe(test.time.nowMs());
    const run = await fire();
    expect(run.rows.map(({ scope, state, found, gone, left }) => [scope, state, found, gone, left])).toEqual([
      ['spot-orders', 'clear', 2, 2, 0],
      ['spot-stops', 'clear', 1, 1, 0],
      ['cross-orders', 'clear', 1, 1, 0],
      ['isolated-orders', 'clear', 1, 1, 0],
      ['margin-stops', 'clear', 1, 1, 0],
      ['futures-orders', 'clear', 1, 1, 0],
      ['futures-stops', 'clear', 1, 1, 0],
    ]);
    expect(run.endedAtMs).not.toBeNull();
    expect(publishedRuns.at(-1)).toEqual(run);
    const futures = exchange.asked.filter(step => step.startsWith('futures-orders'));
    expect(futures).toEqual([
      'futures-orders list',
      'futures-orders cancel all XBTUSDTM',
      'futures-orders list',
      'futures-orders list',
    ]);
    expect(test.last()).toMatchObject({
      kind: 'kill-switch',
      state: 'acknowledged',
      detail: expect.stringContaining('8 orders cancelled'),
    });
  });

  it('joins a second firing to the same run, and freezes again what was released meanwhile', async () => {
    const first = killSwitch.fire(account());
    safeguards.change('p1', { frozenSinceMs: null });
    expect(killSwitch.fire(account()).id).toBe(first.id);
    expect(safeguards.of('p1').frozenSinceMs).not.toBeNull();
    const ended = await fire();
    expect((await fire()).id).not.toBe(ended.id);
  });

  it('continues with the others while a venue cannot be reached, names it, and clears it when it returns', async () => {
    exchange.down.set('futures-orders', outage);
    exchange.down.set('futures-stops', outage);
    const during = await fire(30_000);
    // who waits for word of every venue is not kept for as long as one is tried
    expect(await killSwitch.looked('p1')).toEqual(during);
    expect(row(during, 'spot-orders')).toMatchObject({ state: 'clear', gone: 2 });
    expect(row(during, 'futures-orders')).toMatchObject({ state: 'unreachable', found: null, reason: outage.message });
    expect(during.endedAtMs).toBeNull();
    // stops of futures can be cancelled without a list, and then their number is unknown
    expect(exchange.asked).toContain('futures-stops cancel all');
    expect(row(during, 'futures-stops')).toMatchObject({ isCounted: false });
    expect(row(during, 'spot-orders')).toMatchObject({ isCounted: true });
    exchange.down.clear();
    await test.time.pass(20_000);
    const after = killSwitch.lastRun('p1');
    expect(after?.rows.every(({ state }) => state === 'clear')).toBe(true);
    expect(after?.endedAtMs).not.toBeNull();
    expect(outcomeOf(after?.rows ?? [])).toMatch(/^At least \d orders cancelled: some were cancelled before/);
  });

  it('gives a venue up after ten minutes and reports it', async () => {
    exchange.down.set('futures-orders', outage);
    const run = await fire(11 * 60_000);
    expect(row(run, 'futures-orders')).toMatchObject({ state: 'unreachable' });
    expect(run.endedAtMs).not.toBeNull();
    expect(test.last()?.detail).toContain('futures orders could not be read');
  });

  it('waits for the reset that a 429 names, and not longer', async () => {
    const retryAtMs = test.time.nowMs() + 12_000;
    exchange.down.set('spot-orders', failure('rate-limited', 'The pool is empty.', { retryAtMs }));
    await fire(11_000);
    expect(exchange.asked.filter(step => step === 'spot-orders list')).toHaveLength(1);
    exchange.down.clear();
    await test.time.pass(3_000);
    expect(row(last(), 'spot-orders')).toMatchObject({ state: 'clear', gone: 2 });
  });

  it('cancels one by one what has no bulk cancel, and reports what the exchange keeps', async () => {
    exchange.deaf.add('futures-orders');
    const run = await fire(120_000);
    expect(exchange.asked).toContain('futures-orders cancel f1');
    expect(row(run, 'futures-orders')).toMatchObject({
      state: 'left',
      left: 1,
      gone: 0,
      reason: expect.stringContaining('still'),
    });
    expect(outcomeOf(run.rows)).toContain('1 futures orders are still open');
  });

  it('leaves the stops of the margin system and reports that they cannot be cancelled', async () => {
    exchange.orders.set('margin-stops', [{ id: 'locked', symbol: 'BTC-USDT', placedBy: 'margin-system' }]);
    const run = await fire();
    expect(row(run, 'margin-stops')).toMatchObject({
      state: 'left',
      left: 1,
      sent: 0,
      reason: expect.stringContaining('margin system'),
    });
    expect(exchange.asked).not.toContain('margin-stops cancel locked on margin');
  });

  it('cancels margin stops by their own endpoint, and the rest by the endpoint of the list', async () => {
    await fire();
    const cancels = () => exchange.asked.filter(step => step.startsWith('margin-stops cancel'));
    expect(cancels()).toEqual(['margin-stops cancel m1 on margin']);
    exchange.orders.set('margin-stops', [{ id: 'm2', symbol: 'BTC-USDT' }]);
    exchange.deaf.add('margin-stops');
    await fire();
    expect(cancels()).toContain('margin-stops cancel m2 on margin');
    expect(cancels().at(-1)).toBe('margin-stops cancel m2');
  });

  it('treats an exchange without margin as one without margin orders', async () => {
    exchange.down.set('cross-orders', failure('not-found', 'Url Not Found', { code: '404000' }));
    const run = await fire();
    expect(row(run, 'cross-orders')).toMatchObject({ state: 'clear', found: 0 });
  });

  it('cancels an order that was under way, because it reads until the action is certain', async () => {
    exchange.orders.clear();
    test.store.journal.append({ intent: open('place-order'), body: {} });
    killSwitch.fire(account());
    await test.time.pass(4_000);
    expect(killSwitch.lastRun('p1')?.endedAtMs).toBeNull();
    exchange.orders.set('spot-orders', [{ id: 'late', symbol: 'BTC-USDT' }]);
    await test.time.pass(1_000);
    test.store.journal.advance({ ...open('place-order'), state: 'found-done' });
    const run = await fire(5_000);
    expect(row(run, 'spot-orders')).toMatchObject({ state: 'clear', gone: 1 });
    expect(run.endedAtMs).not.toBeNull();
  });

  it('works when the journal cannot be written, and keeps its entry in memory (fault 12)', async () => {
    test.store.close();
    const run = await fire();
    expect(run.rows.every(({ state }) => state === 'clear')).toBe(true);
    expect(test.published.map(({ state }) => state)).toEqual(['sent', 'acknowledged']);
  });

  it('reports an unfinished earlier run with the open orders, and cancels nothing by itself', async () => {
    test.store.journal.append({ intent: open('kill-switch'), body: {} });
    killSwitch.resume(account());
    await test.time.pass(0);
    expect(test.notices.at(-1)).toContain('8 orders are active now');
    expect(test.openOnDisk()).toEqual([]);
    expect(exchange.asked.some(step => step.includes('cancel'))).toBe(false);
  });

  it('continues with the other venues after an exception in one', async () => {
    exchange = {
      ...exchange,
      client: {
        ...exchange.client,
        futures: { ...exchange.client.futures, allOrders: () => Promise.reject(new Error('bug')) },
      },
    };
    const run = await fire();
    expect(row(run, 'futures-orders')).toMatchObject({
      state: 'unreachable',
      reason: expect.stringContaining('internal error'),
    });
    expect(row(run, 'spot-orders')).toMatchObject({ state: 'clear', gone: 2 });
  });

  it('counts open orders, and reports when it cannot', async () => {
    expect(await killSwitch.count(account())).toBe(8);
    exchange.down.set('futures-orders', outage);
    expect(await killSwitch.count(account())).toBeNull();
  });
});
