import { add, compare, type Decimal, divide, isPositive, multiply, round, toDecimal } from '#shared/decimal.ts';
import { type LadderTotals, ladderTotals } from '#shared/order-entry/ladder/totals.ts';
import { mostRungs, type Rung } from '#shared/order-entry/ladder/rungs.ts';
import { dearer } from '#shared/order-entry/order-cost.ts';
import { working } from '#shared/order-entry/market-terms.ts';
import { amountWithCurrency, groupDigits } from '#shared/policy/figure-texts.ts';
import { judge, type PolicyResult } from '#shared/policy/judge.ts';
import type { PolicyError } from '#shared/policy/policy-errors.ts';
import type { LadderDraft, RowText } from './ladder-draft.ts';
import { touchOf } from '#shared/domain/market/action-book.ts';
import type { LadderFacts } from './ladder-facts.ts';
import type { OrderForm } from './ladder-orders.ts';
import { checkTerms, type TermsCheck } from './ladder-terms.ts';
import { noEndText, readEnd } from '#lib/moments/end-text.ts';
import { type LadderFix, suggestFixes, suggestRungFixes, type RungFix } from '../fixes/suggest-fixes.ts';
import { wouldTake } from '../fixes/rung-kinds.ts';
import { type Excess, suggestLadderFixes } from '../fixes/ladder-fixes.ts';
import { type PlanField, type PlanReading, readPlan } from './read-plan.ts';
import { type BatchRules, rulesOf } from './batch-rules.ts';
import { t } from '#shared/words/t.ts';

/** One row of the grid, and why it cannot go. */
export interface RungRow extends RowText {
  readonly rung: Rung | null;
  readonly validationErrors: readonly string[];
  readonly isTaking: boolean;
  /** what puts it right by one press */
  readonly fixes: readonly RungFix[];
}

export interface LadderSummary {
  readonly rows: readonly RungRow[];
  readonly rungs: readonly Rung[];
  readonly form: OrderForm;
  readonly totals: LadderTotals | null;
  readonly policyResult: PolicyResult | null;
  /** what is wrong with the form itself */
  readonly fault: { readonly field: PlanField; readonly reason: string } | null;
  /** what is wrong with the ladder as a whole */
  readonly validationErrors: readonly string[];
  /** worth knowing, and no reason not to send */
  readonly warnings: readonly string[];
  /** of rungs that would execute at once in the book of now; null: none would */
  readonly crossing: string | null;
  readonly fixes: readonly LadderFix[];
  /** why it cannot be sent now; null: it can */
  readonly validationError: string | null;
}

/** All that the screen says of a ladder, from what was typed and what is known. */
export function summarise(draft: LadderDraft, facts: LadderFacts): LadderSummary {
  const { texts, fault: planFault } = textsOf(draft, facts);
  const read = texts.map(readRow);
  const rungs = read.filter(rung => rung !== null);
  const rules = rulesOf(draft, facts.market);
  const policyResult = rungs.length === 0 ? null : judgePolicy(rungs, rules, facts);
  const rows = texts.map((text, row) => rowOf(text, row, { read, draft, facts, rules, policyResult }));
  const fault = planFault ?? lifeFault(draft, facts);
  const totals = totalsOf(rungs, draft, facts);
  const lack = lackOf({ totals, draft, facts });
  const terms = checkTerms(draft, facts.market);
  const whole = { rows, lack, policyResult, draft, facts, terms };
  const validationErrors = findScaledOrderErrors(whole);
  return {
    rows,
    rungs,
    form: rules.form,
    totals,
    policyResult,
    fault: planFault?.isEmpty === true ? null : fault,
    validationErrors,
    warnings: warningsOf(whole),
    crossing: draft.isPostOnly ? null : crossingText(rungs, draft, facts),
    fixes: [
      ...terms.fixes,
      ...suggestFixes(rows, draft, facts),
      ...suggestLadderFixes(rows, { draft, facts, policyResult, lack: isHeldAtOnce(draft, facts) ? lack : null }),
    ],
    validationError: facts.validationError ?? fault?.reason ?? validationErrors[0] ?? rowError(rows),
  };
}

