import { describe, expect, it } from 'vitest';
import { leastTravelPx } from '#ui/pointer-drag.ts';
import { deadMs, type PressFacts, readPress, stopError } from './press-rules.ts';

const spot = { price: '99', side: 'buy' } as const;
const press: PressFacts = {
  button: 'left',
  isCtrl: false,
  hovered: spot,
  pressed: spot,
  released: spot,
  travelPx: 0,
  sinceShiftMs: 1000,
  bookValidationError: null,
  touch: { bid: '100', ask: '101' },
};
const read = (change: Partial<PressFacts> = {}) => readPress({ ...press, ...change });

describe('a click on a row', () => {
  it('places a limit on its side, with Ctrl a stop, right a cancel, in the middle the centre', () => {
    expect(read()).toEqual({ kind: 'place', order: 'limit', side: 'buy', price: '99' });
    expect(read({ button: 'right' })).toEqual({ kind: 'cancel', side: 'buy', price: '99' });
    expect(read({ button: 'middle', travelPx: 50, sinceShiftMs: 0 })).toEqual({ kind: 'centre' });
    const above = { price: '102', side: 'buy' } as const;
    expect(read({ isCtrl: true, hovered: above, pressed: above, released: above })).toEqual({
      kind: 'place',
      order: 'stop',
      side: 'buy',
      price: '102',
    });
    const below = { price: '98', side: 'sell' } as const;
    expect(read({ isCtrl: true, hovered: below, pressed: below, released: below })).toMatchObject({ order: 'stop' });
  });

  it('rejects a stop that would trigger at once with a message', () => {
    expect(read({ isCtrl: true })).toEqual({
      kind: 'refused',
      reason: 'Place this stop above the ask 101: here it would trigger immediately.',
    });
    expect(stopError('down', '100', press.touch)).toBe(
      'Place this stop below the bid 100: here it would trigger immediately.',
    );
    expect(stopError('down', '99', { bid: null, ask: '101' })).toContain('no price for this stop');
  });

  it('does nothing for a moment after rows have moved, also to cancel', () => {
    expect(read({ sinceShiftMs: deadMs - 1 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('moved'),
    });
    expect(read({ button: 'right', sinceShiftMs: deadMs - 1 })).toMatchObject({ kind: 'refused' });
    expect(read({ sinceShiftMs: deadMs })).toMatchObject({ kind: 'place' });
  });

  it('takes the price that was hovered, pressed and released, or does nothing', () => {
    const other = { price: '98', side: 'buy' } as const;
    const across = { price: '99', side: 'sell' } as const;
    for (const change of [{ hovered: other }, { hovered: null }, { released: other }, { released: across }])
      expect(read(change)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('changed') });
    expect(read({ hovered: { price: '99.0', side: 'buy' } })).toMatchObject({ kind: 'place' });
  });

  it('does nothing beside the rows, on the price, or after moving as far as a drag', () => {
    expect(read({ released: null })).toEqual({ kind: 'nothing' });
    expect(read({ pressed: { price: '99', side: null } })).toEqual({ kind: 'nothing' });
    expect(read({ travelPx: leastTravelPx })).toEqual({ kind: 'nothing' });
    expect(read({ travelPx: leastTravelPx - 0.1 })).toMatchObject({ kind: 'place' });
  });

  it('accepts only cancels on a stale or crossed book', () => {
    const bookValidationError = 'The book is stale.';
    expect(read({ bookValidationError })).toEqual({ kind: 'refused', reason: bookValidationError });
    expect(read({ bookValidationError, button: 'right' })).toMatchObject({ kind: 'cancel' });
  });
});
