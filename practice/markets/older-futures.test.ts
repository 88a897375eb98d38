import { describe, expect, it } from 'vitest';
import { createLedger } from '#practice/accounts/ledger.ts';
import { createFuturesVenue } from '#practice/futures/venue/venue.ts';
import { createDrivenClock } from '#practice/kernel/clock.ts';
import { dayMs } from '#practice/kernel/durations.ts';
import { createIdentifiers } from '#practice/kernel/identifiers.ts';
import { contracts } from './listing/contracts.ts';
import { fundTraders, traderAccounts } from './simulation.ts';
import { olderMs, tradeOlderDays } from './older-futures.ts';

const endMs = Date.UTC(2026, 8, 20);

function tradedWith(seed: number) {
  const clock = createDrivenClock(endMs - olderMs);
  const ledger = createLedger();
  const refusals: string[] = [];
  const futures = createFuturesVenue({
    clock,
    ledger,
    identifiers: createIdentifiers(seed, clock),
    contracts,
    feeAccountId: 'fees',
    insuranceAccountId: 'insurance',
    isExempt: accountId => traderAccounts.has(accountId),
  });
  fundTraders(ledger, seed);
  const onRefusal = (symbol: string, { message }: { readonly message: string }) =>
    void refusals.push(`${symbol}: ${message}`);
  tradeOlderDays({ seed, clock, futures, ledger, accountId: 'master', endMs, onRefusal });
  return { clock, ledger, futures, refusals };
}

describe('the days before the past day', () => {
  it.each([1, 2, 3, 4])('leave closed positions and nothing open, whatever the seed (%i)', seed => {
    const { clock, ledger, futures, refusals } = tradedWith(seed);
    expect(refusals).toEqual([]);
    expect(clock.nowMs()).toBe(endMs);
    const closed = futures.closedPositions('master');
    expect(closed).toHaveLength(10);
    expect(new Set(closed.map(position => position.how))).toEqual(new Set(['CLOSE']));
    expect(futures.positions('master')).toEqual([]);
    for (const { symbol } of contracts) expect(futures.book(symbol, 1)).toMatchObject({ bids: [], asks: [] });
    for (const currency of ['USDT', 'XBT']) expect(ledger.balance('master', 'futures', currency).total).toBe('0');
  });

  it('leave nine days of funding, some of it paid and some received', () => {
    const { futures } = tradedWith(1);
    for (const { symbol } of contracts) expect(futures.fundingRates(symbol)).toHaveLength(27);
    const payments = futures.fundingPayments('master').map(payment => Number(payment.funding));
    expect(Math.min(...payments)).toBeLessThan(0);
    expect(Math.max(...payments)).toBeGreaterThan(0);
    const [newest] = futures.fundingRates('XBTUSDTM');
    expect(newest?.timeMs).toBe(endMs);
    expect(futures.closedPositions('master').at(-1)?.closedAtMs).toBeLessThan(endMs - 7 * dayMs);
  });
});
