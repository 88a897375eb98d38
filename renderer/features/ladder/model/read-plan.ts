import { add, type Decimal, divide, maximum, minimum, multiply, toDecimal } from '#shared/decimal.ts';
import { rangePrice, readRangeText } from '#shared/order-entry/ladder/range-text.ts';
import { composeLadder, type LadderField, type LadderPlan, type Rung } from '#shared/order-entry/ladder/rungs.ts';
import { type MarketTerms, sizeOfBase, toLots } from '#shared/order-entry/market-terms.ts';
import { largestSize } from '#shared/order-entry/size.ts';
import { dearer } from '#shared/order-entry/order-cost.ts';
import { readSizeText } from '#shared/order-entry/size-text.ts';
import type { LadderDraft } from './ladder-draft.ts';
import { touchOf } from '#shared/domain/market/action-book.ts';
import type { LadderFacts } from './ladder-facts.ts';
import { t } from '#shared/words/t.ts';

export type PlanField = 'near' | 'far' | 'count' | 'skew' | 'size' | 'life';

export type PlanReading =
  | { readonly ok: true; readonly rungs: readonly Rung[] }
  /** `isEmpty`: something has not been typed yet, which is no mistake */
  | { readonly ok: false; readonly field: PlanField; readonly reason: string; readonly isEmpty: boolean };

type Fault = Extract<PlanReading, { ok: false }>;
type Read<T> = { readonly ok: true; readonly value: T } | Fault;

function invalid(field: PlanField, reason: string, isEmpty = false): Fault {
  return { ok: false, field, reason, isEmpty };
}

const fieldOf: Readonly<Record<LadderField, PlanField>> = { range: 'far', count: 'count', skew: 'skew', size: 'size' };

/** The rungs that the draft comes to in the market of now; the first thing that is wrong with it otherwise. */
export function readPlan(draft: LadderDraft, facts: LadderFacts): PlanReading {
  const near = readEnd('near', draft, facts);
  if (!near.ok) return near;
  const far = readEnd('far', draft, facts);
  if (!far.ok) return far;
  const ends = [near.value, far.value] as const;
  const amount = readAmount(draft, ends, facts);
  if (!amount.ok) return amount;
  const skew = draft.shape === 'flat' ? '1' : toDecimal(draft.skew.trim());
  if (skew === null) return invalid('skew', t`Type how many times, like 2.`);
  const { side, shape } = draft;
  const count = /^\d{1,4}$/.test(draft.count.trim()) ? Number(draft.count) : 0;
  const plan: LadderPlan = { side, shape, skew, count, ends, amount: amount.value };
  const made = composeLadder(plan, facts.terms);
  return made.ok ? made : invalid(fieldOf[made.field], made.reason);
}

function readEnd(field: 'near' | 'far', draft: LadderDraft, { terms, book }: LadderFacts): Read<Decimal> {
  const reading = readRangeText(draft[field]);
  if (reading.state === 'empty') return invalid(field, t`Type where the range begins and ends.`, true);
  if (reading.state === 'invalid') return invalid(field, reading.reason);
  const price = rangePrice(reading.value, { side: draft.side, touch: touchOf(book), tick: terms.tick });
  if (price !== null) return { ok: true, value: price };
  return invalid(field, book.state === 'none' ? book.reason : t`No such price in the book of now.`);
}

type Amount = LadderPlan['amount'];

function readAmount(draft: LadderDraft, ends: LadderPlan['ends'], facts: LadderFacts): Read<Amount> {
  const { terms } = facts;
  const reading = readSizeText(draft.size, terms);
  if (reading.state === 'empty') return invalid('size', t`Enter the total size.`, true);
  if (reading.state === 'invalid') return invalid('size', reading.reason);
  const { value } = reading;
  if (value.kind === 'share')
    return terms.venue === 'futures'
      ? readShareOfMargin(value.fraction, draft, { ...facts, ends })
      : readShare(value.fraction, draft, facts);
  if (value.kind !== 'amount') return invalid('size', t`Enter the total size of the scaled order: 0.5, 5000q or 50%.`);
  return value.unit === 'quote' ? inQuote(value.amount) : readUnits(value.amount, value.unit, terms);
}

function inQuote(figure: Decimal): Read<Amount> {
  return { ok: true, value: { in: 'quote', figure } };
}

function inSize(figure: Decimal): Read<Amount> {
  return { ok: true, value: { in: 'size', figure } };
}

/** Base currency of a contract is as many lots at any price, unless the contract is inverse. */
function readUnits(amount: Decimal, unit: 'base' | 'lots' | null, terms: MarketTerms): Read<Amount> {
  const isSpot = terms.venue === 'spot';
  if (unit === 'lots' && isSpot) return invalid('size', t`Only contracts are counted in lots.`);
  if (unit !== 'base' || isSpot) return inSize(amount);
  return terms.isInverse
    ? invalid('size', t`The lots of an inverse contract depend on the price: say lots or ${terms.quoteCurrency}.`)
    : inSize(sizeOfBase(amount, '1', terms));
}

/** Of the lots that the available margin pays for at the price of the range that needs the most. */
function readShareOfMargin(
  fraction: Decimal,
  { side, leverage }: LadderDraft,
  { terms, free, rates, ends }: LadderFacts & Pick<LadderPlan, 'ends'>,
): Read<Amount> {
  const largest = largestSize({
    terms,
    side,
    price: terms.isInverse ? minimum(...ends) : maximum(...ends),
    available: free.quote,
    feeRate: rates === null ? unknownFeeRate : dearer(rates),
    leverage: toDecimal(leverage.trim()),
  });
  return largest === null
    ? invalid('size', t`The available amount or the leverage is unknown. Type an amount.`)
    : inSize(toLots(multiply(largest, fraction), terms));
}

/** Above what any account pays, while the rates are not known. */
const unknownFeeRate = '0.001';

/** Of what is free, the dearest fee on top. */
function readShare(fraction: Decimal, { side }: LadderDraft, { free, rates }: LadderFacts): Read<Amount> {
  const held = side === 'buy' ? free.quote : free.base;
  if (held === null) return invalid('size', t`The available amount is unknown. Type an amount.`);
  const figure = multiply(held, fraction);
  if (side === 'sell') return { ok: true, value: { in: 'size', figure } };
  const withFee = add('1', rates === null ? unknownFeeRate : dearer(rates));
  return {
    ok: true,
    value: { in: 'quote', figure: divide(figure, withFee, { scale: 12, rounding: 'down' }) },
  };
}
