import { type Decimal, fromNumber, roundToStep } from '#shared/decimal.ts';
import type { Ledger } from '../accounts/types.ts';
import type { Contract } from '../futures/contract-types.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { Rejection } from '../kernel/kernel.ts';
import { createRandom } from '../kernel/random.ts';
import type { SpotVenue } from '../spot/types.ts';
import { contracts } from './listing/contracts.ts';
import { createFairPrices, type FairPrices, indexPriceOf } from './fair-prices.ts';
import { createSimulatedMarket, type SimulatedMarket } from './simulated-market.ts';
import type { FairValue } from './quote-side.ts';
import { createFuturesPorts, createSpotPorts, type MarketPort } from './market-port.ts';
import { futuresShapes, type MarketShape, spotShapes } from './listing/market-shape.ts';
import { spotPairs } from './listing/spot-pairs.ts';

interface SimulationOptions {
  readonly seed: number;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly onRejection: (symbol: string, rejection: Rejection) => void;
  /** Fills the book of the market of that number as if it were the opening: whenever it runs, the same comes of it. */
  readonly asOfOpening: (market: number, fill: () => void) => void;
}

/** All simulated traders of the exchange, and the world outside that its prices follow. */
export interface Simulation {
  /** one step of all living markets */
  step(elapsedS: number): void;
  /**
   * one step of the day before the start: at every fifth all markets trade, in between the main ones, and those only when
   * the steps are fine
   */
  stepPast(elapsedS: number, moment: { readonly step: number; readonly isFine: boolean }): void;
  /** fresh coarse quotes in one market, between two steps of the past day */
  requote(symbol: string): void;
  withdraw(): void;
  /**
   * The makers come back. A book is filled when it is first used, and else soon after the start, one market after the
   * other: all of them at once are a good part of what a user would wait for.
   */
  open(): void;
  /** sets at the futures venue what the outside world pays */
  publishIndex(): void;
  /** where a market is fair now, as a double */
  fairPrice(symbol: string): number;
}

interface ListedMarket {
  readonly shape: MarketShape;
  readonly port: MarketPort;
  readonly traders: SimulatedMarket;
  readonly contract: Contract | null;
  readonly isMain: boolean;
}

/** The first market wakes at once; the others when a window has had time for its first picture, each at its own moment. */
const wakesAtS = (market: number): number => (market === 0 ? 0 : 0.4 + 0.05 * market);

const mainValue = 200e6;
/** Steps of the past day between two in which every market trades, and after which the index may be published. */
export const allMarketsEvery = 5;
const traderFunds = 2e9;

export function makerOf(symbol: string): string {
  return `maker-${symbol}`;
}

export function takerOf(symbol: string): string {
  return `taker-${symbol}`;
}

const symbols: readonly string[] = [...spotShapes, ...futuresShapes].map(shape => shape.symbol);

/** The accounts of the simulated traders: without order limits, and never in a list that a user sees. */
export const traderAccounts: ReadonlySet<string> = new Set(
  symbols.flatMap(symbol => [makerOf(symbol), takerOf(symbol)]),
);

/** Pays in so much that the simulated traders never run dry. */
export function fundTraders(ledger: Ledger, seed: number): void {
  const prices = createFairPrices(seed);
  const amountOf = (coin: string): Decimal => fromNumber(Math.round(traderFunds / prices.of(coin)));
  for (const { symbol, baseCurrency, quoteCurrency } of spotPairs) {
    for (const accountId of [makerOf(symbol), takerOf(symbol)]) {
      for (const currency of [baseCurrency, quoteCurrency]) {
        ledger.deposit({ accountId, wallet: 'trade', currency, amount: amountOf(currency) });
      }
    }
  }
  for (const { symbol, settleCurrency } of contracts) {
    const amount = amountOf(settleCurrency === 'XBT' ? 'BTC' : settleCurrency);
    for (const accountId of [makerOf(symbol), takerOf(symbol)]) {
      ledger.deposit({ accountId, wallet: 'futures', currency: settleCurrency, amount });
    }
  }
}

