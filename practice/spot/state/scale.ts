import { type Decimal, fromUnits, powerOfTen, scaleOf, toUnits } from '#shared/decimal.ts';
import { ledgerScale } from '#practice/accounts/ledger.ts';
import type { Liquidity, Side } from '#practice/kernel/kernel.ts';
import type { SpotPair } from '../types.ts';

/**
 * Whole numbers for one pair. Prices are ticks, sizes are lots, money is so fine that price × size × fee rate is exact:
 * nothing is ever rounded when an order trades, so no value is created or lost. A fee is therefore finer than the
 * quote increment. Only a market order's `funds` must be a multiple of that increment.
 */
export interface Scale {
  readonly priceScale: number;
  readonly sizeScale: number;
  readonly tickUnits: bigint;
  readonly lotUnits: bigint;
  /** quote units of one tick × one lot, before the fee digits */
  readonly productUnits: bigint;
  /** digits after the point of `funds` */
  readonly fundsScale: number;
  /** quote money has 10^-quoteScale as its unit, base money 10^-baseScale */
  readonly quoteScale: number;
  readonly baseScale: number;
  /** the fee rate 1 in rate units */
  readonly wholeRate: bigint;
  readonly rates: Readonly<Record<Liquidity, bigint>>;
  /** the dearer of the two rates: what a resting order has to be able to pay */
  readonly worstRate: bigint;
  readonly isFeeInBase: boolean;
}

/** Throws when the pair's rules do not fit together: that is a mistake in the exchange's own set-up. */
export function scaleFor(pair: SpotPair): Scale {
  const { baseCurrency, quoteCurrency, feeCurrency } = pair;
  if (feeCurrency !== baseCurrency && feeCurrency !== quoteCurrency) {
    throw new RangeError(`${pair.symbol}: the fee must be in ${baseCurrency} or ${quoteCurrency}, not ${feeCurrency}`);
  }
  const [priceScale, sizeScale] = [scaleOf(pair.priceIncrement), scaleOf(pair.baseIncrement)];
  const fundsScale = Math.max(priceScale + sizeScale, scaleOf(pair.quoteIncrement));
  const rateScale = Math.max(scaleOf(pair.makerFeeRate), scaleOf(pair.takerFeeRate));
  const rates = { maker: toUnits(pair.makerFeeRate, rateScale), taker: toUnits(pair.takerFeeRate, rateScale) };
  const wholeRate = powerOfTen(rateScale);
  if (rates.maker < 0n || rates.taker < 0n || rates.maker >= wholeRate || rates.taker >= wholeRate) {
    throw new RangeError(`${pair.symbol}: a fee rate must be at least 0 and below 1`);
  }
  const [tickUnits, lotUnits] = [toUnits(pair.priceIncrement, priceScale), toUnits(pair.baseIncrement, sizeScale)];
  if (tickUnits <= 0n || lotUnits <= 0n) throw new RangeError(`${pair.symbol}: an increment must be above zero`);
  if (fundsScale + rateScale > ledgerScale) throw new RangeError(`${pair.symbol}: finer than the ledger can keep`);
  return {
    priceScale,
    sizeScale,
    tickUnits,
    lotUnits,
    productUnits: tickUnits * lotUnits * powerOfTen(fundsScale - priceScale - sizeScale),
    fundsScale,
    quoteScale: fundsScale + rateScale,
    baseScale: sizeScale + rateScale,
    wholeRate,
    rates,
    worstRate: rates.maker > rates.taker ? rates.maker : rates.taker,
    isFeeInBase: feeCurrency === baseCurrency,
  };
}

/** The price must be a whole number of ticks. */
export function ticksOf(scale: Scale, price: Decimal): bigint {
  return toUnits(price, scale.priceScale) / scale.tickUnits;
}

/** The size must be a whole number of lots. */
export function lotsOf(scale: Scale, size: Decimal): bigint {
  return toUnits(size, scale.sizeScale) / scale.lotUnits;
}

export function priceText(scale: Scale, ticks: bigint): Decimal {
  return fromUnits(ticks * scale.tickUnits, scale.priceScale);
}

export function sizeText(scale: Scale, lots: bigint): Decimal {
  return fromUnits(lots * scale.lotUnits, scale.sizeScale);
}

/** Quote money of a sum of ticks × lots. */
export function quoteOf(scale: Scale, product: bigint): bigint {
  return product * scale.productUnits * scale.wholeRate;
}

/** Base money of a size. */
export function baseOf(scale: Scale, lots: bigint): bigint {
  return lots * scale.lotUnits * scale.wholeRate;
}

/** Money on the given side's paying currency: a buyer pays quote, a seller base. */
export function moneyText(scale: Scale, side: Side, units: bigint): Decimal {
  return fromUnits(units, side === 'buy' ? scale.quoteScale : scale.baseScale);
}

export function feeText(scale: Scale, units: bigint): Decimal {
  return fromUnits(units, scale.isFeeInBase ? scale.baseScale : scale.quoteScale);
}

/** The exact fee of one fill, in units of the fee currency. */
export function feeOf(scale: Scale, fill: { readonly product: bigint; readonly lots: bigint }, rate: bigint): bigint {
  return scale.isFeeInBase ? fill.lots * scale.lotUnits * rate : fill.product * scale.productUnits * rate;
}

/** What a payer must be able to pay, fee included when it is taken in the currency he pays with. */
export function withFee(scale: Scale, side: Side, money: { readonly units: bigint; readonly rate: bigint }): bigint {
  const paysFee = scale.isFeeInBase === (side === 'sell');
  return paysFee ? (money.units / scale.wholeRate) * (scale.wholeRate + money.rate) : money.units;
}

/** What a resting order needs for `lots` at `ticks`, the dearer fee included: the hold of an active limit order. */
export function restingNeed(scale: Scale, side: Side, { ticks, lots }: { ticks: bigint; lots: bigint }): bigint {
  const units = side === 'buy' ? quoteOf(scale, ticks * lots) : baseOf(scale, lots);
  return withFee(scale, side, { units, rate: scale.worstRate });
}
