import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as decimal from './decimal.ts';
import { DecimalText } from './domain/scalars.ts';

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }))
  .map(([units, scale]) => decimal.fromUnits(units, scale));
const roundings: readonly decimal.Rounding[] = ['down', 'up', 'floor', 'ceil', 'half-even'];

/** Around the lengths at which doubles end to be exact, and far below them. */
const fewDigits = fc
  .record({
    digits: fc.integer({ min: 1, max: 16 }),
    raw: fc.bigInt({ min: 0n, max: 10n ** 16n }),
    isNegative: fc.boolean(),
    zeros: fc.integer({ min: 0, max: 9 }),
    scale: fc.integer({ min: 0, max: 18 }),
  })
  .map(({ digits, raw, isNegative, zeros, scale }) => {
    const size = (raw % 10n ** BigInt(digits)) * 10n ** BigInt(zeros);
    return { units: isNegative ? -size : size, scale };
  });

describe('reading and writing', () => {
  it('writes the shortest form and never minus zero', () => {
    const texts = ['1.50', '-0.0', '007', '0.000', '-12.3400', '100'] as const;
    expect(texts.map(decimal.normalise)).toEqual(['1.5', '0', '7', '0', '-12.34', '100']);
  });

  it('rejects what is not a plain decimal', () => {
    for (const text of ['', '.', '1.', '.5', '1e5', '+1', ' 1', '1 ', '1,5', 'NaN', 'Infinity', '--1', '0x1', '１'])
      expect(() => decimal.normalise(decimal.uncheckedDecimal(text)), text).toThrow(
        new TypeError(`not a decimal: ${JSON.stringify(text)}`),
      );
    expect(decimal.isDecimal('-0.10')).toBe(true);
    expect(decimal.isDecimal('1e5')).toBe(false);
    expect(decimal.toDecimal('-0.10')).toBe('-0.10');
    expect(decimal.toDecimal('1e5')).toBeNull();
  });

  it('computes with decimals only: other text does not compile', () => {
    const order: { readonly id: string; readonly symbol: string } = { id: '7', symbol: 'BTC-USDT' };
    // @ts-expect-error -- an identifier is text, not a decimal, also when it is made of digits
    expect(decimal.add(order.id, '1')).toBe('8');
    // @ts-expect-error -- nor is a symbol
    expect(() => decimal.isZero(order.symbol)).toThrow(TypeError);
    // @ts-expect-error -- nor a literal that is no number
    expect(() => decimal.normalise('1,5')).toThrow(TypeError);
    expectTypeOf<string>().not.toExtend<decimal.Decimal>();
    expectTypeOf(decimal.toDecimal).returns.toEqualTypeOf<decimal.Decimal | null>();
    expectTypeOf(DecimalText.parse('7')).toEqualTypeOf<decimal.Decimal>();
    expect(decimal.isDecimal(order.id) && decimal.add(order.id, '1')).toBe('8');
  });

  it('reads numbers and their JSON texts as exact decimals', () => {
    expect(decimal.fromNumber(1e-7)).toBe('0.0000001');
    expect(decimal.fromNumber(-1.5e21)).toBe('-1500000000000000000000');
    expect(decimal.fromScientific('12.5E-3')).toBe('0.0125');
    expect(decimal.fromScientific('12.5e1')).toBe('125');
    expect(decimal.fromScientific('11040911994273793')).toBe('11040911994273793');
    expect(decimal.fromScientific('-0.12525e+2')).toBe('-12.525');
    expect(decimal.fromScientific('1e400')).toBe(`1${'0'.repeat(400)}`);
    expect(() => decimal.fromNumber(Number.NaN)).toThrow(new RangeError('not a finite number: NaN'));
    expect(() => decimal.fromScientific('1e401')).toThrow(new RangeError('exponent out of range: 1e401'));
    for (const text of ['abc', 'x12', '12x', ' 12', '12 ', '1e5.0', ''])
      expect(() => decimal.fromScientific(text), text).toThrow(new TypeError(`not a number: ${JSON.stringify(text)}`));
    expect(decimal.toNumber('0.1')).toBe(0.1);
  });

  it('writes an amount without digits beyond its precision', () => {
    const whole = 10n ** 30n;
    expect(decimal.fromUnits(12n * whole, 30)).toBe('12');
    expect(decimal.fromUnits(-25n * 10n ** 28n, 30)).toBe('-0.25');
    expect(decimal.fromUnits(whole + 1n, 30)).toBe(`1.${'0'.repeat(29)}1`);
    expect(decimal.fromUnits(10n ** 15n, 14)).toBe('10');
    expect(decimal.fromUnits(0n, 30)).toBe('0');
  });

  it('converts to whole units of a scale, without silent truncation', () => {
    expect(decimal.toUnits('1.5', 3)).toBe(1500n);
    expect(decimal.toUnits('1.500', 1)).toBe(15n);
    expect(() => decimal.toUnits('1.55', 1)).toThrow(new RangeError('1.55 has more than 1 digits after the point'));
  });

  it('has the shown decimals of a tick, and pads', () => {
    expect(decimal.scaleOf('0.010')).toBe(2);
    expect(decimal.scaleOf('100')).toBe(0);
    expect(decimal.toFixed('1.5', 3)).toBe('1.500');
    expect(decimal.toFixed('-1.25', 1)).toBe('-1.2');
    expect(decimal.toFixed('0.004', 2)).toBe('0.00');
    expect(decimal.toFixed('-0.004', 2)).toBe('0.00');
    expect(decimal.toFixed('1.9', 0, 'up')).toBe('2');
    // without a word it is the banker's rule
    expect([decimal.toFixed('1.26', 1), decimal.toFixed('1.35', 1), decimal.toFixed('1.25', 1)]).toEqual([
      '1.3',
      '1.4',
      '1.2',
    ]);
  });
});

