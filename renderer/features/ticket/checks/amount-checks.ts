import {
  add,
  compare,
  type Decimal,
  isMultipleOf,
  isPositive,
  maximum,
  multiply,
  roundToStep,
  subtract,
} from '#shared/decimal.ts';
import { quoteWorthOf, sizeOfQuote } from '#shared/order-entry/market-terms.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatPrice } from '#lib/tick.ts';
import { type ValidationError, validationError, type QuickFix } from '../model/validation.ts';
import { type Check, putPrice, putSize } from './check.ts';
import { t } from '#shared/words/t.ts';

export const checkPrice: Check = ({ draft, prices }, { terms }) => {
  const { limit } = prices;
  if (limit === null || prices.isFollowing) return null;
  if (!isMultipleOf(limit, terms.tick)) {
    const near = roundToStep(limit, terms.tick, draft.side === 'buy' ? 'floor' : 'ceil');
    const text = t`${formatDecimal(limit)} is not a multiple of the tick ${terms.tick}.`;
    return validationError('price', { title: t`Round the price to the tick.`, text }, [
      isPositive(near) ? putPrice('price', near, terms.tick) : null,
    ]);
  }
  if (terms.mostPrice === null || compare(limit, terms.mostPrice) <= 0) return null;
  const text = t`${formatPrice(limit, terms.tick)} is above the highest price ${formatPrice(terms.mostPrice, terms.tick)}.`;
  return validationError('price', { title: t`Lower the price.`, text }, [
    putPrice('price', terms.mostPrice, terms.tick),
  ]);
};

/** docs/exchange/matching.md §5: around the last price on spot, around mark on futures. */
export const checkCollar: Check = ({ kind, prices }, { terms, lastPrice, markPrice }) => {
  const around = terms.venue === 'spot' ? lastPrice : markPrice;
  const { limit } = prices;
  // a stop is judged when it is set off, where the price will be then
  if (kind !== 'limit' || limit === null || around === null || terms.collarRate === null) return null;
  const reach = multiply(around, terms.collarRate);
  const low = roundToStep(subtract(around, reach), terms.tick, 'ceil');
  const high = roundToStep(add(around, reach), terms.tick, 'floor');
  const bound = compare(limit, high) > 0 ? high : compare(limit, low) < 0 ? low : null;
  if (bound === null) return null;
  const side = bound === high ? t`above the highest` : t`below the lowest`;
  const title = bound === high ? t`Lower the price.` : t`Raise the price.`;
  const text = t`${formatPrice(limit, terms.tick)} is ${side} price that the exchange takes now, ${formatPrice(bound, terms.tick)}.`;
  return validationError('price', { title, text }, [putPrice('price', bound, terms.tick)]);
};

export const checkSize: Check = ({ size }, facts) => {
  const { terms } = facts;
  if (size === null) return null;
  if (compare(size, terms.leastSize) < 0) {
    const text = t`Size ${formatDecimal(size)} is below ${formatDecimal(terms.leastSize)}.`;
    return validationError('size', { title: t`Raise the size.`, text }, [putSize(terms.leastSize, facts.terms)]);
  }
  if (terms.mostSize !== null && compare(size, terms.mostSize) > 0) {
    const text = t`Size ${formatDecimal(size)} is above ${formatDecimal(terms.mostSize)}.`;
    return validationError('size', { title: t`Lower the size.`, text }, [putSize(terms.mostSize, facts.terms)]);
  }
  if (isMultipleOf(size, terms.lot)) return null;
  const whole = roundToStep(size, terms.lot, 'down');
  const text = t`Size ${formatDecimal(size)} is not a multiple of ${formatDecimal(terms.lot)}.`;
  return validationError('size', { title: t`Cut the size to whole lots.`, text }, [putSize(whole, facts.terms)]);
};

export const checkValue: Check = ({ size, funds, entry }, facts) => {
  const { leastFunds } = facts.terms;
  if (leastFunds === null) return null;
  const limit = { least: leastFunds, currency: facts.terms.quoteCurrency };
  if (funds !== null)
    return checkLeast(funds, { label: t`Use ${leastFunds}q`, edit: { size: `${leastFunds}q` } }, limit);
  if (size === null || entry === null) return null;
  const least = add(sizeOfQuote(leastFunds, entry, facts.terms), facts.terms.lot);
  return checkLeast(
    quoteWorthOf(size, entry, facts.terms),
    putSize(maximum(least, facts.terms.leastSize), facts.terms),
    limit,
  );
};

interface Least {
  readonly least: Decimal;
  readonly currency: string;
}

function checkLeast(worth: Decimal, fix: QuickFix | null, { least, currency }: Least): ValidationError | null {
  if (compare(worth, least) >= 0) return null;
  const is = formatDecimal(worth, { maximumDecimals: 8 });
  const text = t`The value is ${is} ${currency}, below the minimum of ${formatDecimal(least)}.`;
  return validationError('size', { title: t`Raise the size.`, text }, [fix]);
}
