import { describe, expect, it } from 'vitest';
import { leastTravelPx } from '#ui/pointer-drag.ts';
import { deadMs, type PressFacts, readPress, stopObjection } from './press-rules.ts';

const spot = { price: '99', side: 'buy' } as const;
const press: PressFacts = {
  button: 'left',
  isCtrl: false,
  hovered: spot,
  pressed: spot,
  released: spot,
  travelPx: 0,
  sinceShiftMs: 1000,
  bookObjection: null,
  touch: { bid: '100', ask: '101' },
};
const read = (change: Partial<PressFacts> = {}) => readPress({ ...press, ...change });

describe('a press on a row', () => {
  it('is a limit on its side, with Ctrl a stop, right a cancel, in the middle the centre', () => {
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

  it('a stop that would fire at once is refused in words', () => {
    expect(read({ isCtrl: true })).toEqual({
      kind: 'refused',
      reason: 'Such a stop belongs above the ask 101: here it would fire at once.',
    });
    expect(stopObjection('down', '100', press.touch)).toBe(
      'Such a stop belongs below the bid 100: here it would fire at once.',
    );
    expect(stopObjection('down', '99', { bid: null, ask: '101' })).toContain('no price to hold a stop against');
  });

  it('is dead for a while after rows have moved, also to cancel', () => {
    expect(read({ sinceShiftMs: deadMs - 1 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('moved'),
    });
    expect(read({ button: 'right', sinceShiftMs: deadMs - 1 })).toMatchObject({ kind: 'refused' });
    expect(read({ sinceShiftMs: deadMs })).toMatchObject({ kind: 'place' });
  });

  it('means the price that was hovered, pressed and let go, or nothing', () => {
    const other = { price: '98', side: 'buy' } as const;
    const across = { price: '99', side: 'sell' } as const;
    for (const change of [{ hovered: other }, { hovered: null }, { released: other }, { released: across }])
      expect(read(change)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('changed') });
    expect(read({ hovered: { price: '99.0', side: 'buy' } })).toMatchObject({ kind: 'place' });
  });

  it('is none beside the rows, on the price, or when it travels as far as a drag', () => {
    expect(read({ released: null })).toEqual({ kind: 'nothing' });
    expect(read({ pressed: { price: '99', side: null } })).toEqual({ kind: 'nothing' });
    expect(read({ travelPx: leastTravelPx })).toEqual({ kind: 'nothing' });
    expect(read({ travelPx: leastTravelPx - 0.1 })).toMatchObject({ kind: 'place' });
  });

  it('a stale or crossed book takes nothing but cancels', () => {
    const bookObjection = 'The book is stale.';
    expect(read({ bookObjection })).toEqual({ kind: 'refused', reason: bookObjection });
    expect(read({ bookObjection, button: 'right' })).toMatchObject({ kind: 'cancel' });
  });
});
