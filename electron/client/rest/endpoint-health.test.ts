import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { createEndpointHealths } from './endpoint-health.ts';

const book = catalogue['spot.book20'];
const place = catalogue['spot.trades'];

function build() {
  let now = 1_000_000;
  const healths = createEndpointHealths({ nowMs: () => now + 5, monotonicMs: () => now });
  const answered = (roundTripMs: number) => healths.ended(book, { kind: 'answered', roundTripMs });
  return { healths, answered, pass: (ms: number) => void (now += ms), only: () => healths.report()[0] };
}

describe('the health of an endpoint', () => {
  it('the health of an endpoint is not published for endpoints without a request', () => {
    expect(build().healths.report()).toEqual([]);
  });

  it('the health of an endpoint is the median and 95th percentile of its answers, within a fifth, and the spent weight', () => {
    const { healths, answered, only } = build();
    for (let index = 0; index < 90; index += 1) answered(20);
    for (let index = 0; index < 10; index += 1) answered(900);
    healths.spent(book);
    healths.spent(book);
    const health = only();
    expect(health).toMatchObject({ label: 'GET /api/v1/market/orderbook/level2_20', pool: 'public', answers: 100 });
    expect(health?.p50Ms).toBeGreaterThanOrEqual(20);
    expect(health?.p50Ms).toBeLessThanOrEqual(24);
    expect(health?.p95Ms).toBeGreaterThanOrEqual(900);
    expect(health?.p95Ms).toBeLessThanOrEqual(1080);
    expect(health).toMatchObject({ errors: 0, lastError: null, lastOkAtMs: 1_000_005, weightAMinute: 4 });
  });

  it('counts an answer beyond the largest class in the last one', () => {
    const { answered, only } = build();
    answered(99_000);
    expect(only()?.p50Ms).toBeGreaterThan(10_000);
  });

  it('counts an answer without duration as 1 ms', () => {
    const { answered, only } = build();
    answered(0);
    expect(only()?.p95Ms).toBe(1);
  });

  it('keeps the newest error and resets the error count after ten minutes', () => {
    const { healths, answered, pass, only } = build();
    healths.ended(book, { kind: 'failed', message: 'refused' });
    expect(only()).toMatchObject({ errors: 1, p50Ms: null, p95Ms: null, lastOkAtMs: null });
    pass(300_000);
    answered(3);
    expect(only()).toMatchObject({ errors: 1, answers: 1, lastError: { message: 'refused', atMs: 1_000_005 } });
    pass(300_000);
    expect(only()).toMatchObject({ errors: 0, answers: 1 });
    pass(900_000);
    expect(only()).toMatchObject({ answers: 0, p50Ms: null, lastOkAtMs: 1_300_005, lastError: { message: 'refused' } });
  });

  it('the health of an endpoint is published per endpoint, sorted by name', () => {
    const { healths } = build();
    healths.spent(book);
    healths.spent(place);
    expect(healths.report().map(({ label }) => label)).toEqual([
      'GET /api/v1/market/histories',
      'GET /api/v1/market/orderbook/level2_20',
    ]);
  });
});
