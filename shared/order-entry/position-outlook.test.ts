import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absolute, add, compare, type Decimal, isZero, subtract } from '../decimal.ts';
import type { Position } from '../domain/market/futures.ts';
import { buildFuturesContract } from '../testing/build-instrument.ts';
import { buildPosition } from '../testing/build-position.ts';
import { contractTerms } from './market-terms.ts';
import { type OutlookOptions, type OutlookOrder, positionLeverage, previewPosition } from './position-outlook.ts';

const linear = contractTerms(buildFuturesContract());
const inverse = contractTerms(
  buildFuturesContract({ isInverse: true, multiplier: '1', tickSize: '0.5', settleCurrency: 'XBT' }),
);
const order: OutlookOrder = {
  side: 'buy',
  lots: '10',
  price: '50000',
  leverage: '10',
  takerFeeRate: '0.0006',
  isReduceOnly: false,
};
const preview = (change: Partial<OutlookOrder> = {}, options: Partial<OutlookOptions> = {}) => {
  const given = { position: null, terms: linear, levels: [], maintenanceRate: '0.005', ...options } as const;
  const outlook = previewPosition({ ...given, order: { ...order, ...change } });
  if (outlook === null) throw new Error('the outlook of an isolated position is computable');
  return outlook;
};
/** The long of the example in docs/margin-arithmetic.md §5: ten lots at 50 000 with leverage 10. */
const long: Position = {
  ...buildPosition(),
  quantity: '10',
  averageEntryPrice: '50000',
  positionCost: '500',
  positionMargin: '50.33',
  maintenanceMargin: '2.83',
  bankruptcyCost: '0.33',
  liquidationPrice: '45250',
};

const level = (maxRiskLimit: Decimal, maintainMargin: Decimal) => ({
  symbol: 'XBTUSDTM',
  level: 1,
  minRiskLimit: '0' as const,
  maxRiskLimit,
  maxLeverage: 100,
  initialMargin: '0.01' as const,
  maintainMargin,
});

describe('the position that an order opens', () => {
  it('matches the worked example for a long: margin 50, reserve 0.33, maintenance 2.83, liquidation 45 250', () => {
    expect(preview()).toEqual({
      quantityBefore: '0',
      quantityAfter: '10',
      entryAfter: '50000',
      liquidationBefore: null,
      liquidationAfter: '45250',
      marginNeeded: '50.63',
      positionMarginAfter: '50.33',
      isFlipping: false,
      isEstimate: false,
    });
  });

  it('has a liquidation price above a short', () => {
    expect(preview({ side: 'sell' })).toMatchObject({ quantityAfter: '-10', liquidationAfter: '54750' });
  });

  it('has no liquidation price below zero for a long at leverage 1', () => {
    expect(preview({ leverage: '0.5' }).liquidationAfter).toBe('0');
  });

  it('uses reciprocals for an inverse contract and is an estimate', () => {
    const opened = preview({ lots: '1000', takerFeeRate: '0' }, { terms: inverse });
    // value 0.02, margin 0.002, maintenance 0.0001: 1 / (1/50 000 + 0.0019/1000) = 45 662.1…
    expect(opened).toMatchObject({ liquidationAfter: '45662.5', isEstimate: true, entryAfter: '50000' });
    expect(preview({ lots: '1000', takerFeeRate: '0', side: 'sell' }, { terms: inverse }).liquidationAfter).toBe(
      '55248.5',
    );
    expect(preview({ side: 'sell', lots: '1000', leverage: '0.9' }, { terms: inverse }).liquidationAfter).toBeNull();
  });

  it('has the maintenance rate of the lowest level with the value', () => {
    const levels = [level('500', '0.005'), level('1000', '0.02')];
    expect(preview({}, { levels }).liquidationAfter).toBe('45250');
    // value 1000.02 is beyond all: the last one counts
    expect(preview({ lots: '20', price: '50001' }, { levels }).liquidationAfter).toBe('46001');
  });
});

