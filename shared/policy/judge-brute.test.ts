import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, type Decimal, isZero, toNumber } from '#shared/decimal.ts';
import { type PolicyBook, touchOf } from './book-cost.ts';
import { loosened, tighter } from './compare-policies.ts';
import { judge, type PolicyResult } from './judge.ts';
import { confirmLevels, levelOf } from './policy.ts';
import type { PolicyMarket, PolicyOrder } from './policy-action.ts';
import { rateIn } from './rates.ts';
import type { PolicyRule } from './policy-errors.ts';
import { arbitraryAction, arbitraryFacts, arbitraryPolicy } from './testing/arbitrary-policy.ts';

const rulesOf = ({ validationErrors }: PolicyResult): readonly PolicyRule[] => validationErrors.map(({ rule }) => rule);

type Step = (perUnit: number, rest: number) => { readonly units: number; readonly uses: number };

const inUnits: Step = (_perUnit, rest) => ({ units: Math.min(1, rest), uses: Math.min(1, rest) });
const inValue: Step = (perUnit, rest) => ({ units: Math.min(1, rest / perUnit), uses: Math.min(perUnit, rest) });

/** The same in another way: unit by unit. Null: the book does not hold it. */
function bruteSlippage(order: PolicyOrder, on: PolicyMarket, levels: PolicyBook['asks']): number | null {
  const multiplier = toNumber(on.multiplier);
  const step = order.amount?.in === 'units' ? inUnits : inValue;
  const singles = levels.flatMap(([price, size]) => Array<number>(toNumber(size)).fill(toNumber(price)));
  let rest = toNumber(order.amount?.figure ?? '0');
  let [units, value] = [0, 0];
  for (const price of singles) {
    const perUnit = on.isInverse ? multiplier / price : multiplier * price;
    const taken = step(perUnit, rest);
    rest = Math.max(0, rest - taken.uses);
    units += taken.units;
    value += taken.units * perUnit;
  }
  if (rest > 1e-9) return null;
  const average = on.isInverse ? (units * multiplier) / value : value / (units * multiplier);
  const touch = toNumber(levels[0]?.[0] ?? '0');
  return order.side === 'buy' ? average / touch - 1 : 1 - average / touch;
}

describe('the policy check, against brute force', () => {
  it('rejects slippage that is too large unit by unit', () => {
    fc.assert(
      fc.property(arbitraryAction, arbitraryPolicy, arbitraryFacts, (action, policy, known) => {
        fc.pre(action.kind === 'place' && known.book !== null);
        const validationErrors = judge(action, policy, known).validationErrors;
        action.orders.forEach((order, row) => {
          const { book: here } = known;
          if (here === null || order.price !== null || order.amount === null) return;
          const levels = order.side === 'buy' ? here.asks : here.bids;
          if (touchOf(here, 'buy') === null && touchOf(here, 'sell') === null) return;
          const slip = bruteSlippage(order, action.market, levels);
          const limitAt = toNumber(policy.marketSlippage);
          if (slip !== null && Math.abs(slip - limitAt) < 1e-9) return;
          const isRefused = validationErrors.some(
            validationError => validationError.rule === 'market-slippage' && (validationError.row ?? 0) === row,
          );
          expect(isRefused).toBe(slip === null || slip > limitAt);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps an accepted action within every limit', () => {
    fc.assert(
      fc.property(arbitraryAction, arbitraryPolicy, arbitraryFacts, (action, policy, known) => {
        const result = judge(action, policy, known);
        if (result.validationErrors.length > 0) return;
        for (const counted of result.counted) expect(compare(counted ?? '1000', policy.largestOrder)).not.toBe(1);
        const total = result.counted.reduce<Decimal>((sum, each) => add(sum, each ?? '1000'), '0');
        if (!isZero(total)) expect(compare(add(known.spentToday ?? '1000', total), policy.dailyNotional)).not.toBe(1);
        if (result.counted.length > 1) expect(compare(total, policy.largestBatch)).not.toBe(1);
        if (action.kind === 'place') {
          expect(policy.mayPlace && (policy.mayBorrow || !action.isBorrowing)).toBe(true);
          expect(rateIn(known.rates, action.market.currency ?? '', policy.currency)).not.toBeNull();
          expect(confirmLevels.indexOf(result.level)).toBeLessThanOrEqual(
            confirmLevels.indexOf(levelOf(policy.bands, result.notional)),
          );
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('never accepts under a tighter policy what a looser one rejects, nor confirms less', () => {
    fc.assert(
      fc.property(
        arbitraryAction,
        fc.tuple(arbitraryPolicy, arbitraryPolicy),
        arbitraryFacts,
        (action, [one, other], known) => {
          const tight = tighter({ ...other, currency: one.currency }, one);
          expect(loosened(one, tight)).toEqual([]);
          const [before, after] = [judge(action, one, known), judge(action, tight, known)];
          expect(rulesOf(after)).toEqual(expect.arrayContaining([...rulesOf(before)]));
          expect(confirmLevels.indexOf(after.level)).toBeGreaterThanOrEqual(confirmLevels.indexOf(before.level));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
