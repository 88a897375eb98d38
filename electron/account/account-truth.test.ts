import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, compare, type Decimal, multiply } from '#shared/decimal.ts';
import { AccountListName } from '#shared/domain/account/list-name.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import type { OrderChange } from '#client/feed/messages/orders.ts';
import type { MessageOf, Topic } from '#client/feed/topics.ts';
import { createFakeFeed } from '#client/testing/fake-feed.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createAccount } from './account.ts';
import type { ListWatch } from './account-list.ts';
import { createFakePage } from './testing/fake-page.ts';
import {
  balance,
  balanceChange,
  change,
  crossAccount,
  fill,
  position,
  rest,
  stopChange,
  stopOrder,
} from './testing/records.ts';

/**
 * A small exchange that publishes its actions by frames that may be late, lost, repeated or out of order, answers REST
 * with its state at some moment after the request, or not at all, and a page that messages do not always reach.
 * Afterwards the page shows the exchange's state.
 */

const price: Decimal = '100';
const orderTopic = { venue: 'spot', kind: 'orders' } as const;
const stopTopic = { venue: 'spot', kind: 'stopOrders' } as const;
const balanceTopic = { venue: 'spot', kind: 'balances' } as const;
const positionTopic = { venue: 'futures', kind: 'positions' } as const;
const topics: readonly Topic[] = [
  orderTopic,
  stopTopic,
  balanceTopic,
  positionTopic,
  { venue: 'futures', kind: 'orders' },
  { venue: 'futures', kind: 'stopOrders' },
  { venue: 'futures', kind: 'balances' },
  { venue: 'spot', kind: 'marginPosition' },
];

/** Margin orders: their frames equal all others, and only REST identifies them. */
const tradeTypes: Readonly<Record<string, Order['tradeType']>> = { c: 'cross', d: 'isolated' };

type Send = <T extends Topic>(topic: T, message: MessageOf<T>) => void;