interface Texts {
  readonly texts: readonly RowText[];
  readonly fault: Extract<PlanReading, { ok: false }> | null;
}

/** The rows by hand, else those of the range. */
function textsOf(draft: LadderDraft, facts: LadderFacts): Texts {
  if (draft.rows !== null) return { texts: draft.rows, fault: null };
  const plan = readPlan(draft, facts);
  return plan.ok ? { texts: plan.rungs, fault: null } : { texts: [], fault: plan };
}

function totalsOf(
  rungs: readonly Rung[],
  { side }: LadderDraft,
  { terms, rates, book }: LadderFacts,
): LadderTotals | null {
  return rungs.length === 0 ? null : ladderTotals(rungs, { side, terms, rates, touch: touchOf(book) });
}

function readRow({ price, size }: RowText): Rung | null {
  const [at, amount] = [toDecimal(price.trim()), toDecimal(size.trim())];
  return at === null || amount === null || !isPositive(at) || !isPositive(amount) ? null : { price: at, size: amount };
}

interface RowContext {
  readonly read: readonly (Rung | null)[];
  readonly draft: LadderDraft;
  readonly facts: LadderFacts;
  readonly rules: BatchRules;
  readonly policyResult: PolicyResult | null;
}

/** Which order a validation error is of; null: the ladder as a whole. Of a single order the policy names no row. */
function rowRefused({ row, rule }: PolicyError, { counted }: PolicyResult): number | null {
  const isOfOrder = rule === 'largest-order' || rule === 'furthest-price';
  return isOfOrder && counted.length === 1 ? 0 : row;
}

function rowOf(text: RowText, row: number, { read, draft, facts, rules, policyResult }: RowContext): RungRow {
  const rung = read[row] ?? null;
  if (rung === null)
    return { ...text, rung, validationErrors: [t`Type a price and a size above zero.`], isTaking: false, fixes: [] };
  // the policy counts the rows that could be read
  const place = read.slice(0, row).filter(each => each !== null).length;
  const isTaking = wouldTake(rung, draft, facts);
  const breach = rules.breachOf(rung);
  // the row is listed there already, in any language
  const inRow = t`Order ${place + 1}: ${''}`;
  const refused =
    policyResult === null ? [] : policyResult.validationErrors.filter(each => rowRefused(each, policyResult) === place);
  return {
    ...text,
    rung,
    isTaking,
    fixes: suggestRungFixes(rung, read.length, [draft, facts]),
    validationErrors: [
      ...(breach === null ? [] : [breach]),
      ...(isTaking && draft.isPostOnly
        ? [t`Post-only: this price would execute now, so the exchange would reject it.`]
        : []),
      ...refused.map(({ message }) => message.replace(inRow, '')),
    ],
  };
}

/** The whole ladder as one batch, though it may go in several: what is one thing is not cut small to pass. */
function judgePolicy(
  rungs: readonly Rung[],
  { placing }: BatchRules,
  { policy, book }: LadderFacts,
): PolicyResult | null {
  if (policy === null || book.state === 'none') return null;
  return judge(placing(rungs), policy.policy, { book, rates: policy.rates, spentToday: policy.spentToday });
}

function lifeFault(draft: LadderDraft, { terms }: LadderFacts): LadderSummary['fault'] {
  if (draft.life.trim() === '' || terms.venue === 'futures' || readEnd(draft.life) !== null) return null;
  return { field: 'life', reason: noEndText(draft.life) };
}

interface WholeContext {
  readonly rows: readonly RungRow[];
  readonly lack: Lack | null;
  readonly policyResult: PolicyResult | null;
  readonly draft: LadderDraft;
  readonly facts: LadderFacts;
  readonly terms: TermsCheck;
}

