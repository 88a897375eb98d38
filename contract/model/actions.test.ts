import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { absolute, add, type Decimal, multiply, normalise, roundToStep, subtract } from '#shared/decimal.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type LiveFixture, openAccountLive, until } from '../live/testing/live-fixture.ts';
import { type ContractExchange, startExchange } from '../testing/exchange.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts';
import { action, must, visible } from '../testing/must.ts';
import { type ActionsRun, contract, currency, startActionsRun, symbol } from './testing/actions-run.ts';
import { unhurried } from './testing/unhurried.ts';
import {
  type StoryChange,
  type Effects,
  type MovedMargin,
  expectLoans,
  expectMargin,
  expectTruth,
} from './testing/expect-truth.ts';

/**
 * Orders placed one by one, in batches, as stops, pairs, on a contract and on margin, clicked twice, changed, cancelled
 * and filled, money moved between wallets, margin into positions and out of them, and loans taken and paid back, while
 * requests and answers are lost, late or doubled on the way and Fathom dies in between: whatever the order of events,
 * there is never more at the exchange than the journal has actions, each action ends with what the exchange says, and
 * the account's lists show what the exchange has. docs/faults.md §5. `npm run model`: 1000 runs, a new seed each.
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
  readonly what:
    | 'rest'
    | 'fill'
    | 'batch'
    | 'stop'
    | 'contract'
    | 'pair'
    | 'margin'
    | 'transfer'
    | 'deposit'
    | 'withdraw'
    | 'borrow'
    | 'repay'
    | 'change'
    | 'cancel'
    | 'die'
    | 'wait';
  readonly fault: Fault | null;
  readonly clicks: number;
  /** the order that a change or a cancel is for, how a batch is sent, and the direction of a transfer */
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
  what: fc.constantFrom<Step['what']>(
    ...([
      'rest',
      'rest',
      'fill',
      'batch',
      'stop',
      'contract',
      'pair',
      'margin',
      'transfer',
      'deposit',
      'deposit',
      'withdraw',
      'withdraw',
      'borrow',
      'repay',
      'change',
      'change',
      'cancel',
      'cancel',
      'die',
      'wait',
    ] as const),
  ),
  fault: fc.option(fc.constantFrom<Fault>(...faults)),
  clicks: fc.integer({ min: 1, max: 2 }),
  which: fc.nat(5),
});

/** Far below the market, also of the contract on the same coin, or well above it. */
async function priceFor(what: Step['what']): Promise<Decimal> {
  const { bids, asks } = must(await direct.reference.book({ symbol, depth: 20 }, visible));
  const best = what === 'fill' ? (asks[0]?.[0] ?? '0') : (bids[0]?.[0] ?? '0');
  return roundToStep(multiply(best, what === 'fill' ? '1.02' : '0.94'), '0.1', 'floor');
}

async function activeOf(prefix: string): Promise<readonly Order[]> {
  const active = (await unhurried(() => direct.spot.allOrders({ status: 'active', symbol }, action))).items;
  return active.filter(({ clientOid }) => clientOid?.startsWith(prefix) === true);
}

/** Each transfer of the model has an amount of its own, because the ledger has no client id. */
const amounts = new Map<Decimal, string>();

/** Every transfer is from or to the main wallet, so its ledger contains all of them. */
async function transfersOf(prefix: string, sinceMs: number): Promise<readonly string[]> {
  const query = { currency, startAtMs: sinceMs, page: 1, pageSize: 500 };
  const { items } = await unhurried(() => direct.wallet.ledger(query, action));
  expect(items.length).toBeLessThan(query.pageSize);
  return items.flatMap(({ accountType, amount }) => {
    const mark = accountType === 'MAIN' ? amounts.get(normalise(absolute(amount))) : undefined;
    return mark?.startsWith(`${prefix}-`) === true ? [mark] : [];
  });
}

/** The own margin of a position: what was added, and what it began with. */
async function ownMargin(of: string): Promise<Decimal> {
  const position = (await unhurried(() => direct.futures.positions({}, action))).find(each => each.symbol === of);
  if (position === undefined) throw new Error(`the position ${of} has gone`);
  return add(position.addedMargin ?? '0', position.initialMargin ?? '0');
}

