import { describe, expect, it } from 'vitest';
import { createOrderBook } from '../matching/book.ts';
import type { OrderBook } from '../matching/types.ts';
import { createRandom, normal } from '../kernel/random.ts';
import type { FairValue } from './quote-side.ts';
import { futuresShapes, type MarketShape, spotShapes } from './listing/market-shape.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import type { MarketPort, TraderOrder } from './market-port.ts';

/** A venue without money: a port straight onto a matching book. */
function createBarePort() {
  const book = createOrderBook();
  const listeners = new Set<(orderId: string) => void>();
  let ids = 0;
  const prints: { lots: number; levels: number }[] = [];
  const recorded: { side: TraderOrder['side']; ticks: number }[] = [];
  const place = (owner: string, order: TraderOrder, timeInForce: 'GTC' | 'IOC') => {
    ids += 1;
    const report = book.place({
      id: `o${ids}`,
      owner,
      side: order.side,
      price: BigInt(order.ticks),
      size: BigInt(order.lots),
      budget: null,
      worstPrice: null,
      timeInForce,
      isPostOnly: false,
      isHidden: false,
      visibleSize: null,
      selfTradePrevention: null,
    });
    for (const { makerOrderId } of report.trades) {
      if (book.remaining(makerOrderId) === null) for (const listener of listeners) listener(makerOrderId);
    }
    const lots = report.trades.reduce((total, trade) => total + Number(trade.size), 0);
    if (report.trades.length > 0) prints.push({ lots, levels: report.trades.length });
    return { id: `o${ids}`, rests: report.resting > 0n, lots };
  };
  const port: MarketPort = {
    symbol: 'TEST',
    tick: 0.1,
    lot: 1e-8,
    leastLots: 1000,
    mostLots: 1e15,
    rest(owner, order) {
      const placed = place(owner, order, 'GTC');
      return placed.rests ? placed.id : null;
    },
    take: (owner, order) => place(owner, order, 'IOC').lots,
    record({ side, ticks, lots }) {
      const price = BigInt(ticks);
      if (book.wouldTake('buy', price) || book.wouldTake('sell', price)) return false;
      prints.push({ lots, levels: 1 });
      recorded.push({ side, ticks });
      return true;
    },
    cancel: (_owner, orderId) => void book.cancel(orderId),
    onDone: listener => void listeners.add(listener),
    fillOnUse: fill => book.fillOnUse(fill),
  };
  return { book, port, prints, recorded };
}

function mainShape(): MarketShape {
  const [shape] = spotShapes;
  if (shape === undefined) throw new Error('there is no main market');
  return shape;
}

const lotValue = 97_000e-8;
const stepS = 0.05;

/** A main market that has lived for so many steps while its fair value walked at random. */
function live(options: {
  steps: number;
  shape?: MarketShape;
  onStep?: (book: OrderBook, fair: FairValue, port: MarketPort) => void;
}) {
  const { book, port, prints } = createBarePort();
  const shape = options.shape ?? mainShape();
  const market = createSimulatedMarket({
    port,
    shape,
    random: createRandom(1, 'test'),
    makerId: 'maker',
    takerId: 'taker',
  });
  const walk = createRandom(2, 'walk');
  let ticks = 971_234;
  const fair = (): FairValue => ({ ticks, lotValue });
  let changes = 0;
  market.open(fair());
  prints.splice(0);
  book.onLevelChange(() => {
    changes += 1;
  });
  for (let step = 0; step < options.steps; step += 1) {
    ticks += normal(walk) * 12;
    market.step(fair(), stepS);
    options.onStep?.(book, fair(), port);
  }
  return { book, market, prints, changesPerS: changes / (options.steps * stepS), fair: fair() };
}

