import { absolute, add, compare, type Decimal, divide, isPositive, subtract } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { crossRatio, type CrossWallet } from '#shared/order-entry/cross-wallet.ts';

const lampBounds: readonly Decimal[] = ['0.2', '0.4', '0.6', '0.8'];

/** Lamps of five lit by the ADL rank: the last lamp means first in the queue to be deleveraged. Null when missing. */
export function adlLamps(percentile: Decimal | null): number | null {
  if (percentile === null) return null;
  return lampBounds.filter(bound => compare(percentile, bound) > 0).length + 1;
}

/** Maintenance margin over margin with PnL, as a fraction; null of a cross position, and where it is missing. */
export function marginRatio({ marginMode, maintenanceMargin, marginWithPnl }: Position): Decimal | null {
  if (marginMode === 'cross' || maintenanceMargin === null || marginWithPnl === null) return null;
  if (!isPositive(marginWithPnl)) return null;
  return divide(maintenanceMargin, marginWithPnl, { scale: 6, rounding: 'up' });
}

/** What a wallet comes to with its positions, in its currency; null: not known. */
export type EquityOf = (currency: string) => Decimal | null;

/** The data that determines the state of a cross wallet. */
export interface WalletFacts {
  /** all of them: cross positions stand on one wallet */
  readonly positions: readonly Position[];
  readonly equityOf: EquityOf;
  readonly contracts: CrossWallet['contracts'];
}

/** The ratio of the wallet of a cross position, about; null for an isolated one, and when unknown. */
export function walletRatio(position: Position, { positions, equityOf, contracts }: WalletFacts): Decimal | null {
  if (position.marginMode !== 'cross') return null;
  const { settleCurrency: currency } = position;
  const equity = equityOf(currency);
  return equity === null ? null : crossRatio({ positions, currency, equity, contracts });
}

/**
 * What the value at entry may grow by before the risk limit, never below zero (docs/margin-arithmetic.md §8); null of a
 * cross position, which has no place on the ladder, and where the exchange names no limit.
 */
export function riskHeadroom({ marginMode, riskLimit, positionCost }: Position): Decimal | null {
  if (marginMode === 'cross' || riskLimit === null || positionCost === null) return null;
  const room = subtract(riskLimit, absolute(positionCost));
  return isPositive(room) ? room : '0';
}

export interface PositionTotal {
  readonly currency: string;
  readonly notional: Decimal;
  readonly unrealisedPnl: Decimal;
  /** positions of which a figure is unknown: it is not in its sum */
  readonly unknownCount: number;
}

/** Sums of each settlement currency, in the order of the first position: coins are never added to one another. */
export function totalsOf(positions: readonly Position[]): readonly PositionTotal[] {
  const totals = new Map<string, PositionTotal>();
  for (const { settleCurrency: currency, markValue, unrealisedPnl } of positions) {
    const total = totals.get(currency) ?? { currency, notional: '0', unrealisedPnl: '0', unknownCount: 0 };
    totals.set(currency, {
      currency,
      notional: add(total.notional, absolute(markValue ?? '0')),
      unrealisedPnl: add(total.unrealisedPnl, unrealisedPnl ?? '0'),
      unknownCount: total.unknownCount + (markValue === null || unrealisedPnl === null ? 1 : 0),
    });
  }
  return [...totals.values()];
}