function findScaledOrderErrors({ rows, lack, policyResult, draft, facts, terms }: WholeContext): readonly string[] {
  return [
    ...(terms.validationError === null ? [] : [terms.validationError]),
    ...(draft.rows !== null && rows.length === 0 ? [t`No row is left: a scaled order needs at least one.`] : []),
    ...(rows.length > mostRungs ? [t`${rows.length} rows: a scaled order has at most ${mostRungs}.`] : []),
    ...(policyResult === null
      ? []
      : policyResult.validationErrors.filter(each => rowRefused(each, policyResult) === null)
    ).map(({ message }) => message),
    ...(isHeldAtOnce(draft, facts) && lack !== null ? [lack.message] : []),
  ];
}

/** Whether all rungs must be held at once: what reduces a position needs nothing, and what lacks may be borrowed. */
function isHeldAtOnce({ account, isAutoBorrow }: LadderDraft, { terms }: LadderFacts): boolean {
  return terms.venue === 'spot' && (account === 'spot' || !isAutoBorrow);
}

/** More than what is free, in words too. */
interface Lack extends Excess {
  readonly message: string;
}

interface Counted {
  readonly totals: LadderTotals | null;
  readonly draft: LadderDraft;
  readonly facts: LadderFacts;
}

/** What is lacking to hold all rungs at once, fees counted. */
function lackOf({ totals, draft, facts }: Counted): Lack | null {
  const { terms, free } = facts;
  if (totals === null) return null;
  const isSale = terms.venue === 'spot' && draft.side === 'sell';
  const held = isSale ? free.base : free.quote;
  const needed = isSale ? totals.size : moneyNeeded(totals.worth, draft, facts);
  if (held === null || compare(needed, held) <= 0) return null;
  const currency = isSale ? terms.baseCurrency : terms.settleCurrency;
  const words = [amountWithCurrency(needed, currency), groupDigits(round(held, 8, 'down'))] as const;
  const message = t`All rungs with fees need ${words[0]}; ${words[1]} available.`;
  return { have: needed, most: held, message };
}

function moneyNeeded(worth: Decimal, draft: LadderDraft, { terms, rates }: LadderFacts): Decimal {
  const fee = rates === null ? '0' : multiply(worth, dearer(rates));
  if (terms.venue === 'spot') return add(worth, fee);
  const leverage = toDecimal(draft.leverage.trim());
  return add(leverage === null || !isPositive(leverage) ? worth : divide(worth, leverage, working), fee);
}

/**
 * How many rungs would execute at once, and what comes of that; null: none. In the review it is asked again, because the
 * market moves on while the rungs stay.
 */
export function crossingText(rungs: readonly Rung[], draft: LadderDraft, facts: LadderFacts): string | null {
  const taking = rungs.filter(rung => wouldTake(rung, draft, facts)).length;
  if (taking === 0) return null;
  return draft.isPostOnly
    ? t`${taking} of ${rungs.length} rungs cross the book now: the exchange rejects them, because they are post-only.`
    : t`${taking} of ${rungs.length} rungs cross the book: they execute at once, at the taker fee.`;
}

function warningsOf({ draft, facts, lack, terms }: WholeContext): readonly string[] {
  const lacking = isHeldAtOnce(draft, facts) ? null : lack;
  const isFutures = facts.terms.venue === 'futures';
  return [
    ...(terms.warning === null ? [] : [terms.warning]),
    ...(draft.rows === null ? [] : [byHand]),
    ...(lacking === null
      ? []
      : [`${lacking.message} ${isFutures ? noneToReduce : t`The missing amount is borrowed.`}`]),
    ...(isFutures ? [t`Orders on futures stay until they are cancelled.`] : []),
    ...(isFutures || draft.account === 'spot' ? [] : [oneByOne]),
  ];
}

const byHand = t`The rows were edited manually and do not follow the market or the range.`;
const noneToReduce = t`What reduces a position needs none.`;
const oneByOne = t`The exchange has no batch for margin: the rungs go one by one, no faster than the policy lets them.`;

/** A ladder without rows has been objected to before. */
function rowError(rows: readonly RungRow[]): string | null {
  const invalid = rows.filter(({ validationErrors }) => validationErrors.length > 0).length;
  return invalid === 0 ? null : t`${invalid} of ${rows.length} rows cannot be sent as they are`;
}
