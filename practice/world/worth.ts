import { type Decimal, multiply } from '#shared/decimal.ts';
import type { SpotVenue } from '../spot/types.ts';

/** What an amount is worth in USDT by the last trade; null: there is no such pair or it has not traded yet. */
export function valueUsdt(spot: SpotVenue, currency: string, amount: Decimal): Decimal | null {
  if (currency === 'USDT') return amount;
  const price = spot.lastPrice(`${currency}-USDT`);
  return price === null ? null : multiply(price, amount);
}
