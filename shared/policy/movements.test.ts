import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, fromUnits } from '#shared/decimal.ts';
import { judge, type PolicyFacts, type PolicyVerdict } from './judge.ts';
import { type MovedCount, type MovementKind, movementKinds, nothingMoved } from './movements.ts';
import { defaultPolicy, type Policy, StoredPolicy } from './policy.ts';
import type { PolicyAct } from './policy-act.ts';

const limits = { perHour: '100', perDay: '150', askFrom: '50' } as const;
const policy: Policy = {
  ...defaultPolicy,
  mayBorrow: true,
  mayTransfer: true,
  movements: { loans: limits, transfers: limits, removedMargin: limits, settings: limits },
};
const facts: PolicyFacts = { book: null, rates: { BTC: '10' }, spentToday: '0', moved: nothingMoved };

/** An action of each kind; a setting is one change whatever the amount. */
function actOf(kind: MovementKind, amount: Decimal, currency = 'USDT'): PolicyAct {
  const money = { currency, amount };
  if (kind === 'loans') return { kind: 'borrow', money };
  if (kind === 'transfers') return { kind: 'transfer', money };
  return { kind: 'move-margin', money: kind === 'settings' ? null : money, isAdding: false };
}

const after = (kind: MovementKind, count: Partial<MovedCount>): PolicyFacts => ({
  ...facts,
  moved: { ...nothingMoved, [kind]: { hour: '0', day: '0', sinceTyped: '0', ...count } },
});
const brief = ({ refusals, level }: PolicyVerdict) => [refusals.map(({ rule }) => rule), level];

describe.each(movementKinds)('%s', kind => {
  const act = actOf(kind, '1');
  const names = {
    loans: 'loans',
    transfers: 'transfers',
    removedMargin: 'removed-margin',
    settings: 'settings',
  } as const;
  const rule = names[kind];

  it('count with all of their kind in an hour and in a day', () => {
    expect(brief(judge(act, policy, after(kind, { hour: '99', day: '149' })))).toEqual([[], 'none']);
    expect(brief(judge(act, policy, after(kind, { hour: '99.5' })))).toEqual([[`${rule}-per-hour`], 'none']);
    expect(brief(judge(act, policy, after(kind, { day: '149.5' })))).toEqual([[`${rule}-per-day`], 'none']);
    expect(judge(act, policy, facts).movement).toEqual({ kind, amount: '1' });
  });

  it('are typed when all since the last typed one come to the figure', () => {
    expect(judge(act, policy, after(kind, { sinceTyped: '48.9' })).level).toBe('none');
    expect(judge(act, policy, after(kind, { sinceTyped: '49' })).level).toBe('type-symbol');
  });

  it('are refused when they cannot be counted', () => {
    const uncounted = judge(act, policy, { ...facts, moved: { ...nothingMoved, [kind]: null } });
    expect(brief(uncounted)).toEqual([[`${rule}-per-day`], 'none']);
    expect(uncounted.refusals[0]?.message).toContain('they cannot be counted now');
    const { moved: _moved, ...without } = facts;
    expect(brief(judge(act, policy, without))).toEqual([[`${rule}-per-day`], 'none']);
  });

  it('split into parts come to no more than in one', () => {
    const arbitraryParts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(arbitraryParts, parts => {
        let count: MovedCount = { hour: '0', day: '0', sinceTyped: '0' };
        let untyped: Decimal = '0';
        for (const part of parts) {
          const verdict = judge(actOf(kind, fromUnits(BigInt(part), 0)), policy, after(kind, count));
          if (verdict.refusals.length > 0) continue;
          const amount = verdict.movement?.amount ?? '0';
          const isTyped = verdict.level === 'type-symbol';
          untyped = isTyped ? '0' : add(untyped, amount);
          count = { hour: add(count.hour, amount), day: add(count.day, amount), sinceTyped: untyped };
          expect(compare(untyped, limits.askFrom)).toBe(-1);
          expect(compare(count.hour, limits.perHour)).not.toBe(1);
        }
        // what passes in parts passes in one, by the limits of the hour
        const whole = actOf(kind, count.hour);
        if (kind !== 'settings' && count.hour !== '0') expect(brief(judge(whole, policy, facts))[0]).toEqual([]);
      }),
    );
  });
});

it('says the figure and the limit with their units', () => {
  const loan = judge(actOf('loans', '990'), defaultPolicy, after('loans', { hour: '4950', day: '9900' }));
  expect(loan.refusals.slice(1)).toEqual([
    {
      rule: 'loans-per-hour',
      figure: '5,940 USDT',
      limit: '5,000 USDT',
      message: 'Loans in the last hour: 5,940 USDT with this one; the most for this profile is 5,000 USDT.',
      row: null,
    },
    expect.objectContaining({ rule: 'loans-per-day', figure: '10,890 USDT', limit: '10,000 USDT' }),
  ]);
  const setting = judge(actOf('settings', '1'), defaultPolicy, after('settings', { hour: '20' }));
  expect(setting.refusals).toMatchObject([{ figure: '21', limit: '20' }]);
});

it('asks each time for what cannot be priced, and counts nothing', () => {
  for (const kind of ['transfers', 'removedMargin'] as const) {
    const verdict = judge(actOf(kind, '1', 'XRP'), { ...policy, bands: [] }, facts);
    expect([brief(verdict), verdict.movement]).toEqual([[[], 'type-symbol'], null]);
  }
  expect(judge(actOf('transfers', '4', 'BTC'), policy, facts).movement?.amount).toBe('40');
});

it('asks of one alone where the bands of the policy do', () => {
  const bands = [{ fromNotional: '5', level: 'type-symbol' } as const];
  expect(judge(actOf('loans', '5'), { ...policy, bands }, facts).level).toBe('type-symbol');
  expect(judge(actOf('loans', '4'), { ...policy, bands }, facts).level).toBe('none');
});

it('counts no added margin, no repayment and no order', () => {
  const money = { currency: 'USDT', amount: '9999' } as const;
  for (const act of [{ kind: 'move-margin', money, isAdding: true }, { kind: 'repay' }, { kind: 'cancel' }] as const)
    expect([judge(act, policy, facts).movement, judge(act, policy, facts).level]).toEqual([null, 'none']);
});

it('reads a policy of an earlier version, which has no limits of movements', () => {
  const { movements: _movements, ...older } = defaultPolicy;
  expect(StoredPolicy.parse(older)).toEqual(older);
  expect(StoredPolicy.safeParse({ ...older, other: 1 }).success).toBe(false);
});
