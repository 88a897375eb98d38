import { add, compare, type Decimal, divide, maximum, multiply, roundToStep, subtract } from '#shared/decimal.ts';
import { touchOf } from '#shared/domain/market/act-book.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import { type MarketTerms, working } from '#shared/order-entry/market-terms.ts';
import type { LadderDraft } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { groupDigits } from '#shared/policy/words.ts';
import { t } from '#shared/words/t.ts';

/** What one press makes of a rung: usually one, several when it is split. The very rung: it needs none. */
export type Mended = (rung: Rung, draft: LadderDraft, facts: LadderFacts) => readonly Rung[];

/** A way to put rungs right. */
export interface MendKind {
  readonly mended: Mended;
  /** of one row, with what it is then */
  readonly ofRow: (rung: Rung, count: number) => string;
  /** of all rows that need it */
  readonly ofAll: (count: number) => string;
}

/** The smallest order that the market takes at a price. */
export function leastAt(price: Decimal, { leastSize, leastFunds, multiplier, lot }: MarketTerms): Decimal {
  if (leastFunds === null) return leastSize;
  const size = divide(leastFunds, multiply(price, multiplier), { ...working, rounding: 'up' });
  return maximum(leastSize, roundToStep(size, lot, 'up'));
}

export function wouldTake({ price }: Rung, { side }: LadderDraft, { book }: LadderFacts): boolean {
  const { bid, ask } = touchOf(book);
  return isCrossing(price, side, side === 'buy' ? ask : bid);
}

/** The first price that rests, one tick off the other side. */
const resting: Mended = (rung, draft, facts) => {
  const { bid, ask } = touchOf(facts.book);
  const { tick } = facts.terms;
  const best = draft.side === 'buy' ? ask : bid;
  if (!draft.isPostOnly || best === null || !wouldTake(rung, draft, facts)) return [rung];
  return [{ ...rung, price: draft.side === 'buy' ? subtract(best, tick) : add(best, tick) }];
};

/** Away from the market, as the rungs of a range are. */
const onTick: Mended = ({ price, size }, { side }, { terms }) => [
  { price: roundToStep(price, terms.tick, side === 'buy' ? 'floor' : 'ceil'), size },
];

const inLots: Mended = ({ price, size }, _, { terms }) => [{ price, size: roundToStep(size, terms.lot, 'down') }];

const largeEnough: Mended = ({ price, size }, _, { terms }) => {
  const least = leastAt(price, terms);
  // at next to nothing not even the largest order is worth enough
  return [{ price, size: compare(least, terms.mostSize) > 0 ? size : maximum(size, least) }];
};

const smallEnough: Mended = ({ price, size }, _, { terms }) => [
  { price, size: compare(size, terms.mostSize) > 0 ? terms.mostSize : size },
];

/** What the rules of the market ask, in the order of how little each changes. */
export const marketKinds: readonly MendKind[] = [
  {
    mended: onTick,
    ofRow: ({ price }) => t`On the tick: ${groupDigits(price)}`,
    ofAll: count => t`Put ${count} on the tick`,
  },
  {
    mended: inLots,
    ofRow: ({ size }) => t`Whole lots: ${groupDigits(size)}`,
    ofAll: count => t`Cut ${count} to whole lots`,
  },
  {
    mended: resting,
    ofRow: ({ price }) => t`Rest at ${groupDigits(price)}`,
    ofAll: count => t`Move ${count} to the first price that rests`,
  },
  {
    mended: largeEnough,
    ofRow: ({ size }) => t`Raise to ${groupDigits(size)}`,
    ofAll: count => t`Raise ${count} to the minimum`,
  },
  {
    mended: smallEnough,
    ofRow: ({ size }) => t`Cut to ${groupDigits(size)}`,
    ofAll: count => t`Cut ${count} to the largest size`,
  },
];
