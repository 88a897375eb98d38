import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { byReach, dangerOf } from './liquidation-danger.ts';
import { liquidationDistance } from './liquidation-distance.ts';

const position = buildPosition({ markPrice: '100', liquidationPrice: '90' });

it('distance is measured from mark, in both directions', () => {
  expect(liquidationDistance(position)).toBe('0.1');
  expect(liquidationDistance({ ...position, quantity: '-1', liquidationPrice: '104' })).toBe('0.04');
  expect(liquidationDistance({ ...position, liquidationPrice: null })).toBeNull();
});

it('distance has classes of risk', () => {
  const distances = [null, '-0.1', '0.0499', '0.05', '0.1499', '0.15'] as const;
  expect(distances.map(dangerOf)).toEqual(['unknown', 'danger', 'danger', 'warning', 'warning', 'calm']);
});

const at = (id: string, distance: Parameters<typeof dangerOf>[0], isSafe = false) => ({ id, distance, isSafe });

it('a position with an unknown distance is before the calm ones, never the safest', () => {
  const rows = [
    at('calm', '0.2'),
    at('safe', null, true),
    at('unknown', null),
    at('watch', '0.14'),
    at('edge', '0.15'),
    at('danger', '0.04'),
    at('unknown too', null),
  ];
  expect(rows.toSorted(byReach).map(({ id }) => id)).toEqual([
    'danger',
    'watch',
    'unknown',
    'unknown too',
    'edge',
    'calm',
    'safe',
  ]);
});
