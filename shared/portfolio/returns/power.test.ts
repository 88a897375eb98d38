import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolute, compare, fromUnits, multiply, subtract } from '../../decimal.ts';
import { power } from './power.ts';

describe('power', () => {
  it('computes roots and fractions to 30 digits', () => {
    expect(power('2', { numerator: 1, denominator: 2 })).toBe('1.41421356237309504880168872421');
    expect(power('1.21', { numerator: 1, denominator: 2 })).toBe('1.1');
    expect(power('0.000001', { numerator: 1, denominator: 3 })).toBe('0.01');
    expect(power('1000000', { numerator: 2, denominator: 3 })).toBe('10000');
    expect(power('7', { numerator: 0, denominator: 3 })).toBe('1');
  });

  it('equals the inverse of multiplication', () => {
    const bases = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(units => fromUnits(units, 6));
    fc.assert(
      fc.property(bases, base => {
        const root = power(base, { numerator: 1, denominator: 2 });
        const error = absolute(subtract(multiply(root, root), base));
        expect(compare(error, '0.00000000000000000001')).toBe(-1);
      }),
    );
  });
});
