import { type Decimal, fromNumber, roundToStep } from '#shared/decimal.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import type { Outcome, Random, Refusal } from '#practice/kernel/kernel.ts';
import type { SpotVenue } from '#practice/spot/types.ts';

/** What the desk trades with. */
export interface DeskParts {
  readonly accountId: string;
  readonly ledger: Ledger;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly random: Random;
  /** where the market is fair now, as a double */
  readonly fairPrice: (symbol: string) => number;
  /** lets the makers of a market quote around its fair price while the desk's day is told */
  readonly requote: (symbol: string) => void;
  /** the simulated trader who takes the desk's quotes while its day is told */
  readonly takerOf: (symbol: string) => string;
  /** an order of the desk was refused: the tables no longer fit the market */
  readonly onRefusal: (symbol: string, refusal: Refusal) => void;
}

/** The price that lies `away` (0.02 = 2 % above) from the fair one, on the market's tick. */
export function priceAway(parts: DeskParts, symbol: string, away: number): Decimal {
  const tick = parts.spot.pair(symbol)?.priceIncrement ?? parts.futures.contract(symbol)?.tickSize;
  if (tick === undefined) throw new Error(`no such market: ${symbol}`);
  return roundToStep(fromNumber(parts.fairPrice(symbol) * (1 + away)), tick, 'floor');
}

/** The value, or null after the refusal has been reported. */
export function accepted<T>(parts: DeskParts, symbol: string, outcome: Outcome<T>): T | null {
  if (outcome.ok) return outcome.value;
  parts.onRefusal(symbol, outcome);
  return null;
}