/** The state of the exchange. Each action passes its frames to `send`. */
function createTruth(nowMs: () => number, send: Send) {
  const orders = new Map<string, Order>();
  const fills: Fill[] = [];
  const stops = new Map<string, StopOrder>();
  let held: Position | null = null;
  let total = 100;
  let trades = 0;
  let clockMs = 0;
  /** the exchange's clock always advances between two events */
  const tick = (): number => {
    clockMs = Math.max(clockMs + 1, nowMs());
    return clockMs;
  };
  const say = (order: Order, more: Partial<OrderChange>): void =>
    send(orderTopic, {
      ...change,
      orderId: order.id,
      filledSize: order.filledSize,
      size: order.size,
      price: order.price,
      timeMs: order.updatedAtMs ?? 0,
      ...more,
    });
  const put = (order: Order): Order => {
    orders.set(order.id, order);
    return order;
  };
  const active = (n: number): Order | undefined => {
    const open = [...orders.values()].filter(({ isActive }) => isActive);
    return open[n % Math.max(open.length, 1)];
  };
  return {
    orders,
    fills,
    stops,
    position: () => held,
    total: () => total,
    place: (id: string) => {
      if (orders.has(id)) return;
      const tradeType = tradeTypes[id] ?? 'spot';
      const figures = { price, size: '4', filledSize: '0', filledFunds: '0' } as const;
      const order = put({ ...rest, ...figures, id, tradeType, updatedAtMs: tick() });
      say(order, { event: 'open', status: 'open' });
    },
    match: (n: number) => {
      const order = active(n);
      if (order === undefined) return;
      trades += 1;
      const filledSize = add(order.filledSize ?? '0', '1');
      const isDone = compare(filledSize, '4') === 0;
      const timeMs = tick();
      const next = put({
        ...order,
        filledSize,
        filledFunds: multiply(filledSize, price),
        isActive: !isDone,
        updatedAtMs: timeMs,
      });
      const tradeId = `t${trades}`;
      const of = { orderId: order.id, tradeType: order.tradeType };
      fills.unshift({ ...fill, ...of, tradeId, size: '1', funds: price, createdAtMs: timeMs });
      say(next, { event: 'match', status: 'match', match: { tradeId, price, size: '1', liquidity: 'maker' } });
      if (isDone) say(next, { event: 'filled', status: 'done' });
    },
    cancel: (n: number) => {
      const order = active(n);
      if (order === undefined) return;
      const next = put({ ...order, isActive: false, isCancelled: true, updatedAtMs: tick() });
      say(next, { event: 'cancelled', status: 'done' });
    },
    placeStop: (id: string) => {
      if (stops.has(id)) return;
      stops.set(id, { ...stopOrder, id });
      send(stopTopic, { ...stopChange, orderId: id, timeMs: tick() });
    },
    fireStop: (id: string) => {
      const stop = stops.get(id);
      if (stop === undefined || stop.status !== 'new') return;
      stops.set(id, { ...stop, status: 'triggered' });
      send(stopTopic, { ...stopChange, orderId: id, event: 'triggered', hasTriggered: true, timeMs: tick() });
    },
    book: (amount: number) => {
      total += amount;
      send(balanceTopic, { ...balanceChange, total: `${total}`, available: `${total}`, held: '0', timeMs: tick() });
    },
    open: (id: string) => {
      if (held !== null) return;
      const { id: _id, ...row } = { ...position, asOfMs: tick() };
      held = { ...row, id };
      send(positionTopic, { kind: 'full', symbol: row.symbol, reason: 'positionChange', position: row });
    },
    mark: (n: number) => {
      if (held === null) return;
      held = { ...held, markPrice: `${n}`, asOfMs: tick() };
      const { symbol, asOfMs } = held;
      send(positionTopic, { kind: 'sparse', symbol, patch: { markPrice: `${n}` }, asOfMs });
    },
    shut: () => {
      if (held === null) return;
      const { id: _id, ...row } = { ...held, isOpen: false, asOfMs: tick() };
      held = null;
      send(positionTopic, { kind: 'full', symbol: row.symbol, reason: 'positionChange', position: row });
    },
    /** as the exchange would answer now */
    answers: () => ({
      orders: [...orders.values()].filter(({ isActive }) => isActive),
      stops: [...stops.values()].filter(({ status }) => status === 'new'),
      fills: [...fills],
      listed: (status: 'active' | 'done', tradeType: Order['tradeType']) =>
        [...orders.values()].filter(order => order.tradeType === tradeType && order.isActive === (status === 'active')),
      positions: held === null ? [] : [{ ...held, asOfMs: tick() }],
      balances: [{ ...balance, total: `${total}` as const, available: `${total}` as const, held: '0' as const }],
    }),
  };
}

type Truth = ReturnType<typeof createTruth>;
type Answers = ReturnType<Truth['answers']>;

/** What fails on the way: how late an answer is and of which moment, whether it comes, and the same of frames. */
interface Weather {
  delayMs: number;
  /** how long before the answer its picture was taken */
  ageMs: number;
  isDown: boolean;
  isCut: boolean;
  frameDelayMs: number;
  isDoubled: boolean;
}

const calm: Omit<Weather, 'isCut'> = { delayMs: 5, ageMs: 0, isDown: false, frameDelayMs: 0, isDoubled: false };

const none = () => Promise.resolve(succeed({ items: [], isComplete: true }));
const findSpot = (found: Order | undefined): Result<Order> => find(found?.tradeType === 'spot' ? found : undefined);
const findOnMargin = (found: Order | undefined): Result<Order> => find(found?.tradeType === 'spot' ? undefined : found);
const find = <T>(found: T | undefined): Result<T> =>
  found === undefined ? fail('not-found', 'no such thing') : succeed(found);

