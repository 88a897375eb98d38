import { expect, it } from 'vitest';
import { poolsText, shareText, weightText } from './weight-text.ts';
import { noWeights } from './weights.ts';

it.each([
  [0, '0'],
  [0.2, '< 1'],
  [1234.4, '1,234'],
])('a weight of %d: %s', (weight, text) => expect(weightText(weight)).toBe(text));

it.each([
  [0, 4000, '0 %'],
  [5, 0, '0 %'],
  [5, 4000, '< 1 %'],
  [130, 4000, '3 %'],
])('%d of %d: %s', (weight, limit, text) => expect(shareText(weight, limit)).toBe(text));

it('pools are named when some of their weight is spent', () => {
  expect(poolsText(noWeights)).toBe('');
  expect(poolsText({ ...noWeights, spot: 3, public: 20 })).toBe('spot 3, public 20');
});
