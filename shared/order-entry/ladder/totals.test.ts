import { describe, expect, it } from 'vitest';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { contractTerms, spotTerms } from '../market-terms.ts';
import { ladderTotals } from './totals.ts';

const spot = spotTerms(buildSpotSymbol());
const inverse = contractTerms(buildFuturesContract({ isInverse: true, multiplier: '-1', settleCurrency: 'XBT' }));
const rates = { takerFeeRate: '0.001', makerFeeRate: '0.0005' } as const;
const rungs = [
  { price: '100', size: '1' },
  { price: '90', size: '3' },
] as const;
const quiet = { bid: '101', ask: '102' } as const;

describe('the totals of a ladder', () => {
  it('have its size, its value, the average, and the maker fee', () => {
    const totals = ladderTotals(rungs, { side: 'buy', terms: spot, rates, touch: quiet });
    expect(totals).toMatchObject({
      count: 2,
      size: '4',
      worth: '370',
      averagePrice: '92.5',
      fee: '0.185',
      crossing: 0,
    });
    // 92.5 × 1.0005 / 0.999, on the next tick
    expect(totals.breakEven).toBe('92.64');
  });

  it('use the higher fee for rungs that would execute at once', () => {
    const touch = { bid: '94', ask: '95' } as const;
    expect(ladderTotals(rungs, { side: 'buy', terms: spot, rates, touch })).toMatchObject({
      crossing: 1,
      fee: '0.235',
    });
    expect(ladderTotals(rungs, { side: 'sell', terms: spot, rates, touch })).toMatchObject({
      crossing: 1,
      fee: '0.32',
    });
    const empty = { bid: null, ask: null } as const;
    expect(ladderTotals(rungs, { side: 'sell', terms: spot, rates, touch: empty })).toMatchObject({ crossing: 0 });
  });

  it('average an inverse contract by its value', () => {
    const lots = [
      { price: '50', size: '100' },
      { price: '25', size: '100' },
    ] as const;
    const totals = ladderTotals(lots, { side: 'sell', terms: inverse, rates, touch: { bid: '20', ask: '21' } });
    expect(totals.worth).toBe('6');
    expect(totals.averagePrice?.slice(0, 8)).toBe('33.33333');
  });

  it('omit unknown fees, and the average of nothing', () => {
    const unknown = ladderTotals(rungs, { side: 'buy', terms: spot, rates: null, touch: quiet });
    expect(unknown).toMatchObject({ fee: null, breakEven: null, averagePrice: '92.5' });
    const none = ladderTotals([], { side: 'buy', terms: spot, rates, touch: quiet });
    expect(none).toMatchObject({ count: 0, worth: '0', fee: '0', breakEven: null, averagePrice: null });
  });
});
