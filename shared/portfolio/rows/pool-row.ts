import type { Decimal } from '../../decimal.ts';
import type { RowStamp } from './row-stamp.ts';

/** The first proved balance of a coin: what the pool starts with. */
export interface OpeningBalance extends RowStamp {
  readonly kind: 'opening';
  readonly coin: string;
  /** in all wallets together, not below zero */
  readonly held: Decimal;
  /** principal and interest owed */
  readonly owed: Decimal;
  /** cost of held − owed as the user typed it, in the valuation currency; null: the market value at that time */
  readonly cost: Decimal | null;
}

/** One spot or margin trade. A conversion is a buy of the coin received, with the coin given as quote. */
export interface SpotTrade extends RowStamp {
  readonly kind: 'trade';
  readonly tradeId: string;
  readonly base: string;
  readonly quote: string;
  readonly side: 'buy' | 'sell';
  /** of the base coin, before fees */
  readonly size: Decimal;
  /** of the quote coin, before fees */
  readonly funds: Decimal;
  /** below zero: a rebate */
  readonly fee: Decimal;
  readonly feeCoin: string;
}

/** A loan taken or paid back: the debt and the held amount change together. */
export interface DebtChange extends RowStamp {
  readonly kind: 'borrow' | 'repay';
  readonly coin: string;
  readonly amount: Decimal;
}

/** Why a coin changed that no trade changed. */
export type ChangeReason = 'result' | 'trade-fee' | 'funding' | 'interest' | 'fee' | 'other';

/**
 * A change of held − owed that no trade made: the gross result of a contract, its fee, funding, interest (which is added
 * to the debt), another fee or a rebate, other income.
 */
export interface CoinChange extends RowStamp {
  readonly kind: 'change';
  readonly reason: ChangeReason;
  readonly coin: string;
  /** signed: below zero when the account pays */
  readonly amount: Decimal;
}

/** A movement from or to outside the watched accounts. */
export interface ExternalFlow extends RowStamp {
  readonly kind: 'in' | 'out';
  readonly coin: string;
  readonly amount: Decimal;
  /** only of `in`: the cost that the user typed; null: the market value at that time */
  readonly cost: Decimal | null;
}

/** One leg of a transfer between watched accounts, without its fee, which is a change of reason `fee`. */
export interface OwnMove extends RowStamp {
  readonly kind: 'move-out' | 'move-in';
  readonly coin: string;
  readonly amount: Decimal;
  /** the same on both legs */
  readonly transferId: string;
}

/** Everything that changes a pool. */
export type PoolRow = OpeningBalance | SpotTrade | DebtChange | CoinChange | ExternalFlow | OwnMove;
