import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { Intent } from '#shared/domain/account/intent.ts';
import type { FuturesOrderRequest, Order, SpotOrderRequest } from '#shared/domain/account/order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFakeClient, type FakeClientOptions } from '#client/testing/fake-client.ts';
import type { Log } from '#log/log.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { type ActionBudget, createActionBudget } from '#policy/action-budget.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import type { JournalEntry } from '#store/intent-journal.ts';
import { openStore, type Store } from '#store/store.ts';
import type { TradingAccount } from '../trading-action.ts';
import { createTrading, type Trading, type TradingOptions } from '../trading.ts';
import { createFakeTime, type FakeTime } from './fake-time.ts';

/** What the tests of trading share: answers of an exchange, the things that are traded, and a program that can die. */

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** For tests of other things: whatever is asked fits. */
export const freeBudget: ActionBudget = { take: () => succeed(null), sentLately: () => [] };
/** For tests of other things: the policy lets everything pass, and counts nothing. */
export const freePolicy: TradingOptions['policy'] = {
  check: () =>
    Promise.resolve(succeed({ pass: () => succeed([]), recheck: () => null, confirmedAtMs: null, release: () => {} })),
};
export const acceptAll = () => null;
export const refuseNone = () => null;
export const noSafeguards: Pick<SafeguardList, 'of'> = {
  of: profileId => ({ profileId, frozenSinceMs: null, isDryRun: false, timedCancelS: null, isKept: true }),
};
const createTestTrading = (
  reported: Pick<TradingOptions, 'journal' | 'publish' | 'notice' | 'policy'>,
  { nowMs, wait }: FakeTime,
): Trading => {
  const budget = createActionBudget({ actionLimitsOf: () => defaultPolicy.acts, monotonicMs: nowMs, nowMs });
  const guards = { refuseWrite: refuseNone, validationError: acceptAll, safeguards: noSafeguards };
  return createTrading({ ...reported, ...guards, budget, log: silent, nowMs, wait });
};
export const lost = () => Promise.resolve(fail('outcome-unknown', 'The answer was lost.'));
export const absent = () => Promise.resolve(fail('not-found', 'order not exist', { code: '400100' }));
export const unsupported = () => Promise.resolve(fail('not-found', 'Url Not Found', { code: '404000' }));
export const unreachable = () => Promise.resolve(fail('unreachable', 'no line'));
export const answering =
  <T>(value: T) =>
  () =>
    Promise.resolve(succeed(value));
export const refuses =
  (...reason: Parameters<typeof fail>) =>
  () =>
    Promise.resolve(fail(...reason));
export const keep = (entry: JournalEntry) => succeed(entry.intent);
export const hangs = () => new Promise<never>(() => {});
export const throws = () => Promise.reject(new Error('bug'));
export const nothing = () => Promise.resolve(succeed({ items: [], isComplete: true }));

const symbol: SpotSymbol = {
  name: null,
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

export const request: SpotOrderRequest = {
  clientOid: 'oid-1',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '100.1',
  size: '0.5',
};

export const marked = (clientOid: string): SpotOrderRequest => ({ ...request, clientOid });

export function orderOf(wanted: SpotOrderRequest | FuturesOrderRequest, change: Partial<Order> = {}): Order {
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

export const position: Position = {
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

/** Counts what reaches the exchange, and keeps what may be traded. */
export function account(parts: FakeClientOptions = {}): TradingAccount & { readonly client: ExchangeClient } {
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
  const margin = {
    activeSymbols: unsupported,
    activeOrders: answering([]),
    doneOrders: answering({ items: [], lastId: null }),
    orderByClientOid: absent,
    ...parts.margin,
  };
  return { profileId: 'p1', client: createFakeClient({ ...parts, reference, spot, stops, futures, margin }) };
}

/** Calls each answer once, in order; the last one stays. */
export function inTurn<T = never>(...answers: (() => Promise<Result<T>>)[]) {
  const calls: unknown[] = [];
  const call = (input: unknown): Promise<Result<T>> => {
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push(input);
    return answer?.() ?? Promise.reject(new Error('no answer'));
  };
  return { call, calls };
}

export interface TradingFixture {
  readonly trading: Trading;
  readonly store: Store;
  readonly time: FakeTime;
  readonly published: readonly Intent[];
  readonly publish: (intent: Intent) => void;
  /** the messages to the user */
  readonly notices: readonly string[];
  readonly notice: (message: string) => void;
  readonly states: () => readonly Intent['state'][];
  readonly last: () => Intent | undefined;
  /** the states of what the journal holds as open */
  readonly openOnDisk: () => readonly Intent['state'][];
  /** The program dies and starts again: its journal stays, its memory does not. */
  readonly restart: (whileDead?: (dataDir: string) => void) => void;
}

function openTestStore(dataDir: string, nowMs: () => number, onNotice: (message: string) => void): Store {
  const opened = openStore({ dataDir, log: silent, nowMs, onNotice });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

const allFree = () => freePolicy;

/** Trading on a data folder of its own and a stopped clock, created for each test of the file. */
export function startTestTrading(policyOn: (store: Store) => TradingOptions['policy'] = allFree): TradingFixture {
  let dataDir = '';
  let store: Store;
  let time: FakeTime;
  let published: Intent[] = [];
  let notices: string[] = [];
  const notice = (message: string) => void notices.push(message);
  const publish = (intent: Intent) => void published.push(intent);
  let trading: Trading;

  const start = () => {
    notices = [];
    store = openTestStore(dataDir, time.nowMs, notice);
    published = [];
    trading = createTestTrading({ journal: store.journal, policy: policyOn(store), publish, notice }, time);
  };
  const stop = () => {
    trading.close();
    store.close();
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'fathom-trading-'));
    time = createFakeTime();
    start();
  });
  afterEach(() => {
    stop();
    removeFolder(dataDir);
  });

  return {
    get trading() {
      return trading;
    },
    get store() {
      return store;
    },
    get time() {
      return time;
    },
    get published() {
      return published;
    },
    get notices() {
      return notices;
    },
    publish,
    notice,
    states: () => published.map(intent => intent.state),
    last: () => published.at(-1),
    openOnDisk: () => {
      const read = store.journal.open('p1');
      return read.ok ? read.value.map(entry => entry.intent.state) : [];
    },
    restart: whileDead => {
      stop();
      whileDead?.(dataDir);
      start();
    },
  };
}
