import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, type Decimal, fromUnits, multiply, negate, round, subtract, toFixed } from '../../decimal.ts';
import { moneyWeightedReturn } from './money-weighted.ts';
import type { ReturnPoint } from './return-point.ts';
import { timeWeightedReturn } from './time-weighted.ts';

const dayMs = 86_400_000;

function point(day: number, value: Decimal | null, flow: Decimal = '0'): ReturnPoint {
  return { atMs: day * dayMs, value, flow };
}

function percent(rate: Decimal | null, digits: number): string | null {
  return rate === null ? null : toFixed(multiply(rate, '100'), digits);
}

function mwr(points: readonly ReturnPoint[], digits = 4): string | null {
  const result = moneyWeightedReturn(points);
  return result.isDefined ? percent(result.rate, digits) : result.reason;
}

function reasons(points: readonly ReturnPoint[]) {
  return timeWeightedReturn(points, []).breaks.map(({ reason }) => reason);
}

function over(days: number) {
  return moneyWeightedReturn([point(0, '100'), point(days, '121')]);
}

function emptied(first: Decimal, out: Decimal) {
  return moneyWeightedReturn([point(0, first), { atMs: 1000, value: '1', flow: out }, point(30, '12')]);
}

const exampleG = [point(0, '100000'), point(10, '110000', '50000'), point(30, '152000')];
const exampleG2 = [point(0, '100000'), point(15, '90000', '-60000'), point(30, '33000')];
const exampleO = [point(0, '100000'), point(10, '1', '-360000'), point(20, '1', '431000'), point(30, '171600')];

describe('timeWeightedReturn', () => {
  it('multiplies the growth between flows (examples G, G2 and J)', () => {
    expect(timeWeightedReturn(exampleG, [])).toEqual({ rate: '0.045', fromMs: 0, breaks: [] });
    expect(timeWeightedReturn(exampleG2, []).rate).toBe('-0.01');
    const exampleJ = [point(0, '70000'), point(1, '70000', '5000'), point(3, '78093.8', '-12600'), point(4, '66361.8')];
    expect(percent(timeWeightedReturn(exampleJ, []).rate, 2)).toBe('5.51');
  });

  it('sums the flows of one instant, whatever their order, and sorts the points', () => {
    const parts = [point(30, '152000'), point(10, '110000', '20000'), point(0, '100000'), point(10, '130000', '30000')];
    expect(timeWeightedReturn(parts, []).rate).toBe('0.045');
    expect(mwr(parts)).toBe('1.5009');
  });

  it('restarts after a gap, a missing value, and a value that is not above zero, and dates each break', () => {
    const days = [point(0, '100'), point(1, '110'), point(2, '220'), point(3, '231')];
    const gap = { fromMs: 1.5 * dayMs, toMs: 1.6 * dayMs };
    expect(timeWeightedReturn(days, [gap])).toEqual({
      rate: '0.05',
      fromMs: 2 * dayMs,
      breaks: [{ fromMs: dayMs, toMs: 2 * dayMs, reason: 'gap' }],
    });
    const touching = [
      { fromMs: -dayMs, toMs: 0 },
      { fromMs: 3 * dayMs, toMs: 4 * dayMs },
    ];
    expect(timeWeightedReturn(days, touching).breaks).toEqual([]);
    expect(reasons([point(0, '1'), point(1, null), point(2, '1'), point(3, '1')])).toEqual(['no-value', 'no-value']);
    expect(reasons([point(0, '0', '10'), point(1, '11')])).toEqual([]);
    expect(reasons([point(0, '10', '-10'), point(1, '0', '5'), point(2, '5')])).toEqual(['not-above-zero']);
    expect(reasons([point(0, '10'), point(1, '-1', '11'), point(2, '10')])).toEqual(['not-above-zero']);
  });

  it('has no value without a link', () => {
    expect(timeWeightedReturn([], [])).toEqual({ rate: null, fromMs: null, breaks: [] });
    expect(timeWeightedReturn([point(0, '1')], [])).toEqual({ rate: null, fromMs: 0, breaks: [] });
    expect(timeWeightedReturn([point(0, '1'), point(1, null)], []).rate).toBeNull();
  });

  it('does not change when points without flows are added', () => {
    const values = fc.array(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(values, all => {
        const days = all.map((value, day) => point(day, fromUnits(BigInt(value), 2)));
        const ends = days.filter((_, day) => day === 0 || day === days.length - 1);
        const [fine, coarse] = [days, ends].map(points => timeWeightedReturn(points, []).rate ?? '0');
        expect(round(subtract(fine ?? '0', coarse ?? '0'), 8, 'half-even')).toBe('0');
      }),
    );
  });
});

