import type { Decimal } from '#shared/decimal.ts';
import { accept, type BookView, type Level, refuse, type Rejection } from '#practice/kernel/kernel.ts';
import type { SpotFill, SpotOrder, SpotOrderFilter, SpotPair, SpotPlacement, SpotStop, SpotVenue } from '../types.ts';

/** A spot venue that matches nothing and answers what the test has put in. */
export interface FakeSpot {
  readonly venue: SpotVenue;
  readonly orders: SpotOrder[];
  readonly stops: SpotStop[];
  readonly fills: SpotFill[];
  /** what reached the engine, in order */
  readonly placements: SpotPlacement[];
  /** answers for the next placements or cancellations; empty means "accepted" */
  readonly rejections: Rejection[];
}

const bitcoin: SpotPair = {
  symbol: 'BTC-USDT',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  feeCurrency: 'USDT',
  priceIncrement: '0.1',
  baseIncrement: '0.00000001',
  quoteIncrement: '0.000001',
  baseMinSize: '0.00001',
  baseMaxSize: '10000000000',
  quoteMinSize: '0.1',
  quoteMaxSize: '99999999',
  minFunds: '0.1',
  priceLimitRate: '0.1',
  isMarginEnabled: true,
  market: 'USDS',
  feeCategory: 1,
  makerFeeRate: '0.001',
  takerFeeRate: '0.0015',
};
const ether: SpotPair = { ...bitcoin, symbol: 'ETH-USDT', baseCurrency: 'ETH', market: 'ALTS' };

const lastPrices: Readonly<Record<string, Decimal>> = { 'BTC-USDT': '62500', 'ETH-USDT': '2500' };

export function sampleOrder(change: Partial<SpotOrder> = {}): SpotOrder {
  return {
    id: '674a9a872033a50007e2790d',
    accountId: 'master',
    placement: { symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '50000', size: '0.00001' },
    origin: null,
    dealSize: '0',
    dealFunds: '0',
    fee: '0',
    feeCurrency: 'USDT',
    remainSize: '0.00001',
    cancelledSize: '0',
    cancelledFunds: '0',
    isActive: true,
    isInOrderBook: true,
    cancelExist: false,
    createdAtMs: 0,
    createdAtNs: 0n,
    updatedAtMs: 0,
    endedAtMs: null,
    ...change,
  };
}

export function sampleStop(change: Partial<SpotStop> = {}): SpotStop {
  return {
    id: 'vs93gptvr9t2fsql003l8k5p',
    accountId: 'master',
    placement: {
      symbol: 'BTC-USDT',
      side: 'buy',
      type: 'limit',
      price: '50000',
      size: '0.00001',
      stopPrice: '60000',
      clientOid: 'stop-1',
    },
    stop: 'loss',
    status: 'NEW',
    tradeSource: 'USER',
    takerFeeRate: '0.001',
    makerFeeRate: '0.001',
    createdAtMs: 1_740_626_554_884,
    createdAtNs: 1_740_626_554_883_000_024n,
    triggeredAtMs: null,
    triggerError: null,
    ...change,
  };
}

function isWithin(timeMs: number, filter: SpotOrderFilter): boolean {
  return timeMs >= (filter.startAtMs ?? 0) && timeMs <= (filter.endAtMs ?? Number.MAX_SAFE_INTEGER);
}

function isWanted(placement: SpotPlacement, filter: SpotOrderFilter): boolean {
  return (
    (filter.symbol ?? placement.symbol) === placement.symbol &&
    (filter.side ?? placement.side) === placement.side &&
    (filter.tradeType ?? 'TRADE') === (placement.tradeType ?? 'TRADE')
  );
}

type FakeSpotState = Omit<FakeSpot, 'venue'> & { readonly nowMs: () => number };

const pairs: readonly SpotPair[] = [bitcoin, ether];

function replace<T extends { readonly id: string }>(list: T[], next: T): T {
  const index = list.findIndex(item => item.id === next.id);
  list[index] = next;
  return next;
}

