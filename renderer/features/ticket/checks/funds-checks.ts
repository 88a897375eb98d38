import { absolute, add, compare, type Decimal, fromNumber, isPositive, multiply } from '#shared/decimal.ts';
import type { FuturesContract, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { quoteWorthOf } from '#shared/order-entry/market-terms.ts';
import { dearer } from '#shared/order-entry/order-cost.ts';
import { formatDecimal } from '#lib/format.ts';
import type { TicketFigures } from '../model/figures.ts';
import { type ValidationError, validationError, type QuickFix } from '../model/validation.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { type Check, put, putSize } from './check.ts';
import { t } from '#shared/words/t.ts';

/** What it is paid with, fees counted, against what is there. An order that borrows what it lacks is not held back. */
export const checkFunds: Check = (figures, facts) => {
  if (figures.draft.isAutoBorrow) return null;
  if (facts.terms.venue === 'futures') return checkMargin(figures, facts);
  return figures.draft.side === 'sell' ? checkHeld(figures, facts) : checkPaid(figures, facts);
};

const checkHeld: Check = (figures, facts) =>
  lack(
    figures.size,
    { available: facts.funds.base, words: facts.terms.baseCurrency, title: t`Lower the size.` },
    figures.largest === null ? null : putSize(figures.largest, facts.terms),
  );

function checkPaid(figures: TicketFigures, facts: TicketFacts): ValidationError | null {
  const { funds, largest, isBeyondBook } = figures;
  // the exchange holds for all of the order when it is placed, also for a part that it then cancels
  const { cost } = figures.whole;
  const paid = funds ?? (isBeyondBook ? leastFor(figures, facts) : heldFor(figures, facts));
  const fee = isBeyondBook ? feeOn(paid, facts) : (cost?.largestFee ?? '0');
  const needed = paid === null ? null : add(paid, fee);
  const words = t`${facts.terms.quoteCurrency} with fees`;
  return lack(
    needed,
    { available: facts.funds.quote, words, title: t`Lower the size.`, isAtLeast: isBeyondBook && funds === null },
    largest === null ? null : putSize(largest, facts.terms),
  );
}

/** What the book shown does not hold is asked for at its last price or above it. Null: it shows nothing. */
function leastFor({ walk }: TicketFigures, { terms }: TicketFacts): Decimal | null {
  if (walk === null || walk.worstPrice === null) return null;
  return add(walk.worth, quoteWorthOf(walk.rest, walk.worstPrice, terms));
}

function feeOn(paid: Decimal | null, { rates }: TicketFacts): Decimal {
  return paid === null || rates === null ? '0' : multiply(paid, dearer(rates));
}

interface Purse {
  readonly available: Decimal | null;
  readonly words: string;
  readonly title: string;
  /** it needs at least this, and possibly more */
  readonly isAtLeast?: boolean;
}

function lack(needed: Decimal | null, purse: Purse, fix: QuickFix | null): ValidationError | null {
  const { available, words, title, isAtLeast = false } = purse;
  if (available === null || needed === null || compare(needed, available) <= 0) return null;
  const digits = { maximumDecimals: 8 };
  const [needs, free] = [formatDecimal(needed, digits), formatDecimal(available, digits)];
  const text = isAtLeast
    ? t`Needs at least ${needs} ${words} and more than the loaded order book holds; ${free} available.`
    : t`Needs ${needs} ${words}; ${free} available.`;
  return validationError('size', { title, text }, [fix]);
}

/** A limit buy is held for at its limit, a market buy at what the book asks. */
function heldFor({ kind, size, prices, whole: { cost } }: TicketFigures, { terms }: TicketFacts): Decimal | null {
  if (kind !== 'market' && size !== null && prices.reference !== null)
    return quoteWorthOf(size, prices.reference, terms);
  return cost?.worth ?? null;
}

function checkMargin({ whole: { outlook }, largest }: TicketFigures, facts: TicketFacts): ValidationError | null {
  const words = t`${facts.terms.settleCurrency} of margin with fees`;
  const title = t`Lower the size or raise the leverage.`;
  const fix = largest === null ? null : putSize(largest, facts.terms);
  return lack(outlook?.marginNeeded ?? null, { available: facts.funds.quote, words, title }, fix);
}

/** Only an open position of the other side can be reduced, and by no more than it is. */
export const checkReduction: Check = ({ draft, size }, facts) => {
  const { position, terms } = facts;
  if (terms.venue === 'spot' || !(draft.isReduceOnly || draft.isClose)) return null;
  const field = draft.isClose ? 'isClose' : 'isReduceOnly';
  if (position === undefined) return validationError(field, { title: t`Wait.`, text: t`The position is unknown.` });
  if (position === null) {
    const words = { title: t`There is nothing to reduce.`, text: t`No position in ${terms.symbol} is open.` };
    return validationError(field, words, [{ label: t`Open position`, edit: { isReduceOnly: false, isClose: false } }]);
  }
  return checkWay(position.quantity, draft.side) ?? checkRest(position.quantity, size, facts);
};

function checkWay(quantity: Decimal, side: Side): ValidationError | null {
  const isLong = isPositive(quantity);
  if (isLong !== (side === 'buy')) return null;
  const way = isLong ? 'sell' : 'buy';
  const text = t`A ${isLong ? t`long` : t`short`} of ${formatDecimal(quantity)} lots is reduced by a ${isLong ? t`sell` : t`buy`}.`;
  return validationError('side', { title: t`Change the side.`, text }, [
    { label: isLong ? t`Sell` : t`Buy`, edit: { side: way } },
  ]);
}

function checkRest(quantity: Decimal, size: Decimal | null, facts: TicketFacts): ValidationError | null {
  const lots = absolute(quantity);
  if (size === null || compare(size, lots) <= 0) return null;
  const text = t`${formatDecimal(size)} lots are more than the ${formatDecimal(lots)} of the position.`;
  return validationError('size', { title: t`Lower the size.`, text }, [putSize(lots, facts.terms)]);
}

/** The lower limit of contract and first risk level; null: the exchange states neither. */
function mostLeverage({ maxLeverage }: FuturesContract, levels: readonly RiskLimitLevel[]): Decimal | null {
  const limits = [maxLeverage, levels[0]?.maxLeverage ?? null].filter(limit => limit !== null);
  return limits.length === 0 ? null : fromNumber(Math.min(...limits));
}

export const checkLeverage: Check = ({ draft, leverage }, { contract, levels }) => {
  if (contract === null || draft.isReduceOnly || draft.isClose || draft.marginMode === 'cross') return null;
  const most = mostLeverage(contract, levels);
  if (leverage === null || compare(leverage, '1') < 0) {
    const typed = draft.leverage.trim() === '' ? t`is empty` : draft.leverage;
    const text =
      most === null ? t`Leverage ${typed}; it is at least 1.` : t`Leverage ${typed}; it goes from 1 to ${most}.`;
    return validationError('leverage', { title: t`Change the leverage.`, text }, [put('leverage', '1')]);
  }
  if (most === null || compare(leverage, most) <= 0) return null;
  const text = t`Leverage ${formatDecimal(leverage)} is above ${most}.`;
  return validationError('leverage', { title: t`Lower the leverage.`, text }, [put('leverage', most)]);
};
