import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { add, compare, subtract, sum } from '#shared/decimal.ts';
import type { BookView, Rejection } from '../kernel/kernel.ts';
import { createLivingExchange, type LivingExchange, livingStepMs } from './living-exchange.ts';

const startMs = 1_790_000_000_000;

interface Run {
  readonly exchange: LivingExchange;
  readonly rejections: (readonly [string, Rejection])[];
  readonly live: (steps: number, isQuiet?: boolean) => void;
}

function open(seed: number, stepMs = livingStepMs): Run {
  const rejections: (readonly [string, Rejection])[] = [];
  const exchange = createLivingExchange({
    seed,
    startMs,
    stepMs,
    onRejection: (...rejection) => void rejections.push(rejection),
  });
  let step = 0;
  return {
    exchange,
    rejections,
    live(steps, isQuiet) {
      for (const end = step + steps; step < end; step += 1) exchange.runStep(step, startMs + step * stepMs, isQuiet);
    },
  };
}

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** A fingerprint of all messages of the venues and of the books at the end. */
function fingerprint(seed: number, steps: number): string {
  const { exchange, live } = open(seed);
  const hash = createHash('sha256');
  exchange.spot.onEvent(event => void hash.update(JSON.stringify(event, toText)));
  exchange.futures.onEvent(event => void hash.update(JSON.stringify(event, toText)));
  live(steps);
  hash.update(
    JSON.stringify(
      exchange.spot.pairs.map(pair => exchange.spot.book(pair.symbol, 500)),
      toText,
    ),
  );
  hash.update(JSON.stringify(exchange.ledger.balances(exchange.directory.master.accountId)));
  return hash.digest('hex');
}

describe('the same seed', () => {
  it('gives the same market again, event for event', () => {
    expect(fingerprint(11, 60)).toBe(fingerprint(11, 60));
  });

  it('differs from another seed', () => {
    expect(fingerprint(12, 20)).not.toBe(fingerprint(11, 20));
  });
});

it('a resting market moves no mark, while each contract continues to publish its state', () => {
  const { exchange, live } = open(1);
  live(100);
  const marks = () => {
    const published = new Map<string, Set<string>>();
    const undo = exchange.futures.onEvent(event => {
      if (event.kind !== 'state') return;
      published.set(event.symbol, (published.get(event.symbol) ?? new Set<string>()).add(event.state.markPrice));
    });
    return () => {
      undo();
      return [...published.values()].map(seen => seen.size);
    };
  };
  const still = marks();
  live(200, true);
  const seen = still();
  expect(seen.length).toBeGreaterThan(3);
  expect(seen.every(count => count === 1)).toBe(true);
  const moving = marks();
  live(200);
  expect(moving().some(count => count > 1)).toBe(true);
});