function build() {
  const clock = createFakeClock(3_600_000);
  const fake = createFakeFeed();
  const weather: Weather = { ...calm, isCut: false };
  let connection = 0;
  const send: Send = (topic, message) => {
    if (weather.isCut) return;
    const { isDoubled, frameDelayMs } = weather;
    const mine = connection;
    // messages under way when the connection was cut never arrive
    const arrive = (): void => {
      if (mine === connection) fake.publish(topic, message);
    };
    clock.after(frameDelayMs, arrive);
    if (isDoubled) clock.after(frameDelayMs + 50, arrive);
  };
  const truth = createTruth(clock.nowMs, send);
  const wait = (ms: number) => new Promise<void>(resolve => void clock.after(ms, resolve));
  const answer = async <T>(pick: (answers: Answers) => Result<T>): Promise<Result<T>> => {
    const { delayMs, ageMs, isDown } = weather;
    await wait(delayMs - Math.min(ageMs, delayMs));
    const picked = pick(truth.answers());
    await wait(Math.min(ageMs, delayMs));
    return isDown ? fail('exchange-failed', 'down') : picked;
  };
  const client = createFakeClient({
    spot: {
      allOrders: ({ status, tradeType = 'spot' }) =>
        answer(({ listed }) => succeed({ items: listed(status, tradeType), isComplete: true })),
      order: ({ orderId }) => answer(() => findSpot(truth.orders.get(orderId))),
      recentFills: () => answer(({ fills }) => succeed(fills.filter(({ tradeType }) => tradeType !== 'isolated'))),
    },
    stops: {
      all: () => answer(({ stops }) => succeed({ items: stops, isComplete: true })),
      order: ({ orderId }) => answer(() => find(truth.stops.get(orderId))),
    },
    futures: {
      allOrders: none,
      allStops: none,
      recentFills: () => Promise.resolve(succeed([])),
      positions: () => answer(({ positions }) => succeed(positions)),
    },
    margin: {
      activeSymbols: ({ tradeType }) =>
        answer(({ orders }) => succeed(orders.some(order => order.tradeType === tradeType) ? [rest.symbol] : [])),
      activeOrders: ({ tradeType }) =>
        answer(({ orders }) => succeed(orders.filter(order => order.tradeType === tradeType))),
      order: ({ orderId }) => answer(() => findOnMargin(truth.orders.get(orderId))),
      allFills: ({ tradeType }) =>
        answer(({ fills }) => succeed({ items: fills.filter(row => row.tradeType === tradeType), missing: [] })),
      crossAccount: () => Promise.resolve(succeed(crossAccount)),
      isolatedAccounts: () => Promise.resolve(fail('not-found', 'Url Not Found', { code: '404000' })),
    },
    accounts: { balances: () => answer(({ balances }) => succeed(balances)) },
    reference: { contracts: () => Promise.resolve(succeed([])) },
  });
  let watches: ListWatch[] = [];
  const page = createFakePage(() => {
    for (const watch of watches) watch.refresh();
  });
  const { log } = createNotes();
  const published = { offer: page.offer, notice: () => undefined, interrupted: () => undefined };
  const account = createAccount({ profileId: 'p', client, feed: fake.feed, clock, log, ...published });
  const show = (): void => {
    for (const watch of watches) watch.close();
    watches = AccountListName.options.map(list => account.watch(list, 'panel', new Set([mainWindowId])));
  };
  const all = (state: 'live' | 'syncing'): void => {
    for (const topic of topics) fake.state(topic, state);
  };
  const cut = (): void => {
    weather.isCut = true;
    connection += 1;
    all('syncing');
  };
  const join = (): void => {
    weather.isCut = false;
    connection += 1;
    all('live');
    for (const topic of topics) fake.reset(topic);
  };
  return { clock, weather, truth, page, account, show, all, cut, join };
}

type Built = ReturnType<typeof build>;

const id = fc.constantFrom('a', 'b', 'c', 'd');
const n = fc.nat(5);
const published =
  (action: (truth: Built['truth']) => void) =>
  ({ truth }: Built) =>
    action(truth);