describe('rounding', () => {
  it.each([
    ['2.5', { down: '2', up: '3', floor: '2', ceil: '3', 'half-even': '2' }],
    ['-2.5', { down: '-2', up: '-3', floor: '-3', ceil: '-2', 'half-even': '-2' }],
    ['3.5', { down: '3', up: '4', floor: '3', ceil: '4', 'half-even': '4' }],
    ['2.51', { down: '2', up: '3', floor: '2', ceil: '3', 'half-even': '3' }],
    ['-2.49', { down: '-2', up: '-3', floor: '-3', ceil: '-2', 'half-even': '-2' }],
    ['7', { down: '7', up: '7', floor: '7', ceil: '7', 'half-even': '7' }],
  ] as const)('rounds %s by every rule', (text, expected) => {
    for (const rounding of roundings) expect(decimal.round(text, 0, rounding), rounding).toBe(expected[rounding]);
  });

  it('rounds to digits after the point, and keeps a value with fewer', () => {
    expect(decimal.round('1.2345', 2, 'down')).toBe('1.23');
    expect(decimal.round('-1.2345', 3, 'half-even')).toBe('-1.234');
    expect(decimal.round('1.5', 3, 'up')).toBe('1.5');
  });

  it('keeps a whole result, by any rule', () => {
    for (const rounding of roundings) {
      expect(decimal.divide('-6', '3', { scale: 0, rounding }), rounding).toBe('-2');
      expect(decimal.roundToStep('101.5', '0.5', rounding), rounding).toBe('101.5');
      expect(decimal.round('7.00', 0, rounding), rounding).toBe('7');
    }
  });

  it('rounds to a step', () => {
    expect(decimal.roundToStep('101.37', '0.5', 'floor')).toBe('101');
    expect(decimal.roundToStep('101.37', '0.5', 'ceil')).toBe('101.5');
    for (const step of ['0', '-0.5'] as const)
      expect(() => decimal.roundToStep('1', step, 'down')).toThrow(new RangeError(`a step must be positive: ${step}`));
    expect(decimal.isMultipleOf('1.5', '0.5')).toBe(true);
    expect(decimal.isMultipleOf('1.6', '0.5')).toBe(false);
    expect(decimal.isMultipleOf('1', '0')).toBe(false);
  });

  it('divides by every sign and rule like the number line', () => {
    for (const [a, b] of [
      ['7', '2'],
      ['-7', '2'],
      ['7', '-2'],
      ['-7', '-2'],
    ] as const) {
      const exact = Number(a) / Number(b);
      expect(decimal.divide(a, b, { scale: 0, rounding: 'floor' })).toBe(String(Math.floor(exact)));
      expect(decimal.divide(a, b, { scale: 0, rounding: 'ceil' })).toBe(String(Math.ceil(exact)));
      expect(decimal.divide(a, b, { scale: 0, rounding: 'down' })).toBe(String(Math.trunc(exact)));
      expect(decimal.divide(a, b, { scale: 0, rounding: 'half-even' })).toBe(exact < 0 ? '-4' : '4');
      expect(decimal.divide(a, b, { scale: 0, rounding: 'up' })).toBe(exact < 0 ? '-4' : '4');
    }
    expect(() => decimal.divide('1', '0.0', { scale: 2, rounding: 'down' })).toThrow(
      new RangeError('division by zero'),
    );
  });

  it('divides to the nearest, for any signs, and keeps the requested digits', () => {
    const nearest = { scale: 0, rounding: 'half-even' } as const;
    expect([decimal.divide('7', '-3', nearest), decimal.divide('8', '-3', nearest)]).toEqual(['-2', '-3']);
    expect([decimal.divide('-7', '-3', nearest), decimal.divide('-8', '3', nearest)]).toEqual(['2', '-3']);
    expect(decimal.divide('1', '3', { scale: 8, rounding: 'down' })).toBe('0.33333333');
    expect(decimal.divide('2', '3', { scale: 8, rounding: 'half-even' })).toBe('0.66666667');
  });
});

