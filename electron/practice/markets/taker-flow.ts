import type { Random, Side } from '../kernel.ts';
import { pareto } from '../random.ts';
import type { FairValue } from './book-side.ts';
import type { MarketMaker } from './market-maker.ts';
import type { MarketPort } from './market-port.ts';

/** Those who want a trade now: many small ones, a few very large. */
interface TakerFlow {
  /** one trade at the market, drawn at random where `wish` is silent; answers its side */
  trade(fair: FairValue, wish?: { readonly value: number; readonly side?: Side }): Side;
  /** takes the quotes that the fair value has left behind, as those who are faster than the makers do */
  sweepStale(fair: FairValue): void;
}

interface TakerParts {
  readonly port: MarketPort;
  readonly maker: Pick<MarketMaker, 'touch'>;
  readonly accountId: string;
  readonly random: Random;
}

const sizes = { least: 25, tail: 1.15 } as const;
const mostValue = 90_000;
const sweepValue = 12_000;
/** A taker does not chase the price farther than this. */
const reach = 0.003;
/** The net position (USDT) at which takers all but stop to add to it: the makers' stock stays bounded. */
const fullPosition = 4_000_000;

export function createTakerFlow({ port, maker, accountId, random }: TakerParts): TakerFlow {
  let netLots = 0;
  const take = (side: Side, ticks: number, lots: number): void => {
    const bounded = Math.min(port.mostLots, Math.max(port.leastLots, Math.round(lots)));
    const done = port.take(accountId, { side, ticks: Math.max(1, ticks), lots: bounded });
    netLots += side === 'buy' ? done : -done;
  };
  return {
    trade(fair, wish) {
      const tilt = Math.max(-0.45, Math.min(0.45, (netLots * fair.lotValue) / fullPosition));
      const drawn = random.next() < 0.5 - tilt ? 'buy' : 'sell';
      const side = wish?.side ?? drawn;
      const touch = maker.touch(side === 'buy' ? 'sell' : 'buy');
      if (touch === null) return side;
      const value = wish?.value ?? Math.min(mostValue, pareto(random, sizes));
      const worst = side === 'buy' ? Math.ceil(touch * (1 + reach)) : Math.floor(touch * (1 - reach));
      take(side, worst, value / fair.lotValue);
      return side;
    },
    sweepStale(fair) {
      const ask = maker.touch('sell');
      const bid = maker.touch('buy');
      const lots = (sweepValue * random.next()) / fair.lotValue;
      if (ask !== null && ask < fair.ticks - 1) take('buy', Math.floor(fair.ticks), lots);
      else if (bid !== null && bid > fair.ticks + 1) take('sell', Math.ceil(fair.ticks), lots);
    },
  };
}
