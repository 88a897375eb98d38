import { describe, expect, it } from 'vitest';
import { absolute, add, compare, type Decimal, multiply, negate, subtract, sum } from '#shared/decimal.ts';
import type { MovementRecord } from '#practice/accounts/movements/movements.ts';
import { dayMs, hourMs } from '#practice/kernel/durations.ts';
import { contracts } from '#practice/markets/listing/contracts.ts';
import { accountIds, endMs, playMonths, startMs } from './testing/play-months.ts';

const seeds = [1, 2, 7, 40_961, 123_456_789];
const all = { startAtMs: 0, endAtMs: startMs } as const;
const { master, sub } = accountIds;

function signed({ amount, direction }: MovementRecord): Decimal {
  return direction === 'in' ? amount : negate(amount);
}

function keyOf(currency: string, amount: Decimal): string {
  return `${currency} ${amount}`;
}

function keysOf(rows: readonly MovementRecord[], type: MovementRecord['businessType']): readonly string[] {
  return rows.filter(row => row.businessType === type).map(row => keyOf(row.currency, row.amount));
}

function movementsOf(seed: number): string {
  return JSON.stringify(playMonths(seed).months.movements(master), (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

describe.each(seeds)('the earlier months of seed %i', seed => {
  const { months, rejections, endBalances } = playMonths(seed);
  const rows = months.movements(master).toReversed();
  const fills = months.spot.fills(master, 0).toReversed();
  const futuresFills = months.futures.fills(master, 0).toReversed();
  const payments = months.futures.fundingPayments(master).toReversed();

  it('reject no order', () => {
    expect(rejections).toEqual([]);
    expect(months.spot.orders(master, 'active', {})).toEqual([]);
    expect(months.futures.positions(master)).toEqual([]);
  });

  it.each([master, sub])('lead from the opening balances of %s to its balances at the end', accountId => {
    const balances = new Map(
      months.opening(accountId).map(({ wallet, currency, total }) => [`${wallet} ${currency}`, total]),
    );
    for (const row of months.movements(accountId).toReversed()) {
      const key = `${row.wallet} ${row.currency}`;
      const balance = add(balances.get(key) ?? '0', signed(row));
      expect(row.balance, `${key} after ${row.number}`).toBe(balance);
      balances.set(key, balance);
    }
    for (const row of months.transactions(accountId).toReversed()) {
      const key = `futures ${row.currency}`;
      const balance = add(balances.get(key) ?? '0', row.amount);
      expect(row.balance, `${key} after ${row.id}`).toBe(balance);
      balances.set(key, balance);
    }
    const ends = new Map(endBalances(accountId).map(each => [`${each.wallet} ${each.currency}`, each.total]));
    for (const [key, balance] of balances) expect([key, balance]).toEqual([key, ends.get(key) ?? '0']);
  });

  it('have a row of each coin for each fill, with its fee', () => {
    expect(fills.length).toBeGreaterThan(250);
    const byTrade = Map.groupBy(rows, row => `${row.cause?.tradeId} ${row.cause?.orderId}`);
    for (const fill of fills) {
      const [base, quote] = fill.symbol.split('-');
      const own = byTrade.get(`${fill.tradeId} ${fill.orderId}`) ?? [];
      const isBuy = fill.side === 'buy';
      const paid = isBuy ? negate(add(fill.funds, fill.fee)) : subtract(fill.funds, fill.fee);
      expect(own.map(row => `${row.currency} ${signed(row)} ${row.createdAtMs}`).toSorted()).toEqual(
        [
          `${base} ${isBuy ? fill.size : negate(fill.size)} ${fill.createdAtMs}`,
          `${quote} ${paid} ${fill.createdAtMs}`,
        ].toSorted(),
      );
      expect(fill.feeCurrency).toBe(quote);
    }
  });

  it('have some fills that share a millisecond', () => {
    const times = fills.map(({ createdAtMs }) => createdAtMs);
    expect(times.length - new Set(times).size).toBeGreaterThan(50);
  });

  it('have each deposit and each withdrawal in its list and in the ledger', () => {
    const deposits = months.deposits.list(master, all);
    expect(deposits.map(({ currency, amount }) => keyOf(currency, amount)).toSorted()).toEqual(
      keysOf(rows, 'DEPOSIT').toSorted(),
    );
    const withdrawals = months.withdrawals.list(master, { ...all, statuses: ['SUCCESS'] });
    expect(withdrawals.map(({ currency, amount, fee }) => keyOf(currency, add(amount, fee))).toSorted()).toEqual(
      keysOf(rows, 'WITHDRAW').toSorted(),
    );
    expect(keysOf(rows, 'RETURNED_FEES').length).toBe(6);
  });

  it('have both ends of each transfer', () => {
    const ofOwn = rows.filter(row => row.businessType === 'TRANSFER');
    const ofFutures = months.transactions(master).filter(({ type }) => type === 'TransferIn' || type === 'TransferOut');
    const sums = new Map<string, Decimal>();
    const count = (coin: string, amount: Decimal): void => void sums.set(coin, add(sums.get(coin) ?? '0', amount));
    for (const row of ofOwn) count(row.currency, signed(row));
    for (const { currency, amount } of ofFutures) count(currency === 'XBT' ? 'BTC' : currency, amount);
    expect([...sums.values()].filter(amount => amount !== '0')).toEqual([]);
    const between = (accountId: string): Decimal =>
      sum(
        months
          .movements(accountId)
          .filter(row => row.businessType === 'SUB_TRANSFER')
          .map(signed),
      );
    expect(add(between(master), between(sub))).toBe('0');
    expect(between(sub)).toBe('27749.5');
  });

  it('realise in futures the PnL of the fills and funding', () => {
    expect(futuresFills.length).toBeGreaterThan(60);
    const realised = months.transactions(master).filter(({ type }) => type === 'RealisedPNL');
    for (const { symbol, multiplier, isInverse } of contracts) {
      const own = futuresFills.filter(fill => fill.symbol === symbol);
      if (isInverse || own.length === 0) continue;
      const gross = sum(
        own.map(({ side, size, price }) =>
          multiply(multiply(price, size), side === 'sell' ? multiplier : negate(multiplier)),
        ),
      );
      const fees = sum(own.map(({ fee }) => fee));
      const funding = sum(payments.filter(each => each.symbol === symbol).map(each => each.funding));
      const total = sum(realised.filter(({ remark }) => remark === symbol).map(({ amount }) => amount));
      const difference = absolute(subtract(total, subtract(add(gross, funding), fees)));
      expect(compare(difference, '0.000001'), `${symbol} differs by ${difference}`).toBeLessThan(0);
    }
  });

  it('have the funding of each settlement at which a position was held', () => {
    expect(payments.length).toBeGreaterThan(450);
    for (const { symbol, multiplier, isInverse } of contracts) {
      const rates = new Map(months.futures.fundingRates(symbol).map(({ timeMs, rate }) => [timeMs, rate]));
      const own = new Map(payments.filter(each => each.symbol === symbol).map(each => [each.timeMs, each]));
      for (
        let timeMs = Math.ceil((endMs - 190 * dayMs) / (8 * hourMs)) * 8 * hourMs;
        timeMs < endMs;
        timeMs += 8 * hourMs
      ) {
        const lots = sum(
          futuresFills
            .filter(fill => fill.symbol === symbol && fill.createdAtMs < timeMs)
            .map(({ side, size }) => (side === 'buy' ? size : negate(size))),
        );
        const payment = own.get(timeMs);
        expect([symbol, timeMs, payment?.quantity ?? '0']).toEqual([symbol, timeMs, lots]);
        if (payment === undefined) continue;
        expect(payment.rate).toBe(rates.get(timeMs));
        if (isInverse) continue;
        const exact = negate(multiply(multiply(multiply(lots, multiplier), payment.markPrice), payment.rate));
        expect(Math.abs(Number(subtract(exact, payment.funding)))).toBeLessThan(0.000_01);
      }
    }
    expect(new Set(payments.map(({ funding }) => funding.startsWith('-')))).toEqual(new Set([true, false]));
  });

  it('charge interest each hour of a loan, and end it with the loan', () => {
    const { borrows, repays, interests } = months.margin.history(master);
    expect([borrows.length, repays.length]).toEqual([2, 2]);
    for (const repay of repays) {
      const borrow = borrows.find(({ symbol }) => symbol === repay.symbol);
      const own = interests.filter(({ symbol }) => symbol === repay.symbol).toReversed();
      const hours = own.map(({ createdAtMs }) => createdAtMs / hourMs);
      const first = Math.floor((borrow?.createdAtMs ?? 0) / hourMs) + 1;
      expect(hours).toEqual(hours.map((_, index) => first + index));
      expect(hours.at(-1)).toBe(Math.floor(repay.createdAtMs / hourMs));
      expect(sum(own.map(({ amount }) => amount))).toBe(repay.interest);
      expect(repay.principal).toBe(borrow?.actualSize);
    }
    expect(interests.length).toBeGreaterThan(400);
  });
});

it('earlier months are equal for the same seed, and differ for another', () => {
  expect(movementsOf(3)).toBe(movementsOf(3));
  expect(movementsOf(4)).not.toBe(movementsOf(3));
});