describe('arithmetic', () => {
  it('sums and compares exactly where doubles do not', () => {
    expect(decimal.add('0.1', '0.2')).toBe('0.3');
    expect(decimal.subtract('0.3', '0.1')).toBe('0.2');
    expect(decimal.multiply('1.1', '1.1')).toBe('1.21');
    expect(decimal.sum(['0.1', '0.2', '-0.3'])).toBe('0');
    expect(decimal.compare('1.10', '1.1')).toBe(0);
    expect(decimal.compare('-1', '1')).toBe(-1);
    expect(decimal.compare('2', '1')).toBe(1);
    expect([
      decimal.minimum('1', '2'),
      decimal.minimum('2', '1'),
      decimal.maximum('1', '2'),
      decimal.maximum('2', '1'),
      // of two equals the first, as it is written
      decimal.minimum('1.0', '1'),
      decimal.maximum('1.0', '1'),
    ]).toEqual(['1', '1', '2', '2', '1.0', '1.0']);
    expect([decimal.negate('1'), decimal.negate('0'), decimal.absolute('-1.5'), decimal.absolute('1.5')]).toEqual([
      '-1',
      '0',
      '1.5',
      '1.5',
    ]);
    expect([
      decimal.isZero('0.00'),
      decimal.isNegative('-0.1'),
      decimal.isNegative('0'),
      decimal.isNegative('0.1'),
      decimal.isPositive('0'),
      decimal.isPositive('0.1'),
    ]).toEqual([true, true, false, false, false, true]);
  });

  it('follows its laws for any decimals', () => {
    fc.assert(
      fc.property(decimals, decimals, decimals, (a, b, c) => {
        expect(decimal.add(a, b)).toBe(decimal.add(b, a));
        expect(decimal.subtract(decimal.add(a, b), b)).toBe(a);
        expect(decimal.multiply(a, decimal.add(b, c))).toBe(
          decimal.add(decimal.multiply(a, b), decimal.multiply(a, c)),
        );
        expect(decimal.compare(a, b)).toBe(0 - decimal.compare(b, a));
        expect(decimal.normalise(decimal.toFixed(a, 30))).toBe(a);
      }),
    );
  });

  it('rounds to the right side and less than one step away', () => {
    fc.assert(
      fc.property(decimals, fc.constantFrom('0.5', '0.01', '3', '0.25'), (a, step) => {
        const low = decimal.roundToStep(a, step, 'floor');
        const high = decimal.roundToStep(a, step, 'ceil');
        expect(decimal.compare(low, a)).not.toBe(1);
        expect(decimal.compare(high, a)).not.toBe(-1);
        expect(decimal.compare(decimal.subtract(high, low), step)).not.toBe(1);
        expect(decimal.isMultipleOf(low, step) && decimal.isMultipleOf(high, step)).toBe(true);
      }),
    );
  });

  it('computes exact powers of ten of any size', () => {
    expect(decimal.powerOfTen(0)).toBe(1n);
    expect(decimal.powerOfTen(40)).toBe(10n ** 40n);
    // a power that is not kept is right as well, each time
    expect([decimal.powerOfTen(600), decimal.powerOfTen(600)]).toEqual([10n ** 600n, 10n ** 600n]);
  });
});

const common = ({ units, scale }: { units: bigint; scale: number }, to: number): bigint =>
  units * 10n ** BigInt(to - scale);

describe('decimals of few digits', () => {
  it('equal whole numbers of any length', () => {
    fc.assert(
      fc.property(fewDigits, fewDigits, (left, right) => {
        const a = decimal.fromUnits(left.units, left.scale);
        const b = decimal.fromUnits(right.units, right.scale);
        const scale = Math.max(left.scale, right.scale);
        const [x, y] = [common(left, scale), common(right, scale)];
        expect(decimal.add(a, b)).toBe(decimal.fromUnits(x + y, scale));
        expect(decimal.subtract(a, b)).toBe(decimal.fromUnits(x - y, scale));
        const product = decimal.fromUnits(left.units * right.units, left.scale + right.scale);
        expect(decimal.multiply(a, b)).toBe(product);
      }),
      { numRuns: 3000 },
    );
  });

  it('decimals of few digits are exact beyond the last whole number of a double', () => {
    expect(decimal.multiply('94906267', '94906267')).toBe('9007199515875289');
    expect(decimal.add('9007199254740.99', '0.009')).toBe('9007199254740.999');
    expect(decimal.multiply('2.25179981368525', '4')).toBe('9.007199254741');
    expect(decimal.subtract('-999999999999.9', '999999999999.99')).toBe('-1999999999999.89');
    expect(decimal.multiply('-0', '5')).toBe('0');
    expect(decimal.add('-1.5', '1.5')).toBe('0');
  });

  it('reject what is not a plain decimal, like longer ones', () => {
    for (const text of ['', '.', '-', '1.', '.5', '-.5', '1.2.3', '1e5', '+1', ' 1', '--1', '１'])
      expect(() => decimal.add(decimal.uncheckedDecimal(text), '1'), text).toThrow(TypeError);
  });
});
