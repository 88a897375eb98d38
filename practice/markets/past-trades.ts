import type { Random } from '../kernel/kernel.ts';
import type { FairValue } from './quote-side.ts';
import type { MarketShape } from './listing/market-shape.ts';
import type { MarketMaker } from './market-maker.ts';
import type { MarketPort } from './market-port.ts';
import type { TakerFlow } from './taker-flow.ts';

interface Span {
  readonly elapsedS: number;
  /** a main market gets two trades, so that a candle begins where the one before it has ended; others one */
  readonly isMain: boolean;
}

/** Makes the trades of one step of the past day: takers push the price to where it is fair, in a big trade that stands for many. */
export type PastStep = (fair: FairValue, span: Span) => void;

interface PastTradesOptions {
  readonly port: Pick<MarketPort, 'leastLots'>;
  readonly shape: Pick<MarketShape, 'dailyValue'>;
  readonly random: Random;
  readonly maker: Pick<MarketMaker, 'offer' | 'withdraw'>;
  readonly takers: Pick<TakerFlow, 'lotsFor' | 'take'>;
}

const dayS = 86_400;

/** Orders are the expensive part of the past day, so the maker offers exactly what is taken and nothing is cancelled. */
export function createPastTrades({ port, shape, random, maker, takers }: PastTradesOptions): PastStep {
  let lastTicks: number | null = null;
  return (fair, { elapsedS, isMain }) => {
    const value = shape.dailyValue * (elapsedS / dayS) * (0.5 + random.next());
    const to = Math.max(1, Math.round(fair.ticks));
    const from = lastTicks ?? to;
    lastTicks = to;
    const isRise = from === to ? random.next() < 0.5 : to > from;
    const [taking, offering] = isRise ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
    const lots = takers.lotsFor(fair, { side: taking, value });
    const share = isMain && from !== to ? Math.floor(lots * random.next()) : 0;
    const first = share >= port.leastLots ? Math.min(share, lots - port.leastLots) : 0;
    // quotes that the prepared account has traded against are stale by now
    maker.withdraw();
    if (first > 0) maker.offer({ side: offering, ticks: from, lots: first });
    maker.offer({ side: offering, ticks: to, lots: lots - first });
    takers.take({ side: taking, ticks: to, lots });
  };
}
