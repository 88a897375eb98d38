import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, fromUnits, isMultipleOf } from '../decimal.ts';
import { distantPrice, followPrice, isImproving, readDistanceText, readPriceText } from './price-text.ts';

const read = (value: unknown) => ({ state: 'read', value });
const following = (of: 'bid' | 'ask' | 'mid', ticks = 0) => ({ kind: 'following', of, ticks }) as const;

describe('a typed price', () => {
  it.each([
    ['67412.5', read({ kind: 'fixed', price: '67412.5' })],
    ['67.4k', read({ kind: 'fixed', price: '67400' })],
    ['67_412,5', read({ kind: 'fixed', price: '67412.5' })],
    ['m', read({ kind: 'market' })],
    ['a', read(following('ask'))],
    ['ask', read(following('ask'))],
    ['B', read(following('bid'))],
    ['bid', read(following('bid'))],
    ['mid', read(following('mid'))],
    ['b+1', read(following('bid', 1))],
    ['a - 12', read(following('ask', -12))],
    ['', { state: 'empty' }],
  ])('%j', (text, reading) => {
    expect(readPriceText(text)).toEqual(reading);
  });

  it.each(['x', 'b+', 'b*2', 'a+1.5', '-5', '1e4', 'b+1234567'])('rejects %s', text => {
    expect(readPriceText(text)).toEqual({ state: 'invalid', reason: expect.stringMatching(/^Type a price/) });
  });

  it('rejects zero', () => {
    expect(readPriceText('0')).toEqual({ state: 'invalid', reason: 'The price must be above zero.' });
  });
});

function at(bid: `${number}` | null, ask: `${number}` | null, side: 'buy' | 'sell' = 'buy') {
  return { side, touch: { bid, ask }, tick: '0.5' } as const;
}

describe('a price that follows the market', () => {
  it('keeps a number of ticks from its anchor', () => {
    expect(followPrice(following('bid', 1), at('100', '102'))).toBe('100.5');
    expect(followPrice(following('ask', -3), at('100', '102'))).toBe('100.5');
  });

  it('does not reach the other side from a mid between two ticks', () => {
    expect(followPrice(following('mid'), at('100', '100.5'))).toBe('100');
    expect(followPrice(following('mid'), at('100', '100.5', 'sell'))).toBe('100.5');
    expect(followPrice(following('mid', 1), at('100', '102'))).toBe('101.5');
  });

  it('has no value for an empty side, and none at or below zero', () => {
    expect(followPrice(following('bid'), at(null, '102'))).toBeNull();
    expect(followPrice(following('ask'), at('100', null))).toBeNull();
    expect(followPrice(following('mid'), at('100', null))).toBeNull();
    expect(followPrice(following('mid'), at(null, '100'))).toBeNull();
    expect(followPrice(following('bid', -200), at('100', '102'))).toBeNull();
  });

  it('rests only when it improves its own side', () => {
    expect(isImproving(following('bid', 1), 'buy')).toBe(true);
    expect(isImproving(following('bid'), 'buy')).toBe(false);
    expect(isImproving(following('ask', -1), 'buy')).toBe(false);
    expect(isImproving(following('ask', -1), 'sell')).toBe(true);
    expect(isImproving(following('ask', 1), 'sell')).toBe(false);
    expect(isImproving(following('bid', -1), 'sell')).toBe(false);
    expect(isImproving({ kind: 'fixed', price: '5' }, 'buy')).toBe(false);
  });
});

const ticks = fc.integer({ min: 1, max: 10_000_000 });

it('the mid is on a tick, between the two, and never takes', () => {
  fc.assert(
    fc.property(ticks, fc.integer({ min: 1, max: 50 }), fc.constantFrom('buy', 'sell'), (bidTicks, spread, side) => {
      const bid = fromUnits(BigInt(bidTicks), 2);
      const ask = fromUnits(BigInt(bidTicks + spread), 2);
      const price = followPrice(following('mid'), { side, touch: { bid, ask }, tick: '0.01' });
      if (price === null) throw new Error('both sides are there');
      expect(isMultipleOf(price, '0.01')).toBe(true);
      expect(compare(price, bid)).toBeGreaterThanOrEqual(0);
      expect(compare(price, ask)).toBeLessThanOrEqual(0);
      expect(compare(price, side === 'buy' ? ask : bid)).not.toBe(0);
    }),
  );
});

describe('a protective price', () => {
  it.each([
    ['65000', read({ kind: 'fixed', price: '65000' })],
    ['-2%', read({ kind: 'distance', fraction: '-0.02' })],
    ['−2 %', read({ kind: 'distance', fraction: '-0.02' })],
    ['+1.5%', read({ kind: 'distance', fraction: '0.015' })],
    ['3%', read({ kind: 'distance', fraction: '0.03' })],
    ['', { state: 'empty' }],
  ])('%j', (text, reading) => {
    expect(readDistanceText(text)).toEqual(reading);
  });

  it.each(['-2', 'x', '0', '0%', '%', '--2%'])('rejects %s', text => {
    expect(readDistanceText(text)).toEqual({ state: 'invalid', reason: expect.stringMatching(/how far away/) });
  });

  it('equals the share of the entry, on a tick', () => {
    const entry = { entry: '67412', tick: '0.5' } as const;
    // 67 412 × 0.98 = 66 063.76
    expect(distantPrice({ kind: 'distance', fraction: '-0.02' }, entry)).toBe('66064');
    expect(distantPrice({ kind: 'fixed', price: '65000.3' }, entry)).toBe('65000.3');
    expect(distantPrice({ kind: 'distance', fraction: '-1' }, entry)).toBeNull();
  });
});
