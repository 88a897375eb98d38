import type { Decimal } from '../decimal.ts';
import type { PositionSide } from '../domain/market/position-side.ts';

/** The figures of one contract that a price move needs. */
export interface FuturesLeg {
  readonly symbol: string;
  /** in hedge mode only */
  readonly positionSide?: PositionSide;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  readonly settleCurrency: string;
  /** signed lots × |multiplier|: base currency, on an inverse contract quote currency */
  readonly units: Decimal;
  readonly markPrice: Decimal;
  readonly isInverse: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** An isolated position: a unit of its own, liquidated at the price that the exchange states. */
export interface IsolatedUnit extends Named {
  readonly kind: 'isolated';
  readonly leg: FuturesLeg;
  /** null: no price liquidates it */
  readonly liquidationPrice: Decimal | null;
  /** settlement currency, profit and loss of now included: all of it is lost when the position is liquidated */
  readonly margin: Decimal;
  readonly maintenance: Decimal;
}

/** The cross positions of one settlement currency: they stand on one wallet and go together. */
export interface CrossUnit extends Named {
  readonly kind: 'cross';
  readonly settleCurrency: string;
  readonly legs: readonly FuturesLeg[];
  /** what they may lose together before the wallet is liquidated, in the settlement currency */
  readonly buffer: Decimal;
  /** the exchange states no price: the wallet can lose at least so much, and perhaps more */
  readonly isAtLeast: boolean;
}

export interface PricedHolding {
  readonly currency: string;
  readonly total: Decimal;
  readonly liability: Decimal;
  /** of one unit, in the value currency */
  readonly price: Decimal;
}

/** A margin account of spot, cross or of one isolated pair: it is liquidated when debts over assets reach the line. */
export interface MarginUnit extends Named {
  readonly kind: 'margin';
  readonly holdings: readonly PricedHolding[];
  /** as the exchange states it */
  readonly debtRatio: Decimal;
  readonly liquidationRatio: Decimal;
}

/** What can be liquidated by itself. */
export type RiskUnit = IsolatedUnit | CrossUnit | MarginUnit;
