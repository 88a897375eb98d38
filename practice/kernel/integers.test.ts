import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideCeil, divideFloor, greater, lesser, magnitudeOf, signOf } from './integers.ts';

describe('whole-number arithmetic', () => {
  it('has sign and magnitude', () => {
    expect([-7n, 0n, 7n].map(signOf)).toEqual([-1n, 0n, 1n]);
    expect([-7n, 0n, 7n].map(magnitudeOf)).toEqual([7n, 0n, 7n]);
    expect([lesser(2n, 3n), lesser(3n, 2n), greater(2n, 3n), greater(3n, 2n)]).toEqual([2n, 2n, 3n, 3n]);
  });

  it('rounds quotients along the number line', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -10_000n, max: 10_000n }), fc.bigInt({ min: 1n, max: 99n }), (a, b) => {
        const floor = divideFloor(a, b);
        const ceil = divideCeil(a, b);
        expect(floor * b <= a && a < (floor + 1n) * b).toBe(true);
        expect(ceil * b >= a && a > (ceil - 1n) * b).toBe(true);
      }),
    );
  });
});
