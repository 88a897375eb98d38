import { describe, expect, it } from 'vitest';
import { add, isNegative, subtract } from '#shared/decimal.ts';
import { makerOf, takerOf } from '../markets/simulation.ts';
import { createLivingExchange } from './living-exchange.ts';

const startMs = 1_790_000_000_000;
const dayMs = 86_400_000;
/** then the margin trades of the last days begin */
const pastMs = startMs - 3 * dayMs;

function open() {
  const rejections: string[] = [];
  const exchange = createLivingExchange({
    seed: 5,
    startMs,
    stepMs: 1000,
    onRejection: (symbol, { message }) => void rejections.push(`${symbol} ${message}`),
  });
  const { accountId } = exchange.directory.master;
  const older = exchange.spot
    .orders(accountId, 'done', { endAtMs: pastMs })
    .filter(order => order.createdAtMs < pastMs);
  return { exchange, accountId, older, rejections };
}

function isFalling(all: readonly (number | bigint)[]): boolean {
  return all.every((each, index) => index === 0 || each < (all[index - 1] ?? 0));
}

describe('the half year before the prepared days', () => {
  it('has orders with every end, one every day or two, without a rejection', () => {
    const { older, rejections } = open();
    expect(rejections).toEqual([]);
    expect(older.length).toBeGreaterThan(250);
    const times = older.map(({ createdAtMs }) => createdAtMs);
    expect(startMs - (times.at(-1) ?? 0)).toBeGreaterThan(190 * dayMs);
    for (const [index, time] of times.entries())
      expect((times[index - 1] ?? time) - time, `after ${index}`).toBeLessThan(2.5 * dayMs);
    const ends = older.map(({ cancelExist, dealSize }) => `${cancelExist} ${dealSize === '0'}`);
    expect(new Set(ends)).toEqual(new Set(['false false', 'true true', 'true false']));
    expect(new Set(older.map(({ placement }) => placement.type))).toEqual(new Set(['limit', 'market']));
    for (const order of older) expect(order.endedAtMs).toBeGreaterThanOrEqual(order.createdAtMs);
  });

  it('has fills in sequence, with ids that carry their time', () => {
    const { exchange, accountId, older } = open();
    const fills = exchange.spot.fills(accountId, 0).filter(fill => fill.createdAtMs < pastMs);
    expect(fills.length).toBeGreaterThan(70);
    const times = fills.map(({ createdAtMs }) => createdAtMs);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const trades = fills.map(({ tradeId }) => tradeId);
    expect(trades).toEqual(trades.toSorted((a, b) => (a < b ? 1 : -1)));
    for (const { id, createdAtMs } of older)
      expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Math.floor(createdAtMs / 1000));
  });

  it('has no open order of that time, and no public trade', () => {
    const { exchange, accountId } = open();
    expect(exchange.spot.orders(accountId, 'active', { endAtMs: pastMs })).toEqual([]);
    const [print] = exchange.spot.prints('BTC-USDT', 1);
    expect(Number((print?.timeNs ?? 0n) / 1_000_000n)).toBeGreaterThan(pastMs);
  });

  it('has candles of every market without a gap, up to the live ones', () => {
    const { exchange } = open();
    const all = { fromMs: startMs - 4 * dayMs, toMs: Infinity, most: 1500, keep: 'newest' } as const;
    const { spot, futures } = exchange.history;
    const markets = [
      ...exchange.spot.pairs.map(({ symbol }) => ({ symbol, history: spot })),
      ...exchange.futures.contracts.map(({ symbol }) => ({ symbol, history: futures })),
    ];
    for (const { symbol, history } of markets) {
      const starts = history.candles(symbol, '15min', all).map(candle => candle.startMs);
      expect(starts, symbol).toEqual(starts.map((_, index) => (starts[0] ?? 0) + index * 900_000));
      expect(starts.length, symbol).toBeGreaterThan(4 * 96 - 2);
    }
  });

  it('leads to the balances of today, row by row', () => {
    const { exchange, accountId } = open();
    const sub = exchange.directory.subAccounts[0]?.accountId ?? '';
    for (const owner of [accountId, sub]) {
      const opening = exchange.earlierMonths.opening(owner);
      const balances = new Map(opening.map(({ wallet, currency, total }) => [`${wallet} ${currency}`, total]));
      for (const { wallet, currency, amount, direction, balance } of exchange.movements.list(owner).toReversed()) {
        const key = `${wallet} ${currency}`;
        const before = balances.get(key) ?? '0';
        const after = direction === 'in' ? add(before, amount) : subtract(before, amount);
        expect([key, after]).toEqual([key, balance]);
        expect(isNegative(after), `${key} at ${after}`).toBe(false);
        balances.set(key, after);
      }
      for (const { wallet, currency, total } of exchange.ledger.balances(owner))
        if (wallet !== 'futures')
          expect([wallet, currency, balances.get(`${wallet} ${currency}`) ?? '0']).toEqual([wallet, currency, total]);
    }
  });

  it('leads to the futures equity of today, row by row', () => {
    const { exchange, accountId } = open();
    const rows = exchange.futures.transactions(accountId).toReversed();
    for (const currency of ['USDT', 'XBT']) {
      const own = rows.filter(row => row.currency === currency);
      const [first] = own;
      expect(own.length).toBeGreaterThan(10);
      let balance = subtract(first?.balance ?? '0', first?.amount ?? '0');
      for (const row of own) {
        balance = add(balance, row.amount);
        expect([row.id, row.balance]).toEqual([row.id, balance]);
        expect(isNegative(balance)).toBe(false);
      }
      const { accountEquity, unrealisedPnl } = exchange.futures.overview(accountId, currency);
      expect(Number(balance)).toBeCloseTo(Number(subtract(accountEquity, unrealisedPnl)), 6);
      expect(own.map(({ type }) => type)).not.toContain('Deposit');
    }
  });

  it('paid the recorded withdrawals, and no others', () => {
    const { exchange, accountId } = open();
    const span = { startAtMs: 0, endAtMs: startMs, statuses: ['SUCCESS'] } as const;
    const listed = exchange.withdrawals.list(accountId, span);
    const paid = exchange.movements.list(accountId).filter(row => row.businessType === 'WITHDRAW');
    expect(listed.map(row => `${row.currency} ${add(row.amount, row.fee)} ${row.updatedAtMs}`).toSorted()).toEqual(
      paid.map(row => `${row.currency} ${row.amount} ${row.createdAtMs}`).toSorted(),
    );
    expect(paid.length).toBeGreaterThan(20);
  });

  it('keeps the numbers of rows in the sequence of their time', () => {
    const { exchange, accountId } = open();
    expect(isFalling(exchange.movements.list(accountId).map(({ number }) => number))).toBe(true);
    expect(isFalling(exchange.futures.transactions(accountId).map(({ id }) => id))).toBe(true);
    expect(isFalling(exchange.futures.fundingPayments(accountId).map(({ id }) => id))).toBe(true);
    expect(isFalling(exchange.spot.fills(accountId, 0).map(({ tradeId }) => tradeId))).toBe(true);
  });

  it('has each order by its id', () => {
    const { exchange, accountId, older } = open();
    const [oldest] = older.slice(-1);
    expect(exchange.spot.order(accountId, oldest?.id ?? '')).toEqual(oldest);
    const futures = exchange.futures.orders(accountId, 'done', { endAtMs: pastMs }).at(-1);
    expect(exchange.futures.order(accountId, futures?.id ?? '')).toEqual(futures);
    expect(exchange.spot.order('unknown', oldest?.id ?? '')).toBeNull();
  });

  it('has no order as old as the program alone', () => {
    const { exchange, accountId } = open();
    const ages = exchange.spot.orders(accountId, 'active', {}).map(({ createdAtMs }) => startMs - createdAtMs);
    expect(Math.min(...ages)).toBeGreaterThan(60_000);
    expect(new Set(ages).size).toBe(ages.length);
    const half = exchange.spot.orders(accountId, 'active', { symbol: 'USDC-USDT' });
    expect(half).toMatchObject([{ dealSize: '1840.5', createdAtMs: startMs - 11 * 60_000 }]);
  });

  it('has one order that is dropped two minutes after the market opened', () => {
    const { older } = open();
    const left = older
      .filter(({ cancelExist }) => cancelExist)
      .map(({ endedAtMs }) => 30 * dayMs - (startMs - (endedAtMs ?? 0)))
      .filter(ms => ms > 0);
    expect(Math.min(...left)).toBe(120_000);
  });
});

it('the practice world writes no records of the simulated traders, because their orders have no reader and delay the start', () => {
  const { exchange } = open();
  for (const accountId of [makerOf('BTC-USDT'), takerOf('BTC-USDT')])
    expect(exchange.spot.fills(accountId, 0), accountId).toEqual([]);
});
