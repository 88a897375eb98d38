import type { Random } from '../kernel/kernel.ts';
import type { FairValue } from './quote-side.ts';
import type { MarketShape } from './listing/market-shape.ts';
import type { MarketMaker } from './market-maker.ts';
import type { MarketPort, TraderOrder } from './market-port.ts';
import type { TakerFlow } from './taker-flow.ts';

interface Span {
  readonly elapsedS: number;
  /** a main market gets two trades, so that a candle begins where the one before it has ended; others one */
  readonly isMain: boolean;
}

/**
 * Makes the trades of one step of the past day: takers push the price to the fair one, in a big trade that replaces
 * many.
 */
export type PastStep = (fair: FairValue, span: Span) => void;

interface PastTradesOptions {
  readonly port: Pick<MarketPort, 'leastLots' | 'record'>;
  readonly shape: Pick<MarketShape, 'dailyValue'>;
  readonly random: Random;
  readonly maker: Pick<MarketMaker, 'offer' | 'withdraw'>;
  readonly takers: Pick<TakerFlow, 'lotsFor' | 'note' | 'take'>;
}

const dayS = 86_400;

/**
 * Orders are the expensive part of the past day, so its trades are made by outsiders, and only their prints are left. The
 * first of all, and those that meet an order of the prepared account, are made of orders: the maker offers exactly what
 * is taken. The first one leaves the traders with a position, and the market with an open interest.
 */
export function createPastTrades({ port, shape, random, maker, takers }: PastTradesOptions): PastStep {
  let lastTicks: number | null = null;
  const trade = (order: TraderOrder, isFirst: boolean): void => {
    if (!isFirst && port.record(order)) {
      takers.note(order);
      return;
    }
    maker.offer({ ...order, side: order.side === 'buy' ? 'sell' : 'buy' });
    takers.take(order);
  };
  return (fair, { elapsedS, isMain }) => {
    const value = shape.dailyValue * (elapsedS / dayS) * (0.5 + random.next());
    const to = Math.max(1, Math.round(fair.ticks));
    const isFirst = lastTicks === null;
    const from = lastTicks ?? to;
    lastTicks = to;
    const isRise = from === to ? random.next() < 0.5 : to > from;
    const side = isRise ? 'buy' : 'sell';
    const lots = takers.lotsFor(fair, { side, value });
    const share = isMain && from !== to ? Math.floor(lots * random.next()) : 0;
    const first = share >= port.leastLots ? Math.min(share, lots - port.leastLots) : 0;
    // quotes that the prepared account has traded against are stale by now
    maker.withdraw();
    if (first > 0) trade({ side, ticks: from, lots: first }, isFirst);
    trade({ side, ticks: to, lots: lots - first }, isFirst);
  };
}
