import { add, compare, type Decimal, divide, isPositive, multiply, round, toDecimal } from '#shared/decimal.ts';
import { type LadderTotals, ladderTotals } from '#shared/order-entry/ladder/totals.ts';
import { mostRungs, type Rung } from '#shared/order-entry/ladder/rungs.ts';
import { dearer } from '#shared/order-entry/order-cost.ts';
import { working } from '#shared/order-entry/market-terms.ts';
import { amountWords, groupDigits } from '#shared/policy/words.ts';
import { judge, type PolicyVerdict } from '#shared/policy/judge.ts';
import type { PolicyRefusal } from '#shared/policy/refusals.ts';
import type { LadderDraft, RowText } from './ladder-draft.ts';
import { touchOf } from '#shared/domain/market/act-book.ts';
import type { LadderFacts } from './ladder-facts.ts';
import type { OrderForm } from './ladder-orders.ts';
import { noEndText, readEnd } from '#lib/moments/end-text.ts';
import { type LadderMend, mendsOf, rungMends, type RungMend } from '../mends/mends.ts';
import { wouldTake } from '../mends/rung-kinds.ts';
import { type Excess, wholeMends } from '../mends/whole-mends.ts';
import { type PlanField, type PlanReading, readPlan } from './read-plan.ts';
import { type BatchRules, rulesOf } from './batch-rules.ts';
import { t } from '#shared/words/t.ts';

/** One row of the grid, and why it cannot go. */
export interface RungRow extends RowText {
  readonly rung: Rung | null;
  readonly issues: readonly string[];
  readonly isTaking: boolean;
  /** what puts it right by one press */
  readonly mends: readonly RungMend[];
}

export interface LadderSummary {
  readonly rows: readonly RungRow[];
  readonly rungs: readonly Rung[];
  readonly form: OrderForm;
  readonly totals: LadderTotals | null;
  readonly verdict: PolicyVerdict | null;
  /** what is wrong with the form itself */
  readonly fault: { readonly field: PlanField; readonly reason: string } | null;
  /** what is wrong with the ladder as a whole */
  readonly issues: readonly string[];
  /** worth knowing, and no reason not to send */
  readonly warnings: readonly string[];
  /** of rungs that would execute at once in the book of now; null: none would */
  readonly crossing: string | null;
  readonly mends: readonly LadderMend[];
  /** why it cannot be sent now; null: it can */
  readonly objection: string | null;
}

/** All that the screen says of a ladder, from what was typed and what is known. */
export function summarise(draft: LadderDraft, facts: LadderFacts): LadderSummary {
  const { texts, fault: planFault } = textsOf(draft, facts);
  const read = texts.map(readRow);
  const rungs = read.filter(rung => rung !== null);
  const rules = rulesOf(draft, facts.market);
  const verdict = rungs.length === 0 ? null : verdictOf(rungs, rules, facts);
  const rows = texts.map((text, row) => rowOf(text, row, { read, draft, facts, rules, verdict }));
  const fault = planFault ?? lifeFault(draft, facts);
  const totals = totalsOf(rungs, draft, facts);
  const lack = lackOf({ totals, draft, facts });
  const issues = wholeIssues({ rows, lack, verdict, draft, facts });
  return {
    rows,
    rungs,
    form: rules.form,
    totals,
    verdict,
    fault: planFault?.isEmpty === true ? null : fault,
    issues,
    warnings: warningsOf({ rows, lack, verdict, draft, facts }),
    crossing: draft.isPostOnly ? null : crossingText(rungs, draft, facts),
    mends: [
      ...mendsOf(rows, draft, facts),
      ...wholeMends(rows, { draft, facts, verdict, lack: isHeldAtOnce(draft, facts) ? lack : null }),
    ],
    objection: facts.objection ?? fault?.reason ?? issues[0] ?? rowObjection(rows),
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
  readonly verdict: PolicyVerdict | null;
}

/** Which order a refusal is of; null: the ladder as a whole. Of a single order the policy names no row. */
function rowRefused({ row, rule }: PolicyRefusal, { counted }: PolicyVerdict): number | null {
  const isOfOrder = rule === 'largest-order' || rule === 'furthest-price';
  return isOfOrder && counted.length === 1 ? 0 : row;
}

function rowOf(text: RowText, row: number, { read, draft, facts, rules, verdict }: RowContext): RungRow {
  const rung = read[row] ?? null;
  if (rung === null)
    return { ...text, rung, issues: [t`Type a price and a size above zero.`], isTaking: false, mends: [] };
  // the policy counts the rows that could be read
  const place = read.slice(0, row).filter(each => each !== null).length;
  const isTaking = wouldTake(rung, draft, facts);
  const breach = rules.breachOf(rung);
  // the row stands there already, in whatever language
  const inRow = t`Order ${place + 1}: ${''}`;
  const refused = verdict === null ? [] : verdict.refusals.filter(each => rowRefused(each, verdict) === place);
  return {
    ...text,
    rung,
    isTaking,
    mends: rungMends(rung, read.length, [draft, facts]),
    issues: [
      ...(breach === null ? [] : [breach]),
      ...(isTaking && draft.isPostOnly ? [t`It would take at once: post-only is refused there.`] : []),
      ...refused.map(({ message }) => message.replace(inRow, '')),
    ],
  };
}

/** The whole ladder as one batch, though it may go in several: what is one thing is not cut small to pass. */
function verdictOf(
  rungs: readonly Rung[],
  { placing }: BatchRules,
  { policy, book }: LadderFacts,
): PolicyVerdict | null {
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
  readonly verdict: PolicyVerdict | null;
  readonly draft: LadderDraft;
  readonly facts: LadderFacts;
}

function wholeIssues({ rows, lack, verdict, draft, facts }: WholeContext): readonly string[] {
  return [
    ...(draft.rows !== null && rows.length === 0 ? [t`No row is left: 0 of 0 is no ladder.`] : []),
    ...(rows.length > mostRungs ? [t`${rows.length} rows: a ladder has at most ${mostRungs}.`] : []),
    ...(verdict === null ? [] : verdict.refusals.filter(each => rowRefused(each, verdict) === null)).map(
      ({ message }) => message,
    ),
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
  const words = [amountWords(needed, currency), groupDigits(round(held, 8, 'down'))] as const;
  const message = t`All rungs with fees need ${words[0]}; ${words[1]} are free.`;
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

function warningsOf({ draft, facts, lack }: WholeContext): readonly string[] {
  const lacking = isHeldAtOnce(draft, facts) ? null : lack;
  const isFutures = facts.terms.venue === 'futures';
  return [
    ...(draft.rows === null ? [] : [byHand]),
    ...(lacking === null ? [] : [`${lacking.message} ${isFutures ? noneToReduce : t`What lacks is borrowed.`}`]),
    ...(isFutures ? [t`Orders on futures stay until they are cancelled.`] : []),
    ...(isFutures || draft.account === 'spot' ? [] : [oneByOne]),
  ];
}

const byHand = t`The rows are set by hand: they follow neither the market nor the range.`;
const noneToReduce = t`What reduces a position needs none.`;
const oneByOne = t`The exchange has no batch for margin: the rungs go one by one, no faster than the policy lets them.`;

/** A ladder without rows has been objected to before. */
function rowObjection(rows: readonly RungRow[]): string | null {
  const wrong = rows.filter(({ issues }) => issues.length > 0).length;
  return wrong === 0 ? null : t`${wrong} of ${rows.length} rows cannot be sent as they are`;
}
