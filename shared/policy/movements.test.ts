import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, fromUnits } from '#shared/decimal.ts';
import { judge, type PolicyFacts, type PolicyResult } from './judge.ts';
import { type MovedCount, type MovementKind, movementKinds, nothingMoved } from './movements.ts';
import { defaultPolicy, type Policy, StoredPolicy } from './policy.ts';
import type { PolicyAction } from './policy-action.ts';

const limits = { perHour: '100', perDay: '150', askFrom: '50' } as const;
const policy: Policy = {
  ...defaultPolicy,
  mayBorrow: true,
  mayTransfer: true,
  movements: { loans: limits, transfers: limits, removedMargin: limits, settings: limits },
};
const facts: PolicyFacts = { book: null, rates: { BTC: '10' }, spentToday: '0', moved: nothingMoved };

/** An action of each kind; a setting is one change whatever the amount. */
function actionOf(kind: MovementKind, amount: Decimal, currency = 'USDT'): PolicyAction {
  const money = { currency, amount };
  if (kind === 'loans') return { kind: 'borrow', money };
  if (kind === 'transfers') return { kind: 'transfer', money };
  return { kind: 'move-margin', money: kind === 'settings' ? null : money, isAdding: false };
}

const after = (kind: MovementKind, count: Partial<MovedCount>): PolicyFacts => ({
  ...facts,
  moved: { ...nothingMoved, [kind]: { hour: '0', day: '0', sinceTyped: '0', ...count } },
});
const brief = ({ validationErrors, level }: PolicyResult) => [validationErrors.map(({ rule }) => rule), level];

describe.each(movementKinds)('%s', kind => {
  const action = actionOf(kind, '1');
  const names = {
    loans: 'loans',
    transfers: 'transfers',
    removedMargin: 'removed-margin',
    settings: 'settings',
  } as const;
  const rule = names[kind];

  it('count with all of their kind in an hour and in a day', () => {
    expect(brief(judge(action, policy, after(kind, { hour: '99', day: '149' })))).toEqual([[], 'none']);
    expect(brief(judge(action, policy, after(kind, { hour: '99.5' })))).toEqual([[`${rule}-per-hour`], 'none']);
    expect(brief(judge(action, policy, after(kind, { day: '149.5' })))).toEqual([[`${rule}-per-day`], 'none']);
    expect(judge(action, policy, facts).movement).toEqual({ kind, amount: '1' });
  });

  it('are typed when the total since the last typed one reaches the limit', () => {
    expect(judge(action, policy, after(kind, { sinceTyped: '48.9' })).level).toBe('none');
    expect(judge(action, policy, after(kind, { sinceTyped: '49' })).level).toBe('type-symbol');
  });

  it('fail when they cannot be counted', () => {
    const uncounted = judge(action, policy, { ...facts, moved: { ...nothingMoved, [kind]: null } });
    expect(brief(uncounted)).toEqual([[`${rule}-per-day`], 'none']);
    expect(uncounted.validationErrors[0]?.message).toContain('they cannot be counted now');
    const { moved: _moved, ...without } = facts;
    expect(brief(judge(action, policy, without))).toEqual([[`${rule}-per-day`], 'none']);
  });

  it('several movements count the same as one of their sum', () => {
    const arbitraryParts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(arbitraryParts, parts => {
        let count: MovedCount = { hour: '0', day: '0', sinceTyped: '0' };
        let untyped: Decimal = '0';
        for (const part of parts) {
          const result = judge(actionOf(kind, fromUnits(BigInt(part), 0)), policy, after(kind, count));
          if (result.validationErrors.length > 0) continue;
          const amount = result.movement?.amount ?? '0';
          const isTyped = result.level === 'type-symbol';
          untyped = isTyped ? '0' : add(untyped, amount);
          count = { hour: add(count.hour, amount), day: add(count.day, amount), sinceTyped: untyped };
          expect(compare(untyped, limits.askFrom)).toBe(-1);
          expect(compare(count.hour, limits.perHour)).not.toBe(1);
        }
        // what passes in parts passes in one, by the limits of the hour
        const whole = actionOf(kind, count.hour);
        if (kind !== 'settings' && count.hour !== '0') expect(brief(judge(whole, policy, facts))[0]).toEqual([]);
      }),
    );
  });
});

it('movements state the figure and the limit with their units', () => {
  const loan = judge(actionOf('loans', '990'), defaultPolicy, after('loans', { hour: '4950', day: '9900' }));
  expect(loan.validationErrors.slice(1)).toEqual([
    {
      rule: 'loans-per-hour',
      figure: '5,940 USDT',
      limit: '5,000 USDT',
      message: 'Loans in the last hour: 5,940 USDT with this one; the most for this profile is 5,000 USDT.',
      row: null,
    },
    expect.objectContaining({ rule: 'loans-per-day', figure: '10,890 USDT', limit: '10,000 USDT' }),
  ]);
  const setting = judge(actionOf('settings', '1'), defaultPolicy, after('settings', { hour: '20' }));
  expect(setting.validationErrors).toMatchObject([{ figure: '21', limit: '20' }]);
});

it('movements confirm each one without a price, and count nothing for it', () => {
  for (const kind of ['transfers', 'removedMargin'] as const) {
    const result = judge(actionOf(kind, '1', 'XRP'), { ...policy, bands: [] }, facts);
    expect([brief(result), result.movement]).toEqual([[[], 'type-symbol'], null]);
  }
  expect(judge(actionOf('transfers', '4', 'BTC'), policy, facts).movement?.amount).toBe('40');
});

it('movements confirm a single one by the bands of the policy', () => {
  const bands = [{ fromNotional: '5', level: 'type-symbol' } as const];
  expect(judge(actionOf('loans', '5'), { ...policy, bands }, facts).level).toBe('type-symbol');
  expect(judge(actionOf('loans', '4'), { ...policy, bands }, facts).level).toBe('none');
});

it('movements count no added margin, no repayment and no order', () => {
  const money = { currency: 'USDT', amount: '9999' } as const;
  for (const action of [{ kind: 'move-margin', money, isAdding: true }, { kind: 'repay' }, { kind: 'cancel' }] as const)
    expect([judge(action, policy, facts).movement, judge(action, policy, facts).level]).toEqual([null, 'none']);
});

it('movements read a policy of an earlier version, without limits of movements', () => {
  const { movements: _movements, ...older } = defaultPolicy;
  expect(StoredPolicy.parse(older)).toEqual(older);
  expect(StoredPolicy.safeParse({ ...older, other: 1 }).success).toBe(false);
});
