import type { Candle } from '#practice/history/measure.ts';
import type { SpotPrint } from '#practice/spot/types.ts';
import type { Frame, Topic } from '../types.ts';
import type { SpotSources } from './tap.ts';

const nanosecondsPerMs = 1_000_000n;

function matchFrame(print: SpotPrint): Frame {
  return {
    subject: 'trade.l3match',
    data: {
      makerOrderId: print.makerOrderId,
      price: print.price,
      sequence: print.sequence.toString(),
      side: print.takerSide,
      size: print.size,
      symbol: print.symbol,
      takerOrderId: print.takerOrderId,
      time: print.timeNs.toString(),
      tradeId: print.tradeId.toString(),
      type: 'match',
    },
  };
}

/** `/market/match`: every trade at once; `time` is text in nanoseconds. */
export function matchTopic({ spot, tap }: SpotSources): Topic {
  return {
    prefix: '/market/match',
    audience: 'public',
    symbols: 'required',
    serves: symbol => spot.pair(symbol) !== null,
    start: ({ symbol }, send) =>
      tap.onBook(symbol, event => {
        if (event.kind === 'print') send(matchFrame(event.print));
      }),
  };
}

interface Candles {
  readonly symbol: string;
  readonly interval: string;
}

/** `BTC-USDT_1hour` */
function candlesOf(text: string): Candles {
  const mark = text.lastIndexOf('_');
  return { symbol: text.slice(0, Math.max(0, mark)), interval: text.slice(mark + 1) };
}

function candleFrame(symbol: string, candle: Candle, nowMs: number): Frame {
  const { startMs, open, close, high, low, volume, turnover } = candle;
  return {
    subject: 'trade.candles.update',
    data: {
      symbol,
      candles: [String(startMs / 1000), open, close, high, low, volume, turnover],
      time: BigInt(Math.floor(nowMs)) * nanosecondsPerMs,
    },
  };
}

/** `/market/candles:BTC-USDT_1hour`: the open candle after each trade, in the order of the REST rows. */
export function candleTopic({ spot, history, clock }: SpotSources): Topic {
  const frames = (text: string): readonly Frame[] => {
    const { symbol, interval } = candlesOf(text);
    const candle = history.openCandle(symbol, interval);
    return candle === null ? [] : [candleFrame(symbol, candle, clock.nowMs())];
  };
  return {
    prefix: '/market/candles',
    audience: 'public',
    symbols: 'required',
    serves(text) {
      const { symbol, interval } = candlesOf(text);
      return spot.pair(symbol) !== null && history.isInterval(interval);
    },
    greet: reading => frames(reading.symbol),
    start(reading, send) {
      const { symbol } = candlesOf(reading.symbol);
      return history.onTrade(traded => {
        if (traded !== symbol) return;
        for (const frame of frames(reading.symbol)) send(frame);
      });
    },
  };
}