async function effectsOf(prefix: string, sinceMs: number): Promise<Effects> {
  const isMine = ({ clientOid }: { readonly clientOid: string | null }) => clientOid?.startsWith(prefix) === true;
  const done = (await unhurried(() => direct.spot.allOrders({ status: 'done', symbol, startAtMs: sinceMs }, action)))
    .items;
  const futures = (await unhurried(() => direct.futures.allOrders({ status: 'active', symbol: contract }, action)))
    .items;
  const stops = (await unhurried(() => direct.stops.all({ symbol }, action))).items;
  const pairs = (await unhurried(() => direct.oco.allOrders({ symbol, startAtMs: sinceMs }, action))).items;
  const margin = await unhurried(() => direct.margin.activeOrders({ symbol, tradeType: 'cross' }, action));
  return {
    pairs: pairs.filter(pair => isMine(pair) && pair.status === 'new'),
    margin: margin.filter(isMine),
    spot: [...(await activeOf(prefix)), ...done.filter(isMine)],
    futures: futures.filter(isMine),
    stops: stops.filter(isMine),
    transfers: await transfersOf(prefix, sinceMs),
  };
}

interface Story {
  readonly run: ActionsRun;
  readonly spot: FaultProxy;
  readonly futures: FaultProxy;
  readonly prefix: string;
  readonly changes: StoryChange[];
  /** null: other stories have all positions that can be moved margin of */
  readonly position: string | null;
  readonly moved: Map<string, Decimal>;
  readonly loan: (typeof loans)[number] | null;
}

const paths = {
  rest: '/api/v1/hf/orders',
  fill: '/api/v1/hf/orders',
  batch: '/api/v1/hf/orders/multi',
  stop: '/api/v1/stop-order',
  contract: '/api/v1/orders',
  pair: '/api/v3/oco/order',
  margin: '/api/v3/hf/margin/order',
};

/** One of the orders that rest, if any does. */
async function restingOne({ prefix }: Story, which: number): Promise<Order | undefined> {
  const active = await activeOf(prefix);
  return active[which % Math.max(1, active.length)];
}

async function take(story: Story, step: Step): Promise<void> {
  const { run } = story;
  const { what } = step;
  if (what === 'die') return run.die();
  if (what === 'wait') return run.quiet();
  if (what === 'cancel') return takeAway(story, step);
  if (what === 'change') return change(story, step);
  if (what === 'deposit' || what === 'withdraw') return moveMargin(story, step, what);
  if (what === 'borrow' || what === 'repay') return changeLoan(story, step, what);
  return what === 'transfer' ? move(story, step) : put(story, step, what);
}

const marginPaths = { deposit: '/api/v1/position/margin/deposit-margin', withdraw: '/api/v1/margin/withdrawMargin' };

/** Each story uses another position: margin that others add could not be distinguished from its own. */
async function moveMargin(story: Story, { fault, clicks }: Step, what: keyof typeof marginPaths): Promise<void> {
  const { run, futures, position, prefix, moved } = story;
  if (position === null) return;
  // what is taken out bears no mark: the exchange itself would do it twice
  if (fault !== null && (what === 'deposit' || fault !== 'twice')) futures.breakNext('POST', marginPaths[what], fault);
  made += 1;
  // always the same: deposits and withdrawals may cancel out
  const amount = '0.00002' as const;
  moved.set(`${prefix}-${made}`, amount);
  const asked = { mark: `${made}`, amount, position, clicks };
  return what === 'deposit' ? run.addMargin(asked) : run.withdrawMargin(asked);
}

async function takeAway(story: Story, { fault, which }: Step): Promise<void> {
  const target = await restingOne(story, which);
  if (target === undefined) return undefined;
  if (fault !== null) story.spot.breakNext('DELETE', '/api/v1/hf/orders', fault);
  return story.run.cancel(target.id);
}

