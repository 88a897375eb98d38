import { describe, expect, it } from 'vitest';
import { runContracts } from '../contracts/run-contracts.ts';
import { buildExampleC, testTerms } from '../testing/contract-rows.ts';
import { estimateInterest } from './interest-estimate.ts';
import { checkRealisedPnl } from './realised-pnl-check.ts';

describe('checkRealisedPnl', () => {
  const { changes } = runContracts(buildExampleC(), { method: 'average', termsOf: testTerms });
  const row = { account: 'main', atMs: 0, stream: 'futures-ledger', id: '-1', coin: 'USDT' } as const;

  it('finds no difference when the ledger books results net of fees and funding', () => {
    expect(
      checkRealisedPnl(changes, [
        { ...row, amount: '300' },
        { ...row, amount: '60.62' },
      ]),
    ).toEqual([]);
  });

  it('returns the difference by account and coin', () => {
    const rows = [
      { ...row, amount: '361' },
      { ...row, coin: 'XBT', amount: '0.1' },
    ] as const;
    expect(checkRealisedPnl(changes, rows)).toEqual([
      { account: 'main', coin: 'USDT', derived: '360.62', booked: '361', difference: '0.38' },
      { account: 'main', coin: 'BTC', derived: '0', booked: '0.1', difference: '0.1' },
    ]);
  });
});

describe('estimateInterest', () => {
  it('returns a part of the daily rate for each hour (examples E and E2)', () => {
    const owed = { owed: '10000', dailyRate: '0.0003' } as const;
    expect(estimateInterest({ ...owed, hours: 1 })).toBe('-0.125');
    expect(estimateInterest({ ...owed, hours: 3 })).toBe('-0.375');
    expect(estimateInterest({ owed: '1', dailyRate: '0.00024', hours: 1 })).toBe('-0.00001');
  });
});
