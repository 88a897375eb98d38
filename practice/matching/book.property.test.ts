import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Side } from '../kernel/kernel.ts';
import { createOrderBook } from './book.ts';
import type { IncomingOrder, LevelChange, OrderBook, MatchReport } from './types.ts';

/** The rules again, as slowly and plainly as possible: one list, sorted again for each step. */
interface NaiveOrder {
  readonly id: string;
  readonly owner: string;
  readonly side: Side;
  readonly price: bigint;
  readonly isHidden: boolean;
  readonly peak: bigint;
  remaining: bigint;
  shown: bigint;
  turn: number;
}

interface NaiveTrade {
  readonly makerOrderId: string;
  readonly price: bigint;
  readonly size: bigint;
}

interface NaiveReport {
  readonly trades: readonly NaiveTrade[];
  readonly cancelled: bigint;
  readonly resting: bigint;
  readonly cancellations: readonly { readonly orderId: string; readonly size: bigint; readonly isFinal: boolean }[];
}

interface NaiveWalk {
  readonly order: IncomingOrder;
  lots: bigint;
  budget: bigint;
  decreased: bigint;
  isStopped: boolean;
  readonly trades: NaiveTrade[];
  readonly cancellations: { orderId: string; size: bigint; isFinal: boolean }[];
}

const plenty = 10n ** 30n;
const least = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b));

class NaiveBook {
  orders: NaiveOrder[] = [];
  turn = 0;

  candidates(side: Side): NaiveOrder[] {
    const direction = side === 'buy' ? 1 : -1;
    return this.orders
      .filter(order => order.side !== side)
      .toSorted(
        (a, b) => direction * Number(a.price - b.price) || Number(a.isHidden) - Number(b.isHidden) || a.turn - b.turn,
      );
  }

  crosses(side: Side, price: bigint): boolean {
    const best = this.candidates(side)[0];
    return best !== undefined && (side === 'buy' ? best.price <= price : best.price >= price);
  }

  drop(maker: NaiveOrder): void {
    this.orders = this.orders.filter(order => order !== maker);
  }

  place(order: IncomingOrder): NaiveReport {
    const refused = { trades: [], cancelled: order.size ?? 0n, resting: 0n, cancellations: [] };
    if (order.isPostOnly && order.price !== null && this.crosses(order.side, order.price)) return refused;
    if (order.timeInForce !== 'FOK') return this.run(order);
    const kept = this.orders.map(each => ({ ...each }));
    const attempt = this.run({ ...order, timeInForce: 'IOC', selfTradePrevention: 'CN' });
    if (attempt.isWhole) return attempt;
    this.orders = kept;
    return refused;
  }

  run(order: IncomingOrder): NaiveReport & { isWhole: boolean } {
    const walk: NaiveWalk = {
      order,
      lots: order.size ?? plenty,
      budget: order.budget ?? plenty,
      decreased: 0n,
      isStopped: false,
      trades: [],
      cancellations: [],
    };
    while (!walk.isStopped && this.step(walk));
    const left = order.size === null ? 0n : walk.lots;
    const { trades, cancellations, decreased } = walk;
    if (this.mayRest(walk)) {
      this.rest(order, left);
      return { trades, cancelled: decreased, resting: left, cancellations, isWhole: false };
    }
    const last = trades.at(-1);
    const isWhole = order.size === null ? last !== undefined && walk.budget < last.price : walk.lots === 0n;
    return { trades, cancelled: left + decreased, resting: 0n, cancellations, isWhole: isWhole && !walk.isStopped };
  }

  /** One meeting with one maker; false when there is no more to do. */
  step(walk: NaiveWalk): boolean {
    const { order } = walk;
    const maker = this.candidates(order.side)[0];
    if (maker === undefined) return false;
    const limits = [order.price, order.worstPrice].filter(limit => limit !== null);
    if (limits.some(limit => (order.side === 'buy' ? maker.price > limit : maker.price < limit))) return false;
    const wanted = least(walk.lots, walk.budget / maker.price);
    if (wanted === 0n) return false;
    if (order.selfTradePrevention !== null && maker.owner === order.owner) this.prevent(walk, maker, wanted);
    else this.trade(walk, maker, wanted);
    return true;
  }

