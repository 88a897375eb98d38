import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, multiply, subtract, uncheckedDecimal } from '../../decimal.ts';
import { dayAt } from '../days/local-day.ts';
import {
  type AuditedFill,
  auditFees,
  type FeeAudit,
  type HeldFeeRate,
  isFeeDifferent,
  totalFees,
} from './fee-audit.ts';

const fill: AuditedFill = {
  account: 'main',
  atMs: Date.parse('2026-03-24T12:00:00Z'),
  stream: 'fills',
  id: '1',
  symbol: 'BTC-USDT',
  value: '6200',
  isFeeInOtherCoin: false,
  liquidity: 'taker',
  fee: '6.2',
};
const rate: HeldFeeRate = {
  account: 'main',
  symbol: 'BTC-USDT',
  day: '2026-03-24',
  takerRate: '0.001',
  makerRate: '0.0008',
};
const dayOf = (atMs: number) => dayAt(atMs, 'UTC').key;
const auditOf = (change: Partial<AuditedFill>, rates: readonly HeldFeeRate[] = [rate]) =>
  auditFees([{ ...fill, ...change }], rates, dayOf)[0];

describe('auditFees', () => {
  it('compares the paid fee with the rate of that day', () => {
    const audits = auditFees([fill, { ...fill, liquidity: 'maker', fee: '5' }], [rate], dayOf);
    expect(audits).toEqual([
      { isAudited: true, rate: '0.001', due: '6.2', paid: '6.2', difference: '0' },
      { isAudited: true, rate: '0.0008', due: '4.96', paid: '5', difference: '0.04' },
    ]);
  });

  it.each([
    ['no-rate', { atMs: Date.parse('2026-03-25T00:00:00Z') }],
    ['no-rate', { atMs: Date.parse('2026-03-23T23:59:59Z') }],
    ['no-rate', { account: 'sub' }],
    ['no-rate', { symbol: 'ETH-USDT' }],
    ['no-liquidity', { liquidity: 'unknown' }],
    ['other-coin', { isFeeInOtherCoin: true }],
    ['no-value', { value: null }],
    ['no-fee', { fee: null }],
  ] as const)('skips a fill with the reason %s', (reason, change) => {
    expect(auditOf(change)).toEqual({ isAudited: false, reason });
  });

  it('skips a fill of a day on which the rate of its side of the book changed', () => {
    const later: HeldFeeRate = { ...rate, makerRate: '0.0009' };
    expect(auditOf({ liquidity: 'maker' }, [rate, later])).toEqual({ isAudited: false, reason: 'rate-changed' });
    expect(auditOf({}, [rate, later])).toMatchObject({ isAudited: true, rate: '0.001', difference: '0' });
    expect(auditOf({}, [rate, { ...rate, takerRate: '0.0010' as const }])).toMatchObject({ isAudited: true });
  });

  it('has due + difference = paid, and no difference where value × rate was paid', () => {
    const text = fc
      .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: 0, max: 12 }))
      .map(([whole, places]) => {
        const digits = (whole < 0n ? -whole : whole).toString().padStart(places + 1, '0');
        const cut = digits.length - places;
        const fraction = places === 0 ? '' : `.${digits.slice(cut)}`;
        return uncheckedDecimal(`${whole < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction}`);
      });
    fc.assert(
      fc.property(text, text, text, fc.constantFrom('taker', 'maker'), (value, fee, paidRate, liquidity) => {
        const rates = [{ ...rate, takerRate: paidRate, makerRate: paidRate }];
        const audit = auditOf({ value, fee, liquidity }, rates);
        if (audit?.isAudited !== true) throw new Error('a fill with a rate is audited');
        expect(compare(add(audit.due, audit.difference), fee)).toBe(0);
        const exact = auditOf({ value, fee: multiply(value, paidRate), liquidity }, rates);
        expect(exact).toMatchObject({ difference: '0' });
        expect(compare(subtract(audit.paid, audit.due), audit.difference)).toBe(0);
      }),
    );
  });
});

const differing = (difference: Decimal): FeeAudit => ({
  isAudited: true,
  rate: '0',
  due: '0',
  paid: '0',
  difference,
});

describe('isFeeDifferent', () => {
  it.each([
    ['0.00000001', true],
    ['-0.00000001', true],
    ['0.000000009', false],
    ['-0.000000009', false],
    ['0', false],
  ] as const)('of a difference of %s is %s', (difference, isDifferent) => {
    expect(isFeeDifferent(differing(difference))).toBe(isDifferent);
  });

  it('is false where a fill is not audited', () => {
    expect(isFeeDifferent({ isAudited: false, reason: 'no-rate' })).toBe(false);
  });
});

describe('totalFees', () => {
  it('adds due and paid of the audited fills by coin', () => {
    const audits = auditFees([fill, { ...fill, liquidity: 'maker', fee: '5' }, { ...fill, fee: null }], [rate], dayOf);
    const inCoins = audits.map((audit, place) => ({ coin: place === 1 ? 'USDC' : 'USDT', audit }));
    const again = [
      ...inCoins,
      ...inCoins.slice(0, 1),
      { coin: 'KCS', audit: { isAudited: false, reason: 'no-fee' } as const },
    ];
    expect([...totalFees(again)]).toEqual([
      ['USDT', { due: '12.4', paid: '12.4' }],
      ['USDC', { due: '4.96', paid: '5' }],
    ]);
  });
});
