import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compare, type Decimal, divide, fromUnits, multiply } from '../decimal.ts';
import type { Candle } from '../domain/market/candle.ts';
import { buildCandle } from '../testing/build-candle.ts';
import { fundingToCome, valueOf } from './funding.ts';
import { dailyMovement, sigmaDays, squareRoot } from './movement.ts';
import { buildLeg } from './testing/risk-units.ts';

const hourMs = 3_600_000;
const candles = (closes: readonly Decimal[]): readonly Candle[] =>
  closes.map((close, index) => ({
    openAtMs: index * hourMs,
    open: close,
    high: close,
    low: close,
    close,
    volume: '1',
  }));
/** up one per cent and down again */
const wave = (count: number) => candles(Array.from({ length: count }, (_, index) => (index % 2 === 0 ? '100' : '101')));

describe('the daily movement', () => {
  it('equals the root of the squared returns over the days that they cover', () => {
    // 12 returns of 0.01 and 12 of −1/101 in one day
    const movement = dailyMovement(wave(25)) ?? '0';
    const squares = 12 * 0.01 ** 2 + 12 * (1 / 101) ** 2;
    expect(Number(movement)).toBeCloseTo(Math.sqrt(squares), 8);
    // twice as long is the same a day
    expect(Number(dailyMovement(wave(49)))).toBeCloseTo(Math.sqrt(squares), 8);
  });

  it('the daily movement is unknown from too few values, and for an unchanged price', () => {
    expect(dailyMovement([])).toBeNull();
    expect(dailyMovement(wave(12))).toBeNull();
    expect(dailyMovement(wave(13))).not.toBeNull();
    expect(dailyMovement([...wave(3), buildCandle({ openAtMs: hourMs * 90 })])).toBeNull();
    expect(dailyMovement(candles(Array.from({ length: 25 }, () => '100')))).toBeNull();
  });

  it('skips a close of zero', () => {
    const broken = candles(Array.from({ length: 25 }, (_, index) => (index === 5 ? '0' : '100')));
    expect(dailyMovement(broken)).toBe('1');
  });

  it('converts a distance to such days', () => {
    expect(sigmaDays('0.041', '0.07')).toBe('0.58');
    expect(sigmaDays('-0.01', '0.07')).toBe('-0.15');
    expect([sigmaDays(null, '0.07'), sigmaDays('0.1', null), sigmaDays('0.1', '0')]).toEqual([null, null, null]);
  });

  it('uses the largest ten-digit number whose square is not more', () => {
    expect((['0', '1', '2', '0.0001'] as const).map(squareRoot)).toEqual(['0', '1', '1.4142135623', '0.01']);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), units => {
        const value = fromUnits(units, 12);
        const root = squareRoot(value);
        const next = fromUnits(BigInt(multiply(root, '10000000000')) + 1n, 10);
        expect(compare(multiply(root, root), value)).toBeLessThanOrEqual(0);
        expect(compare(multiply(next, next), value)).toBe(1);
      }),
    );
  });
});

describe('expected funding', () => {
  const dayMs = 24 * hourMs;
  const funding = {
    rate: '0.0001',
    predictedRate: '0.0002',
    rateCap: null,
    rateFloor: null,
    intervalMs: 8 * hourMs,
    settlesAtMs: dayMs + 8 * hourMs,
  } as const;

  it('equals value at mark times the rate, paid by a long and received by a short', () => {
    expect(fundingToCome(buildLeg(), funding, dayMs + hourMs)).toMatchObject({
      next: '0.02',
      nextAtMs: dayMs + 8 * hourMs,
    });
    expect(fundingToCome(buildLeg({ units: '-2' }), funding, dayMs + hourMs).next).toBe('-0.02');
    const inverse = buildLeg({ units: '1000', isInverse: true });
    expect([valueOf(inverse), fundingToCome(inverse, funding, dayMs).next]).toEqual(['10', '0.001']);
  });

  it('covers for today the rest until midnight UTC, which counts to the day that ends', () => {
    const today = (changes: Partial<typeof funding> | { settlesAtMs: number | null; predictedRate?: null }) => {
      const { today: sum, settlementsToday } = fundingToCome(buildLeg(), { ...funding, ...changes }, dayMs + hourMs);
      return [sum, settlementsToday];
    };
    // 8, 16 and 24 o’clock: 0.02 and twice 0.04
    expect(today({})).toEqual(['0.1', 3]);
    expect(today({ settlesAtMs: dayMs + 8 * hourMs, predictedRate: null })).toEqual(['0.06', 3]);
    expect(today({ settlesAtMs: 2 * dayMs })).toEqual(['0.02', 1]);
    expect(today({ settlesAtMs: 2 * dayMs + 1 })).toEqual(['0', 0]);
    expect(today({ settlesAtMs: null })).toEqual([null, null]);
    expect(fundingToCome(buildLeg(), { ...funding, intervalMs: 0 }, dayMs + hourMs).settlementsToday).toBe(1);
  });
});

it('a distance in days times the movement equals the distance, except for rounding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }), (far, fast) => {
      const [distance, movement] = [fromUnits(BigInt(far), 4), fromUnits(BigInt(fast), 5)];
      const days = sigmaDays(distance, movement) ?? '-1';
      expect(compare(multiply(days, movement), distance)).toBeLessThanOrEqual(0);
      expect(compare(divide(distance, movement, { scale: 2, rounding: 'floor' }), days)).toBe(0);
    }),
  );
});
