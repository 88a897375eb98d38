import { describe, expect, it } from 'vitest';
import type { FeeAudit } from './fee-audit.ts';
import { feesByMonth } from './fee-months.ts';
import type { Decimal } from '../../decimal.ts';

const audited = (due: Decimal, paid: Decimal): FeeAudit => {
  return { isAudited: true, rate: '0.001', due, paid, difference: '0' };
};
const unaudited = (reason: 'no-rate' | 'other-coin'): FeeAudit => ({ isAudited: false, reason });
const fee = (time: string, audit: FeeAudit, coin: string | null = 'USDT') => ({ atMs: Date.parse(time), coin, audit });

describe('fees by month', () => {
  it('sums due and paid by UTC month and coin with exact decimals, the newest month first', () => {
    const months = feesByMonth([
      fee('2026-03-31T23:59:59.999Z', audited('0.1', '0.3')),
      fee('2026-03-01T00:00:00Z', audited('0.2', '0.2000000000000001')),
      fee('2026-04-01T00:00:00Z', audited('6.2', '6.2')),
      fee('2026-04-02T00:00:00Z', audited('0.0001', '0.00005'), 'BTC'),
    ]);
    expect(months.map(({ month, coin, sums }) => [month, coin, sums])).toEqual([
      ['2026-04', 'BTC', { due: '0.0001', paid: '0.00005', difference: '-0.00005' }],
      ['2026-04', 'USDT', { due: '6.2', paid: '6.2', difference: '0' }],
      ['2026-03', 'USDT', { due: '0.3', paid: '0.5000000000000001', difference: '0.2000000000000001' }],
    ]);
    expect(feesByMonth([])).toEqual([]);
  });

  it('names each day with fills without a rate once, and leaves fills that are not audited out of the sums', () => {
    const [month, ...others] = feesByMonth([
      fee('2026-03-09T10:00:00Z', unaudited('no-rate')),
      fee('2026-03-02T10:00:00Z', unaudited('no-rate')),
      fee('2026-03-02T11:00:00Z', unaudited('no-rate')),
      fee('2026-03-03T11:00:00Z', unaudited('other-coin')),
      fee('2026-03-04T11:00:00Z', audited('1', '2')),
    ]);
    expect(others).toEqual([]);
    expect(month).toEqual({
      month: '2026-03',
      coin: 'USDT',
      sums: { due: '1', paid: '2', difference: '1' },
      auditedCount: 1,
      unauditedCount: 4,
      daysWithoutRate: ['2026-03-02', '2026-03-09'],
    });
  });

  it('has no sums of a month without an audited fill, and keeps fees without a coin apart', () => {
    const months = feesByMonth([
      fee('2026-03-02T10:00:00Z', unaudited('no-rate')),
      fee('2026-03-02T10:00:00Z', unaudited('no-rate'), null),
      fee('2026-03-02T10:00:00Z', unaudited('no-rate'), null),
      fee('2026-03-02T10:00:00Z', unaudited('no-rate'), 'BTC'),
    ]);
    expect(months).toMatchObject([
      { coin: null, sums: null, auditedCount: 0, unauditedCount: 2 },
      { coin: 'BTC', sums: null, unauditedCount: 1 },
      { coin: 'USDT', sums: null, unauditedCount: 1 },
    ]);
  });
});
