import * as z from 'zod/mini';
import { findCurrency } from '#practice/accounts/currencies/currency.ts';
import { accept, refuse } from '#practice/kernel/kernel.ts';
import type { IsolatedPair, MarginCurrency } from '#practice/margin/types.ts';
import type { JsonFields, JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { choice, readQuery, symbol, text } from '../endpoint/fields.ts';

const LimitsQuery = z.object({
  isIsolated: choice('true', 'false'),
  currency: z.exactOptional(text(16)),
  symbol: z.exactOptional(symbol),
});

/**
 * GET /api/v3/margin/currencies: what may be borrowed, by currency for cross margin and by pair for isolated margin;
 * docs/exchange/records.md §13.2.
 */
export function listBorrowLimits(call: SignedCall): Answer {
  const query = readQuery(LimitsQuery, call.query);
  if (!query.ok) return query;
  const { isIsolated, currency, symbol: name } = query.value;
  const { currencies, isolatedPairs } = call.exchange.margin.terms;
  if (isIsolated === 'true') {
    const pairs = isolatedPairs.filter(pair => name === undefined || pair.symbol === name);
    if (pairs.length === 0) return refuse('not-isolated', `${name ?? ''} has no isolated margin`, 'symbol');
    return accept(pairs.map(pair => writePair(pair, call)));
  }
  const found = currencies.filter(each => currency === undefined || each.currency === currency);
  if (found.length === 0) return refuse('borrow-disabled', `${currency ?? ''} cannot be borrowed here`, 'currency');
  return accept(found.map(each => writeCurrency(each, call.nowMs)));
}

function writeCurrency(terms: MarginCurrency, timestamp: number): JsonValue {
  return {
    timestamp,
    currency: terms.currency,
    borrowMaxAmount: terms.borrowLimit,
    borrowMinAmount: terms.borrowMinimum,
    borrowMinUnit: terms.borrowIncrement,
    precision: precisionOf(terms.currency),
    borrowCoefficient: '1',
    marginCoefficient: '1',
    borrowEnabled: true,
  };
}

function writePair({ symbol: name }: IsolatedPair, call: SignedCall): JsonValue {
  const pair = call.exchange.spot.pair(name);
  return {
    timestamp: call.nowMs,
    symbol: name,
    ...writeSide('base', pair?.baseCurrency, call),
    ...writeSide('quote', pair?.quoteCurrency, call),
  };
}

function writeSide(side: 'base' | 'quote', currency: string | undefined, call: SignedCall): JsonFields {
  const terms = call.exchange.margin.terms.currencies.find(each => each.currency === currency);
  return {
    [`${side}MaxBorrowAmount`]: terms?.borrowLimit ?? '0',
    [`${side}BorrowMinAmount`]: terms?.borrowMinimum ?? '0',
    [`${side}BorrowMinUnit`]: terms?.borrowIncrement ?? '0',
    [`${side}Precision`]: precisionOf(currency ?? ''),
    [`${side}BorrowCoefficient`]: '1',
    [`${side}MarginCoefficient`]: '1',
    [`${side}BorrowEnabled`]: terms !== undefined,
  };
}

function precisionOf(currency: string): number {
  return findCurrency(currency)?.precision ?? 8;
}
