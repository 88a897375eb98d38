import { add, type Decimal } from '../decimal.ts';
import { codeOf } from '../policy/rates.ts';

/** What is supposed to happen to prices: `by` is a fraction above −1, of one coin, or of all that move. */
export interface PriceMove {
  /** null: all coins */
  readonly coin: string | null;
  readonly by: Decimal;
}

/**
 * What things are counted in. It stands still in every move, and so do the currencies that contracts are quoted in: a
 * market in which all coins fall is one in which dollars do not.
 */
export interface Standstill {
  readonly valueCurrency: string;
  readonly quotes: ReadonlySet<string>;
}

/** Dollars and what is pegged to them: what the desk counts in, and what contracts are quoted in. docs/risk.md §3. */
export const dollarStandstill: Standstill = { valueCurrency: 'USDT', quotes: new Set(['USD', 'USDT', 'USDC']) };

/** What the price of a currency is multiplied by; 1: it does not move. */
export function factorOf(currency: string, { coin, by }: PriceMove, { valueCurrency, quotes }: Standstill): Decimal {
  const code = codeOf(currency);
  if (code === valueCurrency || quotes.has(currency) || quotes.has(code)) return '1';
  return coin === null || coin === code ? add('1', by) : '1';
}
