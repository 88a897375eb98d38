import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { compare, type Decimal, isPositive, roundToStep } from '#shared/decimal.ts';
import { furthestPrice, largestAmount } from '#shared/policy/bounds.ts';
import { judge, type PolicyFacts, type PolicyResult } from '#shared/policy/judge.ts';
import { refusePace } from '#shared/policy/pace.ts';
import type { Policy } from '#shared/policy/policy.ts';
import {
  placeFutures,
  placeMargin,
  placeSpot,
  placeSpotPair,
  placeSpotStop,
  type Placing,
  type PolicyOrder,
} from '#shared/policy/policy-action.ts';
import type { PolicyRule } from '#shared/policy/policy-errors.ts';
import { type ValidationError, validationError, type QuickFix } from '../model/validation.ts';
import { putPrice, putSize } from './check.ts';
import type { OrderRequest } from '../model/request.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { t } from '#shared/words/t.ts';

/** The mark is made when it is sent; here any does. */
const marked = { clientOid: 'x' } as const;

/** What an order is for the policy; null while the rules of its market are not known. */
function policyAction(request: OrderRequest, { pair, contract, position }: TicketFacts): Placing | null {
  if (contract !== null) return futuresAction(request, { contract, position });
  if (pair === null) return null;
  if (request.call === 'orders.place') return placeSpot([{ ...request.order, ...marked }], pair);
  if (request.call === 'margin.place') return placeMargin({ ...request.order, ...marked }, pair);
  if (request.call === 'stops.place') return placeSpotStop({ ...request.order, ...marked }, pair);
  return request.call === 'stops.placePair' ? placeSpotPair({ ...request.order, ...marked }, pair) : null;
}

type FuturesKnown = { readonly contract: NonNullable<TicketFacts['contract']> } & Pick<TicketFacts, 'position'>;

function futuresAction(request: OrderRequest, { contract, position }: FuturesKnown): Placing | null {
  if (request.call === 'orders.placeProtected') return placeFutures({ ...request.order, ...marked }, contract, null);
  if (request.call !== 'orders.placeFutures') return null;
  const closed = request.order.isCloseOrder === true ? (position?.quantity ?? null) : null;
  return placeFutures({ ...request.order, ...marked }, contract, closed);
}

/** An order that was held against the policy, and all that it was held against. */
export interface JudgedOrder {
  readonly action: Placing;
  readonly policy: Policy;
  readonly known: PolicyFacts;
  readonly policyResult: PolicyResult;
}

/** What main will say of it, by the very code of main. Null: not enough is known here, and main says it then. */
export function judgeOrder(request: OrderRequest, facts: TicketFacts): JudgedOrder | null {
  const { policy: state, book } = facts;
  if (state === null || book.state === 'none') return null;
  const action = policyAction(request, facts);
  if (action === null) return null;
  const { policy, rates, spentToday } = state;
  const known = { book, rates, spentToday };
  return { action, policy, known, policyResult: judge(action, policy, known) };
}

const titles: Readonly<Partial<Record<PolicyRule, string>>> = {
  'largest-order': t`Lower the size.`,
  'daily-notional': t`Lower the size.`,
  'furthest-price': t`Move the price closer to the market.`,
  'market-slippage': t`Lower the size or use a limit order.`,
};

const fields: Readonly<Partial<Record<PolicyRule, 'size' | 'price'>>> = {
  'largest-order': 'size',
  'daily-notional': 'size',
  'furthest-price': 'price',
  'market-slippage': 'price',
};

/** Each validation error as the ticket says it: the rule, the figure and the limit, and the press that keeps within it. */
export function findPolicyErrors(judged: JudgedOrder | null, { terms }: TicketFacts): readonly ValidationError[] {
  if (judged === null) return [];
  return judged.policyResult.validationErrors.map(({ rule, message }) =>
    validationError(
      fields[rule] ?? null,
      { title: titles[rule] ?? t`Rejected by the policy.`, text: message },
      judged.action.orders.map(order => fixFor(rule, order, { ...judged, terms })),
    ),
  );
}

/**
 * What the last second and the last minute leave room for: it passes by itself, and is counted again when it is sent.
 */
export function findPaceErrors({ policy: state, nowMs }: TicketFacts): readonly ValidationError[] {
  if (state === null) return [];
  const known = { limits: state.policy.acts, sent: state.sentLately, atMs: nowMs };
  const refused = refusePace({ budget: 'actions', rows: 1 }, known);
  return refused === null
    ? []
    : [validationError(null, { title: t`Wait, or raise the limit in the policy.`, text: refused.message })];
}

interface FixContext extends JudgedOrder {
  readonly terms: MarketTerms;
}

function fixFor(rule: PolicyRule, order: PolicyOrder, context: FixContext): QuickFix | null {
  if (rule === 'furthest-price') return priceFix(order, context);
  return rule === 'largest-order' || rule === 'daily-notional' || rule === 'market-slippage'
    ? sizeFix(rule, order, context)
    : null;
}

/** A pair has two prices: there is no single fix. */
function priceFix(order: PolicyOrder, { action, policy, known, terms }: FixContext): QuickFix | null {
  const most = furthestPrice(order, policy, { market: action.market, book: known.book });
  if (most === null || order.twinPrice !== undefined) return null;
  const price = roundToStep(most, terms.tick, order.side === 'buy' ? 'floor' : 'ceil');
  return isPositive(price) ? putPrice('price', price, terms.tick) : null;
}

/** As much as the rule lets pass; of a whole position that is closed, a part of it. */
function sizeFix(rule: PolicyRule, order: PolicyOrder, { action, policy, known, terms }: FixContext): QuickFix | null {
  const funds = order.amount?.in === 'value' ? terms.fundsStep : null;
  const most = largestAmount(order, action, { rule, step: funds ?? terms.lot, policy, facts: known });
  if (most === null) return null;
  if (funds !== null) return compare(most, terms.leastFunds ?? '0') < 0 ? null : putFunds(most);
  const fix = putSize(most, terms);
  return fix === null || !order.isReducing
    ? fix
    : { ...fix, edit: { ...fix.edit, isClose: false, isReduceOnly: true } };
}

function putFunds(most: Decimal): QuickFix {
  return { label: t`Use ${most}q`, edit: { size: `${most}q` } };
}
