import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  isNegative,
  isPositive,
  isZero,
  maximum,
  minimum,
  multiply,
  negate,
  round,
  roundToStep,
  subtract,
} from '../decimal.ts';
import type { FuturesContract, Position, RiskLimitLevel } from '../domain/market/futures.ts';
import type { Side } from '../domain/scalars.ts';
import { type MarketTerms, working, worthOf } from './market-terms.ts';

/** What an order does to an isolated position, by the identities of docs/margin-arithmetic.md §2 and §6. */
export interface OutlookOrder {
  readonly side: Side;
  readonly lots: Decimal;
  /** what it fills at */
  readonly price: Decimal;
  readonly leverage: Decimal;
  readonly takerFeeRate: Decimal;
  readonly isReduceOnly: boolean;
}

export interface OutlookOptions {
  /** null: none is open */
  readonly position: Position | null;
  readonly order: OutlookOrder;
  readonly terms: MarketTerms;
  /** lowest level first; empty: the rate of the contract counts */
  readonly levels: readonly RiskLimitLevel[];
  readonly maintenanceRate: Decimal;
}

export interface PositionOutlook {
  /** signed lots */
  readonly quantityBefore: Decimal;
  readonly quantityAfter: Decimal;
  readonly entryAfter: Decimal | null;
  readonly liquidationBefore: Decimal | null;
  /** null: none is left, or no price can liquidate it */
  readonly liquidationAfter: Decimal | null;
  /** what the order needs of the wallet: initial margin of what it opens, reserve for closing, and the taker fee */
  readonly marginNeeded: Decimal;
  readonly positionMarginAfter: Decimal;
  /** long becomes short or the other way round */
  readonly isFlipping: boolean;
  /** inverse contracts follow by algebra only */
  readonly isEstimate: boolean;
}

/** The figures of a position that a trade changes. Sizes without sign, money in the settlement currency. */
interface Holding {
  readonly lots: Decimal;
  /** value at entry */
  readonly cost: Decimal;
  /** its collateral: leverage margin, manually added margin, less funding paid */
  readonly margin: Decimal;
  /** reserve for the fee of closing at bankruptcy */
  readonly reserve: Decimal;
}

const flat: Holding = { lots: '0', cost: '0', margin: '0', reserve: '0' };

/** Digits of money as the exchange keeps it: ten on linear contracts, sixteen on inverse ones. */
function moneyDigits({ isInverse }: MarketTerms): number {
  return isInverse ? 16 : 10;
}

/** Null for a cross position, which the whole wallet backs, and for one whose cost or margin is unknown. */
export function previewPosition({ position, order, terms, ...rates }: OutlookOptions): PositionOutlook | null {
  if (position?.marginMode === 'cross') return null;
  const quantityBefore = position?.quantity ?? '0';
  const holding = holdingOf(position);
  if (holding === null) return null;
  const { closing, opening, isAgainst } = splitOrder(quantityBefore, order);
  const opened = open(opening, order, terms);
  const after = join(keep(holding, closing), opened);
  const moved = add(closing, opening);
  const quantityAfter = add(quantityBefore, order.side === 'buy' ? moved : negate(moved));
  const entryAfter = entryOf(after, terms);
  const fee = multiply(worthOf(opening, order.price, terms), order.takerFeeRate);
  const maintenance = add(multiply(after.cost, rateFor(after.cost, rates)), after.reserve);
  const positionMarginAfter = add(after.margin, after.reserve);
  const digits = moneyDigits(terms);
  return {
    quantityBefore,
    quantityAfter,
    entryAfter,
    liquidationBefore: position?.liquidationPrice ?? null,
    liquidationAfter: liquidationOf({
      entry: entryAfter,
      buffer: subtract(positionMarginAfter, round(maintenance, digits, 'up')),
      units: multiply(after.lots, terms.multiplier),
      isLong: isPositive(quantityAfter),
      terms,
    }),
    marginNeeded: round(add(add(opened.margin, opened.reserve), fee), digits, 'up'),
    positionMarginAfter,
    isFlipping: isAgainst && isPositive(opening),
    isEstimate: terms.isInverse,
  };
}

/** How much of an order leaves the position and how much opens one. */
function splitOrder(quantity: Decimal, { side, lots, isReduceOnly }: OutlookOrder) {
  const isAgainst = side === 'buy' ? isNegative(quantity) : isPositive(quantity);
  const closing = isAgainst ? minimum(lots, absolute(quantity)) : '0';
  return { closing, opening: isReduceOnly ? '0' : subtract(lots, closing), isAgainst };
}

