import { expect, it } from 'vitest';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { effectOf, effectText, shortStopPill, stopCover, stopPill } from './stop-text.ts';

const stop = buildStopOrder({
  venue: 'futures',
  symbol: 'XBTUSDTM',
  side: 'sell',
  size: '5',
  stop: 'down',
  stopPrice: '65000',
  stopPriceType: 'MP',
  type: 'market',
  price: null,
  isReduceOnly: true,
});

const plain = (text: string) => text.replaceAll('\u2212', '-');

it('stop text describes a stop in one line, words and signs in full', () => {
  expect(plain(stopPill(stop, { distance: '0.036' }))).toBe(
    'STOP sell 5 · MARK <= 65,000 · market · -3.60 % · at exchange',
  );
  const result = { amount: '-1206.128', currency: 'USDT' } as const;
  expect(plain(stopPill(stop, { distance: '0.036', result }))).toContain('-3.60 % · -1,206.13');
  const coin = { amount: '0.012345678', currency: 'XBT' } as const;
  expect(stopPill(stop, { distance: null, result: coin })).toContain(' · 0.01234568');
  const spot = buildStopOrder({ side: 'buy', size: null, funds: '10', stop: 'entry', stopPrice: '90', price: '91' });
  expect(stopPill(spot, { distance: null })).toBe('STOP buy 10 · LAST >= 90 · limit 91 · at exchange');
  expect(stopPill(spot, { distance: '0.01' })).toContain(' 1.00 %');
  expect(stopPill({ ...stop, size: null, funds: null, stop: 'unknown' }, { distance: null })).toContain(
    'STOP sell · MARK ? 65,000',
  );
  expect(shortStopPill(stop)).toBe('STOP sell 5 · MARK <= 65,000');
});

it.each([
  [stop, '8', { kind: 'reduces', from: '8', to: '3' }, '8 → 3 lots'],
  [stop, '3', { kind: 'reduces', from: '3', to: '0' }, '3 → 0 lots'],
  [{ ...stop, isReduceOnly: false }, '3', { kind: 'flips', from: '3', to: '-2' }, '3 → -2 lots, reverses it'],
  [{ ...stop, isReduceOnly: false }, '-3', { kind: 'opens', from: '-3', to: '-8' }, '-3 → -8 lots, adds to it'],
  [{ ...stop, isReduceOnly: false }, '0', { kind: 'opens', from: '0', to: '-5' }, '0 → -5 lots, opens a position'],
  [{ ...stop, side: 'buy' as const }, '-8', { kind: 'reduces', from: '-8', to: '-3' }, '-8 → -3 lots'],
  [{ ...stop, size: null }, '8', { kind: 'none' }, null],
  [{ ...stop, venue: 'spot' as const }, '8', { kind: 'none' }, null],
] as const)('stop text has the result for a position', (given, quantity, effect, text) => {
  expect(effectOf(given, { quantity })).toEqual(effect);
  expect(effectText(effect)?.replaceAll('\u2212', '-') ?? null).toBe(text);
});

it('a reduce-only stop is an orphan when there is nothing to reduce, and not while that is unknown', () => {
  expect(effectOf(stop, null)).toEqual({ kind: 'orphan', from: '0' });
  expect(effectOf(stop, { quantity: '-3' })).toEqual({ kind: 'orphan', from: '-3' });
  expect(effectOf(stop, undefined)).toEqual({ kind: 'none' });
});

const textOf = (side: 'buy' | 'sell', quantity: '3' | '-3' | null) =>
  effectText(effectOf({ ...stop, side }, quantity === null ? null : { quantity }));

it('a stop of the closed side closes nothing after a reversal, and names the open side', () => {
  expect(textOf('sell', '-3')).toBe('closes nothing: the position is short');
  expect(textOf('buy', '3')).toBe('closes nothing: the position is long');
  expect(textOf('sell', null)).toBe('closes nothing: no position is open');
});

it('SL coverage counts stops on the losing side, and never more than the position', () => {
  const long = { symbol: 'XBTUSDTM', quantity: '8' } as const;
  const profit = { ...stop, stop: 'up' } as const;
  expect(stopCover(long, [stop, profit, { ...stop, symbol: 'ETHUSDTM' }])).toEqual({ covered: '5', of: '8' });
  expect(stopCover(long, [stop, stop])).toEqual({ covered: '8', of: '8' });
  const short = { symbol: 'XBTUSDTM', quantity: '-8' } as const;
  const above = { ...stop, side: 'buy', stop: 'up' } as const;
  expect(stopCover(short, [stop, above, { ...above, size: null }])).toEqual({ covered: '5', of: '8' });
});

it('SL coverage is complete for a stop that closes the whole position', () => {
  const closing = { ...stop, size: null, isReduceOnly: true, isCloseOrder: true };
  expect(stopCover({ symbol: stop.symbol, quantity: '8' }, [closing])).toEqual({ covered: '8', of: '8' });
  expect(effectOf(closing, { quantity: '8' })).toEqual({ kind: 'reduces', from: '8', to: '0' });
  expect(effectOf(closing, null)).toEqual({ kind: 'orphan', from: '0' });
  expect(shortStopPill(closing)).toBe('STOP sell whole position · MARK <= 65,000');
});

it('SL coverage counts a stop for the position of its own side in hedge mode', () => {
  const long = { symbol: stop.symbol, quantity: '8', positionSide: 'long' } as const;
  const ofLong = { ...stop, positionSide: 'long' } as const;
  const ofShort = { ...stop, positionSide: 'short' } as const;
  expect(stopCover(long, [ofLong, ofShort, stop])).toEqual({ covered: '5', of: '8' });
  expect(stopCover(long, [ofShort])).toEqual({ covered: '0', of: '8' });
});

it('a stop never reverses a position in hedge mode', () => {
  const larger = { ...stop, size: '20', isReduceOnly: false } as const;
  expect(effectOf(larger, { quantity: '8' }).kind).toBe('flips');
  expect(effectOf({ ...larger, positionSide: 'long' }, { quantity: '8' })).toEqual({
    kind: 'reduces',
    from: '8',
    to: '0',
  });
  expect(effectOf({ ...larger, positionSide: 'short' }, { quantity: '-8' })).toMatchObject({ kind: 'opens' });
});