const step: fc.Arbitrary<(built: Built) => void> = fc.oneof(
  id.map(name => published(truth => truth.place(name))),
  n.map(which => published(truth => truth.match(which))),
  n.map(which => published(truth => truth.match(which))),
  n.map(which => published(truth => truth.cancel(which))),
  id.map(name => published(truth => truth.placeStop(name))),
  id.map(name => published(truth => truth.fireStop(name))),
  n.map(amount => published(truth => truth.book(amount + 1))),
  id.map(name => published(truth => truth.open(name))),
  n.map(markPrice => published(truth => truth.mark(markPrice + 1))),
  fc.constant(({ truth }: Built) => truth.shut()),
  fc.constant(({ cut }: Built) => cut()),
  fc.constant(({ join }: Built) => join()),
  fc.boolean().map(
    isLost =>
      ({ page }: Built) =>
        page.lose(isLost),
  ),
  fc.constant(({ show }: Built) => show()),
  fc.constantFrom(...AccountListName.options).map(
    list =>
      ({ account }: Built) =>
        account.refresh(list),
  ),
  fc
    .record({
      delayMs: fc.constantFrom(5, 300, 2_500),
      ageMs: fc.constantFrom(0, 250, 1_500),
      isDown: fc.boolean(),
      frameDelayMs: fc.constantFrom(0, 20, 400),
      isDoubled: fc.boolean(),
    })
    .map(
      next =>
        ({ weather }: Built) =>
          void Object.assign(weather, next),
    ),
);

const byId = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.id.localeCompare(b.id));

/**
 * An order on isolated margin is filled while REST is down: its frame does not name the account, which cannot be
 * requested.
 */
const filledWhileDown: [(built: Built) => void, number][] = [
  // the first reading of all lists is over
  [() => undefined, 700],
  [({ weather }) => void Object.assign(weather, { ...calm, isDown: true }), 0],
  [({ truth }) => truth.place('d'), 0],
  [({ truth }) => truth.match(0), 0],
];

/** On a busy machine a run takes longer than other tests may. */
const patientMs = 240_000;

/** An order on cross margin is placed while REST is down, and the list of plain orders is read before it is found. */
const placedWhileDown: [(built: Built) => void, number][] = [
  [({ account }) => account.refresh('margin.orders'), 100],
  [({ weather }) => void Object.assign(weather, { ...calm, isDown: true }), 0],
  [({ truth }) => truth.place('c'), 0],
  [({ account }) => account.refresh('spot.orders'), 3_000],
];

it(
  'account shows the exchange’s state at the end when frames arrive late, twice, out of order or never',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.constantFrom(0, 10, 100, 700, 3_000)), { maxLength: 60 }),
        async steps => {
          const built = build();
          const { clock, weather, truth, page, show, all, join } = built;
          show();
          all('live');
          for (const [action, ms] of steps) {
            action(built);
            await clock.pass(ms);
          }
          Object.assign(weather, calm);
          page.lose(false);
          // messages under way arrive, a lost connection is opened again, and the page requests; no check is awaited
          await clock.pass(3_000);
          if (weather.isCut) join();
          show();
          await clock.pass(22_000);
          const end = truth.answers();
          const shown = [...page.rows('spot.orders'), ...page.rows('margin.orders')];
          expect(page.rows('spot.orders').every(({ tradeType }) => tradeType === 'spot')).toBe(true);
          expect(byId(shown)).toMatchObject(byId(end.orders).map(({ updatedAtMs: _at, ...row }) => row));
          expect(byId(page.rows('spot.stops'))).toEqual(byId(end.stops));
          const fillRows = [...page.rows('spot.fills'), ...page.rows('margin.fills')];
          expect(page.rows('margin.fills').every(({ tradeType }) => tradeType === 'isolated')).toBe(true);
          expect(fillRows.toSorted(newestFirst)).toEqual(end.fills);
          expect(page.rows('positions').map(({ asOfMs: _at, ...row }) => row)).toEqual(
            end.positions.map(({ asOfMs: _at, ...row }) => row),
          );
          expect(page.rows('balances')).toEqual(end.balances);
          for (const list of AccountListName.options) expect(page.status(list)).toMatchObject({ feed: 'live' });
        },
      ),
      { numRuns: 300, examples: [[filledWhileDown], [placedWhileDown]] },
    );
  },
  patientMs,
);