describe('moneyWeightedReturn', () => {
  it('weighs flows by their time in the account (examples G and G2)', () => {
    expect(mwr(exampleG)).toBe('1.5009');
    expect(mwr(exampleG2)).toBe('-10.1156');
    expect(mwr([point(0, '100'), point(30, '110')])).toBe('10.0000');
    expect(mwr([point(0, '100'), point(30, '100')])).toBe('0.0000');
  });

  it('has no value with several roots (example O)', () => {
    expect(mwr(exampleO)).toBe('several-roots');
    const gained = add(subtract('171600', '100000'), subtract('360000', '431000'));
    expect(gained).toBe('600');
  });

  it('has no value without a root, with a double root, without a value, and without assets', () => {
    expect(mwr([point(0, '100'), point(30, '-5')])).toBe('no-root');
    // (y − 1.1)² with y = √(1 + r)
    expect(mwr([point(0, '100'), point(15, '1', '-220'), point(30, '-121')])).toBe('unproved');
    expect(mwr([point(0, null), point(30, '5')])).toBe('no-value');
    expect(mwr([point(0, '5'), point(30, null)])).toBe('no-value');
    expect(mwr([point(0, '0'), point(30, '0')])).toBe('nothing-held');
    expect(mwr([point(0, '0'), point(30, '0', '10')])).toBe('nothing-held');
    expect(mwr([])).toBe('nothing-held');
    expect(mwr([point(0, '1'), point(30, '100000000')])).toBe('no-root');
  });

  it('handles a large flow soon after the start, and has no value where doubles cannot find the rate', () => {
    expect(emptied('100000', '-99990')).toMatchObject({ isDefined: true });
    expect(emptied('1000000000000', '-999999999990')).toMatchObject({ reason: 'unproved' });
  });

  it('returns −100 % when nothing is left, unless something was withdrawn', () => {
    expect(mwr([point(0, '100'), point(10, '50', '70'), point(30, '0')])).toBe('-100.0000');
    expect(mwr([point(0, '100'), point(10, '100', '-100'), point(30, '0')])).toBe('several-roots');
    const years = moneyWeightedReturn([point(0, '100'), point(400, '0')]);
    expect(years).toMatchObject({ rate: '-1', annualised: '-1' });
  });

  it('starts when the value first exceeds zero', () => {
    const late = [point(-20, '0'), point(-10, '0'), point(0, '0', '100000'), ...exampleG.slice(1)];
    expect(moneyWeightedReturn(late)).toEqual(moneyWeightedReturn(exampleG));
    expect(moneyWeightedReturn(late)).toMatchObject({ fromMs: 0 });
  });

  it('moneyWeightedReturn is annualised from 365 days on', () => {
    expect(over(364)).toMatchObject({ rate: '0.21', annualised: null });
    expect(over(365)).toMatchObject({ rate: '0.21', annualised: '0.21' });
    expect(over(730)).toMatchObject({ rate: '0.21', annualised: '0.1' });
  });

  it('finds the rate that made the values, for random flows into the account', () => {
    const flows = fc.array(
      fc.record({ day: fc.integer({ min: 1, max: 29 }), amount: fc.integer({ min: 1, max: 10 ** 6 }) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 6 }),
        flows,
        fc.integer({ min: 1, max: 10 ** 7 }),
        (first, all, last) => {
          const inner = all.map(({ day, amount }) => point(day, '1', fromUnits(BigInt(amount), 1)));
          const end = fromUnits(BigInt(last), 0);
          const result = moneyWeightedReturn([point(0, fromUnits(BigInt(first), 1)), ...inner, point(30, end)]);
          if (!result.isDefined) {
            expect(result.reason).toBe('no-root');
            return;
          }
          const growth = 1 + Number(result.rate);
          const terms = inner.map(({ atMs, flow }) => Number(flow) * growth ** ((30 - atMs / dayMs) / 30));
          const reached = terms.reduce((total, term) => total + term, (first / 10) * growth);
          expect(Math.abs(reached / last - 1)).toBeLessThan(1e-3);
        },
      ),
    );
  });

  it('finds one root or reports several, for equations with known roots', () => {
    const roots = fc.uniqueArray(fc.integer({ min: 2, max: 40 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(roots, all => {
        // the product of (y − root ÷ 10), y = (1 + r)^(1 ÷ n), by falling powers of y
        let amounts: readonly Decimal[] = ['1000000'];
        for (const root of all) {
          const shifted = amounts.map(amount => negate(multiply(amount, fromUnits(BigInt(root), 1))));
          amounts = [...amounts, '0' as const].map((amount, at) => add(amount, shifted[at - 1] ?? '0'));
        }
        const last = amounts.length - 1;
        const points = amounts.map((amount, at) =>
          at === 0 ? point(0, amount) : at === last ? point(last, negate(amount)) : point(at, '1', amount),
        );
        const result = moneyWeightedReturn(points);
        const rate = subtract(fromUnits(BigInt(all[0] ?? 0), 1), '1');
        expect(result).toMatchObject(all.length > 1 ? { reason: 'several-roots' } : { rate });
      }),
    );
  });
});