/** Null: the exchange does not state what it cost, its margin or its reserve. */
function holdingOf(position: Position | null): Holding | null {
  if (position === null) return flat;
  const { quantity, positionCost, positionMargin, bankruptcyCost: reserve } = position;
  if (positionCost === null || positionMargin === null || reserve === null) return null;
  return {
    lots: absolute(quantity),
    cost: absolute(positionCost),
    margin: subtract(positionMargin, reserve),
    reserve,
  };
}

/** Closing a part takes the same share of all of it along. */
function keep(holding: Holding, closing: Decimal): Holding {
  const left = subtract(holding.lots, closing);
  if (isZero(closing)) return holding;
  if (isZero(left)) return flat;
  const share = (amount: Decimal) => divide(multiply(amount, left), holding.lots, working);
  return { lots: left, cost: share(holding.cost), margin: share(holding.margin), reserve: share(holding.reserve) };
}

function open(lots: Decimal, { price, leverage, takerFeeRate }: OutlookOrder, terms: MarketTerms): Holding {
  if (!isPositive(lots)) return flat;
  const digits = moneyDigits(terms);
  const cost = worthOf(lots, price, terms);
  const margin = divide(cost, leverage, { scale: digits, rounding: 'down' });
  return { lots, cost, margin, reserve: round(multiply(add(cost, margin), takerFeeRate), digits, 'down') };
}

function join(one: Holding, other: Holding): Holding {
  return {
    lots: add(one.lots, other.lots),
    cost: add(one.cost, other.cost),
    margin: add(one.margin, other.margin),
    reserve: add(one.reserve, other.reserve),
  };
}

/** By value over size. Null: nothing is left. */
function entryOf({ lots, cost }: Holding, { multiplier, isInverse }: MarketTerms): Decimal | null {
  if (isZero(lots)) return null;
  const units = multiply(lots, multiplier);
  return isInverse ? divide(units, cost, working) : divide(cost, units, working);
}

/** The rate of the lowest level that holds the value. */
function rateFor(
  cost: Decimal,
  { levels, maintenanceRate }: Pick<OutlookOptions, 'levels' | 'maintenanceRate'>,
): Decimal {
  const level = levels.find(({ maxRiskLimit }) => compare(cost, maxRiskLimit) <= 0) ?? levels.at(-1);
  return level?.maintainMargin ?? maintenanceRate;
}

interface LiquidationOptions {
  readonly entry: Decimal | null;
  /** what may be lost of the margin */
  readonly buffer: Decimal;
  readonly units: Decimal;
  readonly isLong: boolean;
  readonly terms: MarketTerms;
}

/** docs/margin-arithmetic.md §3, rounded to the cautious side. */
function liquidationOf({ entry, buffer, units, isLong, terms }: LiquidationOptions): Decimal | null {
  if (entry === null) return null;
  const perUnit = divide(buffer, units, working);
  const toTick = (price: Decimal) => roundToStep(price, terms.tick, isLong ? 'ceil' : 'floor');
  if (!terms.isInverse) {
    const price = isLong ? subtract(entry, perUnit) : add(entry, perUnit);
    return isNegative(price) ? '0' : toTick(price);
  }
  const own = divide('1', entry, working);
  const reciprocal = isLong ? add(own, perUnit) : subtract(own, perUnit);
  return isPositive(reciprocal) ? toTick(divide('1', reciprocal, working)) : null;
}

/** Cost of a position by its initial margin, to two digits: what its leverage is. Null: no initial margin is stated. */
export function exactLeverage({
  positionCost,
  initialMargin,
}: Pick<Position, 'positionCost' | 'initialMargin'>): Decimal | null {
  if (positionCost === null || initialMargin === null || !isPositive(initialMargin)) return null;
  return divide(absolute(positionCost), initialMargin, { scale: 2, rounding: 'half-even' });
}

/** Leverage that a position was opened with, in whole numbers that the contract accepts. Null: no initial margin is stated. */
export function positionLeverage(
  { positionCost, initialMargin }: Pick<Position, 'positionCost' | 'initialMargin'>,
  { maxLeverage }: Pick<FuturesContract, 'maxLeverage'>,
): Decimal | null {
  if (positionCost === null || initialMargin === null || !isPositive(initialMargin)) return null;
  const exact = divide(absolute(positionCost), initialMargin, { scale: 0, rounding: 'half-even' });
  return maximum('1', maxLeverage === null ? exact : minimum(exact, fromNumber(maxLeverage)));
}
