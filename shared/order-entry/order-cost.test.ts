import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, fromUnits, multiply, subtract } from '../decimal.ts';
import { buildFuturesContract, buildSpotSymbol } from '../testing/build-instrument.ts';
import { type BookWalk, walkBook } from './book-walk.ts';
import { contractTerms, spotTerms, worthOf } from './market-terms.ts';
import { blendedRate, breakEven, costOf, dearer } from './order-cost.ts';

const spot = spotTerms(buildSpotSymbol());
const inverse = contractTerms(buildFuturesContract({ isInverse: true, multiplier: '1', settleCurrency: 'XBT' }));
const rates = { takerFeeRate: '0.001', makerFeeRate: '0.0005' } as const;
const walk = (size: `${number}`, limit: `${number}` | null): BookWalk =>
  walkBook(
    [
      ['100', '1'],
      ['101', '2'],
    ],
    { side: 'buy', size, limit },
    spot,
  );

describe('the cost of an order', () => {
  it('uses the taker rate for the filled part, and the maker rate for the rest', () => {
    // takes 1 at 100, rests 1 at 100
    expect(costOf({ walk: walk('2', '100'), limit: '100', rates }, spot)).toEqual({
      worth: '200',
      averagePrice: '100',
      fee: '0.15',
      largestFee: '0.2',
    });
  });

  it('uses the higher rate for a limit beyond all known levels, whose rest may fill or rest', () => {
    // takes 1 at 100 and 2 at 101; the fourth may find a level that is not shown
    expect(costOf({ walk: walk('4', '110'), limit: '110', rates }, spot)).toMatchObject({ worth: '412', fee: '0.412' });
    const dearMaker = { takerFeeRate: '0.001', makerFeeRate: '0.002' } as const;
    expect(costOf({ walk: walk('4', '110'), limit: '110', rates: dearMaker }, spot).fee).toBe('0.522');
  });

  it('holds a limit order at its limit, however well it fills', () => {
    expect(costOf({ walk: walk('3', '110'), limit: '110', rates }, spot)).toMatchObject({
      worth: '302',
      largestFee: '0.33',
    });
  });

  it('trades only what the book has for a market order', () => {
    expect(costOf({ walk: walk('5', null), limit: null, rates: null }, spot)).toMatchObject({
      worth: '302',
      fee: null,
      largestFee: null,
    });
    expect(costOf({ walk: walk('1', '90'), limit: null, rates }, spot).averagePrice).toBeNull();
  });

  it('averages an inverse contract by its value', () => {
    const inXbt = walkBook([['100', '1']], { side: 'buy', size: '2', limit: '100' }, inverse);
    expect(costOf({ walk: inXbt, limit: '100', rates }, inverse)).toMatchObject({ worth: '0.02', averagePrice: '100' });
  });

  it('uses the maker fee when it is the higher one', () => {
    expect(dearer(rates)).toBe('0.001');
    expect(dearer({ takerFeeRate: '0.001', makerFeeRate: '0.002' })).toBe('0.002');
  });
});

it('break-even includes both fees', () => {
  const at = { price: '67412', entryRate: '0.001', exitRate: '0.001' } as const;
  expect(breakEven({ side: 'buy', ...at }, { tick: '0.1', isInverse: false })).toBe('67547');
  expect(breakEven({ side: 'sell', ...at }, { tick: '0.1', isInverse: false })).toBe('67277.3');
});

it('break-even on a tick is that tick, also with an endless quotient as entry rate', () => {
  // 194 and a fee of 0.2 for two of them
  const entryRate = blendedRate({ worth: '194', fee: '0.2' }) ?? '0';
  expect(breakEven({ side: 'buy', price: '97', entryRate, exitRate: '0' }, { tick: '0.01', isInverse: false })).toBe(
    '97.1',
  );
});

it('break-even uses the own rate of each part', () => {
  const cost = costOf({ walk: walk('4', '100'), limit: '100', rates }, spot);
  // one takes and three rest
  expect(blendedRate(cost)).toBe('0.000625');
  expect(blendedRate({ ...cost, fee: null })).toBeNull();
  expect(blendedRate({ worth: '0', fee: '0' })).toBeNull();
  expect(blendedRate(null)).toBeNull();
});

const prices = fc.bigInt({ min: 10_000n, max: 10n ** 8n }).map(units => fromUnits(units, 2));
const fees = fc.integer({ min: 0, max: 30 }).map(bps => fromUnits(BigInt(bps), 4));

it('closing at break-even loses nothing, and a tick worse loses', () => {
  fc.assert(
    fc.property(prices, fees, fees, fc.constantFrom('buy', 'sell'), (price, entryRate, exitRate, side) => {
      for (const terms of [spot, inverse]) {
        const gain = (exit: `${number}`) => {
          const [first, last] = [worthOf('1000', price, terms), worthOf('1000', exit, terms)];
          const way = (side === 'buy') === !terms.isInverse ? subtract(last, first) : subtract(first, last);
          return subtract(way, add(multiply(first, entryRate), multiply(last, exitRate)));
        };
        const even = breakEven({ side, price, entryRate, exitRate }, { tick: '0.01', isInverse: terms.isInverse });
        const worse = side === 'buy' ? subtract(even, '0.01') : add(even, '0.01');
        const hair = '0.00000000000001';
        expect(compare(add(gain(even), hair), '0')).toBe(1);
        expect(compare(gain(worse), hair)).toBe(-1);
      }
    }),
  );
});
