import { expect, it } from 'vitest';
import type { Decimal } from '#shared/decimal.ts';
import { groupOwnLevels, ownLevelKey } from './own-levels.ts';

it('own levels match a price in any notation', () => {
  expect(ownLevelKey('buy', '64249.00')).toBe(ownLevelKey('buy', '64249'));
  expect(ownLevelKey('buy', '1')).not.toBe(ownLevelKey('sell', '1'));
});

it('own levels are summed at the level of the grouped book', () => {
  const own = new Map<string, Decimal>([
    [ownLevelKey('buy', '64249'), '1'],
    [ownLevelKey('buy', '64241.5'), '0.5'],
    [ownLevelKey('sell', '64251'), '2'],
  ]);
  expect(groupOwnLevels(own, null)).toBe(own);
  expect([...groupOwnLevels(own, '10')]).toEqual([
    ['buy 64240', '1.5'],
    ['sell 64260', '2'],
  ]);
});
