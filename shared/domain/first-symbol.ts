/** The pair of a window that has never been used; main gets its book ready before the page asks for it. */
export const firstSymbol = 'BTC-USDT';
