import { describe, expect, it } from 'vitest';
import type { PriceContext } from '../price-text.ts';
import { isRelative, rangePrice, readRangeText } from './range-text.ts';

const at: PriceContext = { side: 'buy', tick: '0.1', touch: { bid: '99.9', ask: '100.2' } };
const price = (text: string, context = at) => {
  const reading = readRangeText(text);
  return reading.state === 'read' ? rangePrice(reading.value, context) : reading.state;
};

const isKept = (text: string) => {
  const reading = readRangeText(text);
  return reading.state === 'read' && isRelative(reading.value);
};

describe('an end of a range', () => {
  it('can be a price, or ticks from the touch or the mid', () => {
    expect(price('97.5')).toBe('97.5');
    expect(price('b-5')).toBe('99.4');
    expect(price('a')).toBe('100.2');
    expect(price('mid-1')).toBe('99.9');
  });

  it('can be a share of the mid, on the tick that is farther from the market', () => {
    // the middle is 100.05
    expect(price('-1%')).toBe('99');
    expect(price('mid − 1 %')).toBe('99');
    expect(price('+1,5%', { ...at, side: 'sell' })).toBe('101.6');
    expect(price('+1.5%')).toBe('101.5');
  });

  it('has no value without a market, or at or below zero', () => {
    expect(price('-1%', { ...at, touch: { bid: null, ask: '100' } })).toBeNull();
    expect(price('-1%', { ...at, touch: { bid: '100', ask: null } })).toBeNull();
    expect(price('-100%')).toBeNull();
    expect(price('')).toBe('empty');
  });

  it('rejects text without a price, and a market price', () => {
    expect(readRangeText('m')).toMatchObject({ state: 'invalid', reason: 'Each rung is a limit order.' });
    expect(readRangeText('abc')).toMatchObject({ state: 'invalid' });
    expect(readRangeText('-x%')).toMatchObject({ state: 'invalid', reason: 'Say how far from the middle like -0.5%.' });
  });

  it('can be kept in a template when it follows the market', () => {
    expect([isKept('-1%'), isKept('b-1'), isKept('97')]).toEqual([true, true, false]);
  });
});