function createListedMarkets(options: SimulationOptions): readonly ListedMarket[] {
  const { seed, spot, futures, onRejection } = options;
  const list = (shape: MarketShape, port: MarketPort, contract: Contract | null): ListedMarket => {
    const random = createRandom(seed, `market/${shape.symbol}`);
    const { symbol } = shape;
    const traders = createSimulatedMarket({ port, shape, random, makerId: makerOf(symbol), takerId: takerOf(symbol) });
    return { shape, port, traders, contract, isMain: shape.dailyValue >= mainValue };
  };
  const openSpot = createSpotPorts(spot, { onRejection });
  const openFutures = createFuturesPorts(futures, { onRejection });
  return [
    ...spotShapes.map(shape => list(shape, openSpot(shape.symbol), null)),
    ...futuresShapes.map(shape => list(shape, openFutures(shape.symbol), futures.contract(shape.symbol))),
  ];
}

function fairPriceOf({ shape, contract }: ListedMarket, prices: FairPrices): number {
  return indexPriceOf(shape, prices) * (contract === null ? 1 : 1 + prices.basis(shape.base));
}

/** Inverse lots are worth so many dollars; all others a piece of the coin. */
function lotValueOf({ shape, contract, port }: ListedMarket, prices: FairPrices): number {
  if (contract === null) return port.lot * prices.of(shape.base);
  const multiplier = Number(contract.multiplier) * port.lot;
  return contract.isInverse ? multiplier : multiplier * prices.of(shape.base);
}

/** The openings of markets without a reader so far: each runs once, when its book is used or when it is ended here. */
function createOpenings() {
  const waiting = new Map<MarketPort, () => void>();
  const end = (port: MarketPort): void => {
    const open = waiting.get(port);
    waiting.delete(port);
    open?.();
  };
  return {
    end,
    put(port: MarketPort, open: () => void): void {
      waiting.set(port, open);
      port.fillOnUse(() => end(port));
    },
  };
}

export function createSimulation(options: SimulationOptions): Simulation {
  const prices = createFairPrices(options.seed);
  const listed = createListedMarkets(options);
  const bySymbol = new Map(listed.map(market => [market.shape.symbol, market]));
  const fairValueOf = (market: ListedMarket): FairValue => ({
    ticks: fairPriceOf(market, prices) / market.port.tick,
    lotValue: lotValueOf(market, prices),
  });
  const marketOf = (symbol: string): ListedMarket => {
    const market = bySymbol.get(symbol);
    if (market === undefined) throw new Error(`no such market: ${symbol}`);
    return market;
  };
  const openings = createOpenings();
  let livedS = 0;
  return {
    step(elapsedS) {
      prices.advance(elapsedS);
      for (const [number, market] of listed.entries()) {
        // until its moment nothing happens in a market, looked at or not
        if (livedS < wakesAtS(number)) continue;
        openings.end(market.port);
        market.traders.step(fairValueOf(market), elapsedS);
      }
      livedS += elapsedS;
    },
    stepPast(elapsedS, { step, isFine }) {
      prices.advance(elapsedS);
      for (const market of listed) {
        const every = isFine && market.isMain ? 1 : allMarketsEvery;
        if ((step + 1) % every !== 0) continue;
        market.traders.stepPast(fairValueOf(market), { elapsedS: elapsedS * every, isMain: market.isMain });
      }
    },
    requote(symbol) {
      const market = marketOf(symbol);
      market.traders.requote(fairValueOf(market));
    },
    withdraw() {
      for (const { traders } of listed) traders.withdraw();
    },
    open() {
      for (const [number, market] of listed.entries()) {
        const fair = fairValueOf(market);
        openings.put(market.port, () => options.asOfOpening(number, () => market.traders.open(fair)));
      }
    },
    publishIndex() {
      for (const { shape, contract } of listed) {
        if (contract === null) continue;
        const price = fromNumber(indexPriceOf(shape, prices));
        options.futures.setIndexPrice(contract.symbol, roundToStep(price, contract.indexPriceTickSize, 'half-even'));
      }
    },
    fairPrice: symbol => fairPriceOf(marketOf(symbol), prices),
  };
}
