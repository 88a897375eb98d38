import { type Decimal, fromNumber, roundToStep } from '#shared/decimal.ts';
import type { Ledger } from '../accounts/types.ts';
import type { Contract, FuturesVenue } from '../futures/types.ts';
import type { Refusal } from '../kernel/kernel.ts';
import { createRandom } from '../kernel/random.ts';
import type { SpotVenue } from '../spot/types.ts';
import { contracts } from './listing/contracts.ts';
import { createFairPrices, type FairPrices } from './fair-prices.ts';
import { createMarket, type Market } from './market.ts';
import type { FairValue } from './book-side.ts';
import { createFuturesPorts, createSpotPorts, type MarketPort } from './market-port.ts';
import { futuresShapes, indexPriceOf, type MarketShape, spotShapes } from './listing/market-shape.ts';
import { spotPairs } from './listing/spot-pairs.ts';

interface SimulationParts {
  readonly seed: number;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly onRefusal: (symbol: string, refusal: Refusal) => void;
}

/** All simulated traders of the exchange, and the world outside that its prices follow. */
export interface Simulation {
  /** one step of all living markets */
  step(elapsedS: number): void;
  /**
   * one step of the day before the start: at every fifth all markets are told, in between the main ones, and those only
   * when the telling is fine
   */
  tell(elapsedS: number, moment: { readonly step: number; readonly isFine: boolean }): void;
  /** fresh coarse quotes in one market, between two steps of the telling */
  requote(symbol: string): void;
  withdraw(): void;
  open(): void;
  /** tells the futures venue what the outside world pays */
  publishIndex(): void;
  /** where a market is fair now, as a double */
  fairPrice(symbol: string): number;
}

interface Place {
  readonly shape: MarketShape;
  readonly port: MarketPort;
  readonly market: Market;
  readonly contract: Contract | null;
  readonly isMain: boolean;
}

const mainValue = 200e6;
/** Steps of the telling between two in which every market has its word, and after which the index may be published. */
export const tellAllEvery = 5;
const houseValue = 2e9;

function makerOf(symbol: string): string {
  return `house-maker-${symbol}`;
}

export function takerOf(symbol: string): string {
  return `house-taker-${symbol}`;
}

const symbols: readonly string[] = [...spotShapes, ...futuresShapes].map(shape => shape.symbol);

/** The accounts of the simulated traders: without order limits, and never in a list that the desk sees. */
export const houseAccounts: ReadonlySet<string> = new Set(
  symbols.flatMap(symbol => [makerOf(symbol), takerOf(symbol)]),
);

/** Pays in so much that the simulated traders never run dry. */
export function fundHouse(ledger: Ledger, seed: number): void {
  const prices = createFairPrices(seed);
  const amountOf = (coin: string): Decimal => fromNumber(Math.round(houseValue / prices.of(coin)));
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

function createPlaces(parts: SimulationParts): readonly Place[] {
  const { seed, spot, futures, onRefusal } = parts;
  const place = (shape: MarketShape, port: MarketPort, contract: Contract | null): Place => {
    const random = createRandom(seed, `market/${shape.symbol}`);
    const { symbol } = shape;
    const market = createMarket({ port, shape, random, makerId: makerOf(symbol), takerId: takerOf(symbol) });
    return { shape, port, market, contract, isMain: shape.dailyValue >= mainValue };
  };
  const openSpot = createSpotPorts(spot, { onRefusal });
  const openFutures = createFuturesPorts(futures, { onRefusal });
  return [
    ...spotShapes.map(shape => place(shape, openSpot(shape.symbol), null)),
    ...futuresShapes.map(shape => place(shape, openFutures(shape.symbol), futures.contract(shape.symbol))),
  ];
}

function fairPriceOf({ shape, contract }: Place, prices: FairPrices): number {
  return indexPriceOf(shape, prices) * (contract === null ? 1 : 1 + prices.basis(shape.base));
}

/** Inverse lots are worth so many dollars; all others a piece of the coin. */
function lotValueOf({ shape, contract, port }: Place, prices: FairPrices): number {
  if (contract === null) return port.lot * prices.of(shape.base);
  const multiplier = Number(contract.multiplier) * port.lot;
  return contract.isInverse ? multiplier : multiplier * prices.of(shape.base);
}

export function createSimulation(parts: SimulationParts): Simulation {
  const prices = createFairPrices(parts.seed);
  const places = createPlaces(parts);
  const bySymbol = new Map(places.map(place => [place.shape.symbol, place]));
  const fairValueOf = (place: Place): FairValue => ({
    ticks: fairPriceOf(place, prices) / place.port.tick,
    lotValue: lotValueOf(place, prices),
  });
  const placeOf = (symbol: string): Place => {
    const place = bySymbol.get(symbol);
    if (place === undefined) throw new Error(`no such market: ${symbol}`);
    return place;
  };
  return {
    step(elapsedS) {
      prices.advance(elapsedS);
      for (const place of places) place.market.step(fairValueOf(place), elapsedS);
    },
    tell(elapsedS, { step, isFine }) {
      prices.advance(elapsedS);
      for (const place of places) {
        const every = isFine && place.isMain ? 1 : tellAllEvery;
        if ((step + 1) % every !== 0) continue;
        place.market.tell(fairValueOf(place), { elapsedS: elapsedS * every, isMain: place.isMain });
      }
    },
    requote(symbol) {
      const place = placeOf(symbol);
      place.market.requote(fairValueOf(place));
    },
    withdraw() {
      for (const { market } of places) market.withdraw();
    },
    open() {
      for (const place of places) place.market.open(fairValueOf(place));
    },
    publishIndex() {
      for (const { shape, contract } of places) {
        if (contract === null) continue;
        const price = fromNumber(indexPriceOf(shape, prices));
        parts.futures.setIndexPrice(contract.symbol, roundToStep(price, contract.indexPriceTickSize, 'half-even'));
      }
    },
    fairPrice: symbol => fairPriceOf(placeOf(symbol), prices),
  };
}