async function change(story: Story, { fault, clicks, which }: Step): Promise<void> {
  const target = await restingOne(story, which);
  if (target?.price === undefined || target.price === null) return undefined;
  if (fault !== null) story.spot.breakNext('POST', '/api/v1/hf/orders/alter', fault);
  made += 1;
  story.changes.push({ mark: `${story.prefix}-${made}`, ofId: target.id });
  return story.run.amend(target, { mark: `${made}`, price: subtract(target.price, '0.1'), clicks });
}

async function move({ run, spot, prefix }: Story, { fault, clicks, which }: Step): Promise<void> {
  if (fault !== null) spot.breakNext('POST', '/api/v3/accounts/universal-transfer', fault);
  made += 1;
  const amount = normalise(multiply(`${made * 10 + 1}`, '0.00000001'));
  amounts.set(amount, `${prefix}-${made}`);
  return run.transfer({ mark: `${made}`, amount, from: which % 2 === 0 ? 'main' : 'trade', clicks });
}

async function changeLoan(
  { run, spot, loan }: Story,
  { fault, clicks }: Step,
  kind: 'borrow' | 'repay',
): Promise<void> {
  if (loan === null) return;
  // it bears no mark either
  if (fault !== null && fault !== 'twice') spot.breakNext('POST', `/api/v3/margin/${kind}`, fault);
  made += 1;
  return run.changeLoan({ mark: `${made}`, kind, clicks, ...loan });
}

/** The numbers of all loans of late, by their kind. */
async function loansOf(of: string, sinceMs: number) {
  const read = async (kind: 'borrow' | 'repay') => {
    const query = { kind, currency: of, startAtMs: sinceMs, page: 1, pageSize: 500 };
    const { items } = await unhurried(() => direct.margin.loans(query, action));
    return items
      .filter(({ status, symbol: pair }) => status === 'success' && pair === null)
      .map(({ orderNo }) => orderNo);
  };
  return { borrow: await read('borrow'), repay: await read('repay') };
}

async function put(story: Story, { fault, clicks, which }: Step, what: keyof typeof paths): Promise<void> {
  const { run, spot, futures } = story;
  const price = await priceFor(what);
  if (fault !== null) (what === 'contract' ? futures : spot).breakNext('POST', paths[what], fault);
  made += 1;
  const click = { mark: `${made}`, price, clicks };
  if (what === 'batch') return run.placeBatch(click, which % 2 === 0 ? 'sync' : 'async');
  if (what === 'stop') return run.placeStop(click);
  if (what === 'pair') return run.placePair(click);
  if (what === 'margin') return run.placeMargin(click);
  return what === 'contract' ? run.placeFutures(click) : run.place(click);
}

const shownLists = ['spot.orders', 'spot.stops', 'futures.orders', 'margin.orders'] as const;

/** The figures of a row beside its id. */
interface OrderRow {
  readonly id: string;
  readonly clientOid: string | null;
  readonly price: Decimal | null;
  readonly size: Decimal | null;
  readonly filledSize?: Decimal | null;
}

function formatRow({ id, price, size, filledSize = '0' }: OrderRow): string {
  const figures = [price, size, filledSize].map(each =>
    each === null ? '' : roundToStep(each, '0.00000001', 'floor'),
  );
  return `${id} ${figures.join(' ')}`;
}

async function expectShown(prefix: string, sinceMs: number): Promise<void> {
  const { spot, futures, stops, margin } = await effectsOf(prefix, sinceMs);
  const there = [...spot.filter(({ isActive }) => isActive), ...futures, ...stops, ...margin].map(formatRow).toSorted();
  await until(() => {
    const rows = shownLists.flatMap((list): readonly OrderRow[] => live.published.page.rows(list));
    const shown = rows.filter(({ clientOid }) => clientOid?.startsWith(prefix) === true);
    expect(shown.map(formatRow).toSorted()).toEqual(there);
  });
}

