import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { compare, type Decimal, isPositive, roundToStep } from '#shared/decimal.ts';
import { furthestPrice, largestAmount } from '#shared/policy/bounds.ts';
import { judge, type PolicyFacts, type PolicyVerdict } from '#shared/policy/judge.ts';
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
} from '#shared/policy/policy-act.ts';
import type { PolicyRule } from '#shared/policy/refusals.ts';
import { type Issue, issue, type Mend } from '../model/issues.ts';
import { put, putSize } from './check.ts';
import type { OrderRequest } from '../model/request.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { t } from '#shared/words/t.ts';

/** The mark is made when it is sent; here any does. */
const marked = { clientOid: 'x' } as const;

/** What an order is for the policy; null while the rules of its market are not known. */
function policyAct(request: OrderRequest, { pair, contract, position }: TicketFacts): Placing | null {
  if (contract !== null) return futuresAct(request, { contract, position });
  if (pair === null) return null;
  if (request.call === 'orders.place') return placeSpot([{ ...request.order, ...marked }], pair);
  if (request.call === 'margin.place') return placeMargin({ ...request.order, ...marked }, pair);
  if (request.call === 'stops.place') return placeSpotStop({ ...request.order, ...marked }, pair);
  return request.call === 'stops.placePair' ? placeSpotPair({ ...request.order, ...marked }, pair) : null;
}

type FuturesKnown = { readonly contract: NonNullable<TicketFacts['contract']> } & Pick<TicketFacts, 'position'>;

function futuresAct(request: OrderRequest, { contract, position }: FuturesKnown): Placing | null {
  if (request.call === 'orders.placeProtected') return placeFutures({ ...request.order, ...marked }, contract, null);
  if (request.call !== 'orders.placeFutures') return null;
  const closed = request.order.isCloseOrder === true ? (position?.quantity ?? null) : null;
  return placeFutures({ ...request.order, ...marked }, contract, closed);
}

/** An order that was held against the policy, and all that it was held against. */
export interface JudgedOrder {
  readonly act: Placing;
  readonly policy: Policy;
  readonly known: PolicyFacts;
  readonly verdict: PolicyVerdict;
}

/** What main will say of it, by the very code of main. Null: not enough is known here, and main says it then. */
export function judgeOrder(request: OrderRequest, facts: TicketFacts): JudgedOrder | null {
  const { policy: state, book } = facts;
  if (state === null || book.state === 'none') return null;
  const act = policyAct(request, facts);
  if (act === null) return null;
  const { policy, rates, spentToday } = state;
  const known = { book, rates, spentToday };
  return { act, policy, known, verdict: judge(act, policy, known) };
}

const titles: Readonly<Partial<Record<PolicyRule, string>>> = {
  'largest-order': t`Lower the size.`,
  'daily-notional': t`Lower the size.`,
  'furthest-price': t`Move the price to the market.`,
  'market-slippage': t`Lower the size or use a limit.`,
};

const fields: Readonly<Partial<Record<PolicyRule, 'size' | 'price'>>> = {
  'largest-order': 'size',
  'daily-notional': 'size',
  'furthest-price': 'price',
  'market-slippage': 'price',
};

/** Each refusal as the ticket says it: the rule, the figure and the limit, and the press that keeps within it. */
export function policyIssues(judged: JudgedOrder | null, { terms }: TicketFacts): readonly Issue[] {
  if (judged === null) return [];
  return judged.verdict.refusals.map(({ rule, message }) =>
    issue(
      fields[rule] ?? null,
      { title: titles[rule] ?? t`The policy refuses it.`, text: message },
      judged.act.orders.map(order => mendOf(rule, order, { ...judged, terms })),
    ),
  );
}

/** What the last second and the last minute leave room for: it passes by itself, and is counted again when it is sent. */
export function paceIssues({ policy: state, nowMs }: TicketFacts): readonly Issue[] {
  if (state === null) return [];
  const known = { limits: state.policy.acts, sent: state.sentLately, atMs: nowMs };
  const refused = refusePace({ budget: 'acts', rows: 1 }, known);
  return refused === null ? [] : [issue(null, { title: t`Wait, or raise it in the policy.`, text: refused.message })];
}

interface MendContext extends JudgedOrder {
  readonly terms: MarketTerms;
}

function mendOf(rule: PolicyRule, order: PolicyOrder, context: MendContext): Mend | null {
  if (rule === 'furthest-price') return priceMend(order, context);
  return rule === 'largest-order' || rule === 'daily-notional' || rule === 'market-slippage'
    ? sizeMend(rule, order, context)
    : null;
}

/** Of a pair either of two prices may be meant: there is no single press. */
function priceMend(order: PolicyOrder, { act, policy, known, terms }: MendContext): Mend | null {
  const most = furthestPrice(order, policy, { market: act.market, book: known.book });
  if (most === null || order.twinPrice !== undefined) return null;
  const price = roundToStep(most, terms.tick, order.side === 'buy' ? 'floor' : 'ceil');
  return isPositive(price) ? put('price', price) : null;
}

/** As much as the rule lets pass; of a whole position that is closed, a part of it. */
function sizeMend(rule: PolicyRule, order: PolicyOrder, { act, policy, known, terms }: MendContext): Mend | null {
  const funds = order.amount?.in === 'value' ? terms.fundsStep : null;
  const most = largestAmount(order, act, { rule, step: funds ?? terms.lot, policy, facts: known });
  if (most === null) return null;
  if (funds !== null) return compare(most, terms.leastFunds ?? '0') < 0 ? null : putFunds(most);
  const mend = putSize(most, terms);
  return mend === null || !order.isReducing
    ? mend
    : { ...mend, edit: { ...mend.edit, isClose: false, isReduceOnly: true } };
}

function putFunds(most: Decimal): Mend {
  return { label: t`Use ${most}q`, edit: { size: `${most}q` } };
}
