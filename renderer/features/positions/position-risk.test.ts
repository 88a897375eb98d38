import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { adlLamps, type EquityOf, marginRatio, riskHeadroom, totalsOf, walletRatio } from './position-risk.ts';

it('position risk has five classes', () => {
  const ranks = [null, '0', '0.2', '0.21', '0.8', '1'] as const;
  expect(ranks.map(adlLamps)).toEqual([null, 1, 1, 2, 4, 5]);
});

it('margin ratio counts isolated positions only, rounded up', () => {
  const held = buildPosition({ maintenanceMargin: '1', marginWithPnl: '3' });
  expect(marginRatio(held)).toBe('0.333334');
  expect(marginRatio({ ...held, marginMode: 'cross' })).toBeNull();
  expect(marginRatio({ ...held, marginWithPnl: null })).toBeNull();
  expect(marginRatio({ ...held, maintenanceMargin: null })).toBeNull();
  expect(marginRatio({ ...held, marginWithPnl: '0' })).toBeNull();
});

it('headroom is the rest of the risk limit over the value at entry, and a cross position has none', () => {
  const held = buildPosition({ riskLimit: '100', positionCost: '-30', markValue: '-90' });
  expect(riskHeadroom(held)).toBe('70');
  expect(riskHeadroom({ ...held, positionCost: '130' })).toBe('0');
  expect(riskHeadroom({ ...held, riskLimit: null })).toBeNull();
  expect(riskHeadroom({ ...held, marginMode: 'cross' })).toBeNull();
});

const ofWallet: EquityOf = () => '150.33';

it('a cross position has the ratio of its wallet, when that is known', () => {
  const cross = buildPosition({
    marginMode: 'cross',
    positionCost: '500',
    initialMargin: '50',
    maintenanceMarginRate: null,
  });
  const contracts = new Map([[cross.symbol, { maintainMargin: '0.005', takerFeeRate: '0.0006' } as const]]);
  const facts = { positions: [cross], equityOf: ofWallet, contracts };
  expect(walletRatio(cross, facts)).toBe('0.018826');
  expect(walletRatio(cross, { ...facts, equityOf: () => null })).toBeNull();
  expect(walletRatio({ ...cross, marginMode: 'isolated' }, facts)).toBeNull();
});

it('position risk counts the positions whose unknown figures a sum omits', () => {
  const known = buildPosition({ markValue: '30', unrealisedPnl: '1' });
  const unknown = buildPosition({ markValue: null, unrealisedPnl: null });
  expect(totalsOf([known, unknown, { ...known, unrealisedPnl: null }])).toEqual([
    { currency: 'USDT', notional: '60', unrealisedPnl: '1', unknownCount: 2 },
  ]);
});

it('position risk sums each settlement currency by itself, shorts without their sign', () => {
  const usdt = buildPosition({ markValue: '-30', unrealisedPnl: '-1' });
  const xbt = buildPosition({ settleCurrency: 'XBT', markValue: '0.5', unrealisedPnl: '0.1' });
  expect(totalsOf([usdt, xbt, { ...usdt, markValue: '10', unrealisedPnl: '3' }])).toEqual([
    { currency: 'USDT', notional: '40', unrealisedPnl: '2', unknownCount: 0 },
    { currency: 'XBT', notional: '0.5', unrealisedPnl: '0.1', unknownCount: 0 },
  ]);
});
