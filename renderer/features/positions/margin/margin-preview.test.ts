import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, fromUnits, isPositive, subtract } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { distanceTo } from '#lib/orders/liquidation-distance.ts';
import {
  isMargined,
  marginBeyondTarget,
  type MarginedPosition,
  marginForTarget,
  previewMargin,
} from './margin-preview.ts';

/** An isolated long of one lot whose margins and prices obey the identities of the exchange’s records. */
const long = margined(buildPosition({ liquidationPrice: '82456.2', bankruptPrice: '82053.2' }));

function margined(position: Position): MarginedPosition {
  if (!isMargined(position)) throw new Error('a figure is missing');
  return position;
}
const linear = { multiplier: '0.001', tickSize: '0.1', isInverse: false } as const;
const inverse = { multiplier: '1', tickSize: '0.5', isInverse: true } as const;
const short: MarginedPosition = { ...long, quantity: '-1', liquidationPrice: '105995.6', bankruptPrice: '106397.6' };
const inverseLong: MarginedPosition = {
  ...long,
  settleCurrency: 'XBT',
  quantity: '1000',
  averageEntryPrice: '50000',
  positionMargin: '0.0021',
  maintenanceMargin: '0.0001',
  bankruptcyCost: '0.00002',
  marginWithPnl: '0.0021',
  markValue: '0.02',
  markPrice: '50000',
  liquidationPrice: '45454.6',
};

it('a position without margin of its own is reported apart', () => {
  expect(isMargined(long)).toBe(true);
  expect(isMargined({ ...long, maintenanceMargin: null })).toBe(false);
  expect(isMargined({ ...long, marginWithPnl: null })).toBe(false);
});

describe('margin preview of a linear position', () => {
  it('moves the liquidation price of a long down by 1/u per unit of margin', () => {
    const { before, after, isEstimate } = previewMargin(long, linear, '5');
    expect(before.liquidationPrice).toBe('82456.2');
    // (94266.19 − 82456.2) / 94266.19
    expect(before.distance).toBe('0.125283');
    // 94225.6 − (12.228 + 5 − 0.458) / 0.001 = 77455.6
    expect(after.liquidationPrice).toBe('77455.6');
    expect(after.bankruptPrice).toBe('77053.6');
    expect(after.positionMargin).toBe('17.228');
    // (94266.19 − 77455.6) / 94266.19
    expect(after.distance).toBe('0.178331');
    // 94.26619 / (12.26859 + 5 − 0.056)
    expect(after.leverage).toBe('5.4766');
    expect(isEstimate).toBe(true);
  });

  it('margin preview of a linear position is exact when our identity meets the stated price within a tick', () => {
    expect(previewMargin({ ...long, liquidationPrice: '82455.6' }, linear, '5').isEstimate).toBe(false);
    expect(previewMargin({ ...long, liquidationPrice: '82455.7' }, linear, '5').isEstimate).toBe(false);
    expect(previewMargin({ ...long, liquidationPrice: null }, linear, '5').isEstimate).toBe(true);
  });

  it('moves the price of a short up, rounded down to the cautious side', () => {
    const { after } = previewMargin(short, linear, '5.00007');
    // 94225.6 + (12.228 + 5.00007 − 0.458) / 0.001 = 110995.67
    expect(after.liquidationPrice).toBe('110995.6');
    expect(after.distance).toBe('0.177469');
  });

  it('stops at zero for a long that can no longer be liquidated', () => {
    expect(previewMargin(long, linear, '5000').after.liquidationPrice).toBe('0');
  });

  it('has no value without a position or a mark', () => {
    const flat = previewMargin({ ...long, quantity: '0', liquidationPrice: null }, linear, '1');
    expect(flat.after.liquidationPrice).toBeNull();
    expect(flat.after.distance).toBeNull();
    expect(flat.before.distance).toBeNull();
    // neither side names a price: nothing was missed
    expect(flat.isEstimate).toBe(false);
    expect(distanceTo('5', { markPrice: '0', quantity: '1' })).toBeNull();
    expect(marginForTarget({ ...long, quantity: '0' }, linear, '1')).toBeNull();
  });

  it('names no leverage without a remaining value', () => {
    expect(previewMargin({ ...long, marginWithPnl: '-6' }, linear, '1').after.leverage).toBeNull();
  });
});