function orderPart(
  state: FakeSpotState,
): Pick<SpotVenue, 'place' | 'cancel' | 'order' | 'orderByClientOid' | 'orders'> {
  const own = (accountId: string) => state.orders.filter(order => order.accountId === accountId);
  return {
    place(accountId, placement) {
      state.placements.push(placement);
      const rejection = state.rejections.shift();
      if (rejection !== undefined) return rejection;
      const createdAtMs = state.nowMs();
      const id = `order-${state.placements.length}`;
      const order = sampleOrder({ id, accountId, placement, createdAtMs, updatedAtMs: createdAtMs });
      state.orders.unshift(order);
      return accept(order);
    },
    cancel(accountId, orderId) {
      const order = own(accountId).find(item => item.id === orderId && item.isActive);
      if (order === undefined) return refuse('order-unknown', 'gone');
      return accept(replace(state.orders, { ...order, isActive: false, cancelExist: true, endedAtMs: state.nowMs() }));
    },
    order: (accountId, id) => own(accountId).find(item => item.id === id) ?? null,
    orderByClientOid: (accountId, oid) => own(accountId).find(item => item.placement.clientOid === oid) ?? null,
    orders: (accountId, wanted, filter) =>
      own(accountId).filter(
        item =>
          item.isActive === (wanted === 'active') &&
          isWanted(item.placement, filter) &&
          isWithin(item.createdAtMs, filter),
      ),
  };
}

function stopPart(
  state: FakeSpotState,
): Pick<SpotVenue, 'placeStop' | 'cancelStop' | 'stop' | 'stopByClientOid' | 'stops'> {
  const own = (accountId: string) => state.stops.filter(stop => stop.accountId === accountId);
  return {
    placeStop(accountId, placement) {
      state.placements.push(placement);
      const rejection = state.rejections.shift();
      if (rejection !== undefined) return rejection;
      const id = `vs-${state.placements.length}`;
      const stop = sampleStop({ id, accountId, placement, stop: placement.stop ?? 'loss' });
      state.stops.unshift(stop);
      return accept(stop);
    },
    cancelStop(accountId, stopOrderId) {
      const stop = own(accountId).find(item => item.id === stopOrderId);
      if (stop === undefined || stop.status !== 'NEW') return refuse('order-unknown', 'gone');
      return accept(replace(state.stops, { ...stop, status: 'CANCELLED' }));
    },
    stop: (accountId, id) => own(accountId).find(item => item.id === id) ?? null,
    stopByClientOid: (accountId, oid) => own(accountId).find(item => item.placement.clientOid === oid) ?? null,
    stops: (accountId, filter) =>
      own(accountId).filter(
        item =>
          item.status === 'NEW' &&
          isWanted(item.placement, filter) &&
          isWithin(item.createdAtMs, filter) &&
          (filter.orderIds ?? [item.id]).includes(item.id),
      ),
  };
}

function bookOf(symbol: string, depth: number, timeMs: number): BookView | null {
  if (!pairs.some(pair => pair.symbol === symbol)) return null;
  const levels = (sign: 1 | -1): readonly Level[] =>
    Array.from({ length: depth }, (_, index) => [`${62_500 + sign * (index + 1)}`, '0.5']);
  return { sequence: 14_610_502_970n, timeMs, bids: levels(-1), asks: levels(1) };
}

/** `nowMs` stamps what is placed. */
export function createFakeSpot(nowMs: () => number): FakeSpot {
  const state: FakeSpotState = { orders: [], stops: [], fills: [], placements: [], rejections: [], nowMs };
  const venue: SpotVenue = {
    ...orderPart(state),
    ...stopPart(state),
    pairs,
    pair: symbol => pairs.find(pair => pair.symbol === symbol) ?? null,
    cancelPart: () => refuse('order-unknown', 'gone'),
    alter: () => refuse('order-unknown', 'gone'),
    placeOco: () => refuse('order-unknown', 'gone'),
    ocos: () => [],
    setTimedCancel: () => null,
    timedCancel: () => null,
    test: () => accept(null),
    costOf: (_, { symbol, side }) => accept({ currency: symbol.split('-')[side === 'buy' ? 1 : 0] ?? '', amount: '0' }),
    fills: (accountId, sinceMs) =>
      state.fills.filter(fill => fill.accountId === accountId && fill.createdAtMs >= sinceMs),
    book: (symbol, depth) => bookOf(symbol, depth, nowMs()),
    prints: () => [],
    lastPrice: symbol => lastPrices[symbol] ?? null,
    expire: () => undefined,
    recordTrade: () => true,
    fillOnUse: () => undefined,
    onEvent: () => () => undefined,
    onOrderEnded: () => () => undefined,
  };
  return { ...state, venue };
}
