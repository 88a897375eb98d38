import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isNegative,
  isPositive,
  isZero,
  minimum,
  multiply,
  negate,
  roundToStep,
  subtract,
  sum,
} from '../decimal.ts';
import type { FuturesContract, Position } from '../domain/market/futures.ts';
import { isSamePosition } from '../domain/market/position-key.ts';
import type { Side } from '../domain/scalars.ts';
import type { PositionSide } from '../domain/market/position-side.ts';
import { type MarketTerms, working, worthOf } from './market-terms.ts';

/** The fields of a cross position that determine its wallet. */
export type CrossRow = Pick<
  Position,
  | 'symbol'
  | 'positionSide'
  | 'settleCurrency'
  | 'isOpen'
  | 'marginMode'
  | 'isInverse'
  | 'quantity'
  | 'markPrice'
  | 'markValue'
  | 'liquidationPrice'
  | 'positionCost'
  | 'marginWithPnl'
  | 'initialMargin'
  | 'maintenanceMarginRate'
>;

function crossIn(positions: readonly CrossRow[], currency: string): readonly CrossRow[] {
  return positions.filter(
    each => each.isOpen && each.marginMode === 'cross' && each.settleCurrency === currency && !isZero(each.quantity),
  );
}

/** Settlement currency per unit of price (linear), or per unit of its reciprocal (inverse). Null: unknown. */
function unitsOf({ markValue, markPrice, isInverse }: CrossRow): Decimal | null {
  if (isInverse === null || markPrice === null || markValue === null || !isPositive(markPrice)) return null;
  const value = absolute(markValue);
  return isInverse ? multiply(value, markPrice) : divide(value, markPrice, working);
}

/** What one position says its wallet may still lose: all of them say the same, because they stand on the same money. */
function bufferBy(row: CrossRow): Decimal | null {
  const units = unitsOf(row);
  const { liquidationPrice, markPrice, isInverse, quantity } = row;
  if (units === null || markPrice === null) return null;
  if (liquidationPrice === null || !isPositive(liquidationPrice)) return null;
  const fall = isInverse
    ? subtract(divide('1', liquidationPrice, working), divide('1', markPrice, working))
    : subtract(markPrice, liquidationPrice);
  return multiply(units, isNegative(quantity) ? negate(fall) : fall);
}

/**
 * What the wallet behind the cross positions of a currency may still lose before it cannot stand: its equity less what
 * all of them must keep, by the liquidation price that the exchange states (docs/exchange/matching.md §12; that price
 * counts with the others at their marks of now). Null: no position states one. The biggest position says it most
 * exactly, because its price is rounded to a tick like all others.
 */
export function crossBuffer(positions: readonly CrossRow[], currency: string): Decimal | null {
  const [biggest] = crossIn(positions, currency)
    .flatMap(row => {
      const buffer = bufferBy(row);
      return buffer === null || row.markValue === null ? [] : [{ buffer, worth: absolute(row.markValue) }];
    })
    .toSorted((a, b) => compare(b.worth, a.worth));
  return biggest?.buffer ?? null;
}

/** What a contract says of the margin that its positions must keep. */
export type MaintenanceTerms = Pick<FuturesContract, 'maintainMargin' | 'takerFeeRate'>;

export interface CrossWallet {
  /** of all contracts */
  readonly positions: readonly CrossRow[];
  readonly currency: string;
  /** of the whole futures wallet, profit and loss included */
  readonly equity: Decimal;
  readonly contracts: ReadonlyMap<string, MaintenanceTerms>;
}

/**
 * What a position must keep: the rate on its value at entry, and the reserve for the fee of closing it. Null: its cost, its
 * initial margin or a rate is unknown. docs/margin-arithmetic.md §6.
 */
function maintenanceOf(row: CrossRow, { maintainMargin, takerFeeRate }: MaintenanceTerms): Decimal | null {
  const rate = row.maintenanceMarginRate ?? maintainMargin;
  if (row.positionCost === null || row.initialMargin === null || rate === null || takerFeeRate === null) return null;
  const value = absolute(row.positionCost);
  const kept = multiply(value, rate);
  return add(kept, multiply(add(value, row.initialMargin), takerFeeRate));
}

/** The collateral of the cross positions of a wallet, without that of isolated ones. Null: unknown. */
function behindCross({ positions, currency, equity }: CrossWallet): Decimal | null {
  const isolated = positions.filter(each => each.isOpen && each.marginMode === 'isolated');
  const own = isolated.filter(each => each.settleCurrency === currency).map(({ marginWithPnl }) => marginWithPnl);
  return own.includes(null) ? null : subtract(equity, sum(own.filter(each => each !== null)));
}

/**
 * The maintenance of the cross positions of a currency over their collateral, a fraction, about: they are liquidated at
 * 1, and together. Null: there are none, or it is unknown. docs/margin-arithmetic.md §9.
 */
export function crossRatio(wallet: CrossWallet): Decimal | null {
  const rows = crossIn(wallet.positions, wallet.currency);
  const kept = rows.map(row => {
    const terms = wallet.contracts.get(row.symbol);
    return terms === undefined ? null : maintenanceOf(row, terms);
  });
  const behind = behindCross(wallet);
  if (behind === null || kept.length === 0 || kept.includes(null)) return null;
  if (!isPositive(behind)) return '1';
  return divide(sum(kept.filter(each => each !== null)), behind, { scale: 6, rounding: 'ceil' });
}

