import { add, compare, type Decimal, multiply, sum } from '#shared/decimal.ts';
import { assertNever } from '#shared/errors.ts';
import type { PolicyBook } from './book-cost.ts';
import { isTypedFrom, type MovedCounts, type MovementKind } from './movements.ts';
import { type ConfirmLevel, levelOf, type Policy } from './policy.ts';
import type { Money, PolicyAct, PolicyOrder } from './policy-act.ts';
import { priceOrder } from './price-order.ts';
import { rateIn, type Rates } from './rates.ts';
import {
  movedNotCounted,
  movedTooMuch,
  notCounted,
  orderRefusals,
  type PolicyRefusal,
  type PolicyRight,
  rateUnknown,
  rightRefusals,
  tooMuch,
} from './refusals.ts';
import { t } from '#shared/words/t.ts';

/** What is known of the world when an act is judged. */
export interface PolicyFacts {
  /** of the market of the orders; null: not known, or not known to be right */
  readonly book: PolicyBook | null;
  /** what one unit of a currency is worth in the policy's */
  readonly rates: Rates;
  /** in the policy's currency; null: it could not be counted */
  readonly spentToday: Decimal | null;
  /** of loans, transfers, removed margin and contract settings; absent: only orders are judged, and nothing else passes */
  readonly moved?: MovedCounts;
}

export interface PolicyVerdict {
  /** empty: the policy lets it pass */
  readonly refusals: readonly PolicyRefusal[];
  /** of the whole act in the policy's currency; null: it cannot be priced, or there is nothing to price */
  readonly notional: Decimal | null;
  readonly currency: string;
  /** what each order counts towards the day; zero for one that only reduces, null where it cannot be priced */
  readonly counted: readonly (Decimal | null)[];
  /** what it counts beside orders; null: nothing, or it cannot be priced */
  readonly movement: { readonly kind: MovementKind; readonly amount: Decimal } | null;
  /** how it must be confirmed */
  readonly level: ConfirmLevel;
}

/**
 * Holds an act against a policy. Pure: main refuses by it and the page warns by it. Every rule stands for itself, so
 * that a tighter figure never lets something pass.
 *
 * - A limit is held against the touch on its losing side alone: a buy above the ask, a sell below the bid. A rung far
 *   on the other side rests and harms nobody. A stop is held against its trigger, where the market will be then; one
 *   that may fire at once, against the touch as well.
 * - A market order, also one behind a trigger, is held against the book as it is now: its average beyond the touch.
 * - What can only reduce a position is free of the largest order, of the day and of typing the symbol: the way out stays
 *   open. Its price and its slippage are still bounded, because a way out at any price is the worst mistake of all.
 * - A sell is worth at least what it would bring at the bid, whatever low price it names.
 * - No price, no send.
 */
export function judge(act: PolicyAct, policy: Policy, facts: PolicyFacts): PolicyVerdict {
  switch (act.kind) {
    case 'place':
      return judgePlacing(act, policy, facts);
    case 'cancel':
      return judgeRight(policy, 'mayCancel');
    case 'move-margin':
      return judgeMargin(act, policy, facts);
    case 'borrow':
      return judgeLoan(act.money, policy, facts);
    case 'repay':
      return nothingToSay(policy);
    case 'transfer':
      return judgeMoved(judgeRight(policy, 'mayTransfer'), {
        kind: 'transfers',
        ...withWorth(worthOf(act.money, policy, facts), policy, facts),
      });
    default:
      return assertNever(act);
  }
}

function nothingToSay({ currency }: Policy): PolicyVerdict {
  return { refusals: [], notional: null, currency, counted: [], movement: null, level: 'none' };
}

function judgeRight(policy: Policy, right: PolicyRight): PolicyVerdict {
  return { ...nothingToSay(policy), refusals: rightRefusals(policy, right) };
}

/** What is reviewed on a sheet of its own anyway is asked again only where the symbol must be typed. */
function isTypedAlone({ bands }: Policy, notional: Decimal | null): boolean {
  return notional !== null && levelOf(bands, notional) === 'type-symbol';
}

function worthOf({ currency, amount }: Money, policy: Policy, { rates }: PolicyFacts): Decimal | null {
  const rate = rateIn(rates, currency, policy.currency);
  return rate === null ? null : multiply(amount, rate);
}

function judgeMargin(
  { money, isAdding }: Extract<PolicyAct, { readonly kind: 'move-margin' }>,
  policy: Policy,
  facts: PolicyFacts,
): PolicyVerdict {
  const right = judgeRight(policy, 'mayMoveMargin');
  if (money === null) return judgeMoved(right, { kind: 'settings', amount: '1', notional: null, policy, facts });
  const notional = worthOf(money, policy, facts);
  // margin that is added in a fall must not wait for a window
  return isAdding
    ? { ...right, notional }
    : judgeMoved(right, { kind: 'removedMargin', ...withWorth(notional, policy, facts) });
}