it('a negative distance is rounded to the worse side', () => {
  expect(distanceTo('100', { markPrice: '30', quantity: '1' })).toBe('-2.333334');
  expect(distanceTo('30', { markPrice: '90', quantity: '-1' })).toBe('-0.666667');
});

describe('margin preview of an inverse position', () => {
  it('follows the reciprocals and is always an estimate', () => {
    const { after, isEstimate } = previewMargin(inverseLong, inverse, '0.001');
    // 1 / (1/50000 + (0.0021 + 0.001 − 0.0001)/1000) = 43478.26… → up to the tick
    expect(after.liquidationPrice).toBe('43478.5');
    expect(isEstimate).toBe(true);
  });

  it('has no liquidation price for a short with enough margin', () => {
    const { after } = previewMargin({ ...inverseLong, quantity: '-1000' }, inverse, '0.02');
    expect(after.liquidationPrice).toBeNull();
    expect(after.distance).toBeNull();
  });
});

describe('the amount for a target liquidation price', () => {
  it.each([
    ['long', long, linear, '77455.6', '5'],
    ['short', short, linear, '110995.6', '5'],
    ['inverse long', inverseLong, inverse, '43478.5', '0.00099988'],
  ] as const)('%s', (_, position, terms, target, amount) => {
    expect(marginForTarget(position, terms, target)).toBe(amount);
  });

  it('the amount for a target liquidation price is missing for a price that is reached already, or for no price', () => {
    expect(marginForTarget(long, linear, '90000')).toBeNull();
    expect(marginForTarget(long, linear, '0')).toBeNull();
    expect(marginForTarget(long, linear, '-5')).toBeNull();
    expect(marginBeyondTarget(long, linear, '-5')).toBeNull();
  });
});

const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(units => fromUnits(units, 8));

it('added margin never moves a long’s liquidation up, a short’s down, or either below zero', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(linear, inverse),
      fc.constantFrom('1', '-1'),
      amounts,
      amounts,
      (terms, quantity, first, more) => {
        const position = { ...long, quantity };
        const near = previewMargin(position, terms, first).after.liquidationPrice;
        const far = previewMargin(position, terms, add(first, more)).after.liquidationPrice;
        if (far === null) return;
        expect(compare(far, '0')).not.toBe(-1);
        if (near !== null) expect(compare(far, near)).not.toBe(isPositive(quantity) ? 1 : -1);
      },
    ),
  );
});

it('leverage is never below zero, falls with margin, and is equal for a long and its short', () => {
  fc.assert(
    fc.property(fc.constantFrom(linear, inverse), amounts, amounts, amounts, (terms, worth, equity, added) => {
      const of = (quantity: '1' | '-1') => {
        // as the exchange signs it: a linear short and an inverse long are worth less than nothing
        const isNegative = (quantity === '-1') !== terms.isInverse;
        const markValue = isNegative ? subtract('0', worth) : worth;
        const margin = { marginWithPnl: equity, bankruptcyCost: '0' } as const;
        return previewMargin({ ...long, ...margin, quantity, markValue }, terms, added);
      };
      const [{ before, after }, other] = [of('1'), of('-1')];
      expect([other.before.leverage, other.after.leverage]).toEqual([before.leverage, after.leverage]);
      if (before.leverage === null || after.leverage === null) throw new Error('there was something to lever');
      expect(compare(after.leverage, '0')).not.toBe(-1);
      expect(compare(after.leverage, before.leverage)).not.toBe(1);
    }),
  );
});

it('the amount for a target reaches it, and one unit less would not', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1000n, max: 820_000n }), units => {
      const target = fromUnits(units, 1);
      const amount = marginForTarget(long, linear, target);
      if (amount === null) throw new Error(`no amount for ${target}`);
      expect(previewMargin(long, linear, amount).after.liquidationPrice).toBe(target);
      const less = previewMargin(long, linear, subtract(amount, '0.0001')).after.liquidationPrice;
      expect(compare(less ?? '0', target)).toBe(1);
    }),
  );
});
