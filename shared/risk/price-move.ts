import { add, type Decimal } from '../decimal.ts';
import { codeOf } from '../policy/rates.ts';

/** What is supposed to happen to prices: `by` is a fraction above −1, of one coin, or of all that move. */
export interface PriceMove {
  /** null: all coins */
  readonly coin: string | null;
  readonly by: Decimal;
}

/**
 * The currency of account. It is constant in every move, and so are the quote currencies of contracts: in a market in
 * which all coins fall the dollar does not.
 */
export interface ConstantCurrencies {
  readonly valueCurrency: string;
  readonly quotes: ReadonlySet<string>;
}

/** Dollars and what is pegged to them: what the desk counts in, and what contracts are quoted in. docs/risk.md §3. */
export const dollarConstants: ConstantCurrencies = { valueCurrency: 'USDT', quotes: new Set(['USD', 'USDT', 'USDC']) };

/** What the price of a currency is multiplied by; 1: it does not move. */
export function factorOf(
  currency: string,
  { coin, by }: PriceMove,
  { valueCurrency, quotes }: ConstantCurrencies,
): Decimal {
  const code = codeOf(currency);
  if (code === valueCurrency || quotes.has(currency) || quotes.has(code)) return '1';
  return coin === null || coin === code ? add('1', by) : '1';
}
