/** The line of an isolated pair is its symbol and one of its coins. */
export function isolatedLine(symbol: string, currency: string): string {
  return `${symbol} ${currency}`;
}
