import { compare, divide, maximum, multiply, roundToStep } from '#shared/decimal.ts';
import type { Decimal } from '#shared/decimal.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import { type MarketTerms, working } from '#shared/order-entry/market-terms.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import type { LadderDraft, LadderEdit } from './ladder-draft.ts';
import { touchOf } from '#shared/domain/market/act-book.ts';
import type { LadderFacts } from './ladder-facts.ts';
import { t } from '#shared/words/t.ts';

/** One press that puts something right. */
export interface LadderMend {
  readonly label: string;
  readonly edit: LadderEdit;
}

/** The smallest order that the market takes at a price. */
function leastAt(price: Decimal, { leastSize, leastFunds, multiplier, lot }: MarketTerms): Decimal {
  if (leastFunds === null) return leastSize;
  const size = divide(leastFunds, multiply(price, multiplier), { ...working, rounding: 'up' });
  return maximum(leastSize, roundToStep(size, lot, 'up'));
}

function isTooSmall({ price, size }: Rung, terms: MarketTerms): boolean {
  return compare(size, leastAt(price, terms)) < 0;
}

export function wouldTake({ price }: Rung, { side }: LadderDraft, { book }: LadderFacts): boolean {
  const { bid, ask } = touchOf(book);
  return isCrossing(price, side, side === 'buy' ? ask : bid);
}

function keeping(rungs: readonly Rung[]): LadderEdit {
  return { rows: rungs.map(({ price, size }) => ({ price, size })) };
}

/** What can be put right by one press, in the order of how little it changes. */
export function mendsOf(rungs: readonly Rung[], draft: LadderDraft, facts: LadderFacts): readonly LadderMend[] {
  const { terms } = facts;
  const small = rungs.filter(rung => isTooSmall(rung, terms));
  const taking = rungs.filter(rung => wouldTake(rung, draft, facts));
  const mends: LadderMend[] = [];
  if (taking.length > 0) {
    if (!draft.isPostOnly) mends.push({ label: t`All post-only`, edit: { isPostOnly: true } });
    mends.push({
      label: t`Drop ${taking.length} that would take`,
      edit: keeping(rungs.filter(rung => !taking.includes(rung))),
    });
  }
  if (small.length > 0) {
    mends.push(
      {
        label: t`Raise ${small.length} to the minimum`,
        edit: keeping(rungs.map(rung => (small.includes(rung) ? { ...rung, size: leastAt(rung.price, terms) } : rung))),
      },
      {
        label: t`Drop ${small.length} below the minimum`,
        edit: keeping(rungs.filter(rung => !small.includes(rung))),
      },
    );
  }
  return mends;
}
