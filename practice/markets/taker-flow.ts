import type { Random, Side } from '../kernel/kernel.ts';
import { pareto } from '../kernel/random.ts';
import type { FairValue } from './quote-side.ts';
import type { MarketMaker } from './market-maker.ts';
import type { MarketPort, TraderOrder } from './market-port.ts';

/** Those who want a trade now: many small ones, a few very large. */
export interface TakerFlow {
  /** one trade at the market, side and size drawn at random */
  trade(fair: FairValue): void;
  /** lots of a trade of about that value on that side: less of what the takers have too much of already */
  lotsFor(fair: FairValue, wanted: { readonly side: Side; readonly value: number }): number;
  /** takes so many lots, up to the price */
  take(order: TraderOrder): void;
  /** counts a trade that others made as if it were the takers' own: it says as much about who wants what */
  note(order: TraderOrder): void;
  /** takes the quotes that the fair value has left behind, as those who are faster than the makers do */
  sweepStale(fair: FairValue): void;
}

interface TakerFlowOptions {
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
const mostTilt = 0.45;

export function createTakerFlow({ port, maker, accountId, random }: TakerFlowOptions): TakerFlow {
  let netLots = 0;
  const bound = (lots: number): number => Math.min(port.mostLots, Math.max(port.leastLots, Math.round(lots)));
  const note = ({ side, lots }: Pick<TraderOrder, 'side' | 'lots'>): void => {
    netLots += side === 'buy' ? lots : -lots;
  };
  const take = ({ side, ticks, lots }: TraderOrder): void => {
    const done = port.take(accountId, { side, ticks: Math.max(1, ticks), lots });
    note({ side, lots: done });
  };
  /** above zero when the takers have bought too much */
  const tiltOf = (fair: FairValue): number =>
    Math.max(-mostTilt, Math.min(mostTilt, (netLots * fair.lotValue) / fullPosition));
  return {
    take,
    note,
    trade(fair) {
      const side = random.next() < 0.5 - tiltOf(fair) ? 'buy' : 'sell';
      const touch = maker.touch(side === 'buy' ? 'sell' : 'buy');
      if (touch === null) return;
      const value = Math.min(mostValue, pareto(random, sizes));
      const ticks = side === 'buy' ? Math.ceil(touch * (1 + reach)) : Math.floor(touch * (1 - reach));
      take({ side, ticks, lots: bound(value / fair.lotValue) });
    },
    lotsFor(fair, { side, value }) {
      const share = side === 'buy' ? 1 - 2 * tiltOf(fair) : 1 + 2 * tiltOf(fair);
      return bound((value * share) / fair.lotValue);
    },
    sweepStale(fair) {
      const ask = maker.touch('sell');
      const bid = maker.touch('buy');
      const lots = bound((sweepValue * random.next()) / fair.lotValue);
      if (ask !== null && ask < fair.ticks - 1) take({ side: 'buy', ticks: Math.floor(fair.ticks), lots });
      else if (bid !== null && bid > fair.ticks + 1) take({ side: 'sell', ticks: Math.ceil(fair.ticks), lots });
    },
  };
}
