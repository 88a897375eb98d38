import {
  add,
  compare,
  type Decimal,
  divide,
  isPositive,
  maximum,
  multiply,
  roundToStep,
  subtract,
} from '#shared/decimal.ts';
import { touchOf } from '#shared/domain/market/act-book.ts';
import { isCrossing } from '#shared/order-entry/book-walk.ts';
import type { Rung } from '#shared/order-entry/ladder/rungs.ts';
import { type MarketTerms, working } from '#shared/order-entry/market-terms.ts';
import type { LadderDraft, LadderEdit, RowText } from './ladder-draft.ts';
import type { LadderFacts } from './ladder-facts.ts';
import { t } from '#shared/words/t.ts';

/** One press that puts something right. */
export interface LadderMend {
  readonly label: string;
  readonly edit: LadderEdit;
}

/** One press that puts one row right: what it is then. */
export interface RungMend {
  readonly label: string;
  readonly rung: Rung;
}

/** A row as it stands in the grid; null: it cannot be read. */
export interface ReadRow extends RowText {
  readonly rung: Rung | null;
}

/** The smallest order that the market takes at a price. */
function leastAt(price: Decimal, { leastSize, leastFunds, multiplier, lot }: MarketTerms): Decimal {
  if (leastFunds === null) return leastSize;
  const size = divide(leastFunds, multiply(price, multiplier), { ...working, rounding: 'up' });
  return maximum(leastSize, roundToStep(size, lot, 'up'));
}

export function wouldTake({ price }: Rung, { side }: LadderDraft, { book }: LadderFacts): boolean {
  const { bid, ask } = touchOf(book);
  return isCrossing(price, side, side === 'buy' ? ask : bid);
}

type Mended = (rung: Rung, draft: LadderDraft, facts: LadderFacts) => Rung;

/** The first price that rests, one tick off the other side. */
const resting: Mended = (rung, draft, facts) => {
  const { bid, ask } = touchOf(facts.book);
  const { tick } = facts.terms;
  const best = draft.side === 'buy' ? ask : bid;
  if (!draft.isPostOnly || best === null || !wouldTake(rung, draft, facts)) return rung;
  return { ...rung, price: draft.side === 'buy' ? subtract(best, tick) : add(best, tick) };
};

/** Away from the market, as the rungs of a range are. */
const onTick: Mended = ({ price, size }, { side }, { terms }) => ({
  price: roundToStep(price, terms.tick, side === 'buy' ? 'floor' : 'ceil'),
  size,
});

const inLots: Mended = ({ price, size }, _, { terms }) => ({ price, size: roundToStep(size, terms.lot, 'down') });

const largeEnough: Mended = ({ price, size }, _, { terms }) => {
  const least = leastAt(price, terms);
  // at next to nothing not even the largest order is worth enough
  return { price, size: compare(least, terms.mostSize) > 0 ? size : maximum(size, least) };
};

const smallEnough: Mended = ({ price, size }, _, { terms }) => ({
  price,
  size: compare(size, terms.mostSize) > 0 ? terms.mostSize : size,
});

interface MendKind {
  readonly mended: Mended;
  /** of one row, with what it is then */
  readonly ofRow: (rung: Rung) => string;
  /** of all rows that need it */
  readonly ofAll: (count: number) => string;
}

/** In the order of how little each changes. */
const kinds: readonly MendKind[] = [
  { mended: onTick, ofRow: ({ price }) => t`On the tick: ${price}`, ofAll: count => t`Put ${count} on the tick` },
  { mended: inLots, ofRow: ({ size }) => t`Whole lots: ${size}`, ofAll: count => t`Cut ${count} to whole lots` },
  {
    mended: resting,
    ofRow: ({ price }) => t`Rest at ${price}`,
    ofAll: count => t`Move ${count} to the first price that rests`,
  },
  { mended: largeEnough, ofRow: ({ size }) => t`Raise to ${size}`, ofAll: count => t`Raise ${count} to the minimum` },
  { mended: smallEnough, ofRow: ({ size }) => t`Cut to ${size}`, ofAll: count => t`Cut ${count} to the largest size` },
];

/** What a mend makes of a rung; null: it needs none, or nothing would be left of it. */
function mendedBy(kind: MendKind, rung: Rung, [draft, facts]: readonly [LadderDraft, LadderFacts]): Rung | null {
  const then = kind.mended(rung, draft, facts);
  const isSame = compare(then.price, rung.price) === 0 && compare(then.size, rung.size) === 0;
  return isSame || !isPositive(then.price) || !isPositive(then.size) ? null : then;
}

/** What can be put right in one row by one press. */
export function rungMends(rung: Rung, draft: LadderDraft, facts: LadderFacts): readonly RungMend[] {
  return kinds.flatMap(kind => {
    const then = mendedBy(kind, rung, [draft, facts]);
    return then === null ? [] : [{ label: kind.ofRow(then), rung: then }];
  });
}

/** Rows that cannot be read stay as they are typed. */
function textsOf(rows: readonly ReadRow[], change: (rung: Rung) => Rung): LadderEdit {
  return {
    rows: rows.map(({ price, size, rung }) => {
      const then = rung === null ? { price, size } : change(rung);
      return { price: then.price, size: then.size };
    }),
  };
}

function without(rows: readonly ReadRow[], isDropped: (rung: Rung) => boolean): LadderEdit {
  const kept = rows.filter(({ rung }) => rung === null || !isDropped(rung));
  return textsOf(kept, rung => rung);
}

/** What can be put right by one press in all rows that need it, in the order of how little it changes. */
export function mendsOf(rows: readonly ReadRow[], draft: LadderDraft, facts: LadderFacts): readonly LadderMend[] {
  const rungs = rows.flatMap(({ rung }) => (rung === null ? [] : [rung]));
  const isTaking = (rung: Rung) => wouldTake(rung, draft, facts);
  const isSmall = ({ price, size }: Rung) => compare(size, leastAt(price, facts.terms)) < 0;
  const taking = rungs.filter(isTaking).length;
  const small = rungs.filter(isSmall).length;
  const mended = kinds.flatMap(kind => {
    const then = (rung: Rung) => mendedBy(kind, rung, [draft, facts]) ?? rung;
    const count = rungs.filter(rung => then(rung) !== rung).length;
    return count === 0 ? [] : [{ label: kind.ofAll(count), edit: textsOf(rows, then) }];
  });
  return [
    ...(taking > 0 && !draft.isPostOnly ? [{ label: t`All post-only`, edit: { isPostOnly: true } }] : []),
    ...mended,
    ...(taking > 0 ? [{ label: t`Drop ${taking} that would take`, edit: without(rows, isTaking) }] : []),
    ...(small > 0 ? [{ label: t`Drop ${small} below the minimum`, edit: without(rows, isSmall) }] : []),
  ];
}