async function tidyUp(prefix: string, sinceMs: number): Promise<void> {
  const { spot, futures, stops, pairs, margin } = await effectsOf(prefix, sinceMs);
  for (const { id, isActive } of spot) if (isActive) await direct.spot.cancel({ orderId: id, symbol }, action);
  for (const { id } of futures) await direct.futures.cancel({ orderId: id }, action);
  for (const { id } of stops) await direct.stops.cancel({ orderId: id }, action);
  for (const { orderId } of pairs) await direct.oco.cancel({ orderId }, action);
  for (const { id } of margin) await direct.margin.cancel({ orderId: id, symbol }, action);
}

/** Of each story another, for the same reason as positions. */
const loans = [
  { currency: 'USDT', size: '10' },
  { currency: 'BTC', size: '0.001' },
  { currency: 'ETH', size: '0.01' },
] as const;

/** Isolated, and far enough from their liquidation to outlive all stories. */
const positions = ['XBTUSDTM', 'ETHUSDTM', 'XBTUSDM'];

type Expectation = (intents: readonly Intent[]) => Promise<void>;
const nothing: Expectation = () => Promise.resolve();

async function watchMargin(position: string | null, moved: MovedMargin): Promise<Expectation> {
  if (position === null) return nothing;
  const before = await ownMargin(position);
  return async intents => expectMargin(intents, subtract(await ownMargin(position), before), moved);
}

async function watchLoans(loan: Story['loan'], sinceMs: number): Promise<Expectation> {
  if (loan === null) return nothing;
  const old = await loansOf(loan.currency, sinceMs);
  return async intents => {
    const now = await loansOf(loan.currency, sinceMs);
    const countNew = (kind: 'borrow' | 'repay') => now[kind].filter(number => !old[kind].includes(number)).length;
    expectLoans(intents, { borrow: countNew('borrow'), repay: countNew('repay') });
  };
}

/** One story from the first click to the quiet after it. */
async function runSteps(steps: readonly Step[], index: number): Promise<void> {
  made += 1;
  const prefix = `m${made}x`;
  const sinceMs = Date.now() - 60_000;
  const [spot, futures] = await Promise.all([exchange.ready.spot, exchange.ready.futures].map(startFaultProxy));
  if (spot === undefined || futures === undefined) throw new Error('two venues are two ways');
  const connect = async () => {
    const client = exchange.client('treasurer', { spot: spot.url, futures: futures.url });
    // a busy machine may answer too late
    await vi.waitFor(async () => must(await client.connect()), { timeout: 60_000 });
    return client;
  };
  const run = await startActionsRun({ connect, prefix });
  const changes: StoryChange[] = [];
  const position = positions[index] ?? null;
  const moved = new Map<string, Decimal>();
  const loan = loans[index] ?? null;
  const expectations = [await watchMargin(position, moved), await watchLoans(loan, sinceMs)];
  try {
    // else most changes and cancels would find nothing to be about
    await run.place({ mark: 'first', price: await priceFor('rest'), clicks: 1 });
    await run.quiet();
    for (const step of steps) await take({ run, spot, futures, prefix, changes, position, moved, loan }, step);
    await run.quiet();
    await Promise.all([spot.settled(), futures.settled()]);
    for (const proxy of [spot, futures]) proxy.forget();
    expectTruth(run.intents(), await effectsOf(prefix, sinceMs), changes);
    for (const expectRight of expectations) await expectRight(run.intents());
    await expectShown(prefix, sinceMs);
    expect(run.auditProblem()).toBeNull();
  } finally {
    run.close();
    await Promise.all([spot.stop(), futures.stop()]);
    await tidyUp(prefix, sinceMs);
  }
}

const runAllSteps = async (all: readonly (readonly Step[])[]) => void (await Promise.all(all.map(runSteps)));
const story = fc.array(stepOf, { minLength: 2, maxLength: 7, size: 'max' });
/** So many at a time, each with a journal and a way of its own: they mostly wait. */
const atATime = 5;

it(`effects at the exchange never exceed the actions, and the screen shows them (${runs} runs) (faults 1, 14)`, async () => {
  const stories = fc.array(story, { minLength: atATime, maxLength: atATime });
  await fc.assert(fc.asyncProperty(stories, runAllSteps), {
    numRuns: Math.ceil(runs / atATime),
    seed,
    endOnFailure: true,
  });
});
