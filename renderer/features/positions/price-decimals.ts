import { scaleOf } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';

/**
 * The most digits that a price of each contract was ever seen with: its tick, as far as prices show it. The exchange
 * cuts zeros off, and a figure whose digits come and go jumps to and fro under the eye.
 */
const seen = new Map<string, number>();

/** Digits after the point for the prices of a position's contract. */
export function priceDecimals({
  symbol,
  markPrice,
  liquidationPrice,
}: Pick<Position, 'symbol' | 'markPrice' | 'liquidationPrice'>): number {
  const decimals = Math.max(seen.get(symbol) ?? 0, scaleOf(markPrice ?? '0'), scaleOf(liquidationPrice ?? '0'));
  seen.set(symbol, decimals);
  return decimals;
}

/** An average has as many digits as the division gave; the eye wants those of the other prices. */
export function pricePrecision(position: Position) {
  const decimals = priceDecimals(position);
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

/** Digits of money in the settlement currency of a position. */
export function moneyPrecision({ settleCurrency }: Position) {
  const decimals = settleCurrency === 'XBT' ? 8 : 2;
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

/** Digits of a profit that is read in a row: a millionth of a bitcoin is a few cents. */
export function profitPrecision({ settleCurrency }: Position) {
  const decimals = settleCurrency === 'XBT' ? 6 : 2;
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}

/** Digits of an amount that is read for its size. */
export function sizePrecision({ settleCurrency }: Position) {
  const decimals = settleCurrency === 'USDT' || settleCurrency === 'USDC' ? 0 : 4;
  return { minimumDecimals: decimals, maximumDecimals: decimals };
}
