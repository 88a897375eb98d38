import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Decimal, multiply, roundToStep } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type LiveFixture, openAccountLive, until } from '../live/testing/live-fixture.ts';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { act, must, visible } from '../testing/must.ts';
import { type ActsRun, startActsRun, symbol } from './testing/acts-run.ts';

/**
 * Orders placed, clicked twice, cancelled and filled, while requests and answers are lost, late or doubled on the way and
 * Fathom dies in between: whatever the order of events, there is never more at the exchange than the journal has acts,
 * each act ends with what the exchange says, and the account's lists show what the exchange has. docs/faults.md §5.
 * `npm run model` does it a thousand times, with another seed each time.
 */

const runs = Number(process.env['FATHOM_MODEL_RUNS'] ?? 100);
const seed = Number(process.env['FATHOM_MODEL_SEED'] ?? 20_261_122);
vi.setConfig({ testTimeout: 5_000 + runs * 5_000, hookTimeout: 120_000 });

let exchange: ContractExchange;
let direct: ExchangeClient;
let live: LiveFixture;
let made = 0;

beforeAll(async () => {
  exchange = await startExchange('live');
  direct = exchange.client('trader');
  must(await direct.connect());
  live = await openAccountLive(exchange);
});
afterAll(async () => {
  live.close();
  await exchange.stop();
});

interface Step {
  readonly what: 'rest' | 'fill' | 'cancel' | 'die' | 'wait';
  readonly fault: Fault | null;
  readonly clicks: number;
  /** which of the orders a cancel is about */
  readonly which: number;
}

const faults = [
  'reset-before',
  'reset-after',
  'late',
  'late-and-lost',
  'twice',
  'status-after',
  'html-after',
  'truncated-after',
] as const;
const stepOf = fc.record({
  what: fc.constantFrom<Step['what']>('rest', 'rest', 'fill', 'cancel', 'cancel', 'die', 'wait'),
  fault: fc.option(fc.constantFrom<Fault>(...faults)),
  clicks: fc.integer({ min: 1, max: 2 }),
  which: fc.nat(5),
});

/** Far below the market, or well above it. */
async function priceFor(what: 'rest' | 'fill'): Promise<Decimal> {
  const { bids, asks } = must(await direct.reference.book({ symbol, depth: 20 }, visible));
  const best = what === 'rest' ? (bids[0]?.[0] ?? '0') : (asks[0]?.[0] ?? '0');
  return roundToStep(multiply(best, what === 'rest' ? '0.94' : '1.02'), '0.1', 'floor');
}

async function activeOf(prefix: string): Promise<readonly Order[]> {
  const active = must(await direct.spot.allOrders({ status: 'active', symbol }, act)).items;
  return active.filter(({ clientOid }) => clientOid?.startsWith(prefix) === true);
}

async function allOf(prefix: string, sinceMs: number): Promise<readonly Order[]> {
  const done = must(await direct.spot.allOrders({ status: 'done', symbol, startAtMs: sinceMs }, act)).items;
  const mine = done.filter(({ clientOid }) => clientOid?.startsWith(prefix) === true);
  return [...(await activeOf(prefix)), ...mine];
}

interface Story {
  readonly run: ActsRun;
  readonly proxy: FaultProxy;
  readonly prefix: string;
}

async function take({ run, proxy, prefix }: Story, step: Step): Promise<void> {
  const { what, fault, clicks, which } = step;
  if (what === 'die') return run.die();
  if (what === 'wait') return run.quiet();
  if (what === 'cancel') {
    const active = await activeOf(prefix);
    const target = active[which % Math.max(1, active.length)];
    if (target === undefined) return undefined;
    if (fault !== null) proxy.breakNext('DELETE', '/api/v1/hf/orders', fault);
    return run.cancel(target.id);
  }
  const price = await priceFor(what);
  if (fault !== null) proxy.breakNext('POST', '/api/v1/hf/orders', fault);
  made += 1;
  return run.place(`${made}`, { price, side: 'buy' }, clicks);
}

const exists: ReadonlySet<Intent['state']> = new Set(['acknowledged', 'found-done']);

/** Each act says of itself what the exchange says of it, and nothing is there that no act placed. */
function expectTruth(intents: readonly Intent[], orders: readonly Order[]): void {
  const marks = orders.map(({ clientOid }) => clientOid ?? '');
  const placed = intents.filter(({ kind }) => kind === 'place-order');
  expect(marks.toSorted()).toEqual([...new Set(marks)].toSorted());
  expect(orders.length).toBeLessThanOrEqual(placed.length);
  // nothing stands open, and what each says is so
  expect(intents.filter(({ state }) => ['new', 'sent', 'unknown'].includes(state))).toEqual([]);
  expect(marks.toSorted()).toEqual(
    placed
      .filter(({ state }) => exists.has(state))
      .map(({ key }) => key)
      .toSorted(),
  );
  const cancelled = intents.filter(({ kind, state }) => kind === 'cancel-order' && exists.has(state));
  const active = new Set(orders.filter(({ isActive }) => isActive).map(({ id }) => id));
  expect(cancelled.map(({ key }) => key).filter(id => active.has(id))).toEqual([]);
}

async function expectShown(prefix: string): Promise<void> {
  const active = await activeOf(prefix);
  await until(() => {
    const shown = live.published.page
      .rows('spot.orders')
      .filter((order: Order) => order.clientOid?.startsWith(prefix) === true)
      .map((order: Order) => order.id);
    expect(shown.toSorted()).toEqual(active.map(({ id }) => id).toSorted());
  });
}

/** One story from the first click to the quiet after it. */
async function tell(steps: readonly Step[]): Promise<void> {
  made += 1;
  const prefix = `m${made}x`;
  const sinceMs = Date.now() - 60_000;
  const proxy = await startFaultProxy(exchange.ready.spot);
  const connect = async () => {
    const client = exchange.client('trader', { spot: proxy.url });
    must(await client.connect());
    return client;
  };
  const run = await startActsRun({ connect, prefix });
  try {
    for (const step of steps) await take({ run, proxy, prefix }, step);
    await run.quiet();
    await proxy.settled();
    proxy.forget();
    expectTruth(run.intents(), await allOf(prefix, sinceMs));
    await expectShown(prefix);
    expect(run.auditProblem()).toBeNull();
  } finally {
    run.close();
    await proxy.stop();
    for (const { id } of await activeOf(prefix)) await direct.spot.cancel({ orderId: id, symbol }, act);
  }
}

const tellAll = async (all: readonly (readonly Step[])[]) => void (await Promise.all(all.map(tell)));
const story = fc.array(stepOf, { minLength: 1, maxLength: 6 });
/** So many at a time, each with a journal and a way of its own: they mostly wait. */
const atATime = 5;

it(`1-14: effects at the exchange are never more than acts, and what is shown is what is there (${runs} runs)`, async () => {
  const stories = fc.array(story, { minLength: atATime, maxLength: atATime });
  await fc.assert(fc.asyncProperty(stories, tellAll), {
    numRuns: Math.ceil(runs / atATime),
    seed,
    endOnFailure: true,
  });
});
