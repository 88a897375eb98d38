import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPositionSide, positionSideOf, sideInMode } from './position-side.ts';

const order = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  isReduceOnly: fc.boolean(),
  isCloseOrder: fc.boolean(),
  positionSide: fc.constantFrom('long' as const, 'short' as const, undefined),
});
type Sent = typeof order extends fc.Arbitrary<infer T> ? T : never;
const mode = fc.constantFrom('one-way' as const, 'hedge' as const, null);

describe('the position side of an order', () => {
  it.each([
    ['buy', false, 'long'],
    ['sell', false, 'short'],
    ['sell', true, 'long'],
    ['buy', true, 'short'],
  ] as const)('derives the side of a %s, reduce-only %s: %s', (side, isReduceOnly, expected) => {
    expect(positionSideOf({ side, isReduceOnly })).toBe(expected);
    expect(positionSideOf({ side, isCloseOrder: isReduceOnly })).toBe(expected);
    expect(sideInMode({ side, isReduceOnly }, 'hedge')).toEqual({ positionSide: expected });
  });

  it('is not sent in one-way mode, nor while the mode is unknown', () => {
    expect(sideInMode({ side: 'buy' }, 'one-way')).toEqual({});
    expect(sideInMode({ side: 'buy' }, null)).toEqual({});
  });
});

/** An order that was made for a mode passes the check of that mode. */
function expectFit({ side, isReduceOnly, isCloseOrder }: Sent): void {
  const plain = { side, isReduceOnly, isCloseOrder };
  for (const each of ['one-way', 'hedge'] as const)
    expect(checkPositionSide({ ...plain, ...sideInMode(plain, each) }, each)).toBeNull();
}

/** An order that passes names the position that it closes, or the one that it opens. */
function expectOwnSide(sent: Sent, inMode: 'one-way' | 'hedge' | null): void {
  if (checkPositionSide(sent, inMode) !== null || sent.positionSide === undefined) return;
  const opened = sent.side === 'buy' ? 'long' : 'short';
  expect(sent.positionSide === opened).toBe(!(sent.isReduceOnly || sent.isCloseOrder));
}

describe('the check of the position side', () => {
  it('accepts an order that was made for the mode', () => {
    fc.assert(fc.property(order, expectFit));
  });

  it('never lets an order that closes name the position that it would open', () => {
    fc.assert(fc.property(order, mode, expectOwnSide));
  });

  it('rejects an order of the other mode', () => {
    expect(checkPositionSide({ side: 'buy' }, 'hedge')?.message).toContain('hedge mode');
    expect(checkPositionSide({ side: 'buy', positionSide: 'long' }, 'one-way')?.message).toContain('one-way mode');
    expect(checkPositionSide({ side: 'sell', isReduceOnly: true }, 'hedge')?.field).toBe('positionSide');
  });

  it('lets only what reduces pass while the mode is unknown', () => {
    expect(checkPositionSide({ side: 'buy' }, null)?.message).toContain('unknown');
    expect(checkPositionSide({ side: 'buy', positionSide: 'long' }, null)).not.toBeNull();
    expect(checkPositionSide({ side: 'sell', isReduceOnly: true }, null)).toBeNull();
    expect(checkPositionSide({ side: 'sell', isReduceOnly: true, positionSide: 'long' }, null)).toBeNull();
    expect(checkPositionSide({ side: 'sell', isReduceOnly: true, positionSide: 'short' }, null)).not.toBeNull();
  });
});
