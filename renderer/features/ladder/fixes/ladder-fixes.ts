import {
  compare,
  type Decimal,
  divide,
  isPositive,
  minimum,
  multiply,
  roundToStep,
  subtract,
  sum,
} from '#shared/decimal.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import { working, worthOf } from '#shared/order-entry/market-terms.ts';
import type { PolicyResult } from '#shared/policy/judge.ts';
import { amountWithCurrency } from '#shared/policy/figure-texts.ts';
import type { LadderDraft } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { type LadderFix, type ReadRow, textsOf } from './suggest-fixes.ts';
import { leastAt } from './rung-kinds.ts';
import { t } from '#shared/words/t.ts';

/** What all rungs together come to, and what they may. */
export interface Excess {
  readonly have: Decimal;
  readonly most: Decimal;
}

interface Whole {
  readonly draft: LadderDraft;
  readonly facts: LadderFacts;
  readonly policyResult: PolicyResult | null;
  /** more than what is free; null: it is not */
  readonly lack: Excess | null;
}

/** A rung and its part of the whole, in any unit. */
interface Weighed {
  readonly rung: Rung;
  readonly weight: Decimal;
}

/** An excess that is mended. */
interface FixableExcess extends Excess {
  readonly parts: readonly Weighed[];
  readonly reduce: string;
  readonly drop: (count: number) => string;
}

/** What one press does about a ladder that is too much as a whole: the same shape smaller, or without its farthest rungs. */
export function suggestLadderFixes(rows: readonly ReadRow[], whole: Whole): readonly LadderFix[] {
  const rungs = rows.flatMap(({ rung }) => (rung === null ? [] : [rung]));
  return [overPolicy(rungs, whole), overFree(rungs, whole)]
    .filter(each => each !== null)
    .filter(({ most }) => isPositive(most))
    .flatMap(excess => [reduced(rows, excess, whole.facts), nearest(rows, excess, whole.draft)].flat());
}

function overPolicy(rungs: readonly Rung[], { facts: { policy: state }, policyResult }: Whole): FixableExcess | null {
  const isOver = (policyResult?.validationErrors ?? []).some(
    ({ rule }) => rule === 'largest-batch' || rule === 'daily-notional',
  );
  if (state === null || policyResult === null || !isOver || state.spentToday === null) return null;
  const parts = rungs.flatMap((rung, row) => {
    const weight = policyResult.counted[row] ?? null;
    return weight === null ? [] : [{ rung, weight }];
  });
  if (parts.length < rungs.length) return null;
  const { largestBatch, dailyNotional, currency } = state.policy;
  const left = subtract(dailyNotional, state.spentToday);
  // one order is no batch
  const most = parts.length > 1 ? minimum(largestBatch, left) : left;
  const words = amountWithCurrency(most, currency);
  return {
    have: sum(parts.map(({ weight }) => weight)),
    most,
    parts,
    reduce: t`Reduce all to ${words} together`,
    drop: count => t`Drop the ${count} farthest: ${words} together`,
  };
}

function overFree(rungs: readonly Rung[], { draft, facts: { terms }, lack }: Whole): FixableExcess | null {
  if (lack === null) return null;
  const isSale = terms.venue === 'spot' && draft.side === 'sell';
  return {
    ...lack,
    parts: rungs.map(rung => ({ rung, weight: isSale ? rung.size : worthOf(rung.size, rung.price, terms) })),
    reduce: t`Reduce all to the available balance`,
    drop: count => t`Drop the ${count} farthest: the available balance suffices`,
  };
}

/** Every size in the same proportion, cut to lots; nothing when the exchange would not take one of them. */
function reduced(rows: readonly ReadRow[], { have, most, reduce }: FixableExcess, { terms }: LadderFacts) {
  const smaller = ({ price, size }: Rung): Rung => {
    const part = divide(multiply(size, most), have, { ...working, rounding: 'down' });
    return { price, size: roundToStep(part, terms.lot, 'down') };
  };
  const isTaken = rows.every(({ rung }) => rung === null || isLarge(smaller(rung), terms));
  return isTaken ? [{ label: reduce, edit: { rows: textsOf(rows, rung => [smaller(rung)]) } }] : [];
}

function isLarge({ price, size }: Rung, terms: LadderFacts['terms']): boolean {
  return compare(size, leastAt(price, terms)) >= 0;
}

/** Without those farthest from the market, until the rest is not too much; nothing when none would be left. */
function nearest(rows: readonly ReadRow[], { have, most, parts, drop }: FixableExcess, { side }: LadderDraft) {
  const farthestFirst = parts.toSorted((a, b) => compare(a.rung.price, b.rung.price) * (side === 'buy' ? 1 : -1));
  // in the unit of the weights
  let left = sum(parts.map(({ weight }) => weight));
  const bound = divide(multiply(most, left), have, { ...working, rounding: 'down' });
  const gone = new Set<Rung>();
  for (const { rung, weight } of farthestFirst) {
    if (compare(left, bound) <= 0) break;
    gone.add(rung);
    left = subtract(left, weight);
  }
  if (gone.size === parts.length) return [];
  return [{ label: drop(gone.size), edit: { rows: textsOf(rows, rung => (gone.has(rung) ? [] : [rung])) } }];
}
