import type { Decimal } from '../../decimal.ts';
import type { ChangeReason, PoolRow } from '../rows/pool-row.ts';
import type { RowStamp } from '../rows/row-stamp.ts';
import type { ValuedQuantity } from './closed-lots.ts';
import type { Lot } from './lot.ts';
import type { Gain, Pool } from './pool.ts';

/**
 * What closed lots: a row of that kind, or a change for that reason. `trade`: realised. `out`: moved gain, outside realised. All others: the gain of
 * the coin that paid a fee, funding, interest or a loss, or that covered a short position.
 */
export type GainCause = Exclude<PoolRow['kind'], 'change'> | ChangeReason;

/** A gain with the row that caused it. */
export interface PoolGain extends Gain, RowStamp {
  readonly coin: string;
  readonly cause: GainCause;
}

/** Sold or paid without a known purchase: listed, outside every gain. */
export interface UnknownBasis extends ValuedQuantity, RowStamp {
  readonly coin: string;
  readonly cause: GainCause;
}

/** A result, fee, funding, interest or other income at its value of that time, booked once. */
export interface Charge extends RowStamp {
  readonly coin: string;
  readonly reason: ChangeReason;
  /** of the coin, signed */
  readonly amount: Decimal;
  /** in the valuation currency, signed; null: no price */
  readonly value: Decimal | null;
}

/** A pool with the account and the coin that it is of. */
export interface AccountPool {
  readonly account: string;
  readonly coin: string;
  readonly pool: Pool;
}

/** Everything that the rows made of the pools. */
export interface PoolsResult {
  readonly pools: readonly AccountPool[];
  readonly gains: readonly PoolGain[];
  readonly unknownBasis: readonly UnknownBasis[];
  readonly charges: readonly Charge[];
  /** lots whose out-leg was seen and whose in-leg was not, by transfer */
  readonly inTransit: ReadonlyMap<string, readonly Lot[]>;
}

/** The sum of known gains of these causes, and how many have no price. */
export interface GainTotal {
  readonly gain: Decimal;
  readonly unpriced: number;
}