interface Moved {
  readonly kind: MovementKind;
  /** in the policy's currency, or a count; null: it cannot be priced */
  readonly amount: Decimal | null;
  readonly notional: Decimal | null;
  readonly policy: Policy;
  readonly facts: PolicyFacts;
}

function withWorth(notional: Decimal | null, policy: Policy, facts: PolicyFacts): Omit<Moved, 'kind'> {
  return { amount: notional, notional, policy, facts };
}

/**
 * Counts it with all of its kind, so that many small ones are held like one large one. What cannot be priced counts
 * nothing and is typed each time.
 */
function judgeMoved(so: PolicyVerdict, { kind, amount, notional, policy, facts }: Moved): PolicyVerdict {
  if (amount === null) return { ...so, notional, level: 'type-symbol' };
  const before = facts.moved?.[kind] ?? null;
  const movement = { kind, amount };
  if (before === null) return { ...so, notional, movement, refusals: [...so.refusals, movedNotCounted(kind, policy)] };
  const { hour, day, sinceTyped } = before;
  const now = { hour: add(hour, amount), day: add(day, amount), sinceTyped: add(sinceTyped, amount) };
  const isTyped = isTypedFrom(now.sinceTyped, policy.movements[kind]) || isTypedAlone(policy, notional);
  const refusals = [...so.refusals, ...movedTooMuch(kind, now, policy)];
  return { ...so, refusals, notional, movement, level: isTyped ? 'type-symbol' : 'none' };
}

function judgeLoan(money: Money, policy: Policy, facts: PolicyFacts): PolicyVerdict {
  const notional = worthOf(money, policy, facts);
  const refusals = [
    ...rightRefusals(policy, 'mayBorrow'),
    ...(notional === null
      ? [rateUnknown(money.currency, policy)]
      : tooMuch({ what: { kind: 'loan' }, figure: notional, limit: policy.largestOrder, policy })),
  ];
  return judgeMoved({ ...nothingToSay(policy), refusals }, { kind: 'loans', ...withWorth(notional, policy, facts) });
}

type Placing = Extract<PolicyAct, { readonly kind: 'place' }>;

function judgePlacing({ market, orders, isBorrowing }: Placing, policy: Policy, facts: PolicyFacts): PolicyVerdict {
  const rate = rateIn(facts.rates, market.currency, policy.currency);
  const judged = orders.map(order => {
    const priced = priceOrder(order, market, facts.book);
    const notional = priced.value === null || rate === null ? null : multiply(priced.value, rate);
    return { order, market, policy, priced, notional, counted: order.isReducing ? ('0' as const) : notional };
  });
  const isBatch = orders.length > 1;
  const counted = judged.map(each => each.counted);
  const notional = sumOrNull(judged.map(each => each.notional));
  const refusals = [
    ...rightRefusals(policy, 'mayPlace'),
    ...(isBorrowing ? rightRefusals(policy, 'mayBorrow') : []),
    ...(rate === null ? [rateUnknown(market.currency, policy)] : []),
    ...judged.flatMap((each, row) => orderRefusals(each).map(refusal => (isBatch ? inBatch(refusal, row) : refusal))),
    ...totalRefusals(counted, policy, facts),
  ];
  const level = levelOfOrders(orders, policy, notional);
  return { refusals, notional, currency: policy.currency, counted, movement: null, level };
}

function inBatch(refusal: PolicyRefusal, row: number): PolicyRefusal {
  return { ...refusal, row, message: t`Order ${row + 1}: ${refusal.message}` };
}

function levelOfOrders(orders: readonly PolicyOrder[], { bands }: Policy, notional: Decimal | null): ConfirmLevel {
  const level = levelOf(bands, notional);
  return level === 'type-symbol' && orders.every(({ isReducing }) => isReducing) ? 'summary' : level;
}

function sumOrNull(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter(value => value !== null);
  return known.length === values.length ? sum(known) : null;
}

function totalRefusals(
  counted: readonly (Decimal | null)[],
  policy: Policy,
  { spentToday }: PolicyFacts,
): readonly PolicyRefusal[] {
  const known = counted.filter(each => each !== null);
  const total = sum(known);
  const batch =
    counted.length > 1 ? tooMuch({ what: { kind: 'batch' }, figure: total, limit: policy.largestBatch, policy }) : [];
  // what only reduces does not count, so it need not be counted
  if (known.length === counted.length && compare(total, '0') === 0) return batch;
  if (spentToday === null) return [...batch, notCounted(policy)];
  const figure = add(spentToday, total);
  const what = { kind: 'day', before: spentToday } as const;
  return [...batch, ...tooMuch({ what, figure, limit: policy.dailyNotional, policy })];
}
