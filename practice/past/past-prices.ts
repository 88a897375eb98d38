import { type Decimal, fromUnits, scaleOf, toUnits } from '#shared/decimal.ts';
import type { Contract } from '../futures/contract-types.ts';
import { minuteMs } from '../kernel/durations.ts';
import { createFairPrices, type FairPrices, indexPriceOf } from '../markets/fair-prices.ts';
import { futuresShapes, type MarketShape, spotShapes } from '../markets/listing/market-shape.ts';
import type { SpotPair } from '../spot/types.ts';
import { blockMinutes, createPricePath, remembering } from './price-path.ts';

/** How a coin moved in the past: with all others, and alone; standard deviation of the logarithm a day. */
interface Motion {
  readonly common: number;
  readonly own: number;
}

const motions: Readonly<Record<string, Motion>> = {
  BTC: { common: 0.014, own: 0.004 },
  ETH: { common: 0.017, own: 0.008 },
  SOL: { common: 0.02, own: 0.013 },
  XRP: { common: 0.012, own: 0.014 },
  DOGE: { common: 0.018, own: 0.015 },
  KCS: { common: 0.006, own: 0.009 },
  USDC: { common: 0, own: 0.0001 },
  USDT: { common: 0, own: 0 },
};

/** A contract was at most so far from its index, plus the usual premium. */
const basisMean = 0.0002;
const basisReach = 0.0012;

/** Prices of the markets before the living past day begins. They lead to where the living market starts. */
export interface PastPrices {
  /** when the living prices begin, at a full minute; epoch ms */
  readonly endMs: number;
  /** of a listed market, as a double; between two full minutes the price goes straight from one to the other */
  priceAt(symbol: string, timeMs: number): number;
  /** on the tick of the market */
  quoteAt(symbol: string, timeMs: number): Decimal;
  /** of the coin behind a contract, on the tick of its index */
  indexAt(symbol: string, timeMs: number): Decimal;
  /** the prices at the minutes of a block before the end, the newest first */
  block(symbol: string, number: number): Float64Array;
}

interface PastMarket {
  readonly shape: MarketShape;
  readonly tick: Decimal;
  readonly indexTick: Decimal | null;
  readonly endPrice: number;
}

interface PastPricesOptions {
  readonly seed: number;
  /** the moment at which the living prices begin; epoch ms */
  readonly endMs: number;
  readonly pairs: readonly SpotPair[];
  readonly contracts: readonly Contract[];
}

function createMarkets({ pairs, contracts }: PastPricesOptions, prices: FairPrices): ReadonlyMap<string, PastMarket> {
  const spotTicks = new Map(pairs.map(pair => [pair.symbol, pair.priceIncrement]));
  const futures = new Map(contracts.map(contract => [contract.symbol, contract]));
  return new Map(
    [...spotShapes, ...futuresShapes].map(shape => {
      const contract = futures.get(shape.symbol);
      const tick = contract?.tickSize ?? spotTicks.get(shape.symbol);
      if (tick === undefined) throw new Error(`${shape.symbol} has no tick`);
      const indexTick = contract?.indexPriceTickSize ?? null;
      return [shape.symbol, { shape, tick, indexTick, endPrice: indexPriceOf(shape, prices) }] as const;
    }),
  );
}

/** The nearest multiple of the tick. */
function onTick(price: number, tick: Decimal): Decimal {
  const scale = scaleOf(tick);
  const units = toUnits(tick, scale);
  return fromUnits(BigInt(Math.round(price / Number(tick))) * units, scale);
}

/** Where the price of a market is, at a minute of a block before the end. */
type PriceAt = (market: PastMarket, number: number, minute: number) => number;

/** The prices of a seed, by index and by market. */
function createMoves(seed: number): { readonly index: PriceAt; readonly price: PriceAt } {
  const pathOf = remembering((name: string) => createPricePath(seed, name), Infinity);
  const awayOf = (name: string, deviation: number, [number, minute]: readonly [number, number]): number =>
    deviation === 0 ? 0 : deviation * (pathOf(name).block(number)[minute] ?? 0);
  const index: PriceAt = ({ shape, endPrice }, number, minute) => {
    const [base, quote] = [motionOf(shape.base), motionOf(shape.quote)];
    const at = [number, minute] as const;
    const common = awayOf('common', base.common - quote.common, at);
    return endPrice * Math.exp(common + awayOf(shape.base, base.own, at) - awayOf(shape.quote, quote.own, at));
  };
  return {
    index,
    price(market, number, minute) {
      const price = index(market, number, minute);
      if (market.indexTick === null) return price;
      const basis = pathOf(`basis/${market.shape.base}`).block(number)[minute] ?? 0;
      return price * (1 + basisMean + basisReach * Math.sin(basis));
    },
  };
}

export function createPastPrices(options: PastPricesOptions): PastPrices {
  const { seed } = options;
  const endMs = Math.floor(options.endMs / minuteMs) * minuteMs;
  const markets = createMarkets(options, createFairPrices(seed));
  const moves = createMoves(seed);
  const marketOf = (symbol: string): PastMarket => {
    const market = markets.get(symbol);
    if (market === undefined) throw new Error(`no such market: ${symbol}`);
    return market;
  };
  const valueAt = (move: PriceAt, market: PastMarket, timeMs: number): number => {
    const before = Math.max(0, (endMs - timeMs) / minuteMs);
    const number = Math.floor(before / blockMinutes);
    const minute = before - number * blockMinutes;
    const whole = Math.floor(minute);
    const newer = move(market, number, whole);
    return newer + (move(market, number, whole + 1) - newer) * (minute - whole);
  };
  const priceAt = (symbol: string, timeMs: number): number => valueAt(moves.price, marketOf(symbol), timeMs);
  return {
    endMs,
    priceAt,
    quoteAt: (symbol, timeMs) => onTick(priceAt(symbol, timeMs), marketOf(symbol).tick),
    indexAt: (symbol, timeMs) => {
      const market = marketOf(symbol);
      return onTick(valueAt(moves.index, market, timeMs), market.indexTick ?? market.tick);
    },
    block(symbol, number) {
      const market = marketOf(symbol);
      return Float64Array.from({ length: blockMinutes + 1 }, (_, minute) => moves.price(market, number, minute));
    },
  };
}

function motionOf(coin: string): Motion {
  const motion = motions[coin];
  if (motion === undefined) throw new Error(`no past price for ${coin}`);
  return motion;
}
