import { add, compare, type Decimal, multiply, sum } from '#shared/decimal.ts';
import { assertNever } from '#shared/errors.ts';
import type { PolicyBook } from './book-cost.ts';
import { isTypedFrom, type MovedCounts, type MovementKind } from './movements.ts';
import { type ConfirmLevel, levelOf, type Policy } from './policy.ts';
import type { Money, PolicyAction, PolicyMarket, PolicyOrder } from './policy-action.ts';
import { priceOrder } from './price-order.ts';
import { rateIn, type Rates } from './rates.ts';
import {
  movedNotCounted,
  movedTooMuch,
  notCounted,
  checkOrderRules,
  type PolicyError,
  type PolicyRight,
  rateUnknown,
  checkRight,
  termsUnknown,
  tooMuch,
} from './policy-errors.ts';
import { t } from '#shared/words/t.ts';

/** What is known of the world when an action is judged. */
export interface PolicyFacts {
  /** of the market of the orders; null: not known, or not known to be right */
  readonly book: PolicyBook | null;
  /** what one unit of a currency is worth in the policy's */
  readonly rates: Rates;
  /** in the policy's currency; null: it could not be counted */
  readonly spentToday: Decimal | null;
  /**
   * of loans, transfers, removed margin and contract settings; absent: only orders are judged, and nothing else passes
   */
  readonly moved?: MovedCounts;
}

export interface PolicyResult {
  /** empty: the policy lets it pass */
  readonly validationErrors: readonly PolicyError[];
  /** of the whole action in the policy's currency; null: it cannot be priced, or there is nothing to price */
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
 * Checks an action against a policy. Pure: main rejects with it and the page warns with it. Every rule applies by
 * itself, so that a tighter limit never allows more.
 *
 * - A limit price is compared with the touch on its losing side only: a buy above the ask, a sell below the bid. A rung
 *   far on the other side rests without harm. A stop order is compared with its trigger, where the market will be then;
 *   one that may trigger at once is compared with the touch as well.
 * - A market order, also one behind a trigger, is compared with the current book: its average beyond the touch.
 * - An order that can only reduce a position is free of the largest order, the limit of the day and typing the symbol:
 *   the position can always be closed. Its price and its slippage stay bounded: closing at any price is the worst
 *   mistake.
 * - A sell is worth at least what it would bring at the bid, whatever low price it names.
 * - No price, no send.
 */
export function judge(action: PolicyAction, policy: Policy, facts: PolicyFacts): PolicyResult {
  switch (action.kind) {
    case 'place':
      return judgePlacing(action, policy, facts);
    case 'cancel':
      return judgeRight(policy, 'mayCancel');
    case 'move-margin':
      return judgeMargin(action, policy, facts);
    case 'borrow':
      return judgeLoan(action.money, policy, facts);
    case 'repay':
      return nothingToSay(policy);
    case 'transfer':
      return judgeMoved(judgeRight(policy, 'mayTransfer'), {
        kind: 'transfers',
        ...withWorth(worthOf(action.money, policy, facts), policy, facts),
      });
    default:
      return assertNever(action);
  }
}

function nothingToSay({ currency }: Policy): PolicyResult {
  return { validationErrors: [], notional: null, currency, counted: [], movement: null, level: 'none' };
}

function judgeRight(policy: Policy, right: PolicyRight): PolicyResult {
  return { ...nothingToSay(policy), validationErrors: checkRight(policy, right) };
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
  { money, isAdding }: Extract<PolicyAction, { readonly kind: 'move-margin' }>,
  policy: Policy,
  facts: PolicyFacts,
): PolicyResult {
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
function judgeMoved(so: PolicyResult, { kind, amount, notional, policy, facts }: Moved): PolicyResult {
  if (amount === null) return { ...so, notional, level: 'type-symbol' };
  const before = facts.moved?.[kind] ?? null;
  const movement = { kind, amount };
  if (before === null)
    return { ...so, notional, movement, validationErrors: [...so.validationErrors, movedNotCounted(kind, policy)] };
  const { hour, day, sinceTyped } = before;
  const now = { hour: add(hour, amount), day: add(day, amount), sinceTyped: add(sinceTyped, amount) };
  const isTyped = isTypedFrom(now.sinceTyped, policy.movements[kind]) || isTypedAlone(policy, notional);
  const validationErrors = [...so.validationErrors, ...movedTooMuch(kind, now, policy)];
  return { ...so, validationErrors, notional, movement, level: isTyped ? 'type-symbol' : 'none' };
}

function judgeLoan(money: Money, policy: Policy, facts: PolicyFacts): PolicyResult {
  const notional = worthOf(money, policy, facts);
  const validationErrors = [
    ...checkRight(policy, 'mayBorrow'),
    ...(notional === null
      ? [rateUnknown(money.currency, policy)]
      : tooMuch({ what: { kind: 'loan' }, figure: notional, limit: policy.largestOrder, policy })),
  ];
  return judgeMoved(
    { ...nothingToSay(policy), validationErrors },
    { kind: 'loans', ...withWorth(notional, policy, facts) },
  );
}

type Placing = Extract<PolicyAction, { readonly kind: 'place' }>;

function judgePlacing({ market, orders, isBorrowing }: Placing, policy: Policy, facts: PolicyFacts): PolicyResult {
  const rate = market.currency === null ? null : rateIn(facts.rates, market.currency, policy.currency);
  const judged = orders.map(order => {
    const priced = priceOrder(order, market, facts.book);
    const notional = priced.value === null || rate === null ? null : multiply(priced.value, rate);
    return { order, market, policy, priced, notional, counted: order.isReducing ? ('0' as const) : notional };
  });
  const isBatch = orders.length > 1;
  const counted = judged.map(each => each.counted);
  const notional = sumOrNull(judged.map(each => each.notional));
  const validationErrors = [
    ...checkRight(policy, 'mayPlace'),
    ...(isBorrowing ? checkRight(policy, 'mayBorrow') : []),
    ...(rate === null ? worthUnknown(market, orders, policy) : []),
    ...judged.flatMap((each, row) =>
      checkOrderRules(each).map(validationError => (isBatch ? inBatch(validationError, row) : validationError)),
    ),
    ...checkTotals(counted, policy, facts),
  ];
  const level = levelOfOrders(orders, policy, notional);
  return { validationErrors, notional, currency: policy.currency, counted, movement: null, level };
}

/** What reduces a position passes without its worth when the exchange does not state the terms of the contract. */
function worthUnknown(
  { symbol, currency }: PolicyMarket,
  orders: readonly PolicyOrder[],
  policy: Policy,
): readonly PolicyError[] {
  if (currency !== null) return [rateUnknown(currency, policy)];
  return orders.every(({ isReducing }) => isReducing) ? [] : [termsUnknown(symbol, policy)];
}

function inBatch(validationError: PolicyError, row: number): PolicyError {
  return { ...validationError, row, message: t`Order ${row + 1}: ${validationError.message}` };
}

function levelOfOrders(orders: readonly PolicyOrder[], { bands }: Policy, notional: Decimal | null): ConfirmLevel {
  const level = levelOf(bands, notional);
  return level === 'type-symbol' && orders.every(({ isReducing }) => isReducing) ? 'summary' : level;
}

function sumOrNull(values: readonly (Decimal | null)[]): Decimal | null {
  const known = values.filter(value => value !== null);
  return known.length === values.length ? sum(known) : null;
}

function checkTotals(
  counted: readonly (Decimal | null)[],
  policy: Policy,
  { spentToday }: PolicyFacts,
): readonly PolicyError[] {
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
