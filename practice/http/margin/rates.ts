import * as z from 'zod/mini';
import { divide, multiply } from '#shared/decimal.ts';
import { accept, refuse } from '#practice/kernel/kernel.ts';
import type { MarginCurrency } from '#practice/margin/types.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { Answer, SignedCall } from '../endpoint/endpoint.ts';
import { orElse, readQuery, text, wholeText } from '../endpoint/fields.ts';

const highestLevel = 12;
const hoursADay = '24';
const daysAYear = '365';
const rateScale = 10;

const RatesQuery = z.object({
  vipLevel: orElse(wholeText({ minimum: 0, maximum: highestLevel }), 0),
  currency: z.exactOptional(text(800)),
});

/** What an hour of a loan costs is rounded up, as it is charged. */
function writeRate({ currency, dailyRate }: MarginCurrency): JsonValue {
  return {
    currency,
    hourlyBorrowRate: divide(dailyRate, hoursADay, { scale: rateScale, rounding: 'up' }),
    annualizedBorrowRate: multiply(dailyRate, daysAYear),
  };
}

/** GET /api/v3/margin/borrowRate: every currency that is lent, or those asked for; each level pays the same here. */
export function listBorrowRates(call: SignedCall): Answer {
  const query = readQuery(RatesQuery, call.query);
  if (!query.ok) return query;
  const { vipLevel, currency } = query.value;
  const { currencies } = call.exchange.margin.terms;
  const wanted = currency?.split(',');
  const unknown = wanted?.find(code => !currencies.some(each => each.currency === code));
  if (unknown !== undefined) return refuse('borrow-disabled', `${unknown} cannot be borrowed here`, 'currency');
  const found = currencies.filter(each => wanted?.includes(each.currency) ?? true);
  return accept({ vipLevel, items: found.map(writeRate) });
}