export interface CrossOrder {
  readonly side: Side;
  /** in hedge mode only: the position that it opens or closes */
  readonly positionSide?: PositionSide;
  readonly lots: Decimal;
  /** what it fills at */
  readonly price: Decimal;
  readonly takerFeeRate: Decimal;
  readonly isReduceOnly: boolean;
}

export interface CrossOptions {
  /** of all contracts: those that stand on the same wallet count */
  readonly positions: readonly CrossRow[];
  readonly order: CrossOrder;
  readonly terms: MarketTerms;
  readonly markPrice: Decimal;
  /** of the contract: a cross position has no level of its own (docs/exchange/records.md §8.2) */
  readonly maintenanceRate: Decimal;
  /** the available balance of the wallet: the collateral of the first cross position; null: unknown */
  readonly free: Decimal | null;
}

export interface CrossOutlook {
  /** signed lots */
  readonly quantityBefore: Decimal;
  readonly quantityAfter: Decimal;
  /** as the exchange states it */
  readonly liquidationBefore: Decimal | null;
  /** about, with everything else at its mark of now; null: none is left, or no price can liquidate it */
  readonly liquidationAfter: Decimal | null;
}

/**
 * The liquidation price of a cross position after an order, about: the wallet may lose its buffer less the fee and the
 * maintenance of new lots, plus that of closed ones. Null: its collateral, or the cost of the closed lots, is unknown.
 * docs/margin-arithmetic.md §9.
 */
export function previewCross(options: CrossOptions): CrossOutlook | null {
  const { positions, order, terms, markPrice, free } = options;
  const all = crossIn(positions, terms.settleCurrency);
  const buffer = all.length === 0 ? free : crossBuffer(all, terms.settleCurrency);
  if (buffer === null || !isPositive(markPrice)) return null;
  const own = all.find(each => isSamePosition(each, { symbol: terms.symbol, positionSide: order.positionSide }));
  const quantityBefore = own?.quantity ?? '0';
  const { closing, opening } = splitOrder(quantityBefore, order);
  const moved = add(closing, opening);
  const quantityAfter = add(quantityBefore, order.side === 'buy' ? moved : negate(moved));
  const share = costShare(own, closing);
  if (share === null) return null;
  const left = add(buffer, bufferChange(options, { closing, opening, share }));
  return {
    quantityBefore,
    quantityAfter,
    liquidationBefore: own?.liquidationPrice ?? null,
    liquidationAfter: isZero(quantityAfter) ? null : liquidationOf(left, quantityAfter, options),
  };
}

/** How much of an order leaves the position and how much opens one. */
function splitOrder(quantity: Decimal, { side, lots, isReduceOnly }: CrossOrder) {
  const isAgainst = side === 'buy' ? isNegative(quantity) : isPositive(quantity);
  const closing = isAgainst ? minimum(lots, absolute(quantity)) : '0';
  return { closing, opening: isReduceOnly ? '0' : subtract(lots, closing) };
}

interface Split {
  readonly closing: Decimal;
  readonly opening: Decimal;
  /** the value at entry of the closed lots */
  readonly share: Decimal;
}

/** The value at entry of the lots that close. Null: the cost of the position is unknown. */
function costShare(own: CrossRow | undefined, closing: Decimal): Decimal | null {
  if (own === undefined || isZero(closing)) return '0';
  if (own.positionCost === null) return null;
  return divide(multiply(absolute(own.positionCost), closing), absolute(own.quantity), working);
}

/** Less the fee, what new lots must keep and what they lose to mark at once; more what closed lots had to keep. */
function bufferChange({ order, terms, markPrice, maintenanceRate }: CrossOptions, { closing, opening, share }: Split) {
  const lots = add(closing, opening);
  const at = worthOf(lots, order.price, terms);
  const now = worthOf(lots, markPrice, terms);
  const rise = terms.isInverse ? subtract(at, now) : subtract(now, at);
  const gain = order.side === 'buy' ? rise : negate(rise);
  // the reserve for the fee of closing belongs to what must be kept
  const rate = add(maintenanceRate, order.takerFeeRate);
  const kept = multiply(subtract(worthOf(opening, order.price, terms), share), rate);
  return subtract(subtract(gain, multiply(at, order.takerFeeRate)), kept);
}

/** Rounded to the cautious side; a wallet that has nothing to lose is liquidated at mark. */
function liquidationOf(buffer: Decimal, quantity: Decimal, { terms, markPrice }: CrossOptions): Decimal | null {
  const isLong = isPositive(quantity);
  const toTick = (price: Decimal) => roundToStep(price, terms.tick, isLong ? 'ceil' : 'floor');
  if (!isPositive(buffer)) return toTick(markPrice);
  const perUnit = divide(buffer, multiply(absolute(quantity), absolute(terms.multiplier)), working);
  if (!terms.isInverse) {
    const price = isLong ? subtract(markPrice, perUnit) : add(markPrice, perUnit);
    return isPositive(price) ? toTick(price) : null;
  }
  const now = divide('1', markPrice, working);
  const reciprocal = isLong ? add(now, perUnit) : subtract(now, perUnit);
  return isPositive(reciprocal) ? toTick(divide('1', reciprocal, working)) : null;
}
