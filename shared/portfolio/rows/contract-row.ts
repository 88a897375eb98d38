import type { Decimal } from '../../decimal.ts';
import type { PositionSide } from '../../domain/market/position-side.ts';
import type { CoinChange } from './pool-row.ts';
import type { RowStamp } from './row-stamp.ts';

/** Whose contract: in hedge mode with the side of the position, else null. */
interface OfPosition extends RowStamp {
  readonly symbol: string;
  readonly positionSide: PositionSide | null;
}

/** A position that is there when the records start: it enters at the mark price. */
export interface OpeningPosition extends OfPosition {
  readonly kind: 'position';
  /** signed: below zero is short */
  readonly lots: Decimal;
  readonly mark: Decimal;
}

/** One fill of a contract. A fill of hedge mode without a side in the record has the side null. */
export interface ContractTrade extends OfPosition {
  readonly kind: 'contract-trade';
  readonly tradeId: string;
  readonly side: 'buy' | 'sell';
  /** above zero */
  readonly lots: Decimal;
  readonly price: Decimal;
  /** in the settle currency; below zero: a rebate */
  readonly fee: Decimal;
  /** the parts of the fee for the opening and the closing lots; null: not published */
  readonly openFee: Decimal | null;
  readonly closeFee: Decimal | null;
}

/** One funding settlement of a position. */
export interface ContractFunding extends OfPosition {
  readonly kind: 'contract-funding';
  readonly mark: Decimal;
  readonly rate: Decimal;
  /** what the exchange booked, signed, in the settle currency; null: computed from the position */
  readonly amount: Decimal | null;
}

/** Everything that changes a contract position. */
export type ContractRow = OpeningPosition | ContractTrade | ContractFunding;

/** A result, a fee or funding of a contract: also the row that changes the pool of the settle currency. */
export interface ContractCoinChange extends CoinChange {
  readonly symbol: string;
  readonly positionSide: PositionSide | null;
}
