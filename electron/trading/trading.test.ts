import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FuturesContract, Position } from '#shared/domain/futures.ts';
import type { SpotSymbol } from '#shared/domain/instrument.ts';
import type { Intent } from '#shared/domain/intent.ts';
import type { BatchOutcome, FuturesOrderRequest, Order, SpotOrderRequest } from '#shared/domain/order.ts';
import type { SpotStopRequest, StopOrder } from '#shared/domain/stop-order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Collected } from '#client/types.ts';
import type { Log } from '#log/log.ts';
import type { JournalEntry } from '#store/intent-journal.ts';
import { openStore, type Store } from '#store/store.ts';
import type { TradingDesk } from './act.ts';
import { createFakeClient, type FakeParts } from './fake-client.ts';
import { createFakeTime, type FakeTime } from './fake-time.ts';
import { waitQuietly } from './reconcile.ts';
import { createTrading, type Trading } from './trading.ts';

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const lost = () => Promise.resolve(fail('outcome-unknown', 'The answer was lost.'));
const absent = () => Promise.resolve(fail('not-found', 'order not exist', { code: '400100' }));
const unsupported = () => Promise.resolve(fail('not-found', 'Url Not Found', { code: '404000' }));
const unreachable = () => Promise.resolve(fail('unreachable', 'no line'));
const answering =
  <T>(value: T) =>
  () =>
    Promise.resolve(succeed(value));
const refuses =
  (...reason: Parameters<typeof fail>) =>
  () =>
    Promise.resolve(fail(...reason));
const keep = (entry: JournalEntry) => succeed(entry.intent);
const hangs = () => new Promise<never>(() => {});
const throws = () => Promise.reject(new Error('bug'));
const nothing = () => Promise.resolve(succeed({ items: [], isComplete: true }));

const symbol: SpotSymbol = {
  symbol: 'BTC-USDT',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  feeCurrency: 'USDT',
  priceIncrement: '0.1',
  baseIncrement: '0.00000001',
  quoteIncrement: '0.000001',
  baseMinSize: '0.00001',
  baseMaxSize: '1000',
  quoteMinSize: '0.1',
  minFunds: '0.1',
  priceLimitRate: '0.1',
  isMarginEnabled: true,
  isTradingEnabled: true,
};

const request: SpotOrderRequest = {
  clientOid: 'oid-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '100.1',
  size: '0.5',
};

const marked = (clientOid: string): SpotOrderRequest => ({ ...request, clientOid });

function orderOf(wanted: SpotOrderRequest | FuturesOrderRequest, change: Partial<Order> = {}): Order {
  return {
    venue: 'spot',
    id: `order-${wanted.clientOid}`,
    clientOid: wanted.clientOid,
    symbol: wanted.symbol,
    tradeType: 'spot',
    type: wanted.type,
    side: wanted.side,
    price: wanted.price ?? null,
    size: wanted.size ?? null,
    funds: null,
    filledSize: '0',
    filledFunds: '0',
    fee: null,
    feeCurrency: null,
    timeInForce: 'GTC',
    selfTradePrevention: null,
    cancelAfterS: null,
    isPostOnly: false,
    isHidden: false,
    isIceberg: false,
    visibleSize: null,
    leverage: null,
    isReduceOnly: false,
    stopPrice: null,
    remark: null,
    isActive: true,
    isCancelled: false,
    createdAtMs: 1,
    updatedAtMs: null,
    ...change,
  };
}

const position: Position = {
  id: 'pos-1',
  symbol: 'XBTUSDTM',
  settleCurrency: 'USDT',
  isOpen: true,
  marginMode: 'isolated',
  isInverse: false,
  quantity: '10',
  averageEntryPrice: '100',
  markPrice: '100',
  markValue: '1',
  liquidationPrice: '50',
  bankruptPrice: '49',
  realLeverage: '2',
  riskLimit: '100000',
  maintenanceMarginRate: '0.004',
  adlPercentile: '0.1',
  positionCost: '1',
  addedMargin: '3',
  initialMargin: '1',
  bankruptcyCost: '0',
  fundingPaid: '0',
  positionMargin: '4',
  maintenanceMargin: '0.1',
  marginWithPnl: '4',
  realisedPnl: '0',
  unrealisedPnl: '0',
  unrealisedPnlRatio: '0',
  returnOnEquity: '0',
  isAutoDeposit: false,
  openedAtMs: 5,
  asOfMs: 6,
};

const contract: FuturesContract = {
  symbol: 'XBTUSDTM',
  type: 'FFWCSX',
  status: 'Open',
  baseCurrency: 'XBT',
  quoteCurrency: 'USDT',
  settleCurrency: 'USDT',
  lotSize: '1',
  tickSize: '0.1',
  indexPriceTickSize: '0.01',
  multiplier: '0.001',
  maxOrderQty: '1000000',
  maxPrice: '1000000',
  initialMargin: '0.008',
  maintainMargin: '0.004',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0006',
  isInverse: false,
  isDeleverage: true,
  maxLeverage: 125,
  markPrice: '100',
  indexPrice: '100',
  lastTradePrice: '100',
  fundingFeeRate: '0',
  predictedFundingFeeRate: '0',
  nextFundingInMs: 1,
  openInterest: '1',
  expireAtMs: null,
};

let dataDir = '';
let store: Store;
let time: FakeTime;
let published: Intent[];
let trading: Trading;