  trade(walk: NaiveWalk, maker: NaiveOrder, wanted: bigint): void {
    const size = least(wanted, maker.isHidden ? maker.remaining : maker.shown);
    walk.trades.push({ makerOrderId: maker.id, price: maker.price, size });
    walk.lots -= size;
    walk.budget -= size * maker.price;
    maker.remaining -= size;
    if (!maker.isHidden) maker.shown -= size;
    if (maker.remaining === 0n) this.drop(maker);
    else if (!maker.isHidden && maker.shown === 0n) {
      maker.shown = least(maker.peak, maker.remaining);
      maker.turn = ++this.turn;
    }
  }

  prevent(walk: NaiveWalk, maker: NaiveOrder, wanted: bigint): void {
    const mode = walk.order.selfTradePrevention;
    walk.isStopped = mode === 'CN' || mode === 'CB';
    if (mode === 'CB' || mode === 'CO') {
      walk.cancellations.push({ orderId: maker.id, size: maker.remaining, isFinal: true });
      this.drop(maker);
    }
    if (mode !== 'DC') return;
    const common = least(wanted, maker.remaining);
    walk.cancellations.push({ orderId: maker.id, size: common, isFinal: common === maker.remaining });
    walk.lots -= common;
    walk.budget -= common * maker.price;
    walk.decreased += common;
    maker.remaining -= common;
    maker.shown = least(maker.shown, maker.remaining);
    if (maker.remaining === 0n) this.drop(maker);
  }

  mayRest({ order, lots: left, isStopped }: NaiveWalk): boolean {
    if (isStopped || left === 0n || order.price === null || order.timeInForce === 'IOC') return false;
    return !this.crosses(order.side, order.price);
  }

  rest(order: IncomingOrder, left: bigint): void {
    const peak = order.visibleSize ?? left;
    this.orders.push({
      id: order.id,
      owner: order.owner,
      side: order.side,
      price: order.price ?? 0n,
      isHidden: order.isHidden,
      peak,
      remaining: left,
      shown: order.isHidden ? 0n : least(peak, left),
      turn: ++this.turn,
    });
  }

  levels(side: Side): (readonly [bigint, bigint])[] {
    const sums = new Map<bigint, bigint>();
    for (const order of this.orders) {
      if (order.side !== side || order.shown === 0n) continue;
      sums.set(order.price, (sums.get(order.price) ?? 0n) + order.shown);
    }
    return [...sums].toSorted(([a], [b]) => (side === 'buy' ? Number(b - a) : Number(a - b)));
  }
}

type Step =
  | { readonly kind: 'place'; readonly order: IncomingOrder }
  | { readonly kind: 'cancel'; readonly pick: number };

const price = fc.integer({ min: 90, max: 110 }).map(BigInt);
const lots = fc.integer({ min: 1, max: 12 }).map(BigInt);
const owner = fc.constantFrom('ann', 'bob', 'cid');
const side = fc.constantFrom<Side>('buy', 'sell');
const prevention = fc.constantFrom(null, null, 'CN', 'CO', 'CB', 'DC' as const);

const limitOrder = fc.record({
  owner,
  side,
  price,
  size: lots,
  budget: fc.constant(null),
  worstPrice: fc.option(price, { freq: 6 }),
  timeInForce: fc.constantFrom('GTC', 'GTC', 'GTT', 'IOC', 'FOK' as const),
  isPostOnly: fc.constantFrom(false, false, false, true),
  isHidden: fc.constantFrom(false, false, false, true),
  visibleSize: fc.option(fc.integer({ min: 1, max: 4 }).map(BigInt), { freq: 2 }),
  selfTradePrevention: prevention,
});

const marketOrder = fc.record({
  owner,
  side,
  price: fc.constant(null),
  size: fc.option(lots, { freq: 2 }),
  budget: fc.integer({ min: 1, max: 2_500 }).map(BigInt),
  worstPrice: fc.option(price, { freq: 2 }),
  timeInForce: fc.constantFrom('IOC', 'IOC', 'FOK' as const),
  isPostOnly: fc.constant(false),
  isHidden: fc.constant(false),
  visibleSize: fc.constant(null),
  selfTradePrevention: prevention,
});

