import { compare, type Decimal, maximum } from '#shared/decimal.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';

/** A tape longer than this is not read by anyone. */
const mostRows = 200;

/** Sequences may exceed 2^53; what is no number comes last. */
function sequenceOf(trade: PublicTrade): bigint {
  return /^\d+$/.test(trade.sequence) ? BigInt(trade.sequence) : -1n;
}

/** Newest first, at most as many as the tape shows. The answers of the two venues come in different orders. */
export function newestFirst(trades: readonly PublicTrade[]): readonly PublicTrade[] {
  const ranked = trades.map(trade => ({ trade, sequence: sequenceOf(trade) }));
  ranked.sort((a, b) =>
    a.sequence === b.sequence ? b.trade.timeMs - a.trade.timeMs : a.sequence < b.sequence ? 1 : -1,
  );
  return ranked.slice(0, mostRows).map(({ trade }) => trade);
}

/**
 * An answer joined to the shown trades. When the two are not adjacent, trades in between are missing, and a tape with
 * an invisible gap is worse than a short one: then only the answer counts.
 */
export function joinTape(previous: readonly PublicTrade[] | undefined, next: readonly PublicTrade[]): PublicTrade[] {
  if (previous === undefined) return [...next];
  const answered = new Set(next.map(trade => trade.sequence));
  if (!previous.some(trade => answered.has(trade.sequence))) return [...next];
  return [...newestFirst([...next, ...previous.filter(trade => !answered.has(trade.sequence))])];
}

/** The largest size among the trades, to draw the others against; `0` when there are none. */
export function largestSize(trades: readonly PublicTrade[]): Decimal {
  return trades.reduce<Decimal>((largest, { size }) => maximum(largest, size), '0');
}

/** How long the bar of a size is, 0..1 in steps of 1/50. Square root: one giant must not flatten all the others. */
export function sizeShare(size: Decimal, largest: Decimal): number {
  if (compare(largest, '0') <= 0) return 0;
  return Math.round(Math.sqrt(Number(size) / Number(largest)) * 50) / 50;
}
