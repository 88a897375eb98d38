import { describe, expect, it } from 'vitest';
import { createRandom, hexDigits, integer, logNormal, normal, pareto, poisson } from './random.ts';

function draw(count: number, next: () => number): number[] {
  return Array.from({ length: count }, next);
}

function stream(seed: number, label: string): () => number {
  const random = createRandom(seed, label);
  return () => random.next();
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

describe('createRandom', () => {
  it('gives the same stream for the same seed and label', () => {
    expect(draw(50, stream(7, 'a'))).toEqual(draw(50, stream(7, 'a')));
  });

  it('gives another stream for another seed or another label', () => {
    const first = draw(5, stream(7, 'a'));
    expect(draw(5, stream(8, 'a'))).not.toEqual(first);
    expect(draw(5, stream(7, 'b'))).not.toEqual(first);
  });

  it('has a uniform distribution in [0, 1)', () => {
    const values = draw(20_000, stream(3, 'uniform'));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(mean(values)).toBeCloseTo(0.5, 1);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = values.filter(value => Math.floor(value * 10) === tenth).length / values.length;
      expect(share).toBeGreaterThan(0.09);
      expect(share).toBeLessThan(0.11);
    }
  });
});

describe('distributions', () => {
  it('have mean 0 and deviation 1 for normal', () => {
    const random = createRandom(1, 'normal');
    const values = draw(20_000, () => normal(random));
    expect(mean(values)).toBeCloseTo(0, 1);
    expect(mean(values.map(value => value * value))).toBeCloseTo(1, 1);
  });

  it('have the given median for log-normal', () => {
    const random = createRandom(1, 'log');
    const values = draw(9999, () => logNormal(random, { median: 40, sigma: 0.9 })).toSorted((a, b) => a - b);
    expect(values[4999]).toBeGreaterThan(38);
    expect(values[4999]).toBeLessThan(42);
    expect(values[0]).toBeGreaterThan(0);
  });

  it('have a floor and a heavy tail for pareto', () => {
    const random = createRandom(1, 'pareto');
    const values = draw(20_000, () => pareto(random, { least: 25, tail: 1.15 }));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(25);
    expect(values.filter(value => value > 2500).length).toBeGreaterThan(40);
    expect(values.filter(value => value < 100).length).toBeGreaterThan(14_000);
  });

  it('have the given mean and may be zero for poisson', () => {
    const random = createRandom(1, 'poisson');
    const values = draw(20_000, () => poisson(random, 0.55));
    expect(mean(values)).toBeCloseTo(0.55, 1);
    expect(values).toContain(0);
    expect(poisson(random, 0)).toBe(0);
  });

  it('reach both ends for integer', () => {
    const random = createRandom(1, 'integer');
    const values = new Set(draw(500, () => integer(random, -1, 2)));
    expect(values).toEqual(new Set([-1, 0, 1, 2]));
  });

  it('have the requested length for hexDigits', () => {
    expect(hexDigits(createRandom(1, 'hex'), 24)).toMatch(/^[0-9a-f]{24}$/);
  });
});
