import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KillRun, KillScope } from '#shared/domain/safety/kill-switch.ts';
import { fail } from '#shared/errors.ts';
import { createFakeSafeguards } from '../testing/fake-safety.ts';
import { createRestingExchange, fillExchange, type RestingExchange } from '../testing/resting-exchange.ts';
import { silent, startTestTrading } from '../testing/trading-fixture.ts';
import { createKillSwitch, type KillSwitch } from './kill-switch.ts';
import { factOf, outcomeOf } from './report-text.ts';

/** The kill switch that keeps protective stops, on an exchange that is played. */

const test = startTestTrading();
let exchange: RestingExchange;
let published: KillRun[];
let killSwitch: KillSwitch;
beforeEach(() => {
  exchange = createRestingExchange();
  fillExchange(exchange);
  exchange.orders.set('spot-stops', [
    { id: 't1', symbol: 'BTC-USDT', side: 'sell' },
    { id: 't2', symbol: 'BTC-USDT', side: 'buy' },
    { id: 't3', symbol: 'ETH-USDT', side: 'buy' },
  ]);
  const onFutures = { symbol: 'XBTUSDTM', venue: 'futures' } as const;
  exchange.orders.set('futures-stops', [
    { id: 'g1', ...onFutures, isReduceOnly: true },
    { id: 'g2', ...onFutures, isReduceOnly: false },
  ]);
  published = [];
  killSwitch = createKillSwitch({
    safeguards: createFakeSafeguards(),
    journal: test.store.journal,
    log: silent,
    nowMs: test.time.nowMs,
    publish: test.publish,
    publishRun: (_, run) => void published.push(run),
    notice: test.notice,
    wait: test.time.wait,
  });
});
afterEach(() => killSwitch.close());

const account = () => ({ profileId: 'p1', client: exchange.client });
const keeping = { isKeepingStops: true } as const;
const left = (scope: KillScope) => exchange.orders.get(scope)?.map(({ id }) => id);
const rowOf = (scope: KillScope) => killSwitch.lastRun('p1')?.rows.find(each => each.scope === scope);

it('kill switch keeps protective stops, cancels everything else, and counts both', async () => {
  killSwitch.fire(account(), keeping);
  await test.time.pass(60_000);
  expect([left('spot-stops'), left('futures-stops'), left('margin-stops')]).toEqual([['t1'], ['g1'], []]);
  expect(left('spot-orders')).toEqual([]);
  expect(rowOf('spot-stops')).toMatchObject({ state: 'clear', found: 2, gone: 2, left: 0, kept: 1 });
  expect(rowOf('futures-stops')).toMatchObject({ state: 'clear', found: 1, gone: 1, left: 0, kept: 1 });
  // neither all stops of the venue nor the pairs of a market with a kept stop
  expect(exchange.asked).not.toContain('futures-stops cancel all');
  expect(exchange.asked).not.toContain('spot-stops cancel oco BTC-USDT');
  expect(exchange.asked).toContain('spot-stops cancel oco ETH-USDT');
  const rows = killSwitch.lastRun('p1')?.rows ?? [];
  expect(outcomeOf(rows)).toMatch(/No other order is open\. 2 protective stops are kept\.$/);
  const one = rows.find(({ kept }) => kept > 0);
  if (one === undefined) throw new Error('nothing was kept');
  expect(outcomeOf([one])).toMatch(/1 protective stop is kept\.$/);
  expect(factOf(one).value).toMatch(/none open; 1 protective kept$/);
});

it('kill switch cancels no stop while the list of stops cannot be read', async () => {
  exchange.down.set('futures-stops', fail('unreachable', 'The futures host does not answer.').error);
  killSwitch.fire(account(), keeping);
  await test.time.pass(20_000);
  expect(exchange.asked).not.toContain('futures-stops cancel all');
  exchange.down.clear();
  await test.time.pass(60_000);
  expect(left('futures-stops')).toEqual(['g1']);
});

it('kill switch cancels kept stops when it is fired again without keeping them', async () => {
  exchange.deaf.add('spot-orders');
  const first = killSwitch.fire(account(), keeping);
  await test.time.pass(2_000);
  expect(killSwitch.fire(account(), keeping).id).toBe(first.id);
  const second = killSwitch.fire(account());
  expect(second.id).not.toBe(first.id);
  exchange.deaf.clear();
  const before = published.length;
  await test.time.pass(60_000);
  expect([left('spot-stops'), left('futures-stops'), left('spot-orders')]).toEqual([[], [], []]);
  // the run that was replaced says nothing any more, and both are settled
  expect(published.slice(before).every(({ id }) => id === second.id)).toBe(true);
  const open = test.store.journal.open('p1');
  expect(open.ok && open.value).toEqual([]);
});
