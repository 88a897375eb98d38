import { type Decimal, fromNumber, roundToStep } from '#shared/decimal.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import type { MarginVenue } from '#practice/margin/types.ts';
import type { Outcome, Random, Rejection } from '#practice/kernel/kernel.ts';
import type { SpotVenue } from '#practice/spot/types.ts';

/** What the prepared account trades with. */
export interface PreparedAccountOptions {
  readonly accountId: string;
  readonly ledger: Ledger;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly margin: MarginVenue;
  readonly random: Random;
  /** where the market is fair now, as a double */
  readonly fairPrice: (symbol: string) => number;
  /** lets the makers of a market quote around its fair price while the account's past day is made */
  readonly requote: (symbol: string) => void;
  /** the simulated trader who takes the account's quotes meanwhile */
  readonly takerOf: (symbol: string) => string;
  /** runs something as if it were so long ago; what trades must not */
  readonly ago: <T>(ms: number, run: () => T) => T;
  /** an order of the account was refused: the tables no longer fit the market */
  readonly onRejection: (symbol: string, rejection: Rejection) => void;
}

/** The price that lies `away` (0.02 = 2 % above) from the fair one, on the market's tick. */
export function priceAway(options: PreparedAccountOptions, symbol: string, away: number): Decimal {
  const tick = options.spot.pair(symbol)?.priceIncrement ?? options.futures.contract(symbol)?.tickSize;
  if (tick === undefined) throw new Error(`no such market: ${symbol}`);
  return roundToStep(fromNumber(options.fairPrice(symbol) * (1 + away)), tick, 'floor');
}

/** The value, or null after the rejection has been reported. */
export function accepted<T>(options: PreparedAccountOptions, symbol: string, outcome: Outcome<T>): T | null {
  if (outcome.ok) return outcome.value;
  options.onRejection(symbol, outcome);
  return null;
}
