import { add, type Decimal, isZero, multiply, subtract } from '../../decimal.ts';
import { canonicalCoin } from '../rows/coin.ts';
import type { SpotTrade } from '../rows/pool-row.ts';
import type { ValuedQuantity } from './closed-lots.ts';

/** The price of a coin in the valuation currency at a time; null: none is known. */
export type PriceLookup = (coin: string, atMs: number) => Decimal | null;

/** In which currency pools are valued, and by which prices. */
export interface PoolValuation {
  readonly currency: string;
  readonly priceOf: PriceLookup;
}

/** A quantity of a coin with its value in the valuation currency. */
export interface ValuedCoin extends ValuedQuantity {
  readonly coin: string;
}

/** The changes that a trade makes; the value of the bought and the sold coin includes the fee. */
export interface TradeLegs {
  readonly bought: ValuedCoin;
  readonly sold: ValuedCoin;
  /** a fee in a coin that is not part of the bought or sold quantity; below zero: a rebate */
  readonly fee: ValuedCoin | null;
}

/** What a quantity of a coin is worth at a time, in the valuation currency; null: no price. */
export function worthOf(
  coin: string,
  quantity: Decimal,
  at: PoolValuation & { readonly atMs: number },
): Decimal | null {
  if (coin === at.currency || isZero(quantity)) return quantity;
  const price = at.priceOf(coin, at.atMs);
  return price === null ? null : multiply(quantity, price);
}

function combine(a: Decimal | null, b: Decimal | null, join: (a: Decimal, b: Decimal) => Decimal): Decimal | null {
  return a === null || b === null ? null : join(a, b);
}

type TradeFigures = Pick<SpotTrade, 'base' | 'quote' | 'side' | 'size' | 'funds' | 'fee' | 'feeCoin' | 'atMs'>;

/** The same trade, quoted in the valuation currency where that is one of its coins. */
function orient(trade: SpotTrade, currency: string): TradeFigures {
  const { side, size, funds, fee, atMs } = trade;
  const [base, quote] = [canonicalCoin(trade.base), canonicalCoin(trade.quote)];
  const feeCoin = canonicalCoin(trade.feeCoin);
  if (base !== currency) return { base, quote, side, size, funds, fee, feeCoin, atMs };
  const otherSide = side === 'buy' ? 'sell' : 'buy';
  return { base: quote, quote: base, side: otherSide, size: funds, funds: size, fee, feeCoin, atMs };
}

function buyLegs(trade: TradeFigures, valuation: PoolValuation): TradeLegs {
  const { base, quote, size, funds, fee, feeCoin } = trade;
  const at = { ...valuation, atMs: trade.atMs };
  const paid = feeCoin === quote ? add(funds, fee) : funds;
  const value = worthOf(quote, paid, at);
  const sold = { coin: quote, quantity: paid, value };
  if (feeCoin === base) return { bought: { coin: base, quantity: subtract(size, fee), value }, sold, fee: null };
  if (feeCoin === quote) return { bought: { coin: base, quantity: size, value }, sold, fee: null };
  const feeValue = worthOf(feeCoin, fee, at);
  return {
    bought: { coin: base, quantity: size, value: combine(value, feeValue, add) },
    sold,
    fee: { coin: feeCoin, quantity: fee, value: feeValue },
  };
}

function sellLegs(trade: TradeFigures, valuation: PoolValuation): TradeLegs {
  const { base, quote, size, funds, fee, feeCoin } = trade;
  const at = { ...valuation, atMs: trade.atMs };
  const received = feeCoin === quote ? subtract(funds, fee) : funds;
  const value = worthOf(quote, received, at);
  const bought = { coin: quote, quantity: received, value };
  if (feeCoin === quote) return { bought, sold: { coin: base, quantity: size, value }, fee: null };
  const feeValue = worthOf(feeCoin, fee, at);
  return {
    bought,
    sold: { coin: base, quantity: size, value: combine(value, feeValue, subtract) },
    fee: { coin: feeCoin, quantity: fee, value: feeValue },
  };
}

/**
 * What a trade changes. A fee in the quote coin adds to the cost or reduces the proceeds, a fee in the base coin of a buy
 * reduces the quantity, any other fee is sold at its price of that time. A quote coin other than the valuation currency is
 * bought or sold in its own pool at the same value.
 */
export function tradeLegs(trade: SpotTrade, valuation: PoolValuation): TradeLegs {
  const oriented = orient(trade, valuation.currency);
  return oriented.side === 'buy' ? buyLegs(oriented, valuation) : sellLegs(oriented, valuation);
}
