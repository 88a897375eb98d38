import {
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  multiply,
  roundToStep,
  subtract,
  toNumber,
} from '#shared/decimal.ts';
import { mostRungs, type Rung } from '#shared/order-entry/ladder/rungs.ts';
import { furthestPrice, unitsWorth } from '#shared/policy/bounds.ts';
import type { PolicyOrder } from '#shared/policy/policy-action.ts';
import { rulesOf } from '../model/batch-rules.ts';
import type { LadderDraft } from '../model/ladder-draft.ts';
import type { LadderFacts } from '../model/ladder-facts.ts';
import { leastAt, type FixRung, type FixKind, wouldTake } from './rung-kinds.ts';
import { groupDigits } from '#shared/policy/figure-texts.ts';
import { formatPrice } from '#lib/tick.ts';
import { t } from '#shared/words/t.ts';

/** A rung as the policy sees it. */
function asJudged({ price, size }: Rung, draft: LadderDraft, facts: LadderFacts) {
  const { market } = rulesOf(draft, facts.market).placing([]);
  const amount = { in: 'units', figure: size } as const;
  const order: PolicyOrder = { side: draft.side, type: 'limit', price, amount, trigger: null, isReducing: false };
  return { order, market };
}

/** The furthest price that the policy takes, on the tick before it. */
function priceBound(rung: Rung, draft: LadderDraft, facts: LadderFacts): Decimal | null {
  const { policy, book, terms } = facts;
  if (policy === null || book.state === 'none') return null;
  const { order, market } = asJudged(rung, draft, facts);
  const most = furthestPrice(order, policy.policy, { market, book });
  return most === null ? null : roundToStep(most, terms.tick, draft.side === 'buy' ? 'floor' : 'ceil');
}

/** The largest size at its price that the policy takes as one order, in whole lots. */
function sizeBound(rung: Rung, draft: LadderDraft, facts: LadderFacts): Decimal | null {
  const { policy: state, book, terms } = facts;
  if (state === null || book.state === 'none') return null;
  const { policy, rates, spentToday } = state;
  const { order, market } = asJudged(rung, draft, facts);
  const world = { policy, market, facts: { book, rates, spentToday } };
  const units = unitsWorth(order, { ...world, most: policy.largestOrder });
  return units === null ? null : roundToStep(units, terms.lot, 'down');
}

export function isBeyondBand(rung: Rung, draft: LadderDraft, facts: LadderFacts): boolean {
  const bound = priceBound(rung, draft, facts);
  return bound !== null && compare(rung.price, bound) === (draft.side === 'buy' ? 1 : -1);
}

export function isTooLarge(rung: Rung, draft: LadderDraft, facts: LadderFacts): boolean {
  const bound = sizeBound(rung, draft, facts);
  return bound !== null && compare(rung.size, bound) > 0;
}

const intoBand: FixRung = (rung, draft, facts) => {
  // a row that must rest is moved to where it does, which is nearer
  if (draft.isPostOnly && wouldTake(rung, draft, facts)) return [rung];
  const price = priceBound(rung, draft, facts);
  return [price !== null && isBeyondBand(rung, draft, facts) ? { ...rung, price } : rung];
};

const withinLargest: FixRung = (rung, draft, facts) => {
  const size = sizeBound(rung, draft, facts);
  if (size === null || compare(rung.size, size) <= 0) return [rung];
  // what is left must be an order that the exchange takes
  return [compare(size, leastAt(rung.price, facts.terms)) < 0 ? rung : { ...rung, size }];
};

/** As few rungs at its price as the policy takes, as like as whole lots allow, together exactly as much. */
const split: FixRung = (rung, draft, facts) => {
  const { lot } = facts.terms;
  const size = sizeBound(rung, draft, facts);
  const lots = divide(rung.size, lot, { scale: 0, rounding: 'down' });
  const isWhole = compare(multiply(lots, lot), rung.size) === 0;
  if (size === null || !isWhole || compare(rung.size, size) <= 0 || compare(size, lot) < 0) return [rung];
  const parts = divide(rung.size, size, { scale: 0, rounding: 'up' });
  if (compare(parts, fromNumber(mostRungs)) > 0) return [rung];
  const each = divide(lots, parts, { scale: 0, rounding: 'down' });
  const oneMore = toNumber(subtract(lots, multiply(each, parts)));
  if (compare(multiply(each, lot), leastAt(rung.price, facts.terms)) < 0) return [rung];
  return Array.from({ length: toNumber(parts) }, (_, part) => ({
    price: rung.price,
    size: multiply(part < oneMore ? add(each, '1') : each, lot),
  }));
};

/** What the policy of the profile asks of each order. */
export const policyKinds: readonly FixKind[] = [
  {
    fixed: intoBand,
    ofRow: ({ price }, { terms }) => t`Move to ${formatPrice(price, terms.tick)}`,
    ofAll: count => t`Move ${count} into the price band`,
  },
  {
    fixed: withinLargest,
    ofRow: ({ size }) => t`Reduce to ${groupDigits(size)}`,
    ofAll: count => t`Reduce ${count} to the largest order`,
  },
  {
    fixed: split,
    ofRow: (_, { count }) => t`Split in ${count}`,
    ofAll: count => t`Split ${count} into orders that the policy takes`,
  },
];
