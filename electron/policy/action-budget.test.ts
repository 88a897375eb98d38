import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowLimits } from '#shared/domain/limits.ts';
import { defaultPolicy } from '#shared/policy/policy.ts';
import type { ActionCost } from '#shared/policy/pace.ts';
import { cancelLimits, createActionBudget } from './action-budget.ts';

const wallMs = 1_700_000_000_000;

function start(limits: RowLimits = defaultPolicy.acts) {
  const clock = { ms: 5 };
  const budget = createActionBudget({
    actionLimitsOf: () => limits,
    monotonicMs: () => clock.ms,
    nowMs: () => wallMs + clock.ms,
  });
  const take = (rows: number, of: ActionCost['budget'] = 'actions', profileId = 'p1') =>
    budget.take(profileId, { budget: of, rows });
  return { clock, take, sentLately: budget.sentLately };
}

it('action budget publishes the actions of the last minute by the clock of the user, without cancels', () => {
  const { clock, take, sentLately } = start();
  take(2);
  clock.ms += 1000;
  take(3);
  take(4, 'cancels');
  take(5, 'actions', 'p2');
  expect(sentLately('p1')).toEqual([
    { atMs: wallMs + 5, rows: 2 },
    { atMs: wallMs + 1005, rows: 3 },
  ]);
  clock.ms += 59_000;
  expect(sentLately('p1')).toEqual([{ atMs: wallMs + 1005, rows: 3 }]);
  expect(sentLately('p3')).toEqual([]);
});

describe('the budget of actions', () => {
  it('allows 20 rows in a second and not one more, and states when the next may be sent', () => {
    const { clock, take } = start();
    for (let row = 0; row < 20; row += 1) expect(take(1).ok).toBe(true);
    clock.ms += 400;
    expect(take(1)).toEqual({
      ok: false,
      error: {
        kind: 'rate-limited',
        message:
          'Fathom sends at most 20 orders and margin transfers in any second for a profile; 20 went in the last second, and this would make 21. Nothing was sent. The limit is raised in the policy of the profile.',
        isOutcomeUnknown: false,
        validationError: { rule: 'actions-per-second', figure: '21', limit: '20' },
        retryAtMs: wallMs + 1_005,
      },
    });
    clock.ms += 599;
    expect(take(1).ok).toBe(false);
    clock.ms += 1;
    expect(take(1).ok).toBe(true);
  });

  it('counts rows, not calls, and counts no rejected row', () => {
    const { take } = start();
    expect([take(5), take(5), take(5), take(4)].every(result => result.ok)).toBe(true);
    expect(take(2).ok).toBe(false);
    expect(take(1).ok).toBe(true);
  });

  it('allows 200 rows in a minute', () => {
    const { clock, take } = start();
    let through = 0;
    for (let second = 0; second < 60; second += 1) {
      for (let row = 0; row < 20; row += 1) through += take(1).ok ? 1 : 0;
      clock.ms += 1_000;
    }
    expect(through).toBe(200);
    // what went in the first second has just left the window
    for (let row = 0; row < 20; row += 1) expect(take(1).ok).toBe(true);
    expect(take(1)).toMatchObject({
      error: {
        message: expect.stringMatching(/200 orders and margin transfers in any minute .*; 200 went .* make 201\./),
        validationError: { rule: 'actions-per-minute', figure: '201', limit: '200' },
      },
    });
  });

  it('gives cancels a larger budget', () => {
    const { take } = start();
    for (let row = 0; row < 20; row += 1) take(1);
    expect(take(1).ok).toBe(false);
    for (let row = 0; row < 60; row += 1) expect(take(1, 'cancels').ok).toBe(true);
    expect(take(1, 'cancels')).toMatchObject({
      error: {
        kind: 'rate-limited',
        message: expect.stringMatching(
          /60 cancels in any second .*; 60 went in the last second, and this would make 61\./,
        ),
        validationError: { rule: 'cancels-per-second', figure: '61', limit: '60' },
      },
    });
  });

  it('counts each profile by itself', () => {
    const { take } = start();
    take(20);
    expect(take(1).ok).toBe(false);
    expect(take(1, 'actions', 'p2').ok).toBe(true);
  });

  it('reports a call that can never fit, without a time', () => {
    const { take } = start({ perSecond: 3, perMinute: 200 });
    expect(take(5)).toEqual({
      ok: false,
      error: {
        kind: 'rate-limited',
        message:
          'Fathom sends at most 3 orders and margin transfers in any second for a profile, and this request alone has 5. Nothing was sent.',
        validationError: { rule: 'actions-per-second', figure: '5', limit: '3' },
        isOutcomeUnknown: false,
      },
    });
    expect(take(3).ok).toBe(true);
  });

  const steps = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.nat(40), fc.nat(1_500), fc.nat(70_000)),
      rows: fc.integer({ min: 1, max: 20 }),
      budget: fc.constantFrom<ActionCost['budget']>('actions', 'cancels'),
    }),
    { minLength: 30, maxLength: 300 },
  );

  it.each(['actions', 'cancels'] as const)('never allows more %s in any second or minute', kind => {
    const { perSecond, perMinute } = kind === 'actions' ? defaultPolicy.acts : cancelLimits;
    fc.assert(
      fc.property(steps, all => {
        const { clock, take } = start();
        const through: { atMs: number; rows: number }[] = [];
        for (const { afterMs, rows, budget } of all) {
          clock.ms += afterMs;
          if (take(rows, budget).ok && budget === kind) through.push({ atMs: clock.ms, rows });
        }
        const rowsWithin = (fromMs: number, lengthMs: number) =>
          through
            .filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + lengthMs)
            .reduce((sum, { rows }) => sum + rows, 0);
        for (const { atMs } of through) {
          expect(rowsWithin(atMs, 1_000)).toBeLessThanOrEqual(perSecond);
          expect(rowsWithin(atMs, 60_000)).toBeLessThanOrEqual(perMinute);
        }
      }),
    );
  });

  it('states the correct time', () => {
    fc.assert(
      fc.property(steps, all => {
        const { clock, take } = start();
        for (const { afterMs, rows, budget } of all) {
          clock.ms += afterMs;
          const taken = take(rows, budget);
          if (taken.ok) continue;
          expect(taken.error.retryAtMs).toBeGreaterThan(wallMs + clock.ms);
        }
        const blocked = take(1);
        if (blocked.ok) return;
        clock.ms = (blocked.error.retryAtMs ?? 0) - wallMs;
        const again = take(1);
        // the minute may have been named first; the second is over by then
        expect(again.ok).toBe(true);
      }),
    );
  });
});
