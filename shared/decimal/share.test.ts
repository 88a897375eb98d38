import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolute, compare, type Decimal, fromUnits, multiply, subtract } from '../decimal.ts';
import { quotient, shareOf } from './share.ts';

describe('quotient', () => {
  it('keeps 18 digits after the point and rounds ties to the even digit', () => {
    expect(quotient('100', '3')).toBe('33.333333333333333333');
    expect(quotient('200', '3')).toBe('66.666666666666666667');
    expect(quotient('66.666666666666666667', '2')).toBe('33.333333333333333334');
    expect(quotient('66.666666666666666665', '2')).toBe('33.333333333333333332');
    expect(quotient('-1', '8')).toBe('-0.125');
    expect(() => quotient('1', '0')).toThrow(new RangeError('division by zero'));
  });

  it('differs from the exact quotient by at most half of the last digit', () => {
    const figures = fc.bigInt({ min: 1n, max: 10n ** 24n }).map(units => fromUnits(units, 12));
    fc.assert(
      fc.property(figures, figures, (a, b) => {
        const error = absolute(subtract(multiply(quotient(a, b), b), a));
        expect(compare(error, multiply('0.0000000000000000005', b))).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('shareOf', () => {
  it('multiplies before it divides', () => {
    expect(shareOf('90', '1', '3')).toBe('30');
    expect(shareOf('2', '3', '3')).toBe('2');
    expect(shareOf('10', '2', '3')).toBe('6.666666666666666667');
  });

  it('returns the total for the whole, also when the whole is zero', () => {
    expect(shareOf('7', '0', '0')).toBe('7');
    expect(() => shareOf('7', '1', '0')).toThrow(RangeError);
  });

  it('leaves no rest when the last piece takes it (cost 100 of 3, sold singly)', () => {
    const pieces: Decimal[] = [];
    let cost: Decimal = '100';
    for (const held of ['3', '2', '1'] as const) {
      const piece = shareOf(cost, '1', held);
      pieces.push(piece);
      cost = subtract(cost, piece);
    }
    expect(pieces).toEqual(['33.333333333333333333', '33.333333333333333334', '33.333333333333333333']);
    expect(cost).toBe('0');
  });
});
