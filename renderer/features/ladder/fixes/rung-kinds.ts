import {
  add,
  compare,
  type Decimal,
  divide,
  maximum,
  minimum,
  multiply,
  roundToStep,
  subtract,
} from '#shared/decimal.ts';
import { touchOf } from '#shared/domain/market/action-book.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import { type MarketTerms, working } from '#shared/order-entry/market-terms.ts';
import type { LadderDraft } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { groupDigits } from '#shared/policy/figure-texts.ts';
import { formatPrice } from '#lib/tick.ts';
import { t } from '#shared/words/t.ts';

/** What one press makes of a rung: usually one, several when it is split. The very rung: it needs none. */
export type FixRung = (rung: Rung, draft: LadderDraft, facts: LadderFacts) => readonly Rung[];

/** What the label of a row's fix needs besides the fixed rung. */
interface RowFixContext {
  /** rungs that it becomes */
  readonly count: number;
  readonly terms: MarketTerms;
}

/** A way to put rungs right. */
export interface FixKind {
  readonly fixed: FixRung;
  /** of one row, with what it is then */
  readonly ofRow: (rung: Rung, context: RowFixContext) => string;
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
const resting: FixRung = (rung, draft, facts) => {
  const { bid, ask } = touchOf(facts.book);
  const { tick } = facts.terms;
  const best = draft.side === 'buy' ? ask : bid;
  if (!draft.isPostOnly || best === null || !wouldTake(rung, draft, facts)) return [rung];
  return [{ ...rung, price: draft.side === 'buy' ? subtract(best, tick) : add(best, tick) }];
};

/** Away from the market, as the rungs of a range are. */
const onTick: FixRung = ({ price, size }, { side }, { terms }) => [
  { price: roundToStep(price, terms.tick, side === 'buy' ? 'floor' : 'ceil'), size },
];

const inLots: FixRung = ({ price, size }, _, { terms }) => [{ price, size: roundToStep(size, terms.lot, 'down') }];

function isBeyond(size: Decimal, { mostSize }: MarketTerms): boolean {
  return mostSize !== null && compare(size, mostSize) > 0;
}

const largeEnough: FixRung = ({ price, size }, _, { terms }) => {
  const least = leastAt(price, terms);
  // at next to nothing not even the largest order is worth enough
  return [{ price, size: isBeyond(least, terms) ? size : maximum(size, least) }];
};

const smallEnough: FixRung = ({ price, size }, _, { terms }) => [
  { price, size: terms.mostSize === null ? size : minimum(size, terms.mostSize) },
];

/** What the rules of the market ask, in the order of how little each changes. */
export const marketKinds: readonly FixKind[] = [
  {
    fixed: onTick,
    ofRow: ({ price }, { terms }) => t`On the tick: ${formatPrice(price, terms.tick)}`,
    ofAll: count => t`Put ${count} on the tick`,
  },
  {
    fixed: inLots,
    ofRow: ({ size }) => t`Whole lots: ${groupDigits(size)}`,
    ofAll: count => t`Cut ${count} to whole lots`,
  },
  {
    fixed: resting,
    ofRow: ({ price }, { terms }) => t`Rest at ${formatPrice(price, terms.tick)}`,
    ofAll: count => t`Move ${count} to the first price that rests`,
  },
  {
    fixed: largeEnough,
    ofRow: ({ size }) => t`Raise to ${groupDigits(size)}`,
    ofAll: count => t`Raise ${count} to the minimum`,
  },
  {
    fixed: smallEnough,
    ofRow: ({ size }) => t`Cut to ${groupDigits(size)}`,
    ofAll: count => t`Cut ${count} to the largest size`,
  },
];
