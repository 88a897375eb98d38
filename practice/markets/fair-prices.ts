import type { Random } from '../kernel/kernel.ts';
import { createRandom, normal } from '../kernel/random.ts';
import type { MarketShape } from './listing/market-shape.ts';

/**
 * What each coin is worth in USDT while the exchange runs. One factor moves the whole market and each coin has a life of
 * its own; both pull back to the coin's anchor and may never leave its bound, so that a program left open for a week
 * still finds a believable market and its positions alive.
 */
export interface FairPrices {
  advance(elapsedS: number): void;
  /** USDT for one coin. Throws for a coin that is not in the list: a bug in the tables. */
  of(coin: string): number;
  /** how much dearer than its index a perpetual trades: 0.0002 = two basis points */
  basis(coin: string): number;
}

interface Coin {
  readonly anchor: number;
  /** how strongly it follows the whole market */
  readonly beta: number;
  /** standard deviation of its own fluctuation (log) */
  readonly own: number;
  /** the farthest it may go from its anchor (log) */
  readonly bound: number;
}

const coins: Readonly<Record<string, Coin>> = {
  BTC: { anchor: 97_412.6, beta: 1, own: 0.0015, bound: 0.03 },
  ETH: { anchor: 3418.37, beta: 1.2, own: 0.003, bound: 0.035 },
  SOL: { anchor: 187.452, beta: 1.4, own: 0.005, bound: 0.04 },
  XRP: { anchor: 2.3164, beta: 0.7, own: 0.003, bound: 0.011 },
  DOGE: { anchor: 0.19273, beta: 1.3, own: 0.006, bound: 0.04 },
  KCS: { anchor: 11.842, beta: 0.4, own: 0.004, bound: 0.02 },
  USDC: { anchor: 1.0002, beta: 0, own: 0.0001, bound: 0.0004 },
  USDT: { anchor: 1, beta: 0, own: 0, bound: 1 },
};

const minuteS = 60;
const hourS = 3600;
const ripple = { deviation: 0.0011, timeS: 15 * minuteS };
const tide = { deviation: 0.008, timeS: 1.5 * hourS };
const ownTimeS = 40 * minuteS;
const basisShape = { mean: 0.0002, deviation: 0.00012, timeS: 20 * minuteS };
const longestSwingStepS = minuteS;

/** A value that is pulled back to zero (Ornstein-Uhlenbeck), exact for any step length. */
interface Wave {
  advance(elapsedS: number): number;
  value(): number;
}

function createWave(random: Random, shape: { readonly deviation: number; readonly timeS: number }): Wave {
  let value = shape.deviation * normal(random) * 0.5;
  return {
    advance(elapsedS) {
      const decay = Math.exp(-elapsedS / shape.timeS);
      value = value * decay + shape.deviation * Math.sqrt(1 - decay * decay) * normal(random);
      return value;
    },
    value: () => value,
  };
}

/** A smooth swing with momentum (critically damped, driven by noise): what a chart shows as a trend. */
function createSwing(random: Random, shape: { readonly deviation: number; readonly timeS: number }): Wave {
  const pace = 1 / shape.timeS;
  const push = Math.sqrt(4 * pace ** 3) * shape.deviation;
  let value = 0;
  let speed = 0;
  const step = (elapsedS: number): void => {
    const pull = -2 * pace * speed - pace * pace * value;
    speed += pull * elapsedS + push * Math.sqrt(elapsedS) * normal(random);
    value += speed * elapsedS;
  };
  return {
    advance(elapsedS) {
      const parts = Math.ceil(elapsedS / longestSwingStepS);
      for (let part = 0; part < parts; part += 1) step(elapsedS / parts);
      return value;
    },
    value: () => value,
  };
}

function coinOf(name: string): Coin {
  const coin = coins[name];
  if (coin === undefined) throw new Error(`no fair price for ${name}`);
  return coin;
}

export function createFairPrices(seed: number): FairPrices {
  const ripples = createWave(createRandom(seed, 'fair/ripple'), ripple);
  const tides = createSwing(createRandom(seed, 'fair/tide'), tide);
  const names = Object.keys(coins);
  const own = new Map(
    names.map(name => [
      name,
      createWave(createRandom(seed, `fair/${name}`), { deviation: coinOf(name).own, timeS: ownTimeS }),
    ]),
  );
  const bases = new Map(names.map(name => [name, createWave(createRandom(seed, `basis/${name}`), basisShape)]));
  return {
    advance(elapsedS) {
      ripples.advance(elapsedS);
      tides.advance(elapsedS);
      for (const wave of own.values()) wave.advance(elapsedS);
      for (const wave of bases.values()) wave.advance(elapsedS);
    },
    of(name) {
      const coin = coinOf(name);
      const away = coin.beta * (ripples.value() + tides.value()) + (own.get(name)?.value() ?? 0);
      return coin.anchor * Math.exp(coin.bound * Math.tanh(away / coin.bound));
    },
    basis: name => basisShape.mean + Math.tanh(bases.get(name)?.value() ?? 0),
  };
}

/** What one base coin is worth in the quote coin, without any basis. */
export function indexPriceOf(shape: Pick<MarketShape, 'base' | 'quote'>, prices: FairPrices): number {
  return prices.of(shape.base) / prices.of(shape.quote);
}
