import { expect, it } from 'vitest';
import { buildFill } from '#shared/testing/build-fill.ts';
import { feesPaid } from './fees-paid.ts';

const rates = { makerFeeRate: '0.0008', takerFeeRate: '0.001' } as const;
const maker = buildFill({ liquidity: 'maker', feeRate: '0.0008', funds: '300', fee: '0.24' });
const taker = buildFill({ liquidity: 'taker', feeRate: '0.001', funds: '100', fee: '0.1' });

it('paid fees separate makers, takers, forced takers and unknown ones, and sum fees by currency only', () => {
  const paid = feesPaid(
    [
      maker,
      taker,
      { ...taker, isForceTaker: true, fee: '0.00002', feeCurrency: 'KCS' },
      { ...taker, liquidity: 'unknown', funds: null },
    ],
    rates,
  );
  expect(paid.maker).toEqual({ count: 1, funds: '300' });
  expect(paid.taker).toEqual({ count: 2, funds: '200' });
  expect(paid.forced).toEqual({ count: 1, funds: '100' });
  expect(paid.unknown).toEqual({ count: 1, funds: '0' });
  expect([...paid.fees]).toEqual([
    ['USDT', '0.44'],
    ['KCS', '0.00002'],
  ]);
  expect(paid.makerShare).toBe('0.6');
  // 100 × (0.001 − 0.0008)
  expect(paid.forcedCost).toBe('0.02');
  expect(paid.deviations).toEqual([]);
});

it('paid fees report a rate other than the named one, and judge no unknown fill', () => {
  const cheap = { ...taker, feeRate: '0.0008' } as const;
  const dear = { ...maker, feeRate: '0.00080001' } as const;
  const unlisted = { ...taker, fee: null, feeRate: null, feeCurrency: null } as const;
  const paid = feesPaid([cheap, dear, unlisted, { ...taker, liquidity: 'unknown', feeRate: '0.5' }], rates);
  expect(paid.deviations).toEqual([
    { fill: cheap, paid: '0.0008', named: '0.001' },
    { fill: dear, paid: '0.00080001', named: '0.0008' },
  ]);
});

it('paid fees compare rates by value, not by digits', () => {
  expect(feesPaid([{ ...taker, feeRate: '0.00100' }], rates).deviations).toEqual([]);
});

it('paid fees have no share of nothing', () => {
  expect(feesPaid([], rates)).toMatchObject({ makerShare: null, forcedCost: '0', maker: { count: 0 } });
});