describe('a living market', () => {
  it('keeps at least 100 levels a side, never crosses, and stays near the fair value', () => {
    let steps = 0;
    live({
      steps: 6000,
      onStep(book, fair) {
        steps += 1;
        const [bid, ask] = [Number(book.best('buy')), Number(book.best('sell'))];
        expect(ask).toBeGreaterThan(bid);
        expect(Math.abs((ask + bid) / 2 - fair.ticks)).toBeLessThan(200);
        if (steps % 20 !== 0) return;
        expect(book.levels('buy', 200).length).toBeGreaterThanOrEqual(100);
        expect(book.levels('sell', 200).length).toBeGreaterThanOrEqual(100);
      },
    });
    expect(steps).toBe(6000);
  });

  it('changes 50 to 200 times a second', () => {
    const { changesPerS } = live({ steps: 4000 });
    expect(changesPerS).toBeGreaterThan(50);
    expect(changesPerS).toBeLessThan(200);
  });

  it('has a spread of one to a few ticks most of the time', () => {
    const spreads: number[] = [];
    live({ steps: 3000, onStep: book => spreads.push(Number(book.best('sell')) - Number(book.best('buy'))) });
    const narrow = spreads.filter(spread => spread <= 5).length / spreads.length;
    expect(narrow).toBeGreaterThan(0.6);
    expect(spreads.filter(spread => spread > 100)).toHaveLength(0);
  });

  it('has more size away from the touch', () => {
    const sums = { near: 0, far: 0 };
    let step = 0;
    live({
      steps: 2000,
      onStep(book) {
        step += 1;
        if (step % 100 !== 0) return;
        for (const side of ['buy', 'sell'] as const) {
          const sizes = book.levels(side, 200).map(([, size]) => Number(size));
          for (const size of sizes.slice(0, 50)) sums.near += size;
          for (const size of sizes.slice(-50)) sums.far += size;
        }
      },
    });
    expect(sums.far / sums.near).toBeGreaterThan(1.25);
  });

  it('trades in many small sizes and a few large ones', () => {
    const { prints } = live({ steps: 6000 });
    const values = prints.map(print => print.lots * lotValue).toSorted((a, b) => a - b);
    expect(values.length).toBeGreaterThan(300);
    const median = values[Math.floor(values.length / 2)] ?? 0;
    expect(median).toBeLessThan(2500);
    expect(values.at(-1)).toBeGreaterThan(10 * median);
    expect(prints.some(print => print.levels > 1)).toBe(true);
  });

  it('recovers within seconds after one side was emptied', () => {
    let step = 0;
    const depths: number[] = [];
    live({
      steps: 200,
      onStep(book, _fair, port) {
        step += 1;
        if (step === 40) {
          port.take('whale', { side: 'buy', ticks: 990_000, lots: 1e12 });
          expect(book.best('sell')).toBeNull();
        }
        if (step > 160) depths.push(book.levels('sell', 200).length);
      },
    });
    expect(Math.min(...depths)).toBeGreaterThanOrEqual(100);
  });

  it.each([...spotShapes, ...futuresShapes].map(shape => [shape.symbol, shape] as const))(
    'gives %s its depth from the first moment',
    (_symbol, shape) => {
      const { book } = live({ steps: 0, shape });
      expect(book.levels('buy', 200).length).toBeGreaterThanOrEqual(100);
      expect(book.levels('sell', 200).length).toBeGreaterThanOrEqual(100);
    },
  );
});

function simulateDay(isMain: boolean) {
  const { book, port, prints } = createBarePort();
  const shape = mainShape();
  const market = createSimulatedMarket({
    port,
    shape,
    random: createRandom(1, 't'),
    makerId: 'maker',
    takerId: 'taker',
  });
  const walk = createRandom(3, 'walk');
  const fair = { ticks: 970_000.4, lotValue };
  for (let step = 0; step < 288; step += 1) {
    market.stepPast(fair, { elapsedS: 300, isMain });
    fair.ticks += normal(walk) * 400;
  }
  return { book, market, fair, prints, shape };
}

describe('a past day', () => {
  it.each([true, false])('trades the value of a day and leaves no order (main market: %s)', isMain => {
    const { book, market, fair, prints, shape } = simulateDay(isMain);
    const several = prints.length - 288;
    if (isMain) expect(several).toBeGreaterThan(250);
    else expect(several).toBe(0);
    const value = prints.reduce((total, print) => total + print.lots * lotValue, 0);
    expect(value / shape.dailyValue).toBeGreaterThan(0.7);
    expect(value / shape.dailyValue).toBeLessThan(1.3);
    expect([book.best('buy'), book.best('sell')]).toEqual([null, null]);
    market.requote(fair);
    expect(Number(book.best('sell')) - Number(book.best('buy'))).toBeGreaterThanOrEqual(4);
    market.stepPast(fair, { elapsedS: 300, isMain });
    expect([book.best('buy'), book.best('sell')]).toEqual([null, null]);
  });

  it('continues at its end: the first of two trades is at the last price', () => {
    const { book, port, recorded } = createBarePort();
    const market = createSimulatedMarket({
      port,
      shape: mainShape(),
      random: createRandom(1, 't'),
      makerId: 'maker',
      takerId: 'taker',
    });
    const prices: number[] = [];
    book.onLevelChange(({ price, size }) => {
      if (size === 0n) prices.push(Number(price));
    });
    market.stepPast({ ticks: 970_000, lotValue }, { elapsedS: 300, isMain: true });
    market.stepPast({ ticks: 970_300, lotValue }, { elapsedS: 300, isMain: true });
    market.stepPast({ ticks: 969_900, lotValue }, { elapsedS: 300, isMain: true });
    // the first one is made of orders, the others are only published
    expect(prices).toEqual([970_000]);
    expect(recorded.map(({ ticks }) => ticks)).toEqual([970_000, 970_300, 970_300, 969_900]);
  });

  it('fills a resting order in the way, through the book', () => {
    const { book, port, recorded } = createBarePort();
    const market = createSimulatedMarket({
      port,
      shape: mainShape(),
      random: createRandom(1, 't'),
      makerId: 'maker',
      takerId: 'taker',
    });
    market.stepPast({ ticks: 970_000, lotValue }, { elapsedS: 300, isMain: false });
    const waiting = port.rest('somebody', { side: 'sell', ticks: 970_100, lots: 2000 });
    market.stepPast({ ticks: 970_300, lotValue }, { elapsedS: 300, isMain: false });
    expect([recorded, book.remaining(waiting ?? '')]).toEqual([[], null]);
  });
});
