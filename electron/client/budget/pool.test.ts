import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canSpend,
  createPoolState,
  freeze,
  release,
  loseTrack,
  reopensAt,
  rollOver,
  type Spending,
  settle,
  settleUnseen,
  spend,
} from './pool.ts';

describe('a pool', () => {
  it('counts down by itself and restarts after its window', () => {
    const pool = createPoolState(100);
    const first = spend(pool, 30, 0);
    expect(pool.remaining).toBe(70);
    settleUnseen(pool, first);
    expect(canSpend(pool, 71, 0)).toBe(false);
    expect(canSpend(pool, 70, 0)).toBe(true);
    rollOver(pool, 30_999);
    expect(pool.remaining).toBe(70);
    rollOver(pool, 31_000);
    expect(pool.remaining).toBe(100);
    expect(reopensAt(pool)).toBeNull();
  });

  it('takes the figure of the gateway minus the weight of open requests', () => {
    const pool = createPoolState(2000);
    const a = spend(pool, 10, 0);
    spend(pool, 5, 0);
    settle(pool, a, { figures: { limit: 4000, remaining: 3900, resetMs: 10_000 }, nowMs: 50 });
    expect(pool).toMatchObject({ limit: 4000, remaining: 3895, windowEndsAt: 10_050 });
  });

  it('keeps the remaining weight when an overtaken answer reports more', () => {
    const pool = createPoolState(100);
    const early = spend(pool, 10, 0);
    const late = spend(pool, 10, 0);
    settle(pool, late, { figures: { limit: 100, remaining: 80, resetMs: 29_000 }, nowMs: 10 });
    settle(pool, early, { figures: { limit: 100, remaining: 90, resetMs: 29_000 }, nowMs: 20 });
    expect(pool.remaining).toBe(70);
    expect(pool.inFlight).toBe(0);
  });

  it('keeps the weight of a lost answer until the window ends', () => {
    const pool = createPoolState(100);
    const lost = spend(pool, 20, 0);
    const next = spend(pool, 10, 0);
    loseTrack(pool, lost);
    settle(pool, next, { figures: { limit: 100, remaining: 90, resetMs: 30_000 }, nowMs: 10 });
    expect(pool.remaining).toBe(70);
  });

  it('returns the weight of an unsent request, in the same window only', () => {
    const pool = createPoolState(100);
    const a = spend(pool, 20, 0);
    release(pool, a);
    expect(pool).toMatchObject({ remaining: 100, inFlight: 0 });
    const b = spend(pool, 20, 0);
    const c = spend(pool, 20, 0);
    rollOver(pool, 40_000);
    release(pool, b);
    loseTrack(pool, c);
    expect(pool).toMatchObject({ remaining: 60, inFlight: 0, lost: 20 });
  });

  it('counts a lost request in the next window too, where it may have been charged, and not after it', () => {
    const pool = createPoolState(100);
    loseTrack(pool, spend(pool, 20, 0));
    rollOver(pool, 31_000);
    expect(pool.remaining).toBe(80);
    const next = spend(pool, 10, 31_000);
    settle(pool, next, { figures: { limit: 100, remaining: 90, resetMs: 30_000 }, nowMs: 31_010 });
    expect(pool.remaining).toBe(70);
    rollOver(pool, 70_000);
    expect(pool.remaining).toBe(100);
  });

  it('charges open requests to the next window', () => {
    const pool = createPoolState(100);
    spend(pool, 30, 0);
    rollOver(pool, 31_000);
    expect(pool.remaining).toBe(70);
  });

  it('detects the exchange’s next window before its own clock does', () => {
    const pool = createPoolState(100);
    const a = spend(pool, 50, 0);
    settle(pool, a, { figures: { limit: 100, remaining: 50, resetMs: 30_000 }, nowMs: 0 });
    const b = spend(pool, 10, 29_900);
    settle(pool, b, { figures: { limit: 100, remaining: 90, resetMs: 29_999 }, nowMs: 29_990 });
    expect(pool).toMatchObject({ remaining: 90, windowEndsAt: 59_989 });
  });

  it('does not take the last answer of an old window for the first of the new one', () => {
    const pool = createPoolState(100);
    const old = spend(pool, 10, 0);
    rollOver(pool, 31_000);
    spend(pool, 20, 31_000);
    settle(pool, old, { figures: { limit: 100, remaining: 90, resetMs: 100 }, nowMs: 31_500 });
    expect(pool).toMatchObject({ remaining: 70, inFlight: 20 });
  });

  it('a pool is closed while frozen, and full afterwards', () => {
    const pool = createPoolState(100);
    freeze(pool, 3_000);
    expect(canSpend(pool, 1, 0)).toBe(false);
    expect(reopensAt(pool)).toBe(3_000);
    freeze(pool, 2_000);
    rollOver(pool, 2_999);
    expect(canSpend(pool, 1, 0)).toBe(false);
    rollOver(pool, 3_000);
    expect(canSpend(pool, 1, 0)).toBe(true);
  });

  it('sends a request larger than its share only when the pool is full', () => {
    const pool = createPoolState(10);
    expect(canSpend(pool, 20, 2)).toBe(true);
    const spending = spend(pool, 1, 0);
    expect(canSpend(pool, 20, 2)).toBe(false);
    release(pool, spending);
    expect(canSpend(pool, 20, 2)).toBe(true);
  });
});

