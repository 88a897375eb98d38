import { expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { adlLamps, byLiquidationRisk, liquidationRisk, liquidationDistance } from './position-risk.ts';

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