const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: limitOrder.map(order => ({ kind: 'place', order: { ...order, id: '' } }) satisfies Step) },
    { weight: 2, arbitrary: marketOrder.map(order => ({ kind: 'place', order: { ...order, id: '' } }) satisfies Step) },
    { weight: 2, arbitrary: fc.nat().map(pick => ({ kind: 'cancel', pick }) satisfies Step) },
  ),
  { maxLength: 60, size: 'max' },
);

function expectSane(book: OrderBook): void {
  const [bids, asks] = [book.levels('buy', 1_000), book.levels('sell', 1_000)];
  for (const rows of [bids, asks]) {
    expect(new Set(rows.map(([at]) => at)).size).toBe(rows.length);
    expect(rows.every(([, size]) => size > 0n)).toBe(true);
  }
  expect(bids.every(([at], index) => index === 0 || at < (bids[index - 1]?.[0] ?? 0n))).toBe(true);
  expect(asks.every(([at], index) => index === 0 || at > (asks[index - 1]?.[0] ?? 0n))).toBe(true);
  const [bid, ask] = [book.best('buy'), book.best('sell')];
  if (bid !== null && ask !== null) expect(bid < ask).toBe(true);
}

/** Sums of an order always match its size, whatever became of it. */
function expectWhole(order: IncomingOrder, report: MatchReport): void {
  if (order.size === null) return;
  const traded = report.trades.reduce((sum, trade) => sum + trade.size, 0n);
  expect(traded + report.resting + report.cancelled).toBe(order.size);
}

describe('any sequence of orders and cancels', () => {
  it('follows the plain rules, with a sorted book, never crossed, published without a gap', () => {
    fc.assert(
      fc.property(steps, sequence => {
        const book = createOrderBook();
        const naive = new NaiveBook();
        const reported = new Map<string, bigint>();
        const numbers: bigint[] = [];
        book.onLevelChange((change: LevelChange) => {
          numbers.push(change.sequence);
          reported.set(`${change.side} ${change.price}`, change.size);
        });
        for (const [index, step] of sequence.entries()) {
          if (step.kind === 'cancel') {
            const known = naive.orders[step.pick % Math.max(1, naive.orders.length)];
            const id = known?.id ?? 'unknown';
            expect(book.cancel(id)).toBe(known?.remaining ?? null);
            if (known !== undefined) naive.drop(known);
          } else {
            const order = { ...step.order, id: `o${index}` };
            const report = book.place(order);
            const expected = naive.place(order);
            expect(
              report.trades.map(({ makerOrderId, price: at, size }) => ({ makerOrderId, price: at, size })),
            ).toEqual(expected.trades);
            expect(report.cancellations.map(({ orderId, size, isFinal }) => ({ orderId, size, isFinal }))).toEqual(
              expected.cancellations,
            );
            expect([report.resting, report.cancelled]).toEqual([expected.resting, expected.cancelled]);
            expectWhole(order, report);
            numbers.push(...report.trades.map(trade => trade.sequence));
          }
          expect(book.levels('buy', 1_000)).toEqual(naive.levels('buy'));
          expect(book.levels('sell', 1_000)).toEqual(naive.levels('sell'));
          for (const order of naive.orders) expect(book.remaining(order.id)).toBe(order.remaining);
          expectSane(book);
        }
        expect(numbers.toSorted((a, b) => Number(a - b))).toEqual(numbers.map((_, index) => BigInt(index + 1)));
        expect(book.sequence()).toBe(BigInt(numbers.length));
        const rebuilt = [...reported].filter(([, size]) => size > 0n).length;
        expect(rebuilt).toBe(book.levels('buy', 1_000).length + book.levels('sell', 1_000).length);
        for (const each of ['buy', 'sell'] as const) {
          for (const [at, size] of book.levels(each, 1_000)) expect(reported.get(`${each} ${at}`)).toBe(size);
        }
      }),
      { numRuns: 120 },
    );
  });
});