describe('the living market', () => {
  let run: Run;
  beforeAll(() => {
    run = open(1);
  });

  it('keeps every book deep, uncrossed and tight, and the main one active', () => {
    const { exchange } = run;
    const changes = new Map<string, number>();
    exchange.spot.onEvent(event => {
      if (event.kind === 'level') changes.set(event.symbol, (changes.get(event.symbol) ?? 0) + 1);
    });
    const seconds = 60;
    for (let second = 0; second < seconds; second += 1) {
      run.live(1000 / livingStepMs);
      for (const { symbol } of exchange.spot.pairs) {
        const book = exchange.spot.book(symbol, 150);
        checkDepth(book, symbol);
        expect(spreadOf(book), symbol).toBeLessThan(0.002);
      }
      for (const { symbol } of exchange.futures.contracts) {
        const book = exchange.futures.book(symbol, 150);
        checkDepth(book, symbol);
        expect(spreadOf(book), symbol).toBeLessThan(0.002);
      }
    }
    const main = (changes.get('BTC-USDT') ?? 0) / seconds;
    expect(main).toBeGreaterThanOrEqual(50);
    expect(main).toBeLessThanOrEqual(200);
    for (const { symbol } of exchange.spot.pairs) {
      expect(changes.get(symbol) ?? 0, symbol).toBeGreaterThan(seconds / 2);
      if (symbol !== 'BTC-USDT') expect(changes.get(symbol) ?? 0).toBeLessThan(main * seconds);
    }
  });

  it('prints trades that make candles over the whole day', () => {
    const { exchange } = run;
    const prints = exchange.spot.prints('BTC-USDT', 100);
    expect(prints.length).toBeGreaterThan(50);
    for (const { symbol } of exchange.futures.contracts) {
      const state = exchange.futures.state(symbol);
      expect(state, symbol).not.toBeNull();
      expect(Number(state?.volume24h), symbol).toBeGreaterThan(0);
      expect(compare(state?.high24h ?? '0', state?.low24h ?? '0'), symbol).toBe(1);
    }
  });

  it('has a chart: five-minute candles of a day, and minutes of the last hours in the main markets', () => {
    const { spot, futures } = run.exchange.history;
    const candles = (symbol: string, interval: '1min' | '5min', hours: number) => {
      const range = { fromMs: startMs - hours * 3_600_000, toMs: startMs, most: 1500, keep: 'newest' } as const;
      return [...spot.candles(symbol, interval, range), ...futures.candles(symbol, interval, range)];
    };
    const symbols = [...run.exchange.spot.pairs, ...run.exchange.futures.contracts].map(each => each.symbol);
    for (const symbol of symbols) expect(candles(symbol, '5min', 24).length, symbol).toBeGreaterThanOrEqual(286);
    for (const symbol of ['BTC-USDT', 'ETH-USDT', 'XBTUSDTM', 'ETHUSDTM']) {
      const minutes = candles(symbol, '1min', 8);
      expect(minutes.length, symbol).toBeGreaterThanOrEqual(478);
      const bodies = minutes.filter(candle => candle.open !== candle.close);
      expect(bodies.length / minutes.length, symbol).toBeGreaterThan(0.9);
      const joined = minutes.filter((candle, index) => candle.open === minutes[index - 1]?.close);
      expect(joined.length / minutes.length, symbol).toBeGreaterThan(0.9);
    }
  });

  it('derives no funding rate from its generated past day', () => {
    const fresh = open(1).exchange.futures;
    for (const { symbol } of fresh.contracts) {
      expect(Number(fresh.state(symbol)?.predictedFundingRate), symbol).toBeLessThan(0.0003);
    }
  });

  it('keeps spot, index and mark together', () => {
    const { exchange } = run;
    const mark = Number(exchange.futures.state('XBTUSDTM')?.markPrice);
    const spot = Number(exchange.spot.lastPrice('BTC-USDT'));
    expect(Math.abs(mark / spot - 1)).toBeLessThan(0.004);
    const cross = Number(exchange.spot.lastPrice('ETH-USDT')) / spot;
    expect(Math.abs(Number(exchange.spot.lastPrice('ETH-BTC')) / cross - 1)).toBeLessThan(0.004);
  });

  it('has rejected no order', () => {
    expect(run.rejections).toEqual([]);
  });
});

type Book = Pick<BookView, 'bids' | 'asks'> | null;

function checkDepth(book: Book, symbol: string): void {
  expect(book?.bids.length, symbol).toBeGreaterThanOrEqual(100);
  expect(book?.asks.length, symbol).toBeGreaterThanOrEqual(100);
  const [bid, ask] = [book?.bids[0]?.[0] ?? '0', book?.asks[0]?.[0] ?? '0'];
  expect(compare(bid, ask), `${symbol} ${bid} ${ask}`).toBe(-1);
}

function spreadOf(book: Book): number {
  return Number(book?.asks[0]?.[0]) / Number(book?.bids[0]?.[0]) - 1;
}

