import type { Decimal } from '#shared/decimal.ts';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { checkPair, checkProtectedOrder } from '#shared/rules/exits.ts';
import type { PolicyVerdict } from '#shared/policy/judge.ts';
import type { Breach } from '#shared/rules/breach.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkPositionSide } from '#shared/rules/position-side.ts';
import { checkSpotOrder, checkStop } from '#shared/rules/spot.ts';
import { hardIssues } from './hard-issues.ts';
import { figureOut, type TicketFigures } from '../model/figures.ts';
import { type Issue, issue } from '../model/issues.ts';
import { type OrderRequest, requestOf } from '../model/request.ts';
import { isLimitKind, isStopKind, type TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { judgeOrder, paceIssues, policyIssues } from './policy.ts';
import { softIssues } from './warnings.ts';
import { t } from '#shared/words/t.ts';

/** A ticket at one moment: what it comes to, what is wrong with it, and what would be sent. */
export interface TicketSummary {
  readonly figures: TicketFigures;
  /** what must be changed before it may go */
  readonly hard: readonly Issue[];
  /** worth a second look */
  readonly soft: readonly Issue[];
  /** null while something is missing or wrong */
  readonly request: OrderRequest | null;
  /** why it cannot be reviewed now, for the button: what is missing, wrong or not allowed; null: it can */
  readonly objection: string | null;
  /** what the policy says of it; null: it cannot be told here */
  readonly verdict: PolicyVerdict | null;
  /** what it moves, in the settlement currency */
  readonly worth: Decimal | null;
}

export function summariseTicket(draft: TicketDraft, facts: TicketFacts): TicketSummary {
  const figures = figureOut(draft, facts);
  const drafted = requestOf(figures, facts.terms.symbol, facts.positionMode);
  const broken = brokenRules(figures, drafted, facts);
  // whoever mends one thing should not be told of the other only then
  const judged = drafted === null ? null : judgeOrder(drafted, facts);
  const hard = [...broken, ...policyIssues(judged, facts), ...(drafted === null ? [] : paceIssues(facts))];
  const request = hard.length === 0 ? drafted : null;
  return {
    figures,
    hard,
    soft: softIssues(figures, facts, request),
    request,
    objection: facts.objection ?? hard[0]?.text ?? missingOf(figures) ?? unready(request),
    verdict: judged?.verdict ?? null,
    worth: figures.cost?.worth ?? null,
  };
}

/** The last word where nothing else was found: what is no request cannot be sent. */
export function unready(request: OrderRequest | null): string | null {
  return request === null ? t`Not ready yet` : null;
}

/** What the ticket finds in its own words; what those do not cover, main would refuse by the rules that come then. */
function brokenRules(figures: TicketFigures, drafted: OrderRequest | null, facts: TicketFacts): readonly Issue[] {
  const found = hardIssues(figures, facts);
  const breach = drafted === null || found.length > 0 ? null : breachOf(drafted, facts);
  return breach === null ? found : [issue(null, { title: t`Change the order.`, text: breach.message })];
}

/** The mark is made when it is sent; here any does. */
const marked = { clientOid: 'x' } as const;

function breachOf(request: OrderRequest, { pair, contract, positionMode }: TicketFacts): Breach | null {
  if (contract !== null) return contractBreach(request, contract, positionMode);
  if (pair === null) return null;
  if (request.call === 'orders.place' || request.call === 'margin.place')
    return checkSpotOrder({ ...request.order, ...marked }, pair);
  if (request.call === 'stops.place') return checkStop({ ...request.order, ...marked }, pair);
  return request.call === 'stops.placePair' ? checkPair({ ...request.order, ...marked }, pair) : null;
}

function contractBreach(
  request: OrderRequest,
  contract: FuturesContract,
  positionMode: PositionMode | null,
): Breach | null {
  if (request.call !== 'orders.placeFutures' && request.call !== 'orders.placeProtected') return null;
  const breach =
    request.call === 'orders.placeFutures'
      ? checkFuturesOrder({ ...request.order, ...marked }, contract)
      : checkProtectedOrder({ ...request.order, ...marked }, contract);
  return breach ?? checkPositionSide(request.order, positionMode);
}

/** What was not typed yet, as the button says it. */
function missingOf(figures: TicketFigures): string | null {
  const { draft, kind, prices, size, funds } = figures;
  if (!draft.isClose && size === null && funds === null) return t`Type a size`;
  if (kind === 'pair') return missingOfPair(figures);
  if (isStopKind(kind) && prices.trigger === null) return t`Type the trigger`;
  return isLimitKind(kind) && prices.limit === null ? t`Type a price` : null;
}

function missingOfPair({ prices }: TicketFigures): string | null {
  if (prices.takeProfit === null) return t`Type the TP`;
  if (prices.stopLoss === null) return t`Type the SL`;
  return prices.limit === null ? t`Type the price after the stop` : null;
}
