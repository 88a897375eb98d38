import type { Decimal } from '#shared/decimal.ts';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { checkPair, checkProtectedOrder } from '#shared/rules/exits.ts';
import type { PolicyResult } from '#shared/policy/judge.ts';
import type { Breach } from '#shared/rules/breach.ts';
import { checkFuturesOrder } from '#shared/rules/futures.ts';
import { checkPositionSide } from '#shared/rules/position-side.ts';
import { checkSpotOrder, checkStop } from '#shared/rules/spot.ts';
import { withAgreeingFixes } from './agreeing-fixes.ts';
import { findValidationErrors } from './validation-errors.ts';
import { computeTicket, type TicketFigures } from '../model/figures.ts';
import { type ValidationError, type ValidationWarning, validationError } from '../model/validation.ts';
import { type OrderRequest, requestOf } from '../model/request.ts';
import { isLimitKind, isStopKind, type TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { judgeOrder, findPaceErrors, findPolicyErrors } from './policy.ts';
import { findValidationWarnings } from './warnings.ts';
import { t } from '#shared/words/t.ts';

/** A ticket at one moment: what it comes to, what is wrong with it, and what would be sent. */
export interface TicketSummary {
  readonly figures: TicketFigures;
  /** what must be changed before it may go */
  readonly validationErrors: readonly ValidationError[];
  /** worth a second look: every warning, the most serious first */
  readonly validationWarnings: readonly ValidationWarning[];
  /** null while something is missing or wrong */
  readonly request: OrderRequest | null;
  /** why it cannot be reviewed now, for the button: what is missing, wrong or not allowed; null: it can */
  readonly validationError: string | null;
  /** the policy result; null: unknown here */
  readonly policyResult: PolicyResult | null;
  /** what all of it moves, in the settlement currency */
  readonly worth: Decimal | null;
}

export function summariseTicket(draft: TicketDraft, facts: TicketFacts): TicketSummary {
  const { figures, drafted, judged, errors } = judgeTicket(draft, facts);
  const validationErrors = withAgreeingFixes(errors, edit => judgeTicket({ ...draft, ...edit }, facts).errors);
  const request = validationErrors.length === 0 ? drafted : null;
  return {
    figures,
    validationErrors,
    validationWarnings: findValidationWarnings(figures, facts, request),
    request,
    validationError: facts.validationError ?? validationErrors[0]?.text ?? missingOf(figures) ?? unready(request),
    policyResult: judged?.policyResult ?? null,
    worth: figures.whole.cost?.worth ?? null,
  };
}

/** The order of a draft, and all errors at once, not one after the other. */
function judgeTicket(draft: TicketDraft, facts: TicketFacts) {
  const figures = computeTicket(draft, facts);
  const drafted = requestOf(figures, facts.terms.symbol, facts.positionMode);
  const broken = brokenRules(figures, drafted, facts);
  const judged = drafted === null ? null : judgeOrder(drafted, facts);
  const errors = [...broken, ...findPolicyErrors(judged, facts), ...(drafted === null ? [] : findPaceErrors(facts))];
  return { figures, drafted, judged, errors };
}

/** The last word where nothing else was found: what is no request cannot be sent. */
export function unready(request: OrderRequest | null): string | null {
  return request === null ? t`Not ready yet` : null;
}

/** What the ticket finds in its own words; what those do not cover, main would refuse by the rules that come then. */
function brokenRules(
  figures: TicketFigures,
  drafted: OrderRequest | null,
  facts: TicketFacts,
): readonly ValidationError[] {
  const found = findValidationErrors(figures, facts);
  const breach = drafted === null || found.length > 0 ? null : breachOf(drafted, facts);
  return breach === null ? found : [validationError(null, { title: t`Change the order.`, text: breach.message })];
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
  if (isStopKind(kind) && prices.trigger === null) return t`Enter the trigger price`;
  return isLimitKind(kind) && prices.limit === null ? t`Type a price` : null;
}

function missingOfPair({ prices }: TicketFigures): string | null {
  if (prices.takeProfit === null) return t`Enter the TP`;
  if (prices.stopLoss === null) return t`Enter the SL`;
  return prices.limit === null ? t`Enter the SL limit price` : null;
}