/**
 * A gateway that charges what reaches it, whenever it does, in fixed windows from the first request.
 * docs/exchange/limits.md §2.
 */
function createGateway(limit: number, alreadySpent: number) {
  let windowEndsAt = -1;
  let remaining = limit;
  let isFirst = true;
  return (weight: number, nowMs: number) => {
    if (nowMs >= windowEndsAt) {
      windowEndsAt = nowMs + 30_000;
      remaining = limit - (isFirst ? alreadySpent : 0);
      isFirst = false;
    }
    const isOver = remaining < weight;
    if (!isOver) remaining -= weight;
    return { isOver, figures: { limit, remaining, resetMs: windowEndsAt - nowMs } };
  };
}

interface Flight {
  readonly spending: Spending;
  readonly arrivesAt: number;
  readonly answersAt: number;
  readonly isLost: boolean;
  figures: { limit: number; remaining: number; resetMs: number } | null;
}

describe('the budget', () => {
  it('never overspends when answers are late, lost or out of order', () => {
    const step = fc.record({
      pauseMs: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 20_000 })),
      weight: fc.integer({ min: 1, max: 40 }),
      thereMs: fc.integer({ min: 1, max: 900 }),
      backMs: fc.integer({ min: 1, max: 5_000 }),
      isLost: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 20, maxLength: 80 }),
        fc.integer({ min: 40, max: 200 }),
        (steps, limit) => {
          const gateway = createGateway(limit, 0);
          const pool = createPoolState(limit);
          let flights: Flight[] = [];
          let now = 0;
          const advance = (until: number): void => {
            // everything that happens on the way, in the order it happens
            for (;;) {
              const times = flights.flatMap(flight =>
                flight.figures === null ? [flight.arrivesAt] : [flight.answersAt],
              );
              const next = Math.min(...times);
              if (!(next <= until)) break;
              const flight = flights.find(one => (one.figures === null ? one.arrivesAt : one.answersAt) === next);
              if (flight === undefined) break;
              now = next;
              if (flight.figures === null) {
                const charged = gateway(flight.spending.weight, now);
                expect(charged.isOver).toBe(false);
                flight.figures = charged.figures;
              } else {
                flights = flights.filter(one => one !== flight);
                rollOver(pool, now);
                if (flight.isLost) loseTrack(pool, flight.spending);
                else settle(pool, flight.spending, { figures: flight.figures, nowMs: now });
              }
            }
            now = until;
          };
          for (const { pauseMs, weight, thereMs, backMs, isLost } of steps) {
            advance(now + pauseMs);
            rollOver(pool, now);
            if (!canSpend(pool, weight, 0)) continue;
            const spending = spend(pool, weight, now);
            const arrivesAt = now + thereMs;
            flights.push({ spending, arrivesAt, answersAt: arrivesAt + backMs, isLost, figures: null });
          }
          advance(now + 100_000);
          expect(pool.inFlight).toBe(0);
        },
      ),
      { numRuns: 400 },
    );
  });
});