describe('the prepared account', () => {
  let run: Run;
  let master: string;
  beforeAll(() => {
    run = open(1);
    master = run.exchange.directory.master.accountId;
  });

  it('has an open order of each kind', () => {
    const orders = run.exchange.spot.orders(master, 'active', {}).map(order => order.placement);
    expect(orders.some(order => order.timeInForce === 'GTT' && (order.cancelAfterS ?? 0) > 0)).toBe(true);
    expect(orders.some(order => order.isPostOnly === true)).toBe(true);
    expect(orders.some(order => order.isIceberg === true && order.visibleSize !== undefined)).toBe(true);
    expect(orders.some(order => order.isHidden === true)).toBe(true);
    expect(orders.some(order => (order.timeInForce ?? 'GTC') === 'GTC' && order.isPostOnly !== true)).toBe(true);
    expect(new Set(orders.map(order => order.side)).size).toBe(2);
    const half = run.exchange.spot.orders(master, 'active', { symbol: 'USDC-USDT' })[0];
    expect(half?.dealSize).toBe('1840.5');
  });

  it('has orders and stops of different ages', () => {
    const { spot, futures } = run.exchange;
    const lists = [spot.orders(master, 'active', {}), spot.stops(master, {}), futures.orders(master, 'active', {})];
    for (const list of lists) {
      const times = list.map(({ createdAtMs }) => createdAtMs);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      const ages = list.map(order => startMs - order.createdAtMs);
      expect(new Set(ages).size).toBeGreaterThanOrEqual(list.length - 2);
      expect(Math.max(...ages)).toBeGreaterThan(3_600_000);
    }
  });

  it('has three days of margin history: a cross account with a loan, two isolated ones, one of them near its line', () => {
    const { margin, spot } = run.exchange;
    const accountOf = (symbol: string | null) => {
      const account = margin.account({ accountId: master, symbol });
      if (!account.ok) throw new Error(account.message);
      return account.value;
    };
    const [cross, comfortable, near] = [accountOf(null), accountOf('ETH-USDT'), accountOf('XRP-USDT')];
    for (const { status } of [cross, comfortable, near]) expect(status).toBe('EFFECTIVE');
    expect(Number(cross.debtRatio)).toBeGreaterThan(0.3);
    expect(cross.assets.filter(asset => asset.principal !== '0').map(asset => asset.currency)).toEqual(['USDT', 'ETH']);
    expect(Number(comfortable.debtRatio)).toBeLessThan(0.3);
    expect(Math.abs(Number(near.debtRatio) - 0.935)).toBeLessThan(0.012);
    const fills = spot.fills(master, startMs - 3 * 86_400_000).filter(fill => fill.tradeType !== 'TRADE');
    expect(new Set(fills.map(fill => Math.floor((startMs - fill.createdAtMs) / 86_400_000)))).toEqual(
      new Set([0, 1, 2]),
    );
    expect(new Set(fills.map(fill => fill.tradeType))).toEqual(new Set(['MARGIN_TRADE', 'MARGIN_ISOLATED_TRADE']));
    const { borrows, repays, interests } = margin.history(master);
    expect([borrows.length, repays.length]).toEqual([6, 4]);
    expect(interests.length).toBeGreaterThan(150);
    for (const tradeType of ['MARGIN_TRADE', 'MARGIN_ISOLATED_TRADE'] as const) {
      expect(spot.orders(master, 'active', { tradeType }).length).toBeGreaterThanOrEqual(3);
    }
  });

  it('has stop orders in both directions', () => {
    const stops = run.exchange.spot.stops(master, {});
    expect(new Set(stops.map(stop => stop.stop))).toEqual(new Set(['loss', 'entry']));
    expect(new Set(stops.map(stop => stop.placement.type))).toEqual(new Set(['limit', 'market']));
    const futures = run.exchange.futures.stops(master, {}).map(order => order.placement);
    expect(new Set(futures.map(order => order.stop))).toEqual(new Set(['up', 'down']));
    expect(new Set(futures.map(order => order.stopPriceType))).toEqual(new Set(['TP', 'MP', 'IP']));
  });

  it('has a day of orders and fills', () => {
    const { spot, futures } = run.exchange;
    const fills = spot.fills(master, startMs - 86_400_000);
    expect(fills.length).toBeGreaterThanOrEqual(30);
    expect(fills.length).toBeLessThanOrEqual(100);
    expect(new Set(fills.map(fill => fill.liquidity))).toEqual(new Set(['maker', 'taker']));
    expect(Math.min(...fills.map(fill => fill.createdAtMs))).toBeLessThan(startMs - 20 * 3_600_000);
    for (const fill of fills) expect(fill.createdAtMs).toBeLessThanOrEqual(startMs);
    const done = spot.orders(master, 'done', {});
    expect(done.length).toBeGreaterThanOrEqual(30);
    expect(done.some(order => order.cancelExist && order.dealSize === '0')).toBe(true);
    expect(done.some(order => order.cancelExist && order.dealSize !== '0')).toBe(true);
    const futuresDone = futures.orders(master, 'done', {});
    expect(futuresDone.length).toBeGreaterThanOrEqual(15);
    expect(futuresDone.some(order => order.cancelExist)).toBe(true);
    expect(new Set(futures.fills(master, 0).map(fill => fill.liquidity))).toEqual(new Set(['maker', 'taker']));
    expect(futures.orders(master, 'active', {}).length).toBeGreaterThanOrEqual(5);
  });

  it('has long, short, inverse and cross positions, and one near a liquidation', () => {
    const positions = new Map(
      run.exchange.futures
        .positions(master)
        .filter(p => p.isOpen)
        .map(p => [p.symbol, p]),
    );
    expect(Number(positions.get('XBTUSDTM')?.currentQty)).toBeGreaterThan(0);
    expect(Number(positions.get('ETHUSDTM')?.currentQty)).toBeLessThan(0);
    expect(positions.get('XBTUSDM')?.settleCurrency).toBe('XBT');
    expect(positions.get('SOLUSDTM')?.marginMode).toBe('CROSS');
    const near = positions.get('XRPUSDTM');
    const distance = 1 - Number(near?.liquidationPrice) / Number(near?.markPrice);
    expect(distance).toBeGreaterThan(0.02);
    expect(distance).toBeLessThan(0.04);
  });

  it('has an order on its cross position', () => {
    const cross = run.exchange.futures.orders(master, 'active', { symbol: 'SOLUSDTM' });
    expect(cross.map(order => order.placement.marginMode)).toContain('CROSS');
  });

  it('has closed positions and paid funding in the days before, and a ledger that adds up', () => {
    const { futures } = run.exchange;
    const closed = futures.closedPositions(master);
    expect(closed.length).toBeGreaterThanOrEqual(10);
    expect(new Set(closed.map(position => position.side))).toEqual(new Set(['LONG', 'SHORT']));
    expect(new Set(closed.map(position => position.marginMode))).toEqual(new Set(['ISOLATED', 'CROSS']));
    const ages = closed.map(position => (startMs - position.closedAtMs) / 86_400_000);
    expect(Math.max(...ages)).toBeGreaterThan(7);
    const payments = futures.fundingPayments(master);
    expect(payments.length).toBeGreaterThanOrEqual(15);
    expect(new Set(payments.map(({ funding }) => funding.startsWith('-')))).toEqual(new Set([true, false]));
    const rates = futures.fundingRates('XBTUSDTM').map(({ rate }) => rate);
    expect(rates.length).toBeGreaterThanOrEqual(27);
    expect(new Set(rates).size).toBeGreaterThan(3);
    for (const currency of ['USDT', 'XBT']) {
      const last = futures.transactions(master).find(row => row.currency === currency);
      expect(last?.balance).toBe(futures.overview(master, currency).marginBalance);
    }
  });

  it('has candles of half a year', () => {
    const range = { fromMs: 0, toMs: startMs, most: 1000, keep: 'oldest' } as const;
    const [first] = run.exchange.history.futures.candles('XBTUSDTM', '1hour', range);
    expect(first?.startMs).toBeLessThan(startMs - 184 * 86_400_000);
  });

  it('has money in every wallet, enough to add margin', () => {
    const { ledger } = run.exchange;
    for (const wallet of ['main', 'trade', 'futures'] as const) {
      expect(Number(ledger.balance(master, wallet, 'USDT').available), wallet).toBeGreaterThan(5000);
    }
    expect(Number(ledger.balance(master, 'futures', 'XBT').available)).toBeGreaterThan(0.5);
    for (const { total, available, held } of ledger.balances(master)) expect(total).toBe(sum([available, held]));
  });

  it.each([2, 3, 4])('opens with seed %i as well, without a rejection', seed => {
    const other = open(seed);
    const id = other.exchange.directory.master.accountId;
    expect(other.rejections).toEqual([]);
    expect(other.exchange.spot.orders(id, 'active', {}).length).toBe(
      run.exchange.spot.orders(master, 'active', {}).length,
    );
    expect(other.exchange.futures.positions(id).filter(p => p.isOpen)).toHaveLength(5);
  });
});

