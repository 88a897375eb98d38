/** Where no price list says which currencies there are, the coins that most pairs are priced in. */
export const commonCurrencies: readonly string[] = ['USDT', 'USDC', 'BTC', 'ETH'];

/** Digits after the point of a value: cents of a dollar, and of a coin that is worth many of them six. */
export function moneyDecimals(currency: string): number {
  return /USD|EUR/u.test(currency) ? 2 : 6;
}
