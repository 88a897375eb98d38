import type { Random } from '../kernel/kernel.ts';
import { poisson } from '../kernel/random.ts';
import type { FairValue } from './quote-side.ts';
import { createMarketMaker } from './market-maker.ts';
import type { MarketPort } from './market-port.ts';
import type { MarketShape } from './listing/market-shape.ts';
import { createTakerFlow } from './taker-flow.ts';
import { createPastTrades, type PastStep } from './past-trades.ts';

/** The simulated traders of one market. */
export interface SimulatedMarket {
  readonly symbol: string;
  /** one step of the living market */
  step(fair: FairValue, elapsedS: number): void;
  /** one step of the day before the start */
  stepPast: PastStep;
  /** new coarse quotes, for trades between two steps of the past day */
  requote(fair: FairValue): void;
  /** ends the past day: the makers leave the book … */
  withdraw(): void;
  /** … and come back with its full depth */
  open(fair: FairValue): void;
}

interface SimulatedMarketOptions {
  readonly port: MarketPort;
  readonly shape: MarketShape;
  readonly random: Random;
  readonly makerId: string;
  readonly takerId: string;
}

const sweepChance = 0.4;
/** What one step does at most of each kind. Short steps never reach it; long ones stay quick to compute. */
const mostAtOnce = 8;
const coarseValue = 80_000;

export function createSimulatedMarket(options: SimulatedMarketOptions): SimulatedMarket {
  const { port, shape, random } = options;
  const maker = createMarketMaker({ port, shape, random, accountId: options.makerId });
  const takers = createTakerFlow({ port, maker, random, accountId: options.takerId });
  const stepPast = createPastTrades({ port, shape, random, maker, takers });
  return {
    symbol: shape.symbol,
    step(fair, elapsedS) {
      if (random.next() < shape.perSecond.reprices * elapsedS) {
        if (random.next() < sweepChance) takers.sweepStale(fair);
        maker.reprice(fair);
      }
      const churns = poisson(random, shape.perSecond.churns * elapsedS);
      const takes = poisson(random, shape.perSecond.takes * elapsedS);
      repeat(Math.min(mostAtOnce, churns), () => maker.churn(fair));
      repeat(Math.min(mostAtOnce, takes), () => takers.trade(fair));
    },
    stepPast,
    requote: fair => maker.quoteCoarsely(fair, Math.ceil(coarseValue / fair.lotValue)),
    withdraw: () => maker.withdraw(),
    open: fair => maker.populate(fair),
  };
}

function repeat(times: number, action: () => void): void {
  for (let time = 0; time < times; time += 1) action();
}
