import { add, type Decimal, divide, multiply, toDecimal } from '#shared/decimal.ts';
import { rangePrice, readRangeText } from '#shared/order-entry/ladder/range-text.ts';
import { composeLadder, type LadderField, type LadderPlan, type Rung } from '#shared/order-entry/ladder/rungs.ts';
import { dearer } from '#shared/order-entry/order-cost.ts';
import { readSizeText } from '#shared/order-entry/size-text.ts';
import type { LadderDraft } from './ladder-draft.ts';
import { touchOf } from '#shared/domain/market/act-book.ts';
import type { LadderFacts } from './ladder-facts.ts';
import { t } from '#shared/words/t.ts';

export type PlanField = 'near' | 'far' | 'count' | 'skew' | 'size' | 'life';

export type PlanReading =
  | { readonly ok: true; readonly rungs: readonly Rung[] }
  /** `isEmpty`: something has not been typed yet, which is no mistake */
  | { readonly ok: false; readonly field: PlanField; readonly reason: string; readonly isEmpty: boolean };

type Fault = Extract<PlanReading, { ok: false }>;
type Read<T> = { readonly ok: true; readonly value: T } | Fault;

function wrong(field: PlanField, reason: string, isEmpty = false): Fault {
  return { ok: false, field, reason, isEmpty };
}

const fieldOf: Readonly<Record<LadderField, PlanField>> = { range: 'far', count: 'count', skew: 'skew', size: 'size' };

/** The rungs that the draft comes to in the market of now; the first thing that is wrong with it otherwise. */
export function readPlan(draft: LadderDraft, facts: LadderFacts): PlanReading {
  const near = readEnd('near', draft, facts);
  if (!near.ok) return near;
  const far = readEnd('far', draft, facts);
  if (!far.ok) return far;
  const amount = readAmount(draft, facts);
  if (!amount.ok) return amount;
  const skew = draft.shape === 'flat' ? '1' : toDecimal(draft.skew.trim());
  if (skew === null) return wrong('skew', t`Type how many times, like 2.`);
  const { side, shape } = draft;
  const count = /^\d{1,4}$/.test(draft.count.trim()) ? Number(draft.count) : 0;
  const plan: LadderPlan = { side, shape, skew, count, ends: [near.value, far.value], amount: amount.value };
  const made = composeLadder(plan, facts.terms);
  return made.ok ? made : wrong(fieldOf[made.field], made.reason);
}

function readEnd(field: 'near' | 'far', draft: LadderDraft, { terms, book }: LadderFacts): Read<Decimal> {
  const reading = readRangeText(draft[field]);
  if (reading.state === 'empty') return wrong(field, t`Type where the range begins and ends.`, true);
  if (reading.state === 'wrong') return wrong(field, reading.reason);
  const price = rangePrice(reading.value, { side: draft.side, touch: touchOf(book), tick: terms.tick });
  if (price !== null) return { ok: true, value: price };
  return wrong(field, book.state === 'none' ? book.reason : t`No such price in the book of now.`);
}

type Amount = LadderPlan['amount'];

function readAmount(draft: LadderDraft, facts: LadderFacts): Read<Amount> {
  const reading = readSizeText(draft.size);
  if (reading.state === 'empty') return wrong('size', t`Type the size of all rungs together.`, true);
  if (reading.state === 'wrong') return wrong('size', reading.reason);
  const { value } = reading;
  if (value.kind === 'share') return readShare(value.fraction, draft, facts);
  if (value.kind !== 'amount') return wrong('size', t`Of a ladder say how much in all: 0.5, 5000q or 50%.`);
  return { ok: true, value: { in: value.unit === 'quote' ? 'quote' : 'size', figure: value.amount } };
}

/** Of what is free, the dearest fee on top. */
function readShare(fraction: Decimal, { side }: LadderDraft, { terms, free, rates }: LadderFacts): Read<Amount> {
  if (terms.venue === 'futures')
    return wrong('size', t`On futures say lots or an amount of quote currency: 12, 5000q.`);
  const held = side === 'buy' ? free.quote : free.base;
  if (held === null) return wrong('size', t`What is free is not known now: type an amount.`);
  const figure = multiply(held, fraction);
  if (side === 'sell') return { ok: true, value: { in: 'size', figure } };
  const withFee = add('1', rates === null ? '0.001' : dearer(rates));
  return {
    ok: true,
    value: { in: 'quote', figure: divide(figure, withFee, { scale: 12, rounding: 'down' }) },
  };
}