describe('a position after an order', () => {
  it('averages the entry and adds the margins of an addition', () => {
    const added = preview({ price: '60000' }, { position: long });
    expect(added).toMatchObject({ quantityBefore: '10', quantityAfter: '20', entryAfter: '55000' });
    // 55 000 − (50.33 + 60.396 − (1100 × 0.005 + 0.726)) / 0.02
    expect(added.liquidationAfter).toBe('49775');
    expect(added.liquidationBefore).toBe('45250');
  });

  it('takes the same share of all on a reduction, needs no margin and keeps the liquidation price', () => {
    const reduced = preview({ side: 'sell', lots: '4' }, { position: long });
    expect(reduced).toMatchObject({
      quantityAfter: '6',
      entryAfter: '50000',
      liquidationAfter: '45250',
      marginNeeded: '0',
      isFlipping: false,
    });
    expect(reduced.positionMarginAfter).toBe('30.198');
  });

  it('has nothing left after a close, and never reverses by a reduce-only order', () => {
    expect(preview({ side: 'sell' }, { position: long })).toMatchObject({
      quantityAfter: '0',
      entryAfter: null,
      liquidationAfter: null,
      positionMarginAfter: '0',
    });
    expect(preview({ side: 'sell', lots: '15', isReduceOnly: true }, { position: long }).quantityAfter).toBe('0');
    expect(preview({ isReduceOnly: true }, { position: long })).toMatchObject({
      quantityAfter: '10',
      marginNeeded: '0',
    });
  });

  it('reverses for a larger size, with the rest as if opened alone', () => {
    const flipped = preview({ side: 'sell', lots: '20' }, { position: long });
    const alone = preview({ side: 'sell', lots: '10' });
    expect(flipped).toMatchObject({ quantityAfter: '-10', isFlipping: true, marginNeeded: alone.marginNeeded });
    expect(flipped.liquidationAfter).toBe(alone.liquidationAfter);
  });

  it.each(['positionCost', 'positionMargin', 'bankruptcyCost'] as const)('has no value without %s', field => {
    const position = { ...long, [field]: null };
    expect(previewPosition({ position, order, terms: linear, levels: [], maintenanceRate: '0.005' })).toBeNull();
  });

  it('has no value for a cross position', () => {
    const position = { ...long, marginMode: 'cross' as const };
    expect(previewPosition({ position, order, terms: linear, levels: [], maintenanceRate: '0.005' })).toBeNull();
  });
});

const lots = fc.integer({ min: 1, max: 500 }).map(count => `${count}` as const);
const prices = fc.integer({ min: 1000, max: 100_000 }).map(price => `${price}` as const);
const sides = fc.constantFrom('buy', 'sell');

it('position outlook adds quantities, requires margin only for openings, and liquidates on the losing side of the entry', () => {
  fc.assert(
    fc.property(
      lots,
      prices,
      sides,
      fc.boolean(),
      fc.constantFrom(linear, inverse),
      (count, price, side, isReduceOnly, terms) => {
        const outlook = preview({ lots: count, price, side, isReduceOnly }, { position: long, terms });
        const signed = side === 'buy' ? count : subtract('0', count);
        const free = add('10', signed);
        // held back by reduce-only: never more, never through zero
        const expected = !isReduceOnly ? free : side === 'buy' ? '10' : compare(free, '0') < 0 ? '0' : free;
        expect(outlook.quantityAfter).toBe(expected);
        const isOpening = compare(absolute(outlook.quantityAfter), '10') > 0 || outlook.isFlipping;
        expect(isZero(outlook.marginNeeded)).toBe(!isOpening);
        if (outlook.entryAfter === null || outlook.liquidationAfter === null || terms.isInverse) return;
        const isLong = compare(outlook.quantityAfter, '0') > 0;
        expect(compare(outlook.liquidationAfter, outlook.entryAfter)).toBe(isLong ? -1 : 1);
      },
    ),
  );
});

it.each([
  ['cost ÷ initial margin', { positionCost: '100', initialMargin: '10' }, '10'],
  ['a whole number', { positionCost: '-100', initialMargin: '30' }, '3'],
  ['at least 1', { positionCost: '1', initialMargin: '10' }, '1'],
  ['at most what the contract accepts', { positionCost: '1000', initialMargin: '1' }, '50'],
  ['unknown where no margin is stated', { positionCost: '100', initialMargin: '0' }, null],
] as const)('reads the leverage of a position as %s', (_what, position, leverage) => {
  expect(positionLeverage(position, { maxLeverage: 50 })).toBe(leverage);
});

it('position outlook reads the leverage of a position without a limit when the contract states none', () => {
  expect(positionLeverage({ positionCost: '1000', initialMargin: '1' }, { maxLeverage: null })).toBe('1000');
});