/** What the prepared account's withdrawals have taken off the exchange since it opened. */
function paidOutSince({ withdrawals, directory }: LivingExchange, currency: string) {
  const done = withdrawals.list(directory.master.accountId, {
    currency,
    statuses: ['SUCCESS'],
    startAtMs: 0,
    endAtMs: Number.MAX_SAFE_INTEGER,
  });
  return sum(done.filter(row => !row.isInner && row.updatedAtMs > startMs).map(row => row.amount));
}

function paidInSince({ deposits, directory }: LivingExchange, currency: string) {
  const filter = { currency, status: 'SUCCESS', startAtMs: 0, endAtMs: Number.MAX_SAFE_INTEGER } as const;
  const done = deposits.list(directory.master.accountId, filter);
  return sum(done.filter(row => row.updatedAtMs > startMs).map(row => row.amount));
}

describe('an hour later', () => {
  const hourMs = 3_600_000;
  const coarseStepMs = 60_000;
  const coins = ['USDT', 'USDC', 'BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'KCS', 'XBT'];

  it.each([1, 9])('the prepared account has its positions and its orders, and no coin is lost (seed %i)', seed => {
    const { exchange, live, rejections } = open(seed, coarseStepMs);
    const { ledger, futures, spot, directory } = exchange;
    const { accountId } = directory.master;
    const totals = coins.map(coin => ledger.totalOf(coin));
    const lots = () => futures.positions(accountId).map(position => [position.symbol, position.currentQty]);
    const held = lots();
    expect(held).toHaveLength(5);
    live(hourMs / coarseStepMs);
    expect(lots()).toEqual(held);
    const settled = (coin: string) =>
      subtract(add(ledger.totalOf(coin), paidOutSince(exchange, coin)), paidInSince(exchange, coin));
    expect(coins.map(settled)).toEqual(totals);
    expect(spot.orders(accountId, 'active', {}).length).toBeGreaterThanOrEqual(12);
    expect(spot.stops(accountId, {}).length).toBeGreaterThanOrEqual(4);
    expect(rejections).toEqual([]);
  });
});
