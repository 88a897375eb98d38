import { judge, type PolicyVerdict } from '#shared/policy/judge.ts';
import {
  placeFutures,
  placeMargin,
  placeSpot,
  placeSpotPair,
  placeSpotStop,
  type PolicyAct,
} from '#shared/policy/policy-act.ts';
import type { PolicyRule } from '#shared/policy/refusals.ts';
import { type Issue, issue } from '../model/issues.ts';
import type { OrderRequest } from '../model/request.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { t } from '#shared/words/t.ts';

/** The mark is made when it is sent; here any does. */
const marked = { clientOid: 'x' } as const;

/** What an order is for the policy; null while the rules of its market are not known. */
function policyAct(request: OrderRequest, { pair, contract, position }: TicketFacts): PolicyAct | null {
  if (contract !== null) return futuresAct(request, { contract, position });
  if (pair === null) return null;
  if (request.call === 'orders.place') return placeSpot([{ ...request.order, ...marked }], pair);
  if (request.call === 'margin.place') return placeMargin({ ...request.order, ...marked }, pair);
  if (request.call === 'stops.place') return placeSpotStop({ ...request.order, ...marked }, pair);
  return request.call === 'stops.placePair' ? placeSpotPair({ ...request.order, ...marked }, pair) : null;
}

type FuturesKnown = { readonly contract: NonNullable<TicketFacts['contract']> } & Pick<TicketFacts, 'position'>;

function futuresAct(request: OrderRequest, { contract, position }: FuturesKnown): PolicyAct | null {
  if (request.call === 'orders.placeProtected') return placeFutures({ ...request.order, ...marked }, contract, null);
  if (request.call !== 'orders.placeFutures') return null;
  const closed = request.order.isCloseOrder === true ? (position?.quantity ?? null) : null;
  return placeFutures({ ...request.order, ...marked }, contract, closed);
}

/** What main will say of it, by the very code of main. Null: not enough is known here, and main says it then. */
export function verdictOf(request: OrderRequest, facts: TicketFacts): PolicyVerdict | null {
  const { policy, book } = facts;
  if (policy === null || book.state === 'none') return null;
  const act = policyAct(request, facts);
  if (act === null) return null;
  return judge(act, policy.policy, { book, rates: policy.rates, spentToday: policy.spentToday });
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

/** Each refusal as the ticket says it: the rule, the figure and the limit. */
export function policyIssues(verdict: PolicyVerdict | null): readonly Issue[] {
  return (verdict?.refusals ?? []).map(({ rule, message }) =>
    issue(fields[rule] ?? null, { title: titles[rule] ?? t`The policy refuses it.`, text: message }),
  );
}