function openStoreHere(): Store {
  const opened = openStore({ dataDir, log: silent, nowMs: () => time.nowMs() });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

function startTrading(): Trading {
  const { nowMs, wait } = time;
  return createTrading({ journal: store.journal, log: silent, nowMs, wait, publish: intent => published.push(intent) });
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-trading-'));
  time = createFakeTime();
  published = [];
  store = openStoreHere();
  trading = startTrading();
});
afterEach(() => {
  trading.close();
  store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Counts what reaches the exchange, and keeps what the desk may trade. */
function desk(parts: FakeParts = {}): TradingDesk & { readonly client: ExchangeClient } {
  const reference = {
    symbols: answering([symbol]),
    contract: answering(contract),
    ...parts.reference,
  };
  const spot = { allOrders: nothing, orderByClientOid: absent, ...parts.spot };
  const stops = { all: nothing, orderByClientOid: absent, ...parts.stops };
  const futures = {
    allOrders: nothing,
    allStops: nothing,
    orderByClientOid: absent,
    recentDoneOrders: answering([]),
    ...parts.futures,
  };
  return { profileId: 'p1', client: createFakeClient({ ...parts, reference, spot, stops, futures }) };
}

/** Calls each answer once, in order; the last one stays. */
function inTurn<T = never>(...answers: (() => Promise<Result<T>>)[]) {
  const calls: unknown[] = [];
  const call = (input: unknown): Promise<Result<T>> => {
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push(input);
    return answer?.() ?? Promise.reject(new Error('no answer'));
  };
  return { call, calls };
}

const states = () => published.map(intent => intent.state);
const last = () => published.at(-1);
const openOnDisk = () => {
  const read = store.journal.open('p1');
  return read.ok ? read.value.map(entry => entry.intent.state) : [];
};

describe('placing', () => {
  it('has the intent on disk before the first byte is sent, and its outcome after', async () => {
    const seen: string[][] = [];
    const place = () => {
      seen.push(openOnDisk());
      return Promise.resolve(succeed({ orderId: 'o1', clientOid: 'oid-1' }));
    };
    expect(await trading.placeOrder(desk({ spot: { place } }), request)).toEqual(
      succeed({ orderId: 'o1', clientOid: 'oid-1' }),
    );
    expect(seen).toEqual([['sent']]);
    expect(states()).toEqual(['new', 'sent', 'acknowledged']);
    expect(last()).toMatchObject({ key: 'oid-1', kind: 'place-order', summary: 'Buy 0.5 BTC-USDT at 100.1' });
    expect(openOnDisk()).toEqual([]);
  });

  it('sends nothing that breaks the rules, and journals nothing', async () => {
    const place = inTurn(lost);
    const wrong = await trading.placeOrder(desk({ spot: { place: place.call } }), { ...request, price: '100.15' });
    expect(wrong).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field: 'price', isOutcomeUnknown: false },
    });
    const unknown = await trading.placeOrder(desk({ spot: { place: place.call } }), { ...request, symbol: 'NO-PE' });
    expect(unknown).toMatchObject({ ok: false, error: { field: 'symbol' } });
    expect(place.calls).toEqual([]);
    expect(published).toEqual([]);
  });

  it('sends nothing when the symbol cannot be read', async () => {
    const place = inTurn(lost);
    const symbols = unreachable;
    const answer = await trading.placeOrder(desk({ spot: { place: place.call }, reference: { symbols } }), request);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(place.calls).toEqual([]);
  });

  it('case 1: accepted, answer lost: found by its mark, one POST, told at once and then truly', async () => {
    const place = inTurn(lost);
    const orderByClientOid = inTurn<Order>(absent, answering(orderOf(request)));
    const at = desk({ spot: { place: place.call, orderByClientOid: orderByClientOid.call } });
    expect(await trading.placeOrder(at, request)).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true },
    });
    expect(states()).toEqual(['new', 'sent', 'unknown']);
    await time.pass(499);
    expect(orderByClientOid.calls).toHaveLength(0);
    await time.pass(600);
    expect(last()).toMatchObject({ state: 'found-done', detail: 'Placed: the exchange has it as order-oid-1.' });
    expect(place.calls).toHaveLength(1);
    expect(time.waiting()).toBe(0);
    // a click that comes later gets the same answer, without a second POST
    expect(await trading.placeOrder(at, request)).toEqual(succeed({ orderId: 'order-oid-1', clientOid: 'oid-1' }));
    expect(place.calls).toHaveLength(1);
  });

  it('case 2: never read by the venue: two places say no after the window, and the same mark may be sent again', async () => {
    const place = inTurn(lost, answering({ orderId: 'o2', clientOid: 'oid-1' }));
    const lists = inTurn(nothing);
    const at = desk({ spot: { place: place.call, allOrders: lists.call } });
    await trading.placeOrder(at, request);
    await time.pass(10_499);
    expect(last()?.state).toBe('unknown');
    expect(lists.calls).toEqual([]);
    expect(await trading.placeOrder(at, request)).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    await time.pass(1);
    expect(last()).toMatchObject({ state: 'found-absent' });
    expect(last()?.detail).toContain('safe to send it again');
    expect(lists.calls).toHaveLength(2);
    expect(place.calls).toHaveLength(1);
    expect((await trading.placeOrder(at, request)).ok).toBe(true);
    expect(place.calls).toHaveLength(2);
  });

  it('case 3: the order appears 8 s later and is matched to its intent', async () => {
    const sentAtMs = time.nowMs();
    const orderByClientOid = () =>
      time.nowMs() - sentAtMs >= 8000 ? Promise.resolve(succeed(orderOf(request))) : absent();
    const place = inTurn(lost);
    await trading.placeOrder(desk({ spot: { place: place.call, orderByClientOid } }), request);
    await time.pass(8001);
    expect(last()?.state).toBe('found-done');
    expect(place.calls).toHaveLength(1);
  });

  it('case 3: found in a list when the look-up by mark does not know it', async () => {
    const place = inTurn(lost);
    const allOrders = inTurn<Collected<Order>>(nothing, () =>
      Promise.resolve(succeed({ items: [orderOf(request)], isComplete: true })),
    );
    await trading.placeOrder(desk({ spot: { place: place.call, allOrders: allOrders.call } }), request);
    await time.pass(10_500);
    expect(last()?.state).toBe('found-done');
  });

  it('gives no verdict on one place alone: an endpoint that is missing, a list cut short or a broken line', async () => {
    const cut = answering({ items: [], isComplete: false });
    const place = inTurn(lost);
    const lists = inTurn(cut, cut, unreachable, unreachable, nothing, nothing);
    const at = desk({ spot: { place: place.call, allOrders: lists.call, orderByClientOid: unsupported } });
    await trading.placeOrder(at, request);
    await time.pass(10_500);
    expect(last()?.state).toBe('unknown');
    await time.pass(5000);
    expect(last()?.state).toBe('unknown');
    await time.pass(10_000);
    expect(last()?.state).toBe('found-absent');
    expect(place.calls).toHaveLength(1);
  });

  it('case 6: a definite rejection is shown in the exchange’s words, and nothing is looked up', async () => {
    const lookUp = inTurn(absent);
    const place = refuses('exchange-rejected', 'Refused.', {
      code: '200004',
      exchangeMessage: 'Balance insufficient!',
    });
    const answer = await trading.placeOrder(desk({ spot: { place, orderByClientOid: lookUp.call } }), request);
    expect(answer).toMatchObject({ ok: false, error: { code: '200004', exchangeMessage: 'Balance insufficient!' } });
    await time.pass(60_000);
    expect(states()).toEqual(['new', 'sent', 'rejected']);
    expect(lookUp.calls).toEqual([]);
  });

  it.each(['102426', '126044', '300018'])(
    'case 7: duplicate mark (%s) means that it exists: fetched and adopted',
    async code => {
      const place = refuses('exchange-rejected', 'duplicate', { code });
      const orderByClientOid = answering(orderOf(request));
      const answer = await trading.placeOrder(desk({ spot: { place, orderByClientOid } }), request);
      expect(answer).toEqual(succeed({ orderId: 'order-oid-1', clientOid: 'oid-1' }));
      expect(last()?.state).toBe('acknowledged');
    },
  );

  it('case 7: a duplicate mark that belongs to another order stays a rejection', async () => {
    const place = refuses('exchange-rejected', 'duplicate', { code: '102426' });
    for (const change of [{ side: 'sell' }, { price: '99' }, { size: '7' }, { symbol: 'X-Y' }] as const) {
      const orderByClientOid = answering(orderOf(request, change));
      const answer = await trading.placeOrder(desk({ spot: { place, orderByClientOid } }), request);
      expect(answer).toMatchObject({ ok: false, error: { kind: 'exchange-rejected', code: '102426' } });
      expect(last()?.state).toBe('rejected');
    }
  });

  it('case 7: a duplicate that cannot be fetched now is looked up until it can', async () => {
    const place = refuses('exchange-rejected', 'duplicate', { code: '102426' });
    const look = inTurn<Order>(unreachable, answering(orderOf(request)));
    const answer = await trading.placeOrder(desk({ spot: { place, orderByClientOid: look.call } }), request);
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', isOutcomeUnknown: true, code: '102426' },
    });
    await time.pass(500);
    expect(last()?.state).toBe('found-done');
  });

  it('case 8: a double click is one intent and one POST, and both clicks get its answer', async () => {
    const place = inTurn(answering({ orderId: 'o1', clientOid: 'oid-1' }));
    const at = desk({ spot: { place: place.call } });
    const [first, second] = await Promise.all([
      trading.placeOrder(at, request),
      trading.placeOrder(at, { ...request }),
    ]);
    expect(first).toEqual(second);
    expect(await trading.placeOrder(at, request)).toEqual(first);
    expect(place.calls).toHaveLength(1);
    expect(states()).toEqual(['new', 'sent', 'acknowledged']);
  });

  it('case 8: the same mark for another order is refused, under way and after', async () => {
    const place = inTurn(answering({ orderId: 'o1', clientOid: 'oid-1' }));
    const at = desk({ spot: { place: place.call } });
    const first = trading.placeOrder(at, request);
    const other: SpotOrderRequest = { ...request, size: '0.6' };
    expect(await trading.placeOrder(at, other)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    await first;
    expect(await trading.placeOrder(at, other)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } });
    expect(place.calls).toHaveLength(1);
  });

  it('forgets the oldest of many finished acts, not the newest', async () => {
    const place = inTurn(answering({ orderId: 'o', clientOid: null }));
    const at = desk({ spot: { place: place.call } });
    const journal = { ...store.journal, append: keep, advance: (intent: Intent) => succeed(intent) };
    const { nowMs, wait } = time;
    const quick = createTrading({ journal, log: silent, nowMs, wait, publish: () => {} });
    for (let n = 0; n < 501; n += 1) await quick.placeOrder(at, { ...request, clientOid: `m${n}` });
    await quick.placeOrder(at, { ...request, clientOid: 'm500' });
    expect(place.calls).toHaveLength(501);
    await quick.placeOrder(at, { ...request, clientOid: 'm0' });
    expect(place.calls).toHaveLength(502);
  });

  it('case 12: a journal that cannot be written: refused before any send', async () => {
    const place = inTurn(lost);
    const journal = { ...store.journal, append: () => fail('storage', 'disk full') };
    const { nowMs, wait } = time;
    const full = createTrading({ journal, log: silent, nowMs, wait, publish: intent => published.push(intent) });
    const at = desk({ spot: { place: place.call } });
    expect(await full.placeOrder(at, request)).toMatchObject({
      ok: false,
      error: { kind: 'storage', isOutcomeUnknown: false },
    });
    expect(place.calls).toEqual([]);
    expect(published).toEqual([]);
    const half = createTrading({
      journal: { ...store.journal, advance: () => fail('storage', 'disk full') },
      log: silent,
      nowMs,
      wait,
      publish: intent => published.push(intent),
    });
    expect(await half.placeOrder(at, request)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(place.calls).toEqual([]);
    expect(last()?.state).toBe('rejected');
  });

  it('places stops, and finds a lost one among the stops or, fired, among the orders', async () => {
    const stop: SpotStopRequest = { ...request, stop: 'loss', stopPrice: '99.9' };
    const place = inTurn(lost, lost, answering({ orderId: 's3', clientOid: 'c' }));
    const stopOrder: StopOrder = {
      ...orderOf(request),
      stop: 'loss',
      stopPrice: '99.9',
      stopPriceType: null,
      status: 'new',
      placedBy: 'user',
    };
    const found = desk({ stops: { place: place.call, orderByClientOid: answering(stopOrder) } });
    await trading.placeStop(found, stop);
    await time.pass(500);
    expect(last()?.state).toBe('found-done');
    const fired = { ...stop, clientOid: 'oid-2' };
    const items = [orderOf(fired)];
    const allOrders = answering({ items, isComplete: true });
    await trading.placeStop(desk({ stops: { place: place.call }, spot: { allOrders } }), fired);
    await time.pass(10_500);
    expect(last()?.state).toBe('found-done');
    expect(await trading.placeStop(found, { ...stop, clientOid: 'c' })).toMatchObject({ ok: true });
    expect(await trading.placeStop(found, { ...stop, stopPrice: '99.95' })).toMatchObject({ ok: false });
    expect(
      await trading.placeStop(desk({ reference: { symbols: unreachable } }), { ...stop, clientOid: 'd' }),
    ).toMatchObject({ ok: false });
  });

  it('places futures orders, and looks a lost one up in three lists', async () => {
    const order: FuturesOrderRequest = {
      clientOid: 'f1',
      symbol: 'XBTUSDTM',
      side: 'sell',
      type: 'limit',
      price: '100',
      size: '1',
      leverage: '5',
      stop: 'up',
      stopPrice: '101',
      stopPriceType: 'MP',
    };
    const place = inTurn(lost, lost, lost);
    const lists = inTurn(nothing);
    const done = inTurn(answering([orderOf(order)]));
    const at = desk({
      futures: { place: place.call, allStops: lists.call, allOrders: lists.call, recentDoneOrders: done.call },
    });
    await trading.placeFuturesOrder(at, order);
    await time.pass(10_500);
    expect(last()?.state).toBe('found-done');
    expect(lists.calls).toHaveLength(2);
    const plain: FuturesOrderRequest = {
      clientOid: 'f2',
      symbol: 'XBTUSDTM',
      side: 'sell',
      type: 'market',
      size: '1',
      leverage: '5',
    };
    const doneFails = desk({ futures: { place: place.call, recentDoneOrders: unreachable } });
    await trading.placeFuturesOrder(doneFails, plain);
    await time.pass(10_500);
    expect(last()).toMatchObject({ state: 'unknown', summary: 'Sell 1 XBTUSDTM at market' });
    expect(await trading.placeFuturesOrder(at, { ...plain, clientOid: 'f3', size: '1.5' })).toMatchObject({
      ok: false,
      error: { field: 'size' },
    });
    const noContract = desk({ reference: { contract: unreachable } });
    expect(await trading.placeFuturesOrder(noContract, { ...plain, clientOid: 'f4' })).toMatchObject({ ok: false });
  });
});

