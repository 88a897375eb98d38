import { type Decimal, maximum, minimum, multiply, negate, subtract } from '../../decimal.ts';
import { type ClosedLots, closeLots, splitValue, type ValuedQuantity } from './closed-lots.ts';
import { addLot, costOf, type CostMethod, hasBasis, type Lot, quantityOf, takeLots, unknownQuantityOf } from './lot.ts';

/** One coin of one account, all wallets together. Its quantity is held − owed; below zero it is a short position. */
export interface Pool {
  readonly side: 'long' | 'short';
  readonly lots: readonly Lot[];
  /** principal and interest */
  readonly owed: Decimal;
}

export const emptyPool: Pool = { side: 'long', lots: [], owed: '0' };

/** What was closed, with its gain. */
export interface Gain extends ClosedLots {
  /** in the valuation currency; null when a price is missing */
  readonly gain: Decimal | null;
}

/** A pool after a change. */
export interface PoolStep {
  readonly pool: Pool;
  /** null: nothing with a known basis was closed */
  readonly closed: Gain | null;
  /** disposed of, or covered, without a known basis */
  readonly unknown: readonly ValuedQuantity[];
}

/** What limits a decrease. */
export interface DecreaseOptions {
  readonly method: CostMethod;
  /** the largest short position: what the account owes, with what it borrows within a minute */
  readonly shortLimit: Decimal;
  readonly atMs: number;
}

/** Held − owed as the rows imply it. */
export function poolQuantity({ side, lots }: Pool): Decimal {
  const quantity = quantityOf(lots);
  return side === 'long' ? quantity : negate(quantity);
}

function gainOf(side: Pool['side'], closed: ClosedLots | null): Gain | null {
  if (closed === null) return null;
  const { value, cost } = closed;
  if (value === null) return { ...closed, gain: null };
  return { ...closed, gain: side === 'long' ? subtract(value, cost) : subtract(cost, value) };
}

function present(values: readonly (ValuedQuantity | null)[]): readonly ValuedQuantity[] {
  return values.filter(value => value !== null);
}

/** Adds a lot: first it covers the short position, the rest is long. */
export function increasePool(pool: Pool, lot: Lot, method: CostMethod): PoolStep {
  if (pool.side === 'long')
    return { pool: { ...pool, lots: addLot(pool.lots, lot, method) }, closed: null, unknown: [] };
  const { left, known, unknown, rest } = closeLots(pool.lots, { quantity: lot.quantity, value: lot.cost });
  const lots = rest === null ? left : [{ ...lot, quantity: rest.quantity, cost: rest.value }];
  const side = rest === null && left.length > 0 ? 'short' : 'long';
  return { pool: { ...pool, side, lots }, closed: gainOf('short', known), unknown: present([unknown]) };
}

/**
 * Takes a quantity out: first from the long lots. What they lack is a short position as far as the account owes it; the
 * rest has no known basis, and the quantity stays at zero.
 */
export function decreasePool(pool: Pool, change: ValuedQuantity, options: DecreaseOptions): PoolStep {
  const { method, shortLimit, atMs } = options;
  const isLong = pool.side === 'long';
  const closing = isLong ? closeLots(pool.lots, change) : { left: pool.lots, known: null, unknown: null, rest: change };
  const { left, known, unknown, rest } = closing;
  const closed = gainOf('long', known);
  if (rest === null) return { pool: { ...pool, lots: left }, closed, unknown: present([unknown]) };
  const free = maximum('0', subtract(shortLimit, isLong ? '0' : quantityOf(left)));
  const [short, oversold] = splitValue(rest, minimum(rest.quantity, free));
  if (short === null) return { pool: { ...pool, lots: left }, closed, unknown: present([unknown, oversold]) };
  const lot: Lot = { quantity: short.quantity, cost: short.value, acquiredAtMs: atMs, basis: 'trade' };
  const lots = addLot(left, lot, method);
  return { pool: { ...pool, side: 'short', lots }, closed, unknown: present([unknown, oversold]) };
}

/** Lots that leave at their cost, not at a value. */
export interface TakenLots {
  readonly pool: Pool;
  readonly lots: readonly Lot[];
  /** what the long lots did not suffice for */
  readonly missing: Decimal;
}

/** Takes long lots out without a sale. */
export function takeFromPool(pool: Pool, quantity: Decimal): TakenLots {
  if (pool.side === 'short') return { pool, lots: [], missing: quantity };
  const { taken, left } = takeLots(pool.lots, quantity);
  return { pool: { ...pool, lots: left }, lots: taken, missing: subtract(quantity, quantityOf(taken)) };
}

/** What an open pool has gained so far at a price. */
export interface OpenResult {
  /** held − owed */
  readonly quantity: Decimal;
  /** of the lots with a known basis */
  readonly cost: Decimal;
  /** market value less cost, for a short position credit less market value; null: no price */
  readonly gain: Decimal | null;
  /** left out of the gain */
  readonly unknownQuantity: Decimal;
}

/** The unrealised gain of a pool at a price in the valuation currency. */
export function openResult(pool: Pool, price: Decimal | null): OpenResult {
  const { side, lots } = pool;
  const cost = costOf(lots);
  const value = price === null ? null : multiply(quantityOf(lots.filter(hasBasis)), price);
  const rise = value === null ? null : subtract(value, cost);
  return {
    quantity: poolQuantity(pool),
    cost,
    gain: rise === null || side === 'long' ? rise : negate(rise),
    unknownQuantity: unknownQuantityOf(lots),
  };
}
