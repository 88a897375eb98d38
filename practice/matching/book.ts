import type { Side } from '../kernel/kernel.ts';
import {
  bestPrice,
  type BookSide,
  createBookSide,
  dropLevel,
  enter,
  isEmpty,
  isWithin,
  leave,
  levelAt,
  type RestingOrder,
  shrink,
  visibleLevels,
} from './book-side.ts';
import { canFillWhole } from './fill-or-kill.ts';
import { demandOf, matchOrder, type Taking } from './taking.ts';
import type { IncomingOrder, LevelChange, MatchReport, OrderBook } from './types.ts';

interface BookState {
  sequence: bigint;
  readonly buy: BookSide;
  readonly sell: BookSide;
  /** every order on the book, with its side */
  readonly resting: Map<string, { readonly order: RestingOrder; readonly bookSide: BookSide }>;
  readonly listeners: Set<(change: LevelChange) => void>;
}

function oppositeOf(state: BookState, side: Side): BookSide {
  return side === 'buy' ? state.sell : state.buy;
}

function nextSequence(state: BookState): bigint {
  state.sequence += 1n;
  return state.sequence;
}

/** Runs a change of one order and removes empty levels; notifies the listeners when the visible level has changed. */
function alter(
  state: BookState,
  { order, bookSide }: { order: RestingOrder; bookSide: BookSide },
  change: () => void,
): void {
  const { level } = order;
  const before = level.shown;
  change();
  if (order.remaining === 0n) state.resting.delete(order.id);
  if (isEmpty(level)) dropLevel(bookSide, level);
  if (level.shown === before) return;
  const published = { sequence: nextSequence(state), side: bookSide.side, price: level.price, size: level.shown };
  for (const listener of state.listeners) listener(published);
}

function wouldTake(state: BookState, side: Side, price: bigint): boolean {
  const best = bestPrice(oppositeOf(state, side));
  return best !== null && isWithin(side, best, price);
}

function nothingDone(order: IncomingOrder, outcome: MatchReport['outcome']): MatchReport {
  return { trades: [], cancellations: [], resting: 0n, cancelled: order.size ?? 0n, outcome };
}

/** A remainder may rest when it has a price, time left, and would not cross what the collar kept it from. */
function mayRest(state: BookState, { order, isStopped }: Taking, price: bigint): boolean {
  if (isStopped || order.timeInForce === 'IOC' || order.timeInForce === 'FOK') return false;
  return !wouldTake(state, order.side, price);
}

function rest(state: BookState, taking: Taking, price: bigint): MatchReport {
  const { id, owner, side, isHidden, visibleSize } = taking.order;
  const bookSide = state[side];
  const remaining = taking.demand.lots;
  const order: RestingOrder = {
    id,
    owner,
    level: levelAt(bookSide, price),
    isHidden,
    peak: visibleSize,
    remaining,
    shown: 0n,
    previous: null,
    next: null,
  };
  state.resting.set(id, { order, bookSide });
  alter(state, { order, bookSide }, () => enter(order));
  const { trades, cancellations, decreased } = taking;
  return { trades, cancellations, resting: remaining, cancelled: decreased, outcome: 'resting' };
}

function outcomeOf({ order, demand, decreased, isStopped, isSatisfied, hasMet }: Taking): MatchReport['outcome'] {
  if (order.price === null && !hasMet) return 'no-counterparty';
  if (isStopped || decreased > 0n) return 'cancelled';
  return demand.lots === 0n || (order.size === null && isSatisfied) ? 'filled' : 'cancelled';
}

function finish(taking: Taking): MatchReport {
  const { order, trades, cancellations, demand, decreased } = taking;
  const cancelled = (order.size === null ? 0n : demand.lots) + decreased;
  return { trades, cancellations, resting: 0n, cancelled, outcome: outcomeOf(taking) };
}

function validate(state: BookState, order: IncomingOrder): void {
  if (state.resting.has(order.id)) throw new RangeError(`the order is on the book already: ${order.id}`);
  if (demandOf(order).lots <= 0n) throw new RangeError(`an order needs a size or a budget: ${order.id}`);
  if (order.price !== null && (order.price <= 0n || order.size === null)) {
    throw new RangeError(`a limit order needs a price above zero and a size: ${order.id}`);
  }
  if (order.visibleSize !== null && order.visibleSize <= 0n) {
    throw new RangeError(`an iceberg must show something: ${order.id}`);
  }
}

function place(state: BookState, order: IncomingOrder): MatchReport {
  validate(state, order);
  const { price, side } = order;
  if (order.isPostOnly && price !== null && wouldTake(state, side, price)) {
    return nothingDone(order, 'refused-post-only');
  }
  const bookSide = oppositeOf(state, side);
  if (order.timeInForce === 'FOK' && !canFillWhole(order, bookSide)) return nothingDone(order, 'refused-fill-or-kill');
  const opposite = {
    side: bookSide,
    nextSequence: () => nextSequence(state),
    alter: (maker: RestingOrder, change: () => void) => alter(state, { order: maker, bookSide }, change),
  };
  const taking = matchOrder(opposite, order);
  if (price !== null && taking.demand.lots > 0n && mayRest(state, taking, price)) return rest(state, taking, price);
  return finish(taking);
}

function cancel(state: BookState, orderId: string): bigint | null {
  const found = state.resting.get(orderId);
  if (found === undefined) return null;
  const { order } = found;
  const { remaining } = order;
  alter(state, found, () => {
    leave(order);
    order.remaining = 0n;
  });
  return remaining;
}

function reduce(state: BookState, orderId: string, lots: bigint): boolean {
  const found = state.resting.get(orderId);
  if (found === undefined || found.order.remaining <= lots) return false;
  alter(state, found, () => shrink(found.order, lots));
  return true;
}

/**
 * An empty order book with price-time priority. At one price visible orders trade before hidden ones, and an iceberg's
 * next slice goes to the back of the queue. `best` and `levels` show what the public sees; `wouldTake`, post-only and
 * the matching itself also meet hidden orders, so that the book is never crossed nor locked. Fill-or-kill forces the
 * self-trade prevention CN. A market order by budget is filled when the rest does not pay for one more lot at the last
 * price. A malformed order throws (a bug of the caller's). Listeners hear each change while `place` still runs and
 * must not place or cancel from there.
 */
export function createOrderBook(): OrderBook {
  const state: BookState = {
    sequence: 0n,
    buy: createBookSide('buy'),
    sell: createBookSide('sell'),
    resting: new Map(),
    listeners: new Set(),
  };
  let waitingFill: (() => void) | null = null;
  const ready = (): BookState => {
    const fill = waitingFill;
    waitingFill = null; // first, because what it places is asked of this very book
    fill?.();
    return state;
  };
  return {
    sequence: () => ready().sequence,
    takeSequence: () => nextSequence(ready()),
    place: order => place(ready(), order),
    cancel: orderId => cancel(ready(), orderId),
    reduce: (orderId, lots) => reduce(ready(), orderId, lots),
    remaining: orderId => ready().resting.get(orderId)?.order.remaining ?? null,
    best: side => visibleLevels(ready()[side], 1)[0]?.[0] ?? null,
    levels: (side, depth) => visibleLevels(ready()[side], depth),
    wouldTake: (side, price) => wouldTake(ready(), side, price),
    fillOnUse: fill => {
      waitingFill = fill;
    },
    makeReady: () => void ready(),
    onLevelChange: listener => {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
  };
}
