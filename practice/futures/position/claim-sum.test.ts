import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClaimSum } from './claim-sum.ts';
import type { OrderClaim } from './order-margin.ts';

function claim(lots: bigint, lotMargin: bigint, changes: Partial<OrderClaim> = {}): OrderClaim {
  const margin = lots * lotMargin;
  return { lots, margin, lotMargin, worth: 5n * lots, isReduceOnly: false, isForceHold: false, ...changes };
}

function holdOf(claims: readonly OrderClaim[], closable: bigint): bigint {
  const sum = createClaimSum();
  for (const each of claims) sum.add(each);
  return sum.hold(closable);
}

describe('the hold for added claims', () => {
  it('equals all margins without an opposite position', () => {
    expect(holdOf([claim(3n, 10n), claim(2n, 7n)], 0n)).toBe(44n);
    expect(holdOf([], 5n)).toBe(0n);
  });

  it('stays zero while all orders together only close', () => {
    expect(holdOf([claim(3n, 10n), claim(2n, 7n)], 5n)).toBe(0n);
  });

  it('credits closing lots at the cheapest margin, so that any sequence of trades is covered', () => {
    expect(holdOf([claim(3n, 10n), claim(2n, 7n)], 4n)).toBe(44n - 28n);
    expect(holdOf([claim(2n, 7n), claim(3n, 10n)], 4n)).toBe(44n - 28n);
    expect(holdOf([claim(1n, 10n), claim(9n, 2n)], 9n)).toBe(10n);
  });

  it('holds a forced order in full, and counts its use of the position', () => {
    expect(holdOf([claim(3n, 10n, { isForceHold: true })], 9n)).toBe(30n);
    expect(holdOf([claim(3n, 10n, { isForceHold: true }), claim(2n, 4n)], 4n)).toBe(30n);
    // six lots against four: the credit of 4 × 10 pays for two of the three that are not forced
    expect(holdOf([claim(3n, 10n, { isForceHold: true }), claim(3n, 20n)], 4n)).toBe(30n + 20n);
  });

  it('counts the use of the position by a reduce-only order, without a hold', () => {
    const reducing = claim(3n, 0n, { margin: 0n, worth: 0n, isReduceOnly: true });
    expect(holdOf([reducing, claim(4n, 10n)], 5n)).toBe(20n);
    expect(holdOf([reducing], 1n)).toBe(0n);
    expect(holdOf([reducing, claim(4n, 10n)], 2n)).toBe(40n);
  });
});

describe('an incremental sum of claims', () => {
  const lotMargins = fc.constantFrom(2n, 3n, 5n, 8n);
  const claims = fc
    .record({ lots: fc.bigInt(1n, 9n), lotMargin: lotMargins, isReduceOnly: fc.boolean(), isForceHold: fc.boolean() })
    .map(({ lots, lotMargin, ...flags }) =>
      flags.isReduceOnly ? claim(lots, 0n, flags) : claim(lots, lotMargin, flags),
    );
  const steps = fc.array(fc.record({ claim: claims, leaves: fc.option(fc.nat()), closable: fc.bigInt(0n, 40n) }), {
    maxLength: 60,
  });

  it('equals the sum of the remaining claims at every time', () => {
    fc.assert(
      fc.property(steps, all => {
        const sum = createClaimSum();
        const left: OrderClaim[] = [];
        for (const { claim: comes, leaves, closable } of all) {
          sum.add(comes);
          left.push(comes);
          const [goes] = leaves === null ? [] : left.splice(leaves % left.length, 1);
          if (goes !== undefined) sum.remove(goes);
          expect(sum.hold(closable)).toBe(holdOf(left, closable));
          const opening = left.filter(each => !each.isReduceOnly);
          expect(sum.worth()).toBe(opening.reduce((total, each) => total + each.worth, 0n));
        }
      }),
    );
  });
});
