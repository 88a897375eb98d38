import type { Decimal } from '#shared/decimal.ts';
import type { MarginCurrency, MarginTerms } from '#practice/margin/types.ts';

/** [currency, interest of a day, least loan, step of a loan, most that one user may owe] */
type CurrencyOutline = readonly [string, Decimal, Decimal, Decimal, Decimal];

const currencies: readonly CurrencyOutline[] = [
  ['USDT', '0.000296', '10', '1', '2000000'],
  ['BTC', '0.000071', '0.001', '0.0001', '25'],
  ['ETH', '0.000089', '0.01', '0.001', '400'],
  ['SOL', '0.00021', '0.1', '0.01', '6000'],
  ['XRP', '0.000184', '10', '1', '400000'],
  ['DOGE', '0.00024', '50', '1', '2000000'],
  ['KCS', '0.00012', '1', '0.1', '20000'],
  ['USDC', '0.000263', '10', '1', '1000000'],
];

function currencyOf([
  currency,
  dailyRate,
  borrowMinimum,
  borrowIncrement,
  borrowLimit,
]: CurrencyOutline): MarginCurrency {
  return { currency, dailyRate, borrowMinimum, borrowIncrement, borrowLimit };
}

/**
 * The terms of margin trading: the service's own leverage, lines and dollar rate (docs/exchange/matching.md §11), rates
 * and limits of the other currencies of our own choice.
 */
export const marginTerms: MarginTerms = {
  maxLeverage: 5,
  warningDebtRatio: '0.95',
  liquidationDebtRatio: '0.97',
  currencies: currencies.map(currencyOf),
  isolatedPairs: [
    { symbol: 'BTC-USDT', maxLeverage: 10 },
    { symbol: 'ETH-USDT', maxLeverage: 10 },
    { symbol: 'SOL-USDT', maxLeverage: 10 },
    { symbol: 'XRP-USDT', maxLeverage: 10 },
    { symbol: 'ETH-BTC', maxLeverage: 5 },
  ],
};
