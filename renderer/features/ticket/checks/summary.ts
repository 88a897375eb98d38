import type { Decimal } from '#shared/decimal.ts';
import { checkProtectedOrder, checkPair } from '#shared/rules/exits.ts';
import type { Breach } from '#shared/rules/breach.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkSpotOrder, checkStop } from '#shared/rules/spot.ts';
import { hardIssues } from './hard-issues.ts';
import { figureOut, type TicketFigures } from '../model/figures.ts';
import { type Issue, issue } from '../model/issues.ts';
import { type OrderRequest, requestOf } from '../model/request.ts';
import { isLimitKind, isStopKind, type TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { softIssues } from './warnings.ts';

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
  /** what it moves, in the settlement currency */
  readonly worth: Decimal | null;
}

export function summariseTicket(draft: TicketDraft, facts: TicketFacts): TicketSummary {
  const figures = figureOut(draft, facts);
  const drafted = requestOf(figures, facts.terms.symbol);
  const found = hardIssues(figures, facts);
  // what the ticket's own words do not cover, main would refuse by these very rules
  const breach = drafted === null || found.length > 0 ? null : breachOf(drafted, facts);
  const hard = breach === null ? found : [issue(null, { title: 'Change the order.', text: breach.message })];
  const request = hard.length === 0 ? drafted : null;
  return {
    figures,
    hard,
    soft: softIssues(figures, facts, request),
    request,
    objection: facts.objection ?? hard[0]?.text ?? missingOf(figures) ?? (request === null ? 'Not ready yet' : null),
    worth: figures.cost?.worth ?? null,
  };
}

/** The mark is made when it is sent; here any does. */
const marked = { clientOid: 'x' } as const;

function breachOf(request: OrderRequest, { pair, contract }: TicketFacts): Breach | null {
  if (contract !== null) {
    if (request.call === 'orders.placeFutures') return checkFuturesOrder({ ...request.order, ...marked }, contract);
    return request.call === 'orders.placeProtected'
      ? checkProtectedOrder({ ...request.order, ...marked }, contract)
      : null;
  }
  if (pair === null) return null;
  if (request.call === 'orders.place' || request.call === 'margin.place')
    return checkSpotOrder({ ...request.order, ...marked }, pair);
  if (request.call === 'stops.place') return checkStop({ ...request.order, ...marked }, pair);
  return request.call === 'stops.placePair' ? checkPair({ ...request.order, ...marked }, pair) : null;
}

/** What was not typed yet, as the button says it. */
function missingOf(figures: TicketFigures): string | null {
  const { draft, kind, prices, size, funds } = figures;
  if (!draft.isClose && size === null && funds === null) return 'Type a size';
  if (kind === 'pair') return missingOfPair(figures);
  if (isStopKind(kind) && prices.trigger === null) return 'Type the trigger';
  return isLimitKind(kind) && prices.limit === null ? 'Type a price' : null;
}

function missingOfPair({ prices }: TicketFigures): string | null {
  if (prices.takeProfit === null) return 'Type the TP';
  if (prices.stopLoss === null) return 'Type the SL';
  return prices.limit === null ? 'Type the price after the stop' : null;
}
