import type { Random } from '../kernel/kernel.ts';
import { poisson } from '../kernel/random.ts';
import type { FairValue } from './book-side.ts';
import { createMarketMaker } from './market-maker.ts';
import type { MarketPort } from './market-port.ts';
import type { MarketShape } from './listing/market-shape.ts';
import { createTakerFlow } from './taker-flow.ts';
import { createTelling, type Tell } from './telling.ts';

/** The simulated traders of one market. */
export interface Market {
  readonly symbol: string;
  /** one step of the living market */
  step(fair: FairValue, elapsedS: number): void;
  /** one step of the day before the start */
  tell: Tell;
  /** fresh coarse quotes, for whoever wants to trade between two steps of the telling */
  requote(fair: FairValue): void;
  /** ends the telling: the makers leave the book … */
  withdraw(): void;
  /** … and come back with its full depth */
  open(fair: FairValue): void;
}

interface MarketParts {
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

export function createMarket(parts: MarketParts): Market {
  const { port, shape, random } = parts;
  const maker = createMarketMaker({ port, shape, random, accountId: parts.makerId });
  const takers = createTakerFlow({ port, maker, random, accountId: parts.takerId });
  const tell = createTelling({ port, shape, random, maker, takers });
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
    tell,
    requote: fair => maker.quoteCoarsely(fair, Math.ceil(coarseValue / fair.lotValue)),
    withdraw: () => maker.withdraw(),
    open: fair => maker.populate(fair),
  };
}

function repeat(times: number, act: () => void): void {
  for (let time = 0; time < times; time += 1) act();
}
