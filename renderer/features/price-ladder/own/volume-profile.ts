import { add, type Decimal, isPositive, normalise, roundToStep } from '#shared/decimal.ts';
import type { Side } from '#shared/domain/scalars.ts';
import type { PublicTrade } from '#shared/domain/market/trade.ts';

type SeenTrade = Pick<PublicTrade, 'sequence' | 'price' | 'size' | 'takerSide'>;

/** What traded at each price since the ladder was opened. */
export interface VolumeProfile {
  /** each trade once, also when it is repeated */
  readonly take: (trades: readonly SeenTrade[]) => void;
  /** at the row of a price that covers a whole step; `0`: nothing */
  readonly at: (price: Decimal, step: Decimal) => Decimal;
  /** what takers of a side have taken at exactly this price, all together */
  readonly takenAt: (price: Decimal, takerSide: Side) => Decimal;
}

/** This many trades are recognized as repeats, which come right after a reconnect. */
const remembered = 5000;

function put(into: Map<Decimal, Decimal>, price: Decimal, size: Decimal): void {
  into.set(price, add(into.get(price) ?? '0', size));
}

export function createVolumeProfile(): VolumeProfile {
  const seen = new Set<string>();
  const taken: Readonly<Record<Side, Map<Decimal, Decimal>>> = { buy: new Map(), sell: new Map() };
  let rows = new Map<Decimal, Decimal>();
  let rowsOf: Decimal | null = null;
  // a taker that buys meets asks, which a grouped book puts into the row above
  const putInRow = (price: Decimal, takerSide: Side, size: Decimal) => {
    if (rowsOf !== null) put(rows, roundToStep(price, rowsOf, takerSide === 'buy' ? 'ceil' : 'floor'), size);
  };
  const regroup = (step: Decimal) => {
    rowsOf = step;
    rows = new Map();
    for (const side of ['buy', 'sell'] as const) for (const [price, size] of taken[side]) putInRow(price, side, size);
  };
  const isNew = (sequence: string) => {
    if (seen.has(sequence)) return false;
    seen.add(sequence);
    for (const oldest of seen) {
      if (seen.size <= remembered) break;
      seen.delete(oldest);
    }
    return true;
  };
  return {
    take: trades => {
      for (const { sequence, price, size, takerSide } of trades) {
        if (!isPositive(size) || !isNew(sequence)) continue;
        put(taken[takerSide], normalise(price), size);
        putInRow(price, takerSide, size);
      }
    },
    at: (price, step) => {
      if (rowsOf !== step) regroup(step);
      return rows.get(normalise(price)) ?? '0';
    },
    takenAt: (price, takerSide) => taken[takerSide].get(normalise(price)) ?? '0',
  };
}
