import { expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { liquidationDistance } from '#lib/orders/liquidation-distance.ts';
import {
  adlLamps,
  byLiquidationRisk,
  liquidationRisk,
  marginRatio,
  riskHeadroom,
  totalsOf,
  walletRatio,
} from './position-risk.ts';

const position = buildPosition({
  id: 'p',
  averageEntryPrice: '100',
  markPrice: '100',
  markValue: '100',
  liquidationPrice: '90',
  bankruptPrice: '89',
  realLeverage: null,
  riskLimit: null,
  maintenanceMarginRate: null,
  adlPercentile: null,
  positionCost: '100',
  addedMargin: null,
  initialMargin: '10',
  bankruptcyCost: null,
  fundingPaid: null,
  positionMargin: '10',
  maintenanceMargin: '1',
  marginWithPnl: '10',
  unrealisedPnl: '0',
  unrealisedPnlRatio: '0',
  returnOnEquity: '0',
});

it('the distance is measured from mark, to either side', () => {
  expect(liquidationDistance(position)).toBe('0.1');
  expect(liquidationDistance({ ...position, quantity: '-1', liquidationPrice: '104' })).toBe('0.04');
  expect(liquidationDistance({ ...position, liquidationPrice: null })).toBeNull();
});

it('bands', () => {
  const distances = [null, '-0.1', '0.0499', '0.05', '0.1499', '0.15'] as const;
  expect(distances.map(liquidationRisk)).toEqual(['unknown', 'danger', 'danger', 'warning', 'warning', 'calm']);
});

it('the most endangered comes first, the unknown before the calm', () => {
  const rows: Position[] = [
    { ...position, id: 'safe', liquidationPrice: null },
    { ...position, id: 'far', liquidationPrice: '50' },
    { ...position, id: 'near' },
    { ...position, id: 'safe too', liquidationPrice: null },
  ];
  expect(rows.toSorted(byLiquidationRisk).map(row => row.id)).toEqual(['near', 'safe', 'safe too', 'far']);
});

it('five lamps', () => {
  const ranks = [null, '0', '0.2', '0.21', '0.8', '1'] as const;
  expect(ranks.map(adlLamps)).toEqual([null, 1, 1, 2, 4, 5]);
});

const at = (id: string, liquidationPrice: Position['liquidationPrice']) => ({ ...position, id, liquidationPrice });

it('a position whose room is not known stands before the calm ones, never as the safest', () => {
  const sorted = [at('calm', '80'), at('unknown', null), at('watch', '86'), at('edge', '85'), at('danger', '96')];
  expect(sorted.toSorted(byLiquidationRisk).map(({ id }) => id)).toEqual([
    'danger',
    'watch',
    'unknown',
    'edge',
    'calm',
  ]);
});

it('the margin ratio is of isolated positions alone, rounded against the holder', () => {
  const held = buildPosition({ maintenanceMargin: '1', marginWithPnl: '3' });
  expect(marginRatio(held)).toBe('0.333334');
  expect(marginRatio({ ...held, marginMode: 'cross' })).toBeNull();
  expect(marginRatio({ ...held, marginWithPnl: null })).toBeNull();
  expect(marginRatio({ ...held, maintenanceMargin: null })).toBeNull();
  expect(marginRatio({ ...held, marginWithPnl: '0' })).toBeNull();
});

it('the headroom is what the risk limit leaves of the value at entry, and a cross position has none', () => {
  const held = buildPosition({ riskLimit: '100', positionCost: '-30', markValue: '-90' });
  expect(riskHeadroom(held)).toBe('70');
  expect(riskHeadroom({ ...held, positionCost: '130' })).toBe('0');
  expect(riskHeadroom({ ...held, riskLimit: null })).toBeNull();
  expect(riskHeadroom({ ...held, marginMode: 'cross' })).toBeNull();
});

it('a cross position has the ratio of its wallet, where what that comes to is known', () => {
  const cross = buildPosition({
    marginMode: 'cross',
    quantity: '10',
    markPrice: '50000',
    markValue: '500',
    liquidationPrice: '35250',
  });
  expect(walletRatio(cross, [cross], () => '150.33')).toBe('0.0189');
  expect(walletRatio(cross, [cross], () => null)).toBeNull();
  expect(walletRatio({ ...cross, marginMode: 'isolated' }, [cross], () => '150.33')).toBeNull();
});

it('each settlement currency is summed by itself, shorts without their sign', () => {
  const usdt = buildPosition({ markValue: '-30', unrealisedPnl: '-1' });
  const xbt = buildPosition({ settleCurrency: 'XBT', markValue: '0.5', unrealisedPnl: '0.1' });
  expect(totalsOf([usdt, xbt, { ...usdt, markValue: '10', unrealisedPnl: '3' }])).toEqual([
    { currency: 'USDT', notional: '40', unrealisedPnl: '2' },
    { currency: 'XBT', notional: '0.5', unrealisedPnl: '0.1' },
  ]);
});
