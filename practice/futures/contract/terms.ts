import { absolute, compare, fromUnits, isMultipleOf, powerOfTen, round, scaleOf, toUnits } from '#shared/decimal.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { Contract, RiskLevel } from '../contract-types.ts';
import { divideCeil, divideFloor, signOf } from '#practice/kernel/integers.ts';

/** Rates (fees, margins, leverage, funding, premium) are whole numbers of 10^-10. */
export const rateScale = 10;
export const rateOne: bigint = powerOfTen(rateScale);

/** The published position records carry ten digits; inverse values are quotients and need more to carry an entry price. */
const linearMoneyScale = 10;
const inverseMoneyScale = 16;

export interface LevelTerms {
  readonly source: RiskLevel;
  /** position value in money units, inclusive */
  readonly maxValue: bigint;
  readonly maxLeverage: bigint;
  readonly initial: bigint;
  readonly maintain: bigint;
}

/**
 * A contract in whole numbers: money in 10^-moneyScale of the settle currency, prices in 10^-priceScale of the quote
 * currency, sizes in lots, rates in 10^-10.
 */
export interface Terms {
  readonly contract: Contract;
  readonly moneyScale: number;
  readonly priceScale: number;
  /** price units of one order price step */
  readonly tick: bigint;
  /** price units of one mark and index price step */
  readonly markTick: bigint;
  readonly lot: bigint;
  readonly maxOrderLots: bigint;
  readonly maxPrice: bigint;
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  readonly maxLeverage: bigint;
  readonly levels: readonly [LevelTerms, ...LevelTerms[]];
  /** linear: value = lots × price × factor; inverse: value = lots × factor ÷ price */
  readonly factor: bigint;
}

export function rateUnits(rate: Decimal): bigint {
  return toUnits(rate, rateScale);
}

function levelTerms(level: RiskLevel, moneyScale: number): LevelTerms {
  return {
    source: level,
    maxValue: toUnits(level.maxRiskLimit, moneyScale),
    maxLeverage: BigInt(level.maxLeverage) * rateOne,
    initial: rateUnits(level.initialMargin),
    maintain: rateUnits(level.maintainMargin),
  };
}

/** Throws on a contract that cannot be computed exactly: the tables of the markets are wrong. */
export function createTerms(contract: Contract): Terms {
  const multiplier = absolute(contract.multiplier);
  const multiplierScale = scaleOf(multiplier);
  const priceScale = Math.max(scaleOf(contract.tickSize), scaleOf(contract.indexPriceTickSize));
  const moneyScale = contract.isInverse ? inverseMoneyScale : Math.max(linearMoneyScale, multiplierScale + priceScale);
  if (!isMultipleOf(contract.lotSize, '1')) throw new RangeError(`${contract.symbol}: a lot must be a whole number`);
  const [first, ...rest] = contract.riskLevels.map(level => levelTerms(level, moneyScale));
  if (first === undefined) throw new RangeError(`${contract.symbol}: no risk limit levels`);
  const exponent = contract.isInverse
    ? priceScale + moneyScale - multiplierScale
    : moneyScale - multiplierScale - priceScale;
  return {
    contract,
    moneyScale,
    priceScale,
    tick: toUnits(contract.tickSize, priceScale),
    markTick: toUnits(contract.indexPriceTickSize, priceScale),
    lot: toUnits(contract.lotSize, 0),
    maxOrderLots: toUnits(contract.maxOrderQty, 0),
    maxPrice: toUnits(contract.maxPrice, priceScale),
    makerFee: rateUnits(contract.makerFeeRate),
    takerFee: rateUnits(contract.takerFeeRate),
    maxLeverage: BigInt(contract.maxLeverage) * rateOne,
    levels: [first, ...rest],
    factor: toUnits(multiplier, multiplierScale) * powerOfTen(exponent),
  };
}

/** What `lots` (not negative) are worth at a price, in money units; an inverse value is cut towards zero. */
export function worthOf(terms: Terms, lots: bigint, price: bigint): bigint {
  return terms.contract.isInverse ? (lots * terms.factor) / price : lots * terms.factor * price;
}

/**
 * The signed value of a signed quantity, such that PnL = value at the mark − cost for every contract: a linear long is
 * positive, an inverse long negative (docs/exchange/records.md §9.1, `markValue`).
 */
export function valueOf(terms: Terms, quantity: bigint, price: bigint): bigint {
  if (quantity < 0n) return -valueOf(terms, -quantity, price);
  const worth = worthOf(terms, quantity, price);
  return terms.contract.isInverse ? -worth : worth;
}

/** The sign of {@link valueOf}. */
export function valueSign(terms: Terms, quantity: bigint): bigint {
  return terms.contract.isInverse ? -signOf(quantity) : signOf(quantity);
}

/** The price at which `lots` are worth `worth` (both positive), in whole steps of price units, rounded up or down. */
export function priceOfWorth(
  terms: Terms,
  { lots, worth }: { readonly lots: bigint; readonly worth: bigint },
  { step, rounding }: { readonly step: bigint; readonly rounding: 'up' | 'down' },
): bigint {
  const numerator = terms.contract.isInverse ? lots * terms.factor : worth;
  const divisor = (terms.contract.isInverse ? worth : lots * terms.factor) * step;
  return (rounding === 'up' ? divideCeil(numerator, divisor) : divideFloor(numerator, divisor)) * step;
}

/** The risk limit level of a position value: the first that holds it, else the last. */
export function levelOf(terms: Terms, worth: bigint): LevelTerms {
  let [found] = terms.levels;
  for (const level of terms.levels) {
    found = level;
    if (worth <= level.maxValue) break;
  }
  return found;
}

export function writeMoney(terms: Terms, money: bigint): Decimal {
  return fromUnits(money, terms.moneyScale);
}

export function writePrice(terms: Terms, price: bigint): Decimal {
  return fromUnits(price, terms.priceScale);
}

export function writeRate(rate: bigint): Decimal {
  return fromUnits(rate, rateScale);
}

/** Money units of an amount that may have more digits; rounded down, so that no account has more than it owns. */
export function moneyUnitsBelow(terms: Terms, amount: Decimal): bigint {
  return toUnits(round(amount, terms.moneyScale, 'floor'), terms.moneyScale);
}

/** Price units of an outside price, rounded to the mark price step. Throws when it is not positive. */
export function markUnits(terms: Terms, price: Decimal): bigint {
  if (compare(price, '0') <= 0) throw new RangeError(`${terms.contract.symbol}: a price must be positive: ${price}`);
  const units = toUnits(round(price, terms.priceScale, 'half-even'), terms.priceScale);
  const rounded = divideFloor(units * 2n + terms.markTick, terms.markTick * 2n) * terms.markTick;
  return rounded > 0n ? rounded : terms.markTick;
}