/** The first program dies: its journal stays, its memory does not. */
function restart(): void {
  trading.close();
  store.close();
  published = [];
  store = openStoreHere();
  trading = startTrading();
}

describe('after a crash', () => {
  it('case 9: killed after the flush, before the send: looked up on start, found absent', async () => {
    // the program dies inside the send: nothing after that runs
    void trading.placeOrder(desk({ spot: { place: () => new Promise(() => {}) } }), request);
    await time.pass(0);
    expect(openOnDisk()).toEqual(['sent']);
    restart();
    const place = inTurn(lost);
    trading.resume(desk({ spot: { place: place.call } }));
    expect(last()?.state).toBe('unknown');
    await time.pass(10_500);
    expect(last()?.state).toBe('found-absent');
    expect(place.calls).toEqual([]);
    expect(openOnDisk()).toEqual([]);
  });

  it('case 10: killed after the send, before the answer: adopted on start', async () => {
    void trading.placeOrder(desk({ spot: { place: () => new Promise(() => {}) } }), request);
    await time.pass(0);
    restart();
    const at = desk({ spot: { orderByClientOid: answering(orderOf(request)) } });
    trading.resume(at);
    // opening the profile twice follows it once
    trading.resume(at);
    await time.pass(500);
    expect(states()).toEqual(['unknown', 'found-done']);
  });

  it('recovers every kind of act', async () => {
    const at = desk({
      spot: { place: hangs, placeBatch: hangs, cancel: hangs },
      stops: { place: hangs, cancel: hangs },
      futures: {
        place: hangs,
        cancel: hangs,
        depositMargin: hangs,
        positions: answering([position]),
      },
    });
    void trading.placeOrder(at, request);
    void trading.placeBatch(at, { mode: 'async', orders: [{ ...request, clientOid: 'b1' }] });
    void trading.placeStop(at, { ...request, clientOid: 's1', stop: 'entry', stopPrice: '101' });
    void trading.placeFuturesOrder(at, {
      clientOid: 'f1',
      symbol: 'XBTUSDTM',
      side: 'buy',
      type: 'market',
      size: '1',
      leverage: '2',
    });
    void trading.cancel(at, { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1', isStop: false });
    void trading.cancel(at, { venue: 'spot', symbol: 'BTC-USDT', orderId: 'vs1', isStop: true });
    void trading.cancel(at, { venue: 'futures', symbol: 'XBTUSDTM', orderId: 'o2', isStop: false });
    void trading.addMargin(at, { symbol: 'XBTUSDTM', amount: '1', bizNo: 'biz' });
    await time.pass(0);
    restart();
    expect(openOnDisk()).toHaveLength(8);
    const grown: Position = { ...position, addedMargin: '4' };
    trading.resume(
      desk({
        spot: {
          order: absent,
          orderByClientOid: input => Promise.resolve(succeed(orderOf({ ...request, clientOid: input.clientOid }))),
        },
        stops: { order: absent },
        futures: { order: absent, positions: answering([grown]) },
      }),
    );
    await time.pass(10_500);
    const fates = new Map(published.map(intent => [intent.key, intent.state]));
    expect(Object.fromEntries(fates)).toEqual({
      'oid-1': 'found-done',
      b1: 'found-done',
      s1: 'found-absent',
      f1: 'found-absent',
      o1: 'found-done',
      vs1: 'found-done',
      o2: 'found-done',
      biz: 'found-done',
    });
  });

  it('leaves an entry that makes no sense, and goes on with the others', async () => {
    const stray: Intent = {
      id: 'x',
      profileId: 'p1',
      kind: 'place-order',
      key: 'k',
      symbol: 's',
      summary: '',
      state: 'sent',
      detail: null,
      createdAtMs: 1,
      updatedAtMs: 1,
    };
    store.journal.append({ intent: stray, body: { nonsense: true } });
    store.journal.append({ intent: { ...stray, id: 'y', key: 'oid-1', createdAtMs: 2 }, body: request });
    trading.resume(desk());
    await time.pass(10_500);
    expect(last()).toMatchObject({ id: 'y', state: 'found-absent' });
    store.close();
    expect(() => trading.resume(desk())).not.toThrow();
    expect(trading.intents('p1').ok).toBe(false);
    store = openStoreHere();
  });

  it('hands what is open to the next client when the profile is closed and opened again', async () => {
    const place = inTurn(lost);
    const closed = refuses('closed', 'closed');
    const first = desk({ spot: { place: place.call, orderByClientOid: closed } });
    await trading.placeOrder(first, request);
    await time.pass(500);
    expect(last()?.state).toBe('unknown');
    expect(time.waiting()).toBe(0);
    trading.resume(desk({ spot: { orderByClientOid: answering(orderOf(request)) } }));
    await time.pass(500);
    expect(states()).toEqual(['new', 'sent', 'unknown', 'found-done']);
    expect(place.calls).toHaveLength(1);
  });

  it('lists what was done, newest first', async () => {
    const place = inTurn(answering({ orderId: 'o', clientOid: null }));
    const at = desk({ spot: { place: place.call } });
    await trading.placeOrder(at, request);
    await time.pass(5);
    await trading.placeOrder(at, { ...request, clientOid: 'oid-2' });
    const listed = trading.intents('p1');
    expect(listed.ok && listed.value.map(intent => intent.key)).toEqual(['oid-2', 'oid-1']);
  });

  it('drops an act whose look-up throws, without a lock that never opens', async () => {
    const place = inTurn(lost);
    const at = desk({ spot: { place: place.call, orderByClientOid: throws } });
    await trading.placeOrder(at, request);
    await time.pass(500);
    expect(openOnDisk()).toEqual(['unknown']);
    trading.resume(desk({ spot: { orderByClientOid: answering(orderOf(request)) } }));
    await time.pass(500);
    expect(last()?.state).toBe('found-done');
  });
});

const row = (clientOid: string, outcome: BatchOutcome['outcome']): BatchOutcome => ({
  clientOid,
  orderId: outcome === 'acknowledged' ? `order-${clientOid}` : null,
  outcome,
  failMessage: outcome === 'rejected' ? 'The order funds should more then 0.1 USDT.' : null,
  filledSize: null,
  remainingSize: null,
  cancelledSize: null,
});

describe('batches', () => {
  const orders = ['a', 'b', 'c', 'd', 'e'].map(clientOid => marked(clientOid));

  it('case 15: three placed, one rejected, one missing: each row by itself, the missing one looked up', async () => {
    const rows = [
      row('a', 'acknowledged'),
      row('b', 'acknowledged'),
      row('c', 'rejected'),
      row('d', 'acknowledged'),
      row('e', 'unknown'),
    ];
    const placeBatch = inTurn(answering(rows));
    const items = orders.filter(order => order.clientOid !== 'c').map(order => orderOf(order));
    const allOrders = answering({ items, isComplete: true });
    const at = desk({ spot: { placeBatch: placeBatch.call, allOrders } });
    expect(await trading.placeBatch(at, { mode: 'async', orders })).toEqual(succeed(rows));
    expect(last()).toMatchObject({ state: 'unknown', key: 'a' });
    await time.pass(10_500);
    expect(last()).toMatchObject({ state: 'found-done' });
    expect(last()?.detail).toContain('4 of 5 were placed');
    expect(placeBatch.calls).toHaveLength(1);
  });

  it('case 16: the whole answer lost: all unknown, none rejected; then the truth of each', async () => {
    const answer = await trading.placeBatch(desk({ spot: { placeBatchSync: lost } }), { mode: 'sync', orders });
    expect(answer.ok && answer.value.map(outcome => outcome.outcome)).toEqual(Array(5).fill('unknown'));
    await time.pass(10_500);
    expect(last()).toMatchObject({ state: 'found-absent' });
    expect(last()?.detail).toContain('None was placed');
  });

  it('is acknowledged when every row is certain, and waits while a list cannot be read', async () => {
    const placeBatch = inTurn(answering([row('a', 'acknowledged')]), lost);
    const at = desk({ spot: { placeBatch: placeBatch.call, allOrders: unreachable } });
    await trading.placeBatch(at, { mode: 'async', orders: orders.slice(0, 1) });
    expect(last()?.state).toBe('acknowledged');
    await trading.placeBatch(at, { mode: 'async', orders: orders.slice(1) });
    await time.pass(10_500);
    expect(last()?.state).toBe('unknown');
    expect(
      await trading.placeBatch(at, { mode: 'async', orders: [{ ...request, clientOid: 'f' }, ...orders] }),
    ).toMatchObject({
      ok: false,
      error: { field: 'orders' },
    });
    expect(await trading.placeBatch(at, { mode: 'async', orders: [] })).toMatchObject({ ok: false });
  });

  it('shortens the words of a long batch', async () => {
    const long = Array.from({ length: 20 }, (_, n) => marked(`long-${n}`));
    await trading.placeBatch(desk({ spot: { placeBatchSync: lost } }), { mode: 'sync', orders: long });
    expect(last()?.summary.length).toBeLessThanOrEqual(401);
    expect(last()?.summary).toMatch(/^20 orders: .*…$/);
  });
});

describe('cancelling', () => {
  const cancel = { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o1', isStop: false } as const;
  const requested = answering({ orderIds: ['o1'] });

  it.each([
    [cancel, 'cancel-order', 'spot'],
    [{ ...cancel, venue: 'futures' }, 'cancel-futures-order', 'futures'],
    [{ ...cancel, isStop: true }, 'cancel-stop', 'stops'],
    [{ ...cancel, venue: 'futures', isStop: true }, 'cancel-stop', 'futures'],
  ] as const)('asks the right place: %o', async (what, kind, part) => {
    const call = inTurn(requested);
    const answer = await trading.cancel(desk({ [part]: { cancel: call.call } }), what);
    expect(answer).toEqual(succeed({ orderId: 'o1', outcome: 'requested' }));
    expect(last()).toMatchObject({ kind, state: 'acknowledged', key: 'o1' });
    expect(call.calls).toHaveLength(1);
  });

  it('case 13: "not cancelable": the order is fetched and its fill shown, never "cancelled" by assumption', async () => {
    const filled = orderOf(request, { isActive: false, filledSize: '0.5' });
    const order = answering(filled);
    const answer = await trading.cancel(desk({ spot: { cancel: absent, order } }), cancel);
    expect(answer).toEqual(succeed({ orderId: 'o1', outcome: 'already-done' }));
    expect(last()).toMatchObject({ state: 'acknowledged', detail: 'The order was filled (0.5).' });
  });

  it.each<[Partial<Order>, string]>([
    [{ isCancelled: true }, 'The order was cancelled.'],
    [{ isCancelled: true, filledSize: '0.2' }, 'The order was cancelled after 0.2 had been filled.'],
  ])('case 13: tells how it ended: %o', async (change, detail) => {
    const order = answering(orderOf(request, { isActive: false, ...change }));
    await trading.cancel(desk({ spot: { cancel: absent, order } }), cancel);
    expect(last()?.detail).toBe(detail);
  });

  it('case 13: refused while the order is still active: the refusal stands', async () => {
    const order = answering(orderOf(request));
    const answer = await trading.cancel(desk({ spot: { cancel: absent, order } }), cancel);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    expect(last()?.state).toBe('rejected');
  });

  it('case 13: an order that nobody knows is over, and no more is said', async () => {
    const answer = await trading.cancel(desk({ spot: { cancel: absent, order: absent } }), cancel);
    expect(answer).toEqual(succeed({ orderId: 'o1', outcome: 'already-done' }));
    expect(last()?.detail).toContain('the lists tell whether it was filled');
  });

  it('case 14: a cancel whose answer was lost stays open until the order tells', async () => {
    const order = inTurn<Order>(
      answering(orderOf(request)),
      answering(orderOf(request, { isActive: false, isCancelled: true })),
    );
    const answer = await trading.cancel(desk({ spot: { cancel: lost, order: order.call } }), cancel);
    expect(answer).toMatchObject({ ok: false, error: { isOutcomeUnknown: true } });
    await time.pass(500);
    expect(last()?.state).toBe('unknown');
    await time.pass(500);
    expect(last()).toMatchObject({ state: 'found-done', detail: 'The order was cancelled.' });
  });

  it('case 14: still active after the window: not cancelled, and it may be cancelled again at any time', async () => {
    const sent = inTurn(lost, lost, requested);
    const order = answering(orderOf(request));
    const at = desk({ spot: { cancel: sent.call, order } });
    await trading.cancel(at, cancel);
    await trading.cancel(at, cancel);
    expect(sent.calls).toHaveLength(2);
    await time.pass(10_500);
    expect(last()).toMatchObject({ state: 'found-absent' });
    expect(new Set(published.map(intent => intent.id)).size).toBe(1);
    expect(await trading.cancel(at, cancel)).toMatchObject({ ok: true });
  });

  it('case 14: asks the list when the order cannot be asked for, and waits when neither answers', async () => {
    const items = [orderOf(request, { id: 'o1' })];
    const listed = desk({
      spot: {
        cancel: absent,
        order: unsupported,
        allOrders: answering({ items, isComplete: true }),
      },
    });
    expect(await trading.cancel(listed, cancel)).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    const dark = desk({ spot: { cancel: absent, order: unsupported, allOrders: unreachable } });
    expect(await trading.cancel(dark, { ...cancel, orderId: 'o2' })).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
    const darker = desk({ spot: { cancel: absent, order: unreachable } });
    expect(await trading.cancel(darker, { ...cancel, orderId: 'o3' })).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown' },
    });
  });

  it('knows a stop that waits, one that has fired and one that is gone, on both venues', async () => {
    const stop: StopOrder = {
      ...orderOf(request),
      stop: 'loss',
      stopPrice: '99',
      stopPriceType: null,
      status: 'new',
      placedBy: 'user',
    };
    const of = (status: StopOrder['status']) =>
      desk({ stops: { cancel: absent, order: answering({ ...stop, status }) } });
    expect(await trading.cancel(of('new'), { ...cancel, isStop: true })).toMatchObject({ ok: false });
    expect(await trading.cancel(of('triggered'), { ...cancel, isStop: true })).toMatchObject({
      ok: true,
      value: { outcome: 'already-done' },
    });
    const futures = desk({ futures: { cancel: absent, order: absent } });
    for (const isStop of [true, false]) {
      expect(await trading.cancel(futures, { ...cancel, venue: 'futures', isStop })).toMatchObject({ ok: true });
    }
  });
});

const grown: Position = { ...position, addedMargin: '5' };
const at = (positions: readonly (readonly Position[])[], deposit: () => Promise<Result<Position>>) => {
  const read = inTurn(...positions.map(list => answering(list)));
  const sent = inTurn(deposit);
  return { desk: desk({ futures: { positions: read.call, depositMargin: sent.call } }), read, sent };
};

describe('adding margin', () => {
  const wish = { symbol: 'XBTUSDTM', amount: '2', bizNo: 'biz-1' } as const;

  it('answers with the new position', async () => {
    const { desk: here, sent } = at([[position]], answering(grown));
    expect(await trading.addMargin(here, wish)).toEqual(succeed(grown));
    expect(sent.calls).toEqual([wish]);
    expect(last()).toMatchObject({ state: 'acknowledged', key: 'biz-1', summary: 'Add 2 USDT margin to XBTUSDTM' });
  });

  it('sends nothing without an open isolated position, or when it cannot be read', async () => {
    const { desk: none, sent } = at([[]], lost);
    expect(await trading.addMargin(none, wish)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request', field: 'symbol' },
    });
    expect(await trading.addMargin(desk({ futures: { positions: unreachable } }), wish)).toMatchObject({
      ok: false,
      error: { kind: 'unreachable' },
    });
    expect(sent.calls).toEqual([]);
    expect(published).toEqual([]);
  });

  it('case 17: times out, is applied later: seen by the margin, once; another transfer is locked out meanwhile', async () => {
    const { desk: here, sent } = at([[position], [position], [position], [grown]], lost);
    expect(await trading.addMargin(here, wish)).toMatchObject({ ok: false, error: { isOutcomeUnknown: true } });
    expect(await trading.addMargin(here, { ...wish, bizNo: 'biz-2' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    });
    await time.pass(500);
    expect(last()?.state).toBe('unknown');
    await time.pass(500);
    expect(last()).toMatchObject({ state: 'found-done', detail: 'Added: the margin has grown by 2.' });
    expect(sent.calls).toHaveLength(1);
    expect(await trading.addMargin(here, { ...wish, bizNo: 'biz-3' })).toMatchObject({
      ok: false,
      error: { isOutcomeUnknown: true },
    });
    expect(sent.calls).toHaveLength(2);
  });

  it('case 17: the lock is on one position and one profile', async () => {
    const other = { ...position, symbol: 'ETHUSDTM', id: 'pos-2' };
    const { desk: here, sent } = at([[position, other]], lost);
    await trading.addMargin(here, wish);
    await trading.addMargin(here, { ...wish, symbol: 'ETHUSDTM', bizNo: 'biz-2' });
    await trading.addMargin({ ...here, profileId: 'p2' }, { ...wish, bizNo: 'biz-3' });
    expect(sent.calls).toHaveLength(3);
  });

  it('case 17: not applied: two readings after the window', async () => {
    const { desk: here, read } = at([[position]], lost);
    await trading.addMargin(here, wish);
    await time.pass(10_500);
    expect(last()).toMatchObject({ state: 'found-absent' });
    expect(read.calls.length).toBeGreaterThanOrEqual(8);
  });

  it('case 17: another amount, another position or none keeps it open', async () => {
    const answers: Position[][] = [
      [{ ...position, addedMargin: '4' }],
      [{ ...grown, openedAtMs: 9 }],
      [{ ...grown, id: 'pos-9' }],
      [],
    ];
    for (const now of answers) {
      const bizNo = `biz-${published.length}`;
      const { desk: here } = at([[position], now], lost);
      const mine = { ...here, profileId: bizNo };
      await trading.addMargin(mine, { ...wish, bizNo });
      await time.pass(20_000);
      expect(published.findLast(intent => intent.key === bizNo)?.state).toBe('unknown');
    }
  });

  it('case 18: the user repeats it with the same bizNo: sent again as the same intent, applied once', async () => {
    const sends = inTurn<Position>(lost, answering(grown));
    const read = inTurn(answering([position]));
    const here = desk({ futures: { positions: read.call, depositMargin: sends.call } });
    await trading.addMargin(here, wish);
    expect(await trading.addMargin(here, wish)).toEqual(succeed(grown));
    expect(sends.calls).toEqual([wish, wish]);
    expect(new Set(published.map(intent => intent.id)).size).toBe(1);
    expect(last()?.state).toBe('acknowledged');
    await time.pass(60_000);
    expect(last()?.state).toBe('acknowledged');
    expect(await trading.addMargin(here, { ...wish, amount: '3' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-request' },
    });
  });

  it('case 18: a refusal of the repetition says nothing of the first: the margin decides', async () => {
    const refusal = refuses('exchange-rejected', 'bizNo repeated', { code: '100001' });
    const applied = inTurn<Position>(lost, refusal);
    const here = desk({
      futures: {
        positions: inTurn(answering([position]), answering([grown])).call,
        depositMargin: applied.call,
      },
    });
    await trading.addMargin(here, wish);
    expect(await trading.addMargin(here, wish)).toEqual(succeed(grown));
    const open = inTurn<Position>(lost, refusal);
    const there = {
      ...desk({ futures: { positions: answering([position]), depositMargin: open.call } }),
      profileId: 'p2',
    };
    await trading.addMargin(there, wish);
    expect(await trading.addMargin(there, wish)).toMatchObject({ ok: false, error: { kind: 'outcome-unknown' } });
    await time.pass(10_500);
    expect(last()?.state).toBe('found-absent');
  });

  it('case 18: a repetition that the journal cannot take leaves the first being looked up', async () => {
    let isFull = false;
    const { nowMs, wait } = time;
    const journal = {
      ...store.journal,
      advance: (intent: Intent) => (isFull ? fail('storage', 'full') : store.journal.advance(intent)),
    };
    const mine = createTrading({ journal, log: silent, nowMs, wait, publish: intent => published.push(intent) });
    const { desk: here, sent } = at([[position]], lost);
    await mine.addMargin(here, wish);
    isFull = true;
    expect(await mine.addMargin(here, wish)).toMatchObject({ ok: false, error: { kind: 'storage' } });
    expect(sent.calls).toHaveLength(1);
    isFull = false;
    await time.pass(10_500);
    expect(last()?.state).toBe('found-absent');
  });

  it('calls off the looking up on close, and keeps the act open on disk', async () => {
    const { desk: here } = at([[position]], lost);
    await trading.addMargin(here, wish);
    trading.close();
    await time.pass(0);
    expect(time.waiting()).toBe(0);
    expect(openOnDisk()).toEqual(['unknown']);
  });
});

describe('the quiet wait', () => {
  it('ends when its time is up, at once when it is called off, and leaves no listener', async () => {
    const controller = new AbortController();
    await waitQuietlyNow(controller.signal);
    const waiting = waitQuietly(3_600_000, controller.signal);
    controller.abort();
    await waiting;
    await waitQuietly(3_600_000, controller.signal);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

/** The timer alone would let the process end, so something else keeps it up. */
async function waitQuietlyNow(signal: AbortSignal): Promise<void> {
  const keepUp = setInterval(() => {}, 1000);
  await waitQuietly(1, signal);
  clearInterval(keepUp);
}
